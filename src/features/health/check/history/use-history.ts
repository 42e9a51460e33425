import { useMemo } from 'react';
import type { FrozenRun } from '#sync/protocol/tables/evidence-payload.ts';
import type { Absence } from '#sync/read/coverage.ts';
import type { SyncError } from '#sync/errors.ts';
import { useIndexQuery, useIndexRows } from '#src/platform/replica/use-index.ts';
import { reachOf, type CheckWindow } from '../check-window.ts';
import { historyQuery, runsOfRows, type HistoryFilters } from './history-query.ts';

/** One page of the history with what may be said about it. */
export type HistoryRead =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: SyncError }
  | {
      readonly status: 'ready';
      readonly runs: readonly FrozenRun[];
      /** Runs on this device that the filters let through. */
      readonly total: number;
      readonly reach: Absence;
      /** Server time from which on the runs of this check are here; null where nothing is, or everything. */
      readonly since: string | null;
      /** Server time of the last pull of them. */
      readonly asOf: string | null;
    };

interface Page {
  readonly filters: HistoryFilters;
  readonly offset: number;
  readonly limit: number;
}

export function useHistory(window: CheckWindow, { filters, offset, limit }: Page): HistoryRead {
  const { checkId, from, coverage } = window;
  const query = useMemo(
    () => historyQuery({ checkId, from, filters, offset, limit }),
    [checkId, from, filters, offset, limit],
  );
  const found = useIndexQuery('check_statuses', query);
  const rows = useIndexRows('check_statuses', found.value?.ids ?? NO_IDS);
  const failure = [found, rows, coverage].find(({ status }) => status === 'failed');
  if (failure?.error !== undefined) return { status: 'failed', error: failure.error };
  const reach = found.value === undefined ? undefined : reachOf(window, found.value.state);
  if (found.value === undefined || rows.value === undefined || reach === undefined)
    return { status: 'loading' };
  const { from: since = null, asOf = null } = coverage.value ?? {};
  return { status: 'ready', runs: runsOfRows(rows.value), total: found.value.total, reach, since, asOf };
}

const NO_IDS: readonly string[] = [];
