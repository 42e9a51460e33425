import { bearsSecret } from '#sync/protocol/secrets/keys.ts';
import { maybeRow } from '#src/views/row-text.ts';

/** Lines of a log or a document kept at most: an evidence is pulled by everybody who sees the incident. */
export const MAX_LINES = 2_000;

/** What there is to choose from: lines, or why there are none. */
export type DocumentLines =
  /** `omitted`: further ones, which cannot be attached. */
  | { readonly kind: 'lines'; readonly lines: readonly string[]; readonly omitted: number }
  | { readonly kind: 'secret' }
  | { readonly kind: 'empty' };

/** The document of a catalog item as its own screen shows it: JSON unless it is a text. */
export function documentLines(configType: string | null, body: unknown): DocumentLines {
  const row = maybeRow({ body }, 'body');
  if (bearsSecret(configType, row)) return { kind: 'secret' };
  const config = row?.['config'];
  if (config === undefined || config === null || config === '') return { kind: 'empty' };
  const text = typeof config === 'string' ? config : JSON.stringify(config, null, 2);
  const all = text.split('\n');
  const lines = all.slice(0, MAX_LINES);
  return { kind: 'lines', lines, omitted: all.length - lines.length };
}
