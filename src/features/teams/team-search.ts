import { choice, text } from '#src/views/list/params.ts';
import { searchSpec, type SearchOf } from '#src/views/list/search-spec.ts';

const SORT_COLUMNS = [
  'name',
  'members',
  'source',
  'job_status',
  'job_time_start',
  'job_last_failed',
  'created_by',
  'created_at',
  'updated_at',
] as const;

const params = {
  search: text({ field: 'Search', isCut: true }),
  sortBy: choice(SORT_COLUMNS, 'name', { role: 'order' }),
  sortOrder: choice(['asc', 'desc'], 'asc', { role: 'order' }),
};

/** Query parameters of `/settings/teams`; all of them are ours. */
export const teamSearch = searchSpec({ path: '/settings/teams', typingMs: 400, params });
export type TeamParams = typeof params;
export type TeamSearch = SearchOf<TeamParams>;
