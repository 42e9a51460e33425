import type { LockKind } from '#sync/protocol/device-lock.ts';
import type { PinRefusal } from '#workers/contracts/sync-contract.ts';

/** Fewest characters of a PIN; the worker checks it as well. */
export const PIN_LENGTH = 6;

/** Why a PIN or a passkey did not open the lock, and when the next PIN is looked at. */
export function refusalWords({ kind, waitMs }: PinRefusal, of: LockKind['kind'] = 'pin'): string {
  if (of === 'passkey') return 'That passkey does not open this lock.';
  const wait = waitMs > 0 ? ` Try again in ${waitWords(waitMs)}.` : '';
  return kind === 'wrong' ? `That is not the PIN.${wait}` : `Too many wrong PINs.${wait}`;
}

function waitWords(waitMs: number): string {
  const seconds = Math.ceil(waitMs / 1000);
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}

/** What is wrong with a new PIN; null when it may be used. */
export function pinFault(pin: string, again: string): string | null {
  if (pin.length < PIN_LENGTH) return `At least ${PIN_LENGTH} characters`;
  return pin === again ? null : 'The two PINs are not the same';
}
