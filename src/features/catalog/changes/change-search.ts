import { configTypeFromUrl } from '#src/lib/config-type.ts';
import { choice, id, text, triState, whole } from '#src/views/list/params.ts';
import { rangeParams } from '#src/views/list/range-params.ts';
import { searchSpec, type SearchOf, type ViewOf } from '#src/views/list/search-spec.ts';
import { SEVERITIES } from '../severities.ts';
import { LANES_BY } from './timeline/lanes.ts';

/** What the server sorts by. */
export const SORT_COLUMNS = ['created_at', 'name', 'change_type', 'summary', 'source', 'count'] as const;
/** Spec 9: "Changes: page size 200, page 1". */
export const PAGE_SIZES = [5, 10, 25, 50, 100, 150, 200, 250, 300, 500, 1000] as const;

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu;
/** A key and a value that the server's label selector can say. */
const TAG = /^[\w./-]+:[^,()=!]*$/u;

/** Parameters of every list of changes. */
export const changeParams = {
  configType: text({ field: 'Config type' }),
  configTypes: triState('Config type', { titleOf: configTypeFromUrl }),
  changeType: triState('Change type'),
  // The server means this severity and everything worse.
  severity: choice(SEVERITIES, undefined, {
    field: 'Severity',
    titleOf: (value) => (value === 'critical' ? value : `${value} or worse`),
  }),
  tags: triState('Tag', { titleOf: tagTitle, fits: (value) => TAG.test(value) }),
  id: triState('Catalog', { fits: (value) => UUID.test(value) }),
  summary: triState('Summary'),
  source: triState('Source'),
  created_by: triState('Created by', { fits: (value) => UUID.test(value) }),
  external_created_by: triState('Created by'),
  ...rangeParams('Time range'),
  page: whole(1, { role: 'page', min: 1 }),
  pageSize: whole(200, { min: 1, max: 1000 }),
  sortBy: choice(SORT_COLUMNS, 'created_at', { role: 'order' }),
  sortOrder: choice(['asc', 'desc'], 'desc', { role: 'order' }),
  timeline: choice(LANES_BY, undefined, { role: 'view' }),
  changeId: id({ role: 'place' }),
};

/** Query parameters of `/catalog/changes` (spec 2 and 7); `changeId`, the change that is open, and `timeline`, what its
 * lanes are, are ours. */
export const changeSearch = searchSpec({ path: '/catalog/changes', typingMs: 400, params: changeParams });
export type ChangeParams = typeof changeParams;
export type ChangeSearch = SearchOf<ChangeParams>;
export type ChangeView = ViewOf<ChangeParams>;

/** `team=shop`, for the value `team:shop` of a tag. */
export function tagTitle(value: string): string {
  return value.replace(':', '=');
}

/** The value of a tag in the address; undefined where the server could not be asked for it. */
export function tagValue(key: string, value: string): string | undefined {
  const text = `${key}:${value}`;
  return TAG.test(text) ? text : undefined;
}
