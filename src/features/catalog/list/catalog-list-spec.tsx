import { Boxes } from 'lucide-react';
import { useMemo } from 'react';
import { useIndexClient } from '#src/platform/replica/index-context.tsx';
import { storageKeys } from '#src/platform/device/storage-keys.ts';
import type { ListSpec } from '#src/views/list/list-spec.ts';
import { mappedLines } from '#src/views/list/mapped-lines.ts';
import type { RowSource } from '#src/views/list/row-source.ts';
import { useIndexRows } from '#src/views/list/use-index-rows.ts';
import { catalogHref } from '../catalog-href.ts';
import { catalogColumns, narrowColumns } from './catalog-columns.tsx';
import { catalogFilters } from './catalog-filters.tsx';
import { askedOf } from './catalog-query.ts';
import { ON_SERVER_ONLY } from './deleted-offer.ts';
import { deletedHidden } from './preferences.ts';
import { groupsOf } from './catalog-groups.ts';
import { groupWords } from './group-dimensions.ts';
import { itemName, readItem, type CatalogItem } from './catalog-row.ts';
import { catalogSearch, type CatalogParams, type CatalogSearch } from './catalog-search.ts';
import { summaryHref } from './catalog-view.ts';
import { narrowSummaryColumns, summaryColumns } from './summary-columns.tsx';
import type { TypeSummary } from './summary-row.ts';
import { useGroupFacts } from './use-group-facts.ts';
import { readItemCounts, useItemCounts } from './use-item-counts.ts';
import { useTypeRows } from './use-type-rows.ts';

export const words = {
  title: 'Catalog',
  find: {
    param: 'search',
    label: 'Search for configs',
    shortcut: 'Search for configs',
    className: 'max-w-80 min-w-44 flex-1 max-[700px]:max-w-full',
    looksAt: 'Names, types, tags, labels and descriptions are searched. Properties and contents are not.',
  },
  empty: { icon: Boxes, title: 'No data available' },
} as const;

/** `/catalog` without a type or a search (spec 2): types under their providers. */
export const summarySpec: ListSpec<CatalogParams, TypeSummary> = {
  id: 'catalog-types',
  words: { ...words, rows: 'Types' },
  search: catalogSearch,
  filters: catalogFilters,
  columns: summaryColumns,
  narrowColumns: narrowSummaryColumns,
  layoutKey: storageKeys.catalogTypeColumns,
  pageSizes: [],
  useRows: (search) => useTypeRows(search, true),
  rowName: ({ type, heads, name }) => type ?? [...heads, name].join(' / '),
  rowHref: ({ values }, search) => summaryHref(search, values),
};

/** `/catalog` with a type, a search or groups (spec 2). */
export const tableSpec: ListSpec<CatalogParams, CatalogItem> = {
  id: 'catalog',
  words: { ...words, rows: 'Configs' },
  search: catalogSearch,
  filters: catalogFilters,
  columns: catalogColumns,
  narrowColumns,
  layoutKey: storageKeys.catalogColumns,
  pageSizes: [],
  useRows: useItems,
  rowName: itemName,
  rowHref: ({ id }) => catalogHref(id),
  rowClassName: ({ deleted_at: at }) => (at === null ? '' : 'text-muted'),
};

/** Items from the index of this device, with what it counts of those in view. */
export function useItems(search: CatalogSearch): RowSource<CatalogItem, CatalogParams> {
  const { groupBy = '' } = search;
  const groups = useMemo(() => groupsOf(groupBy), [groupBy]);
  const facts = useGroupFacts(groups);
  const {
    result: _result,
    inView,
    ...source
  } = useIndexRows<CatalogItem, CatalogParams>({
    tbl: 'config_items',
    asked: askedOf(catalogSearch.view(search), facts),
    toRow: readItem,
  });
  const index = useIndexClient();
  const ids = useMemo(() => inView.map(({ id }) => id), [inView]);
  const { countsOf, problems } = useItemCounts(ids);
  const { lines } = source;
  const sought = search.search ?? '';
  const counted = useMemo(
    () =>
      mappedLines(
        lines,
        (item) => ({ ...item, counts: countsOf(item.id), sought }),
        (values) => groups.map((group, at) => groupWords(group, values[at] ?? null, facts)),
      ),
    [lines, countsOf, sought, groups, facts],
  );
  const { all } = source;
  const allCounted = async () => {
    const { rows, isWhole } = await all();
    const countsIn = await readItemCounts(
      index,
      rows.map(({ id }) => id),
    );
    return { rows: rows.map((item) => ({ ...item, counts: countsIn(item.id) })), isWhole };
  };
  return {
    ...source,
    all: allCounted,
    hidden: deletedHidden.useIsOn() ? null : ON_SERVER_ONLY,
    lines: counted,
    problems,
  };
}
