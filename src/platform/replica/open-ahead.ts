import { own } from '#sync/protocol/own.ts';
import type { ReadModel } from '#sync/read/read-model.ts';
import { beginRead, begunProperties, begunRoles } from './begun-reads.ts';
import { isLockOn } from '../session/device-lock.ts';
import { openModelAhead } from './open-replica.ts';
import { session, toSyncIdentity } from '../session/session.ts';

/** Begins what a page shows first; `search` as it stands in the address. A path may end in `$id`. */
export type ReadAhead = (model: ReadModel, search: string) => void;

/**
 * Reads what the page of this start will ask for while its parts are still on the way, for the person this device
 * remembers. What cannot be opened is said by the frame, which asks for the same.
 */
export function openAhead(
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  pages: Readonly<Record<string, ReadAhead>>,
): void {
  const { identity } = session.get();
  const begin = own(pages, pathname) ?? own(pages, pathname.replace(/[^/]+$/u, '$$id'));
  if (begin === undefined || identity === null || isLockOn(identity.userId)) return;
  const { userId } = identity;
  try {
    const model = openModelAhead(toSyncIdentity(identity));
    // No page is shown before these are known.
    beginRead(begunProperties, model, '', model.properties());
    beginRead(begunRoles, model, userId, model.roles(userId));
    begin(model, search);
  } catch {
    // No page may be missing for this: the frame opens the same in a moment, and says why it cannot.
  }
}
