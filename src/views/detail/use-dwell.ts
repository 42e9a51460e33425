import { useEffect } from 'react';
import { useSync } from '#src/platform/replica/sync-context.tsx';
import type { SyncClient } from '#src/platform/replica/worker-client.ts';

/** Who only passes through on the way to another record asks the server for nothing. */
const DWELL_MS = 300;

/**
 * Holds `begin` while a record is looked at. A moment after the first answer of this device: what the worker writes at
 * the same time would hold that up.
 */
export function useDwell(
  id: string,
  isRead: boolean,
  begin: ((sync: SyncClient, id: string) => () => void) | undefined,
): void {
  const sync = useSync();
  useEffect(() => {
    if (!isRead || begin === undefined) return undefined;
    let end: (() => void) | undefined;
    const timer = setTimeout(() => {
      end = begin(sync, id);
    }, DWELL_MS);
    return () => {
      clearTimeout(timer);
      end?.();
    };
  }, [sync, id, isRead, begin]);
}
