import type { Completeness } from '#sync/protocol/claim.ts';
import type { Read } from '#sync/read/types.ts';
import type { Live } from '#src/platform/replica/live.ts';
import type { SyncStatus } from '#workers/contracts/sync-contract.ts';

/** What stands where the data would be (ux 4.5); `ready` is the only one in which rows are drawn. */
export type ViewState = 'loading' | 'failed' | 'not-here' | 'no-room' | 'forbidden' | 'skew' | 'ready';

/** Decides from what is known here. A read that never happened is not an empty one. */
export function viewState(
  live: Live<Pick<Read<unknown>, 'state'>>,
  { phase, isFull = false }: Pick<SyncStatus, 'phase' | 'isFull'>,
  isEmpty: boolean,
): ViewState {
  // A read that waits for a storage that does not work would wait for ever.
  if (live.value === undefined)
    return live.status === 'failed' || phase === 'storage-failed' ? 'failed' : 'loading';
  const state = ofCompleteness(live.value.state, phase, isEmpty);
  // What there is no room for is not on its way.
  return state === 'loading' && isFull ? 'no-room' : state;
}

function ofCompleteness(state: Completeness, phase: SyncStatus['phase'], isEmpty: boolean): ViewState {
  switch (state) {
    case 'forbidden':
      return 'forbidden';
    case 'skew':
      return isEmpty ? 'skew' : 'ready';
    case 'never':
      // Rows written here may be shown before the first pull has ended.
      if (!isEmpty) return 'ready';
      if (phase === 'storage-failed') return 'failed';
      return isPulling(phase) ? 'loading' : 'not-here';
    case 'partial':
      return isEmpty && isPulling(phase) ? 'loading' : 'ready';
    case 'complete':
      return 'ready';
  }
}

function isPulling(phase: SyncStatus['phase']): boolean {
  return phase === 'starting' || phase === 'syncing';
}

/** Why data is not current, for the line over it; null when it is. */
export function staleReason(status: Pick<SyncStatus, 'phase' | 'reason' | 'isFull'>): string | null {
  // Signing in comes first: until then nothing is sent.
  if (status.isFull === true && status.phase !== 'signed-out') return status.reason;
  switch (status.phase) {
    case 'offline':
      return 'This device is offline. You see what is stored on it; changes are kept and sent later.';
    case 'unreachable':
      return `The server cannot be reached${status.reason === null ? '' : ` (${status.reason})`}. Changes are kept and sent later.`;
    case 'signed-out':
      return 'You are signed out. What you write is kept on this device until you sign in.';
    case 'storage-failed':
      return `The storage of this device does not work${status.reason === null ? '' : ` (${status.reason})`}.`;
    case 'starting':
    case 'live':
    case 'syncing':
      return null;
  }
}
