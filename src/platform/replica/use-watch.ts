import { useEffect } from 'react';
import { toSyncError } from '#sync/errors.ts';
import type { TableName } from '#sync/protocol/table.ts';
import { useSync, useSyncStatus } from './sync-context.tsx';

/** Where and since when to look; a stretch of time is asked for anew when the server can be reached again. */
interface Watched {
  readonly id?: string;
  /** RFC 3339: what comes with it is wanted from this moment on. */
  readonly from?: string;
  /** So long it is only passed through, and nothing is asked for. */
  readonly afterMs?: number;
}

/** Has the worker pull what comes with something while it is looked at (WCH1); undefined watches nothing. */
export function useWatch(table: TableName | undefined, { id, from, afterMs }: Watched = {}): void {
  const sync = useSync();
  const { phase } = useSyncStatus();
  const again = from !== undefined && (phase === 'live' || phase === 'syncing');
  useEffect(() => {
    if (table === undefined) return undefined;
    const scope = { table, ...(id !== undefined && { id }), ...(from !== undefined && { from }) };
    let isTold = false;
    const begin = (): void => {
      isTold = true;
      sync.watch(scope).catch(report);
    };
    const timer = afterMs === undefined ? undefined : setTimeout(begin, afterMs);
    if (timer === undefined) begin();
    return () => {
      clearTimeout(timer);
      if (isTold) sync.unwatch(scope).catch(report);
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the same stretch is asked for again
  }, [sync, table, id, from, afterMs, again]);
}

/** It only costs freshness: the page goes on, the platform's error handler hears of it. */
function report(thrown: unknown): void {
  reportError(toSyncError(thrown));
}
