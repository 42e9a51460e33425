import { choice, text } from '#src/views/list/params.ts';
import { searchSpec, type SearchOf } from '#src/views/list/search-spec.ts';

const SORT_COLUMNS = ['name', 'value', 'description', 'source'] as const;

const params = {
  search: text({ field: 'Search', isCut: true }),
  sortBy: choice(SORT_COLUMNS, 'name', { role: 'order' }),
  sortOrder: choice(['asc', 'desc'], 'asc', { role: 'order' }),
  flag: text({ role: 'place', maxLength: 400 }),
};

/** Query parameters of `/settings/feature-flags`; all of them are ours. `flag` is the name of the one that is open. */
export const flagSearch = searchSpec({ path: '/settings/feature-flags', typingMs: 400, params });
export type FlagParams = typeof params;
export type FlagSearch = SearchOf<FlagParams>;
