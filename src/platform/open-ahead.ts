import { isLockOn } from './device-lock.ts';
import { readKeptAhead } from './kept-ahead.ts';
import { openModelAhead } from './open-replica.ts';
import { session, toSyncIdentity } from './session.ts';

/**
 * Reads the list that was kept for this start while the parts of the page are still on the way, for the person this
 * device remembers. What cannot be opened is said by the frame, which asks for the same.
 */
export function openAhead({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  const { identity } = session.get();
  if (pathname !== '/health' || identity === null || isLockOn(identity.userId)) return;
  try {
    readKeptAhead(openModelAhead(toSyncIdentity(identity)), search === '' ? 'start' : 'last');
  } catch {
    // No page may be missing for this: the frame opens the same in a moment, and says why it cannot.
  }
}
