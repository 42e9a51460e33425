import { choice, id } from '#src/views/list/params.ts';
import { searchSpec, type SearchOf, type ViewOf } from '#src/views/list/search-spec.ts';

const params = {
  /** Two items, or one of them twice. */
  left: id({ role: 'place' }),
  right: id({ role: 'place' }),
  /** A change: the item as it was before that. */
  leftBefore: id({ role: 'place' }),
  rightBefore: id({ role: 'place' }),
  format: choice(['json', 'yaml'], 'yaml', { role: 'view' }),
  layout: choice(['split', 'unified'], 'split', { role: 'view' }),
};
type CompareParams = typeof params;
export type CompareSearch = SearchOf<CompareParams>;
export type CompareView = ViewOf<CompareParams>;
export type Side = 'left' | 'right';

/** Query parameters of `/catalog/compare`; all of it is ours. */
export const compareSearch = searchSpec({ path: '/catalog/compare', typingMs: 0, params });
