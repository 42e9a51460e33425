import { searchSpec, type SearchOf, type SearchSpec } from '#src/views/list/search-spec.ts';
import { insightParams, insightSearch, type InsightView } from '../insights/insight-search.ts';

const { configType: _type, configId: _item, ...params } = insightParams;
export type ItemInsightParams = typeof params;

/** Query parameters of `/catalog/{id}/insights`: those of all insights but the ones that name items. */
export function itemInsightSearch(itemId: string): SearchSpec<ItemInsightParams> {
  return searchSpec({ path: `/catalog/${itemId}/insights`, typingMs: 400, params });
}

/** The same list as among all insights. */
export function itemInsightView(itemId: string, search: SearchOf<ItemInsightParams>): InsightView {
  return insightSearch.view({ ...search, configId: itemId });
}
