import * as v from 'valibot';

/** Lists whose last answer is kept for the next start, as documents of this kind. */
export type KeptListKind = 'health-list' | 'topology-list' | 'index-list';

export const keptAsSchema = v.picklist(['start', 'last']);
/** Under which of its names an answer is kept: the list as it opens, or the one that was looked at last. */
export type KeptAs = v.InferOutput<typeof keptAsSchema>;

/** The same for one of several collections. */
export function keptIn(tbl: string, as: KeptAs): string {
  return `${tbl}:${as}`;
}

/** What was kept of a list as text, if it can be read and answers this question; each list has its schema. */
export function readKeptList<T extends { readonly question: string }>(
  schema: v.GenericSchema<unknown, T>,
  text: string,
  question: string,
): T | null {
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch {
    // Damaged: the worker answers, and writes it anew.
    return null;
  }
  const parsed = v.safeParse(schema, stored);
  return parsed.success && parsed.output.question === question ? parsed.output : null;
}
