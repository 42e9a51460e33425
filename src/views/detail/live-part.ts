import type { Part } from '#sync/protocol/claim.ts';
import type { Read } from '#sync/read/types.ts';
import type { Live } from '#src/platform/replica/live.ts';
import type { SyncStatus } from '#workers/contracts/sync-contract.ts';
import { viewState } from '../view-state.ts';

/** The value, or what its absence from a copy means: only a whole copy, or the server, may say "missing". */
export type Found<T> = { readonly value: T } | 'missing' | 'unknown';

const NO_ROOM = 'The storage of this device is full. Free some space to download it.';
const SKEW = 'The server uses another version of this data than the app. Update the app or the server.';

/** What a read of this device says about one record. */
export function partOf<Data, T>(
  live: Live<Read<Data>>,
  status: Pick<SyncStatus, 'phase' | 'isFull' | 'reason'>,
  find: (data: Data) => Found<T>,
): Part<T> {
  const found = live.value === undefined ? 'unknown' : find(live.value.data);
  const state = viewState(live, status, typeof found === 'string');
  switch (state) {
    case 'loading':
    case 'forbidden':
      return { is: state };
    case 'failed':
      return {
        is: 'failed',
        error: live.error?.info ?? {
          kind: 'storage-lost',
          message: status.reason ?? 'The storage of this device does not work',
        },
      };
    case 'not-here':
      return { is: 'not-here', reason: null };
    case 'no-room':
      return { is: 'not-here', reason: NO_ROOM };
    case 'skew':
      return { is: 'not-here', reason: SKEW };
    case 'ready':
      if (found === 'missing') return { is: 'missing' };
      if (found === 'unknown' || live.value === undefined) return { is: 'not-here', reason: null };
      return {
        is: 'found',
        value: found.value,
        claim: live.value,
      };
  }
}
