import { SyncError } from '#sync/errors.ts';
import type { Identity } from '#sync/protocol/identity.ts';
import { rewriteOld } from '#sync/store/cache/swap.ts';
import type { StoreHost } from '#sync/store/device/connection.ts';
import type { LockRecord } from '#sync/store/device/device-registry.ts';
import type { DexieCache } from '#sync/store/cache/dexie-cache.ts';
import { createDexieCache } from '#sync/store/cache/dexie-cache.ts';
import type { DexieJournal } from '#sync/store/journal/dexie-journal.ts';
import { createDexieJournal } from '#sync/store/journal/dexie-journal.ts';
import { createVault, unsealing } from '#sync/store/device/vault.ts';
import type { DeviceLock } from './lock.ts';
import { randomBytes } from './lock.ts';

/** What stands between a start and the data. */
export interface LockedStores {
  readonly identity: Identity;
  readonly host: StoreHost;
  readonly lock: DeviceLock;
  readonly journal: Pick<DexieJournal, 'rewrite'>;
  readonly cache: Pick<DexieCache, 'rewrite'>;
  /** True when the stores were opened with the key of the lock. */
  readonly hasKey: boolean;
}

/** Writes everything of a person again as the codec of the host wants it. */
async function rewriteEverything(identity: Identity, host: StoreHost): Promise<void> {
  for (const store of [createDexieJournal(identity, host), createDexieCache(identity, host)]) {
    try {
      await store.rewrite();
    } finally {
      await store.close();
    }
  }
  await rewriteOld(identity, host);
}

/**
 * Seals everything under a fresh lock, once nothing writes in the clear any more; nobody has to prove anything: the key
 * is still at hand. Cut off, the lock stays `sealing` and the next start with the key goes on. `isAlone` is false when
 * another tab may still write in the clear: that start then seals once more.
 */
export async function sealEverything(
  { identity, host, lock }: Pick<LockedStores, 'identity' | 'host' | 'lock'>,
  key: Uint8Array,
  isAlone: boolean,
): Promise<void> {
  await rewriteEverything(identity, { ...host, codec: createVault(key, randomBytes) });
  if (isAlone) await lock.sealed();
  else host.log.event('warn', 'lock.not-alone', {});
}

/** After a lock was given up: writes everything in the clear and forgets the lock. Cut off, the next start goes on. */
async function open({ identity, host, lock }: LockedStores, key: LockRecord['key']): Promise<void> {
  if (key === undefined) {
    throw new SyncError({ kind: 'storage-lost', message: 'The lock of this device cannot be read.' });
  }
  await rewriteEverything(identity, { ...host, codec: unsealing(createVault(key, randomBytes)) });
  await lock.remove();
}

/**
 * Brings lock and data together before the data is used (D22). Rejects with `unauthorized` when the data is locked and
 * there is no key: nothing has been opened then.
 */
export async function passLock(stores: LockedStores): Promise<void> {
  const { lock, journal, cache, hasKey } = stores;
  const record = await lock.record();
  if (record?.state === 'off') await open(stores, record.key);
  if (record === null || record.state === 'off') {
    if (!hasKey) return;
    // What this start would seal, nobody could open again: the key is forgotten with the lock.
    throw new SyncError({
      kind: 'rejected',
      status: 0,
      message: 'The lock was taken off in another tab. Reload.',
    });
  }
  if (!hasKey)
    throw new SyncError({ kind: 'unauthorized', message: 'This device is locked. Unlock it first.' });
  if (record.state === 'on') return;
  await journal.rewrite();
  await cache.rewrite();
  await lock.sealed();
}
