import * as v from 'valibot';
import type { FoundLine } from '../evidence/wizard-types.ts';

/** What a new incident may bring along (spec 4): a catalog item with lines of it, or a component. */
const sourceSchema = v.variant('kind', [
  v.object({ kind: v.literal('topology'), componentId: v.string(), name: v.string() }),
  v.object({
    kind: v.literal('config'),
    configId: v.string(),
    name: v.string(),
    configType: v.nullable(v.string()),
    lines: v.array(v.string()),
    selected: v.array(v.number()),
  }),
]);
export type FirstSource = v.InferOutput<typeof sourceSchema>;

const choiceSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ id: v.string(), title: v.string(), detail: v.string(), source: sourceSchema }),
);
export type FirstEvidence = v.InferOutput<typeof choiceSchema>;

/** The choice as a draft keeps it. */
export function keptChoice(choice: FirstEvidence): string {
  return JSON.stringify(choice);
}

/** Null where nothing, or nothing this version knows, was kept. */
export function choiceOf(kept: string | undefined): FirstEvidence | null {
  const parsed = v.safeParse(choiceSchema, kept);
  return parsed.success ? parsed.output : null;
}

/** A line of the search, when it is of one of the two kinds. */
export function firstEvidence({ id, title, detail, source }: FoundLine): FirstEvidence | null {
  if (source.kind === 'topology') return { id, title, detail, source };
  if (source.kind !== 'config') return null;
  return {
    id,
    title,
    detail,
    source: { ...source, lines: [...source.lines], selected: [...source.selected] },
  };
}
