import { Flag as FlagIcon } from 'lucide-react';
import { storageKeys } from '#src/platform/device/storage-keys.ts';
import type { ListSpec } from '#src/views/list/list-spec.ts';
import { flagColumns, narrowColumns } from './flag-columns.tsx';
import { flagSearch, type FlagParams } from './flag-search.ts';
import { useFlags, type FlagRow } from './use-flags.ts';

/** `/settings/feature-flags` (spec 2) */
export const flagListSpec: ListSpec<FlagParams, FlagRow> = {
  id: 'flags',
  words: {
    title: 'Feature Flags',
    rows: 'Feature flags',
    find: {
      param: 'search',
      label: 'Search feature flags',
      shortcut: 'Search feature flags',
      className: 'max-w-64 min-w-44 flex-1 max-[700px]:max-w-full',
    },
    empty: { icon: FlagIcon, title: 'No data available' },
  },
  search: flagSearch,
  filters: [],
  columns: flagColumns,
  narrowColumns,
  layoutKey: storageKeys.flagColumns,
  pageSizes: [],
  useRows: useFlags,
  rowName: ({ name }) => name,
  rowHref: ({ name }, search) => flagSearch.href({ ...search, flag: name }),
};
