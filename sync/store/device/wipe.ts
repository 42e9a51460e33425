import { SyncError, toSyncError } from '../../errors.ts';
import type { StoreHost } from './connection.ts';
import { databaseNames, deleteDatabase } from './connection.ts';
import type { DeviceRegistry, Owner } from './device-registry.ts';

/** Something beside IndexedDB that keeps things by name: Cache Storage, storage buckets. */
export interface NamedStorage {
  keys(): Promise<readonly string[]>;
  delete(name: string): Promise<unknown>;
}

/** Every place of this origin where data of a person can lie. */
export interface DeviceStorage {
  readonly host: StoreHost;
  readonly registry: DeviceRegistry;
  readonly others: readonly NamedStorage[];
}

/** Age after which what another person pulled here is deleted; their unsent work stays (D22). */
export const FOREIGN_CACHE_MS = 14 * 24 * 3600 * 1000;

/** Names of everything that carries the hash of the identity: databases, caches, buckets. */
async function namesOf(hash: string, device: DeviceStorage): Promise<readonly string[]> {
  const lists = await Promise.all([databaseNames(device.host), ...device.others.map((each) => each.keys())]);
  return lists.flat().filter((name) => name.includes(hash));
}

/**
 * Deletes everything that carries the hash of the identity and looks whether it is gone; rejects with `storage-lost`
 * when it is not, and may be called again. The caller has closed its own connections.
 */
export async function wipeHash(hash: string, device: DeviceStorage): Promise<void> {
  for (const name of await databaseNames(device.host)) {
    if (name.includes(hash)) await deleteDatabase(name, device.host);
  }
  for (const storage of device.others) {
    for (const name of await storage.keys()) {
      if (name.includes(hash)) await storage.delete(name);
    }
  }
  const left = await namesOf(hash, device);
  if (left.length > 0) {
    device.host.log.event('error', 'wipe.left', { names: left });
    throw new SyncError({ kind: 'storage-lost', message: 'Some of the local data could not be deleted' });
  }
  await device.registry.endWipe(hash);
}

/** Finishes the wipes a crash cut off (I18). Call it before anything is opened. Returns how many there were. */
export async function resumeWipes(device: DeviceStorage): Promise<number> {
  const hashes = await device.registry.pendingWipes();
  for (const hash of hashes) {
    device.host.log.event('warn', 'wipe.resumed', { hash });
    await wipeHash(hash, device);
  }
  return hashes.length;
}

/** Deletes what somebody pulled on this device, in every layout; their unsent work stays sealed (D22). */
export async function dropForeignCache(hash: string, device: DeviceStorage): Promise<void> {
  for (const name of await databaseNames(device.host)) {
    if (name.startsWith(`cache-${hash}-`)) await deleteDatabase(name, device.host);
  }
}

/** Deletes the caches of people other than `own` that nobody used for fourteen days (D22). Never rejects. */
export async function dropStaleCaches(own: string, nowMs: number, device: DeviceStorage): Promise<void> {
  try {
    for (const owner of await device.registry.owners()) {
      if (owner.hash === own || nowMs - owner.seenAt < FOREIGN_CACHE_MS) continue;
      await dropForeignCache(owner.hash, device);
      device.host.log.event('info', 'cache.foreign-dropped', { hash: owner.hash });
    }
  } catch (thrown) {
    device.host.log.event('warn', 'cache.foreign-kept', { message: toSyncError(thrown).message });
  }
}

/** Other people with unsent work on this device, for the announcement "N unsent changes for A" (D22). */
export async function otherOwners(own: string, device: DeviceStorage): Promise<readonly Owner[]> {
  return (await device.registry.owners()).filter((owner) => owner.hash !== own && owner.unsent > 0);
}
