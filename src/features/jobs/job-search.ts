import { choice, id, triState, whole } from '#src/views/list/params.ts';
import { rangeParams } from '#src/views/list/range-params.ts';
import { searchSpec, type SearchOf, type SearchSpec, type ViewOf } from '#src/views/list/search-spec.ts';
import { jobStatusWord } from '#src/views/jobs/job-words.ts';

/** What the server sorts by. */
export const SORT_COLUMNS = ['created_at', 'name', 'status', 'duration_millis'] as const;
/** Spec 002 section 9. */
export const PAGE_SIZES = [5, 10, 25, 50, 100, 150, 200, 250, 300, 500, 1000] as const;
/** Spec 002 section 2: "status (RUNNING, SUCCESS, WARNING, FAILED)". */
export const JOB_STATUSES = ['RUNNING', 'SUCCESS', 'WARNING', 'FAILED'] as const;
/** Spec 002 section 9: "Duration filters", the least that a run took. */
export const MIN_DURATIONS = ['15s', '30s', '60s', '2m', '3m', '5m', '10m', '15m'] as const;

/** Parameters of the runs of one resource. */
export const jobParams = {
  status: triState('Status', { titleOf: jobStatusWord }),
  name: triState('Job name'),
  duration: choice(MIN_DURATIONS, undefined, { field: 'Duration', titleOf: (least) => `${least} or longer` }),
  ...rangeParams('Time range'),
  page: whole(1, { role: 'page', min: 1 }),
  pageSize: whole(150, { min: 1, max: 1000 }),
  sortBy: choice(SORT_COLUMNS, 'created_at', { role: 'order' }),
  sortOrder: choice(['asc', 'desc'], 'desc', { role: 'order' }),
  runId: id({ role: 'place' }),
};
export type JobParams = typeof jobParams;
export type JobSearch = SearchOf<JobParams>;
export type JobView = ViewOf<JobParams>;

/** Query parameters of a list of runs at `path`; `runId`, the run that is open, is ours. */
export function jobSearch(path: string): SearchSpec<JobParams> {
  return searchSpec({ path, typingMs: 400, params: jobParams });
}
