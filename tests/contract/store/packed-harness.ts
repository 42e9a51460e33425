import { Dexie } from 'dexie';
import type { Identity } from '#sync/protocol/identity.ts';
import type { StoreHost } from '#sync/store/device/connection.ts';
import { createDexieCache } from '#sync/store/cache/dexie-cache.ts';
import { cacheName } from '#sync/store/device/names.ts';
import type { PackedHarness } from './packed-suite.ts';

/** The Dexie cache with its packed collections on whatever IndexedDB the host names. */
export async function dexiePacked(identity: Identity, host: StoreHost): Promise<PackedHarness> {
  let store = createDexieCache(identity, host);
  return {
    store,
    reopen: async () => {
      await store.close();
      store = createDexieCache(identity, host);
      return store;
    },
    close: () => store.wipe(),
  };
}

/** Works on the tables of a cache behind its back, as a broken disk would. */
export async function behind<T>(
  identity: Identity,
  host: StoreHost,
  work: (db: Dexie) => PromiseLike<T>,
): Promise<T> {
  const idb = host.idb === undefined ? {} : { indexedDB: host.idb.factory, IDBKeyRange: host.idb.keyRange };
  const db = new Dexie(cacheName(identity), idb);
  try {
    await db.open();
    return await work(db);
  } finally {
    db.close();
  }
}
