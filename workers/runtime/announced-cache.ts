import type { CacheStore, RowRef } from '#sync/ports.ts';
import { rowKey } from '#sync/protocol/tables.ts';

/** More ids are not told one by one. */
const MAX_TOLD = 500;

/** Rows of a table that were written (null: too many to name), or the age of a collection. */
export type Announced<T extends string> =
  | { readonly tbl: T; readonly ids: string[] | null }
  | { readonly tbl: 'feeds' };

/** Whom to tell of what. */
export interface Announcement<T extends string> {
  /** Tables whose rows are told of. */
  readonly tables: readonly T[];
  /** Whether the age of a collection is told of. */
  readonly isTold: (tbl: string) => boolean;
  readonly tell: (change: Announced<T>) => void;
  /** Everything has gone, and every table has been told of. */
  readonly cleared: () => void;
}

/** A cache whose writes of some tables somebody is told of, once they are durable. */
export function announcedCache<T extends string>(
  cache: CacheStore,
  { tables, isTold, tell, cleared }: Announcement<T>,
): CacheStore {
  const changesOf = (refs: readonly RowRef[]): readonly Announced<T>[] =>
    tables.flatMap((tbl) => {
      const ids = refs.filter((ref) => ref.tbl === tbl).map(({ id }) => id);
      return ids.length === 0 ? [] : [{ tbl, ids: ids.length > MAX_TOLD ? null : ids }];
    });
  return {
    ...cache,
    mutate: async (refs, epoch, decide) => {
      // Asked more than once where an earlier cache is kept up too.
      const written: RowRef[] = [];
      let hasFeed = false;
      const result = await cache.mutate(refs, epoch, (at) => {
        const write = decide(at);
        for (const { tbl, row } of write.putRows ?? []) written.push({ tbl, id: rowKey(tbl, row) ?? '' });
        for (const ref of write.deleteRows ?? []) written.push(ref);
        hasFeed ||= write.feed !== undefined && isTold(write.feed.tbl);
        return write;
      });
      for (const change of changesOf(written)) tell(change);
      if (hasFeed) tell({ tbl: 'feeds' });
      return result;
    },
    putFeeds: async (feeds, epoch) => {
      await cache.putFeeds(feeds, epoch);
      if (feeds.some(({ tbl }) => isTold(tbl))) tell({ tbl: 'feeds' });
    },
    clear: async () => {
      await cache.clear();
      for (const tbl of tables) tell({ tbl, ids: null });
      cleared();
    },
  };
}
