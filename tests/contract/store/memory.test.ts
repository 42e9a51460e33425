import type { Identity } from '#sync/protocol/identity.ts';
import { createMemoryCache } from '#sync/store/cache/memory-cache.ts';
import { createMemoryJournal } from '#sync/store/journal/memory-journal.ts';
import { cacheSuite } from './cache-suite.ts';
import { effectSuite } from './effect-suite.ts';
import type { JournalHarness } from './journal-suite.ts';
import { journalSuite } from './journal-suite.ts';

async function memoryJournal(identity: Identity): Promise<JournalHarness> {
  const store = createMemoryJournal(identity);
  return {
    store,
    reopen: async () => {
      store.crash();
      return store;
    },
    plant: async (key, raw) => store.plant(key, raw),
    plantIn: async (collection, key, raw) => store.plantIn(collection, key, raw),
    raw: async (key) => store.raw(key),
    close: async () => undefined,
  };
}

journalSuite('memory', memoryJournal);
effectSuite('memory', memoryJournal);

cacheSuite('memory', async (identity) => {
  const store = createMemoryCache(identity);
  return { store, reopen: async () => store, close: async () => undefined };
});
