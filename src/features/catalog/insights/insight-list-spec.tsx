import { Lightbulb } from 'lucide-react';
import { useLive } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { storageKeys } from '#src/platform/device/storage-keys.ts';
import { useIndexRows } from '#src/platform/replica/use-index.ts';
import type { ListSpec } from '#src/views/list/list-spec.ts';
import type { NameOf } from '#src/views/list/search-spec.ts';
import { maybeText } from '#src/views/row-text.ts';
import { insightColumns, narrowColumns } from './insight-columns.tsx';
import { insightFilters } from './insight-filters.tsx';
import { insightTitle, type Insight } from './insight-row.ts';
import { insightSearch, type InsightParams, type InsightSearch } from './insight-search.ts';
import { useInsights } from './use-insights.ts';

/** `/catalog/insights` (spec 2). */
export const insightListSpec: ListSpec<InsightParams, Insight> = {
  id: 'insights',
  words: {
    title: 'Insights',
    rows: 'Insights',
    find: null,
    empty: { icon: Lightbulb, title: 'No data available' },
  },
  search: insightSearch,
  filters: insightFilters,
  useNames,
  columns: insightColumns,
  narrowColumns: narrowColumns('named'),
  layoutKey: storageKeys.insightColumns,
  pageSizes: [],
  useRows: (search) => useInsights(insightSearch.view(search)),
  rowName: insightTitle,
  rowHref: ({ id }, search) => insightSearch.href({ ...search, insightId: id }),
};

const NO_NAME = Promise.resolve(null);

export function useNames(search: InsightSearch): NameOf {
  const { component, configId } = insightSearch.view(search);
  const model = useReadModel();
  const facts = useLive(
    () => (component === undefined ? NO_NAME : model.componentFacts(component)),
    [model, component],
  );
  const items = useIndexRows('config_items', configId === undefined ? [] : [configId]);
  return (param) => {
    if (param === 'component' && facts.value !== undefined)
      return facts.value?.data?.name ?? 'A component that is not on this device';
    if (param === 'configId' && items.value !== undefined)
      return maybeText(items.value[0], 'name') ?? 'An item that is not on this device';
    return undefined;
  };
}
