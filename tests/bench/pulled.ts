import type { MemoryCache } from '#sync/store/cache/memory-cache.ts';

/** Without these the first pull has not even got to its long end. */
const PULLED_LAST = ['incidents', 'hypotheses', 'config_items', 'config_changes'];

/** Collections that the first pull still has to bring; none: it is over. */
export async function leftToPull(cache: MemoryCache): Promise<readonly string[]> {
  const feeds = await cache.feeds();
  const partial = feeds.filter(({ status }) => status === 'partial').map(({ tbl }) => tbl);
  const isComplete = (name: string): boolean =>
    feeds.some(({ tbl, status }) => tbl === name && status === 'complete');
  return [...new Set([...partial, ...PULLED_LAST.filter((name) => !isComplete(name))])];
}
