import { DEFAULT_GROUP_BY, DEFAULT_TAB_BY, readGroupBy, readTabBy } from '#src/lib/group-options.ts';
import { choice, dimension, flag, id, labels, MAX_NAME, range, text } from '#src/views/list/params.ts';
import { searchSpec, type SearchOf, type ViewOf } from '#src/views/list/search-spec.ts';

/** `failing` is no column: what needs somebody stands first, and it has no other direction. */
export const SORT_COLUMNS = [
  'name',
  'failing',
  'status',
  'type',
  'severity',
  'uptime',
  'latency',
  'last_transition_time',
  'last_runtime',
] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];

/** What makes columns: nothing, or the values of the label key that `pivotLabel` names. */
export const PIVOTS = ['none', 'labels'] as const;
export const PIVOT_CELLS = ['checkStatuses', 'uptime', 'latency'] as const;
export const LAYOUTS = ['table', 'card'] as const;

const params = {
  query: text({ field: 'Search' }),
  // Ours: without it a link or Back would lose which tab was open.
  tab: text({ field: 'Tab', maxLength: MAX_NAME }),
  hidePassing: flag({ field: 'Passing', on: 'hidden' }),
  labels: labels(),
  groupBy: dimension(DEFAULT_GROUP_BY, readGroupBy),
  // The tabs of another field have other names.
  tabBy: dimension(DEFAULT_TAB_BY, readTabBy, { resets: ['tab'] }),
  layout: choice(LAYOUTS, 'table', { role: 'view' }),
  pivotBy: choice(PIVOTS, 'none', { role: 'view' }),
  pivotLabel: text({ role: 'view', maxLength: MAX_NAME }),
  pivotCellType: choice(PIVOT_CELLS, 'checkStatuses', { role: 'view' }),
  sortBy: choice(SORT_COLUMNS, 'name', { role: 'order' }),
  sortDesc: flag({ role: 'order' }),
  // Assumed is none: it follows from the last run. It is of the check that is open, the list does not change with it.
  timeRange: range({ role: 'place' }),
  checkId: id({ role: 'place' }),
};

/** Query parameters of `/health` (spec 2.4); what is typed waits 400 ms (spec 9). */
export const healthSearch = searchSpec({ path: '/health', typingMs: 400, params });
export type HealthParams = typeof params;
export type HealthSearch = SearchOf<HealthParams>;
/** What is shown: every parameter with its value. */
export type HealthView = ViewOf<HealthParams>;

/** Whether the values of a label stand side by side: cards have no columns. */
export function isPivoted({ pivotBy, pivotLabel, layout }: HealthView): boolean {
  return pivotBy === 'labels' && pivotLabel !== '' && layout === 'table';
}

/** The same list with one check opened over it. */
export function checkHref(search: HealthSearch, checkId: string): string {
  return healthSearch.href({ ...search, checkId });
}
