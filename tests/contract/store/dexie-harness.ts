import { Dexie } from 'dexie';
import type { Identity } from '#sync/protocol/identity.ts';
import type { Log } from '#sync/ports.ts';
import type { StoreHost } from '#sync/store/device/connection.ts';
import { createDexieCache } from '#sync/store/cache/dexie-cache.ts';
import { createDexieJournal } from '#sync/store/journal/dexie-journal.ts';
import { journalName } from '#sync/store/device/names.ts';
import type { CacheHarness } from './cache-suite.ts';
import type { JournalHarness } from './journal-suite.ts';

/** Host of a store under test; events go to the list. Pauses are real only where a real IndexedDB needs them. */
export function testHost(
  events: string[] = [],
  idb?: StoreHost['idb'],
  wait: StoreHost['wait'] = () => Promise.resolve(),
): StoreHost {
  const log: Log = {
    event: (_level, code) => {
      events.push(code);
    },
  };
  return { wait, log, idb };
}

async function withTable<T>(
  identity: Identity,
  host: StoreHost,
  work: (table: ReturnType<Dexie['table']>) => PromiseLike<T>,
  name = 'ops',
): Promise<T> {
  const idb = host.idb === undefined ? {} : { indexedDB: host.idb.factory, IDBKeyRange: host.idb.keyRange };
  const db = new Dexie(journalName(identity), idb);
  try {
    await db.open();
    return await work(db.table(name));
  } finally {
    db.close();
  }
}

/** The Dexie journal on whatever IndexedDB the host names. */
export async function dexieJournal(identity: Identity, host: StoreHost): Promise<JournalHarness> {
  let store = createDexieJournal(identity, host);
  await store.meta();
  return {
    store,
    reopen: async () => {
      await store.close();
      store = createDexieJournal(identity, host);
      return store;
    },
    plant: (_key, raw) => withTable(identity, host, (ops) => ops.put(raw).then(() => undefined)),
    plantIn: (store, _key, raw) =>
      withTable(identity, host, (table) => table.put(raw).then(() => undefined), store),
    raw: (key) => withTable(identity, host, (ops) => ops.get(key)),
    close: () => store.wipe(),
  };
}

/** The Dexie cache on whatever IndexedDB the host names. */
export async function dexieCache(identity: Identity, host: StoreHost): Promise<CacheHarness> {
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
