import { toggle } from '#src/views/list/params.ts';
import { searchSpec, type SearchOf, type SearchSpec } from '#src/views/list/search-spec.ts';
import { changeParams } from '../changes/change-search.ts';

/** Spec 2: "toggles Downstream (default true) and Upstream (default false)". */
const params = {
  downstream: toggle(true),
  upstream: toggle(false),
  ...changeParams,
};
export type ItemChangeParams = typeof params;
export type ItemChangeSearch = SearchOf<ItemChangeParams>;

/** Query parameters of `/catalog/{id}/changes`. */
export function itemChangeSearch(itemId: string): SearchSpec<ItemChangeParams> {
  return searchSpec({ path: `/catalog/${itemId}/changes`, typingMs: 400, params });
}
