import { toSyncError } from '../../errors.ts';
import type { CacheStore, Log } from '../../ports.ts';
import type { FeedState, Stored } from '../../protocol/stored.ts';
import type { TableName } from '../../protocol/table.ts';

/** The tables of a cache that is only read. */
export interface EarlierTables extends Pick<CacheStore, 'feeds' | 'dump'> {
  /** Rows by their keys, in that order. */
  readonly get: (tbl: TableName, ids: readonly string[]) => Promise<readonly (Stored | undefined)[]>;
}

/** Every row of a table, and whether they are those of an earlier cache. */
export interface ShownRows {
  readonly rows: readonly Stored[];
  readonly isEarlier: boolean;
}

/** What is read of some tables, and what may be claimed of it. Rejects with SyncError. */
export interface ShownTables<T extends TableName> {
  readonly feeds: () => Promise<readonly FeedState[]>;
  readonly rows: (tbl: T) => Promise<ShownRows>;
  /** Whether `rows` would be those of an earlier cache now. */
  readonly isEarlier: (tbl: T) => Promise<boolean>;
  /** Some rows as the earlier cache has them; undefined where that one is not shown any more. */
  readonly earlierRows: (
    tbl: T,
    ids: readonly string[],
  ) => Promise<readonly (Stored | undefined)[] | undefined>;
}

/** Reads from the earlier cache while it can be read; undefined when there is nothing to be had of it. */
export type FromOld<S> = <T>(read: (earlier: S) => Promise<T | undefined>) => Promise<T | undefined>;

/** `old` gives null when there is none any more. One that cannot be read is left for good. */
export function fromOldOf<S>(old: () => Promise<S | null>, log: Log): FromOld<S> {
  let isLeft = false;
  return async (read) => {
    const earlier = isLeft ? null : await old();
    if (earlier === null) return undefined;
    try {
      return await read(earlier);
    } catch (thrown) {
      isLeft = true;
      log.event('warn', 'cache.old-left', { message: toSyncError(thrown).message });
      return undefined;
    }
  };
}

/** Of these no more is to come for now. */
const settled: readonly FeedState['status'][] = ['complete', 'forbidden', 'skew'];

/**
 * Some tables as screens read them while the cache of an earlier layout is replaced (D17): each with its claim from the
 * earlier one until the present one has it once, and the present one says how far it is where the other cannot be read.
 */
export function showTables<T extends TableName>(
  tables: readonly T[],
  cache: Pick<CacheStore, 'feeds' | 'dump'>,
  fromOld: FromOld<EarlierTables>,
): ShownTables<T> {
  /** States of the earlier cache for the tables that only it has whole. */
  async function earlierFeeds(present: readonly FeedState[]): Promise<readonly FeedState[]> {
    const statusOf = (tbl: T): FeedState['status'] =>
      present.find((feed) => feed.tbl === tbl)?.status ?? 'never';
    const unfinished = new Set<string>(tables.filter((tbl) => !settled.includes(statusOf(tbl))));
    if (unfinished.size === 0) return [];
    const feeds = await fromOld((earlier) => earlier.feeds());
    return (feeds ?? []).filter(({ tbl, status }) => unfinished.has(tbl) && status === 'complete');
  }

  async function isEarlier(tbl: T): Promise<boolean> {
    return (await earlierFeeds(await cache.feeds())).some((feed) => feed.tbl === tbl);
  }

  return {
    isEarlier,
    feeds: async () => {
      const present = await cache.feeds();
      const earlier = await earlierFeeds(present);
      const replaced = new Set(earlier.map(({ tbl }) => tbl));
      return [...present.filter(({ tbl }) => !replaced.has(tbl)), ...earlier];
    },
    rows: async (tbl) => {
      const rows = (await isEarlier(tbl)) ? await fromOld((earlier) => earlier.dump(tbl)) : undefined;
      if (rows !== undefined) return { rows, isEarlier: true };
      return { rows: await cache.dump(tbl), isEarlier: false };
    },
    earlierRows: async (tbl, ids) =>
      (await isEarlier(tbl)) ? await fromOld((earlier) => earlier.get(tbl, ids)) : undefined,
  };
}
