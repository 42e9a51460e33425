import { SyncError } from '#sync/errors.ts';
import type { Identity } from '#sync/protocol/identity.ts';
import { rewriteOld } from '#sync/store/cache-swap.ts';
import type { StoreHost } from '#sync/store/connection.ts';
import type { LockRecord } from '#sync/store/device-registry.ts';
import type { DexieCache } from '#sync/store/dexie-cache.ts';
import { createDexieCache } from '#sync/store/dexie-cache.ts';
import type { DexieJournal } from '#sync/store/dexie-journal.ts';
import { createDexieJournal } from '#sync/store/dexie-journal.ts';
import { createVault, unsealing } from '#sync/store/vault.ts';
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

/** After a lock was given up: writes everything in the clear and forgets the lock. Cut off, the next start goes on. */
async function open({ identity, host, lock }: LockedStores, key: LockRecord['key']): Promise<void> {
  if (key === undefined) {
    throw new SyncError({ kind: 'storage-lost', message: 'The lock of this device cannot be read.' });
  }
  const clear = { ...host, codec: unsealing(createVault(key, randomBytes)) };
  for (const store of [createDexieJournal(identity, clear), createDexieCache(identity, clear)]) {
    try {
      await store.rewrite();
    } finally {
      await store.close();
    }
  }
  await rewriteOld(identity, clear);
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
    throw new SyncError({ kind: 'unauthorized', message: 'This device is locked. Enter its PIN.' });
  if (record.state === 'on') return;
  await journal.rewrite();
  await cache.rewrite();
  await lock.sealed();
}
