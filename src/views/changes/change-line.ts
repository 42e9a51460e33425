import * as v from 'valibot';
import { instantMs } from '#src/lib/age.ts';

const maybeText = v.fallback(v.optional(v.nullable(v.string()), null), null);
const schema = v.object({
  id: v.string(),
  config_id: maybeText,
  name: maybeText,
  change_type: maybeText,
  severity: maybeText,
  summary: maybeText,
  source: maybeText,
  created_by: maybeText,
  external_created_by: maybeText,
  created_at: v.string(),
});

/** A change before an incident, of this device or of the server. */
export type ChangeLine = v.InferOutput<typeof schema> & { readonly atMs: number };

/** Newest first; what is no change with a time before `untilMs` is left out. */
export function changeLines(raws: readonly unknown[], untilMs: number): readonly ChangeLine[] {
  return raws
    .flatMap((raw): ChangeLine[] => {
      const read = v.safeParse(schema, raw);
      const atMs = read.success ? instantMs(read.output.created_at) : undefined;
      return read.success && atMs !== undefined && atMs <= untilMs ? [{ ...read.output, atMs }] : [];
    })
    .sort((a, b) => b.atMs - a.atMs);
}

/** What a change is called. */
export function lineTitle({ summary, change_type: type }: ChangeLine): string {
  return summary !== null && summary !== '' ? summary : (type ?? 'Change');
}
