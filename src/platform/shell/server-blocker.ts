import type { SyncStatus } from '#workers/contracts/sync-contract.ts';

/** Why the server cannot be asked now; undefined when it can. */
export function serverBlocker(phase: SyncStatus['phase']): string | undefined {
  switch (phase) {
    case 'offline':
      return 'This device is offline';
    case 'unreachable':
      return 'The server cannot be reached';
    case 'signed-out':
      return 'You are signed out';
    case 'storage-failed':
      return 'The storage of this device does not work';
    case 'starting':
    case 'live':
    case 'syncing':
      return undefined;
  }
}
