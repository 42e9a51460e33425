import { useCallback } from 'react';
import { useSync, useSyncStatus } from './sync-context.tsx';
import { useTold } from './use-asked.ts';

/** Has the runs of a check downloaded and kept current from `from` on, while they are looked at (D13). */
export function useOpenCheck(checkId: string, from: string): void {
  const sync = useSync();
  const { phase } = useSyncStatus();
  const isReachable = phase === 'live' || phase === 'syncing';
  const open = useCallback(() => sync.openCheck(checkId, from), [sync, checkId, from]);
  // A server that can be reached again is asked again. A failure only costs newer runs: what is stored is shown with its age.
  useTold(open, isReachable);
}
