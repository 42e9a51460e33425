import * as v from 'valibot';
import type { LockKind, LockProof } from '#sync/protocol/device-lock.ts';
import type { Identity } from '#sync/protocol/identity.ts';
import type { readingCodec } from '#sync/read/unlock.ts';
import type { PinRefusal } from '#workers/contracts/sync-contract.ts';
import { withDeviceWorker } from '../replica/device-worker.ts';
import { createKeptMark } from '../device/kept-mark.ts';
import { readStored, storageKeys, writeStored } from '../device/storage-keys.ts';
import { createStore, type Store } from '../device/store.ts';
import { unwrap } from '../replica/worker-client.ts';

/** The key of this person's data, in memory and nowhere else (D22). */
export interface HeldKey {
  readonly userId: string;
  readonly key: Uint8Array;
  readonly codec: ReturnType<typeof readingCodec>;
}

const held = createStore<HeldKey | null>(null);
export const heldKey: Store<HeldKey | null> = held;

/** Whose data is being encrypted under a new lock: their screens are away, and nothing says yet that it is locked. */
export const sealing = createStore<string | null>(null);

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

/** What opens this person's data; null when it is not locked after all. */
export async function lockKind(identity: Identity): Promise<LockKind | null> {
  return withDeviceWorker(async (contract) => unwrap(await contract.lockKind(identity)));
}

/** Tries a PIN or a passkey; null when it was right and the data can be opened. */
export async function unlock(identity: Identity, proof: LockProof): Promise<PinRefusal | null> {
  const unlocked = await withDeviceWorker(async (contract) => unwrap(await contract.unlock(identity, proof)));
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
