import * as v from 'valibot';
import type { Identity } from '#sync/protocol/identity.ts';
import type { readingCodec } from '#sync/read/unlock.ts';
import type { PinRefusal } from '#workers/contracts/sync-contract.ts';
import { withDeviceWorker } from './device-worker.ts';
import { createKeptMark } from './kept-mark.ts';
import { readStored, storageKeys, writeStored } from './storage-keys.ts';
import { createStore, type Store } from './store.ts';
import { unwrap } from './worker-client.ts';

/** The key of this person's data, in memory and nowhere else (D22). */
export interface HeldKey {
  readonly userId: string;
  readonly key: Uint8Array;
  readonly codec: ReturnType<typeof readingCodec>;
}

const held = createStore<HeldKey | null>(null);
export const heldKey: Store<HeldKey | null> = held;

const locked = (): readonly string[] => readStored(storageKeys.locked, v.array(v.string()), []);

/** Whether this person's data is locked here, as far as the page remembers; the worker knows it for certain. */
export function isLockOn(userId: string): boolean {
  return locked().includes(userId);
}

/** False when the browser remembers nothing; the worker then refuses to start and says why. */
export function rememberLock(userId: string, isOn: boolean): boolean {
  const others = locked().filter((each) => each !== userId);
  const next = isOn ? [...others, userId] : others;
  return writeStored(storageKeys.locked, next.length === 0 ? null : next);
}

/** Tries a PIN; null when it was right and the data can be opened. */
export async function unlock(identity: Identity, pin: string): Promise<PinRefusal | null> {
  const unlocked = await withDeviceWorker(async (contract) => unwrap(await contract.unlock(identity, pin)));
  if (unlocked.kind !== 'open') return unlocked;
  const { readingCodec: open } = await import('#sync/read/unlock.ts');
  held.set({ userId: identity.userId, key: unlocked.key, codec: open(unlocked.key) });
  return null;
}

/** Deletes everything of a person who has forgotten the PIN, unsent work included. */
export async function wipeLocked(identity: Identity): Promise<void> {
  await withDeviceWorker(async (contract) => unwrap(await contract.wipeLocked(identity)));
  rememberLock(identity.userId, false);
  createKeptMark(document, location.protocol === 'https:').clear();
}
