import { choice, id, whole } from '#src/views/list/params.ts';
import { rangeParams } from '#src/views/list/range-params.ts';
import { searchSpec, type SearchOf, type ViewOf } from '#src/views/list/search-spec.ts';
import { statusTitle } from '../status-title.ts';

/** Spec 4, and what the server of 2026 has beside them; a step is skipped, never a run. */
export const RUN_STATUSES = [
  'running',
  'scheduled',
  'waiting',
  'sleeping',
  'pending',
  'pending_approval',
  'completed',
  'failed',
  'timed_out',
  'cancelled',
] as const;

const params = {
  playbook: id({ field: 'Playbook' }),
  status: choice(RUN_STATUSES, undefined, { field: 'Status', titleOf: statusTitle }),
  ...rangeParams('Time range'),
  /** Ours: the run that another one is to be compared with. */
  compare: id({ role: 'place' }),
  page: whole(1, { role: 'page', min: 1 }),
  pageSize: whole(150, { min: 1, max: 1000 }),
};

/** Query parameters of `/playbooks/runs` (spec 2). */
export const runSearch = searchSpec({ path: '/playbooks/runs', typingMs: 400, params });
export type RunListParams = typeof params;
export type RunListSearch = SearchOf<RunListParams>;
export type RunListView = ViewOf<RunListParams>;

/** The runs of one playbook, or of all. */
export function runsHref(playbook?: string): string {
  return runSearch.href({ playbook });
}
