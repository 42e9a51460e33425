import { timeRangeOf, timeRangeWire } from '#src/lib/time-range.ts';
import { compileTriState, parseTriState } from '#src/lib/tri-state.ts';
import type { ChosenPage } from '#src/platform/replica/use-page.ts';
import { jobSearch, type JobSearch, type JobView } from './job-search.ts';

/** A page of runs. */
type RunsPage = Extract<ChosenPage, { source: 'job-history' }>;

/** Whose runs are listed: its id, and what it is in the words of the server. */
export interface JobResource {
  readonly id: string;
  readonly type: string;
}

const UNIT_MS = new Map([
  ['s', 1_000],
  ['m', 60_000],
]);
const { view: viewOf } = jobSearch('');

/** The page of runs of one resource that an address asks for (reference: J1). */
export function questionOf({ id, type }: JobResource, search: JobSearch): RunsPage {
  const view = viewOf(search);
  const range = timeRangeOf(view);
  return {
    source: 'job-history',
    query: {
      resourceId: id,
      resourceType: type,
      name: list(view.name),
      status: list(view.status),
      minDurationMs: minDurationMs(view.duration),
      sortBy: view.sortBy,
      isDescending: view.sortOrder === 'desc',
    },
    range: range === undefined ? null : timeRangeWire(range),
    page: view.page,
    size: view.pageSize,
  };
}

/** A three-state filter as the server's list: `a,!b`. */
function list(held: string): string | undefined {
  const items = parseTriState(held);
  return items.length === 0 ? undefined : compileTriState(items);
}

function minDurationMs(duration: JobView['duration']): number | undefined {
  if (duration === undefined) return undefined;
  return Number.parseInt(duration, 10) * (UNIT_MS.get(duration.slice(-1)) ?? 1_000);
}
