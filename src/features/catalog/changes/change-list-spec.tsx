import { GitCommitHorizontal } from 'lucide-react';
import { useMemo } from 'react';
import { configTypeFromUrl } from '#src/lib/config-type.ts';
import { timeRangeDisplay, timeRangeProblem } from '#src/lib/time-range.ts';
import { parseTriState } from '#src/lib/tri-state.ts';
import { storageKeys } from '#src/platform/device/storage-keys.ts';
import { useIndexRows } from '#src/platform/replica/use-index.ts';
import type { ListSpec } from '#src/views/list/list-spec.ts';
import type { RowSource } from '#src/views/list/row-source.ts';
import type { NameOf } from '#src/views/list/search-spec.ts';
import { usePagedRows } from '#src/views/list/use-paged-rows.ts';
import { maybeText } from '#src/views/row-text.ts';
import { changeColumns, narrowColumns } from './change-columns.tsx';
import { changeFilters } from './change-filters.tsx';
import { questionOf, rangeOf } from './change-query.ts';
import { changeTitle, readChange, type Change } from './change-row.ts';
import { changeSearch, PAGE_SIZES, type ChangeParams, type ChangeSearch } from './change-search.ts';
import { deletedChangesHidden } from './hide-deleted.ts';
import { usePersonName } from './people-names.ts';

/** `/catalog/changes` (spec 2). */
export const changeListSpec: ListSpec<ChangeParams, Change> = {
  id: 'changes',
  words: {
    title: 'Changes',
    rows: 'Changes',
    find: null,
    empty: { icon: GitCommitHorizontal, title: 'No data available' },
  },
  search: changeSearch,
  filters: changeFilters,
  useNames,
  columns: changeColumns,
  narrowColumns,
  layoutKey: storageKeys.changeColumns,
  pageSizes: PAGE_SIZES,
  useRows,
  rowName: changeTitle,
  rowHref: ({ id }, search) => changeSearch.href({ ...search, changeId: id }),
};

function useNames(search: ChangeSearch): NameOf {
  const view = changeSearch.view(search);
  const { configType, id } = view;
  const personName = usePersonName();
  const ids = useMemo(() => parseTriState(id).map(({ value }) => value), [id]);
  const items = useIndexRows('config_items', ids).value;
  return (param, value = '') => {
    switch (param) {
      case 'rangeType':
        return timeRangeProblem(view) ?? timeRangeDisplay(rangeOf(view));
      case 'configType':
        return configTypeFromUrl(configType);
      case 'created_by':
        return personName(value) ?? 'Somebody';
      case 'id':
        return maybeText(items?.[ids.indexOf(value)], 'name') ?? 'An item that is not on this device';
      default:
        return undefined;
    }
  };
}

function useRows(search: ChangeSearch): RowSource<Change, ChangeParams> {
  const areDeletedHidden = deletedChangesHidden.useIsOn();
  return usePagedRows({ question: questionOf(search, areDeletedHidden), toRow: readChange });
}
