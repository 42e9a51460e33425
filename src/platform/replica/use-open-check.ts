import { useEffect } from 'react';
import { toSyncError } from '#sync/errors.ts';
import { useSync, useSyncStatus } from './sync-context.tsx';

/** Has the runs of a check downloaded and kept current from `from` on, while they are looked at (D13). */
export function useOpenCheck(checkId: string, from: string): void {
  const sync = useSync();
  const { phase } = useSyncStatus();
  const isReachable = phase === 'live' || phase === 'syncing';
  useEffect(() => {
    sync.openCheck(checkId, from).catch((thrown: unknown) => {
      // It only costs newer runs: what is stored is shown with its age.
      reportError(toSyncError(thrown));
    });
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a server that can be reached again is asked again
  }, [sync, checkId, from, isReachable]);
}
