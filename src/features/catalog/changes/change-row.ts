import * as v from 'valibot';
import { instantMs, shortAge } from '#src/lib/age.ts';

const maybeText = v.fallback(v.optional(v.nullable(v.string()), null), null);
const texts = v.fallback(
  v.pipe(
    v.record(v.string(), v.unknown()),
    v.transform((all) =>
      Object.entries(all).flatMap(([key, value]) => (typeof value === 'string' ? [{ key, value }] : [])),
    ),
  ),
  [],
);
const facts = {
  id: v.string(),
  config_id: maybeText,
  change_type: maybeText,
  severity: maybeText,
  source: maybeText,
  summary: maybeText,
  created_at: maybeText,
  first_observed: maybeText,
  created_by: maybeText,
  external_created_by: maybeText,
  count: v.fallback(v.optional(v.nullable(v.number()), null), null),
};
const rowSchema = v.object({ ...facts, name: maybeText, type: maybeText, tags: texts });
const itemSchema = v.fallback(
  v.optional(v.nullable(v.object({ name: maybeText, type: maybeText })), null),
  null,
);
const bodySchema = v.object({
  ...facts,
  config: itemSchema,
  diff: maybeText,
  details: v.optional(v.unknown()),
  patches: v.optional(v.unknown()),
});

/** One change of an item of the catalog; `name`, `type` and `tags` are those of the item. */
export type Change = v.InferOutput<typeof rowSchema>;
/** What it changed, beside what is in the list. */
export type ChangeContent = Pick<v.InferOutput<typeof bodySchema>, 'diff' | 'details' | 'patches'>;

/** Reads a row of a page; undefined for what is none. */
export function readChange(raw: unknown): Change | undefined {
  const row = v.safeParse(rowSchema, raw);
  return row.success ? row.output : undefined;
}

/** Reads a body of the kind `change`; undefined for what is none. */
export function readBody(
  raw: unknown,
): { readonly change: Change; readonly content: ChangeContent } | undefined {
  const body = v.safeParse(bodySchema, raw);
  if (!body.success) return undefined;
  const { config, diff, details, patches, ...change } = body.output;
  return {
    change: { ...change, name: config?.name ?? null, type: config?.type ?? null, tags: [] },
    content: { diff: diff === '' ? null : diff, details, patches },
  };
}

/** What a change is called. */
export function changeTitle({ summary, change_type: type }: Change): string {
  return summary !== null && summary !== '' ? summary : (type ?? 'Change');
}

/** "x12 over 3h", for what happened more than once. */
export function repeatWords({ count, first_observed: first, created_at: last }: Change): string | undefined {
  if (count === null || count <= 1) return undefined;
  const [from, to] = [instantMs(first), instantMs(last)];
  if (from === undefined || to === undefined) return `x${count}`;
  const over = shortAge(Math.min(from, to), Math.max(from, to));
  return `x${count} over ${over === 'now' ? '1m' : over}`;
}

/** Who or what made it, and the parameter that filters by that; null where nobody said. */
export function authorOf(
  change: Change,
): { readonly param: 'external_created_by' | 'created_by' | 'source'; readonly value: string } | null {
  const { external_created_by: external, created_by: person, source } = change;
  if (external !== null && external !== '') return { param: 'external_created_by', value: external };
  if (person !== null && person !== '') return { param: 'created_by', value: person };
  return source === null || source === '' ? null : { param: 'source', value: source };
}
