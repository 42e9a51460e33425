import { isOpen } from '#sync/protocol/op.ts';
import type { OpView } from '#sync/read/types.ts';
import type { SyncStatus } from '#workers/contracts/sync-contract.ts';

/** Whether the server does not have it yet. `acked` has been taken and only waits to be read back. */
export function isUnsent(op: Pick<OpView, 'state'>): boolean {
  return isOpen(op) && op.state !== 'acked';
}

function counted(count: number, one: string, many: string): string {
  return count === 1 ? `1 ${one}` : `${count} ${many}`;
}

/** The question before unsent work is removed, with its counts. */
export function leaveWords(
  unsentCount: number | null,
  draftCount: number | null,
): { readonly sentence: string; readonly removal: string } {
  if (unsentCount === null || draftCount === null) {
    const known = [
      ...(unsentCount === null ? [] : [counted(unsentCount, 'change', 'changes')]),
      ...(draftCount === null ? [] : [counted(draftCount, 'draft', 'drafts')]),
    ];
    const unread = [
      ...(unsentCount === null ? ['unsent changes'] : []),
      ...(draftCount === null ? ['drafts'] : []),
    ];
    const rest = known.length === 0 ? '' : ` Also not sent: ${known.join('')}.`;
    return {
      sentence: `The ${unread.join(' and ')} on this device could not be counted.${rest} Signing out removes them.`,
      removal: 'Remove them and sign out',
    };
  }
  if (unsentCount + draftCount === 0)
    return { sentence: 'Nothing on this device waits to be sent.', removal: 'Sign out' };
  const parts = [
    ...(unsentCount > 0 ? [counted(unsentCount, 'change', 'changes')] : []),
    ...(draftCount > 0 ? [counted(draftCount, 'draft', 'drafts')] : []),
  ];
  const what = parts.join(' and ');
  const isOne = unsentCount + draftCount === 1;
  return {
    sentence: `${what} on this device ${isOne ? 'has' : 'have'} not been sent. Signing out removes ${isOne ? 'it' : 'them'}.`,
    removal: `Remove ${what} and sign out`,
  };
}

/** Why 'Send and sign out' cannot be chosen; undefined when it can. */
export function sendBlocker(
  phase: SyncStatus['phase'],
  unsent: readonly Pick<OpView, 'state'>[],
): string | undefined {
  switch (phase) {
    case 'offline':
    case 'unreachable':
      return 'Sending needs a connection to the server';
    case 'signed-out':
      return 'Sending needs you to sign in again first';
    case 'storage-failed':
      return 'The storage of this device does not work';
    case 'starting':
    case 'live':
    case 'syncing':
      break;
  }
  const undecided = unsent.filter(({ state }) => state === 'conflict' || state === 'parked').length;
  return undecided === 0
    ? undefined
    : `${counted(undecided, 'change needs', 'changes need')} your decision in Sync first`;
}
