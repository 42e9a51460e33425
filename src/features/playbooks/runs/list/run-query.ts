import { RUN_WINDOW_MS } from '#sync/protocol/fields.ts';
import { timeRangeBounds, timeRangeOf, timeRangeWire, type TimeRange } from '#src/lib/time-range.ts';
import type { ChosenPage } from '#src/platform/replica/use-page.ts';
import type { Run } from '../run-row.ts';
import { runSearch, type RunListSearch, type RunListView } from './run-search.ts';

/** Spec 9: "default time range 7 days". */
export const DEFAULT_RANGE: TimeRange = { type: 'relative', range: 'now-7d' };

/** The range of an address; the default where it has none, or one that is none. */
export function rangeOf(view: RunListView): TimeRange {
  return timeRangeOf(view) ?? DEFAULT_RANGE;
}

/** True where every run of the range is kept on a device: those that have not ended, and those of its window. */
export function isOfDevice(range: TimeRange, nowMs: number): boolean {
  return timeRangeBounds(range, nowMs).fromMs >= nowMs - RUN_WINDOW_MS;
}

/** The page of runs that an address asks for (reference: L4). */
export function questionOf(search: RunListSearch): Extract<ChosenPage, { source: 'playbook-runs' }> {
  const view = runSearch.view(search);
  return {
    source: 'playbook-runs',
    query: { playbookId: view.playbook, status: view.status },
    range: timeRangeWire(rangeOf(view)),
    page: view.page,
    size: view.pageSize,
  };
}

/** Which runs of this device an address asks for. One that has not begun counts by when it was asked for. */
export function wantedRuns(runs: readonly Run[], view: RunListView, nowMs: number): readonly Run[] {
  const range = rangeOf(view);
  const { fromMs, toMs } = timeRangeBounds(range, nowMs);
  // A device reads the clock a little before or after the server wrote: what is up to now has no end.
  const endMs = range.type === 'relative' ? Number.POSITIVE_INFINITY : toMs;
  return runs.filter((run) => {
    if (view.playbook !== undefined && run.playbook_id !== view.playbook) return false;
    if (view.status !== undefined && run.status !== view.status) return false;
    const atMs = Date.parse(run.start_time ?? run.created_at ?? '');
    return Number.isNaN(atMs) || (atMs >= fromMs && atMs <= endMs);
  });
}
