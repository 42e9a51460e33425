import { createMemoryCache } from '#sync/store/cache/memory-cache.ts';
import { packedSuite } from './packed-suite.ts';

packedSuite('memory', async (identity) => {
  const store = createMemoryCache(identity);
  return { store, reopen: async () => store, close: async () => undefined };
});
