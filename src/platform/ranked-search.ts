import type { IndexQuery } from '#sync/protocol/index-query.ts';

/** A search of catalog items, in a list or a picker: by how well they fit, then by their names; one slip in a word is forgiven. */
export function rankedSearch(text: string): Pick<IndexQuery, 'text' | 'isNear' | 'isByFit' | 'sort'> {
  return { text, isNear: true, isByFit: true, sort: { column: 'name', descending: false } };
}
