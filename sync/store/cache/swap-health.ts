import { toSyncError } from '../../errors.ts';
import type { CacheStore, DocumentStore, Log } from '../../ports.ts';
import { healthTables } from '../../protocol/health.ts';
import type { HealthTable } from '../../protocol/health.ts';
import type { FeedState, Stored } from '../../protocol/stored.ts';

/** The stores that a list of checks reads. */
export interface HealthSource {
  readonly cache: Pick<CacheStore, 'feeds' | 'dump'>;
  readonly documents: Pick<DocumentStore, 'get'>;
}

/** Every row of a table, and whether they are those of an earlier cache. */
export interface ShownRows {
  readonly rows: readonly Stored[];
  readonly isEarlier: boolean;
}

/** What a list of checks reads, and what may be claimed of it. Rejects with SyncError. */
export interface ShownHealth {
  readonly feeds: () => Promise<readonly FeedState[]>;
  readonly rows: (tbl: HealthTable) => Promise<ShownRows>;
  /** Whether `rows` would be those of an earlier cache now. */
  readonly isEarlier: (tbl: HealthTable) => Promise<boolean>;
  readonly document: DocumentStore['get'];
}

/** Of these no more is to come for now. */
const settled: readonly FeedState['status'][] = ['complete', 'forbidden', 'skew'];

/**
 * The checks as screens read them while the cache of an earlier layout is replaced (D17): each collection with its claims
 * from the earlier one until the present one has it once, a document until the present one has one. `old` gives null when
 * there is none any more. One that cannot be read is left for good, and the present one says how far it is.
 */
export function showHealth(
  { cache, documents }: HealthSource,
  old: () => Promise<HealthSource | null>,
  log: Log,
): ShownHealth {
  let isLeft = false;

  /** From the earlier cache while it can be read; undefined when there is nothing to be had of it. */
  async function fromOld<T>(read: (earlier: HealthSource) => Promise<T | undefined>): Promise<T | undefined> {
    const earlier = isLeft ? null : await old();
    if (earlier === null) return undefined;
    try {
      return await read(earlier);
    } catch (thrown) {
      isLeft = true;
      log.event('warn', 'cache.old-left', { message: toSyncError(thrown).message });
      return undefined;
    }
  }

  /** States of the earlier cache for the tables that only it has whole. */
  async function earlierFeeds(present: readonly FeedState[]): Promise<readonly FeedState[]> {
    const statusOf = (tbl: HealthTable): FeedState['status'] =>
      present.find((feed) => feed.tbl === tbl)?.status ?? 'never';
    const unfinished = new Set<string>(healthTables.filter((tbl) => !settled.includes(statusOf(tbl))));
    if (unfinished.size === 0) return [];
    const feeds = await fromOld((earlier) => earlier.cache.feeds());
    return (feeds ?? []).filter(({ tbl, status }) => unfinished.has(tbl) && status === 'complete');
  }

  async function isEarlier(tbl: HealthTable): Promise<boolean> {
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
      const rows = (await isEarlier(tbl)) ? await fromOld((earlier) => earlier.cache.dump(tbl)) : undefined;
      if (rows !== undefined) return { rows, isEarlier: true };
      return { rows: await cache.dump(tbl), isEarlier: false };
    },
    document: async (kind, id) =>
      (await documents.get(kind, id)) ?? (await fromOld((earlier) => earlier.documents.get(kind, id))),
  };
}
