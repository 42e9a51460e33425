import type { SyncStatus } from '#workers/contracts/sync-contract.ts';

/** Whether what is not here may still arrive by itself: nobody waits for a server that cannot be reached. */
export function isComing(phase: SyncStatus['phase']): boolean {
  return phase === 'starting' || phase === 'syncing' || phase === 'live';
}
