import { evictionOf } from '../../core/pull/evicted.ts';
import { SyncError, toSyncError } from '../../errors.ts';
import type { Identity } from '../../protocol/identity.ts';
import type { PackedName } from '../../protocol/packed.ts';
import type { CacheWrite, RowRef, RowSnapshot } from '../../ports.ts';
import type { StoreHost } from '../device/connection.ts';
import { Connection, databaseNames, deleteDatabase } from '../device/connection.ts';
import type { DexieCache } from './dexie-cache.ts';
import { createDexieCache, mutateCache } from './dexie-cache.ts';
import { cacheName, cachePrefix } from '../device/names.ts';
import { COMPLETE_KEY, readableOld } from './earlier-cache.ts';
import { createDexiePacked } from '../packed/dexie.ts';
import { readFeed, readStored } from './records.ts';
import { createDocumentShelf } from '../documents/documents.ts';
import { rewriteAll } from '../journal/rewrite.ts';
import { showHealth } from './swap-health.ts';
import type { EarlierHealth, ShownHealth } from './swap-health.ts';
import { showPacked } from './swap-packed.ts';
import type { PackedView, ShownPacked } from './swap-packed.ts';
import type { EarlierTables } from './swap-tables.ts';
import { showTopology } from './swap-topology.ts';
import type { ShownTopology } from './swap-topology.ts';

/** States of a feed after which no more of its collection is to come for now. */
const settled: readonly string[] = ['complete', 'forbidden', 'skew'];

/** A cache that may have a predecessor. */
export interface SwappingCache extends DexieCache {
  /** The packed collections as screens read them: those of the earlier cache until this one is whole. */
  readonly shown: PackedView;
  /** The checks as screens read them: those of the earlier cache until this one has them. */
  readonly shownHealth: ShownHealth;
  /** The components and what they come to, likewise. */
  readonly shownTopology: ShownTopology;
  /** Looks whether the new cache is complete and drops the old ones if so; called by itself after every feed write. */
  settle(): Promise<'no-old' | 'filling' | 'swapped'>;
}

/**
 * Writes what earlier layouts left again as the codec of the host wants it (D22). What no reader uses any more, or what
 * cannot be rewritten, is deleted: all of it can be pulled again.
 */
export async function rewriteOld(identity: Identity, host: StoreHost): Promise<void> {
  const names = await databaseNames(host);
  const newest = readableOld(names, identity);
  for (const name of names) {
    if (!name.startsWith(cachePrefix(identity)) || name === cacheName(identity)) continue;
    if (name !== newest || !(await isRewritten(name, host))) await deleteDatabase(name, host);
  }
}

async function isRewritten(name: string, host: StoreHost): Promise<boolean> {
  const spec = { name, options: {}, stores: undefined };
  const connection = new Connection(spec, { ...host, onSuperseded: undefined });
  try {
    await connection.run((db) => rewriteAll(db, host.codec));
    return true;
  } catch (thrown) {
    host.log.event('warn', 'cache.old-not-rewritten', { message: toSyncError(thrown).message });
    return false;
  } finally {
    await connection.close();
  }
}

type Decide<T> = (at: (ref: RowRef) => RowSnapshot) => CacheWrite<T>;

/** Writes about pending operations: the only ones a reader of the old cache must see at once (I7). */
function isLocal(write: CacheWrite<unknown>): boolean {
  return (write.putShadows?.length ?? 0) + (write.deleteShadows?.length ?? 0) > 0;
}

interface Swap {
  readonly old: Connection;
  readonly shown: ShownPacked;
  readonly health: EarlierHealth;
  readonly names: readonly string[];
}

/** The packed collections of an earlier cache, for reading only. */
function shownOf(connection: Connection, { log }: StoreHost): ShownPacked {
  const readOnly = (): Promise<void> =>
    Promise.reject(new SyncError({ kind: 'bug', message: 'An earlier cache is not written to' }));
  return {
    packed: createDexiePacked({ connection, log, checkEpoch: readOnly }),
    feeds: () =>
      connection.run(async (db) => {
        const raws: unknown[] = await db.table('feeds').toArray();
        return raws.map((raw) => readFeed(raw)).filter((feed) => feed !== undefined);
      }),
  };
}

/** The tables of an earlier cache. */
function tablesOf(connection: Connection, feeds: ShownPacked['feeds']): EarlierTables {
  return {
    feeds,
    dump: (tbl) =>
      connection.run(async (db) => {
        const raws: unknown[] = await db.table(tbl).toArray();
        return raws.map(readStored).filter((row) => row !== undefined);
      }),
    get: (tbl, ids) =>
      connection.run(async (db) => {
        const raws: unknown[] = await db.table(tbl).bulkGet([...ids]);
        return raws.map(readStored);
      }),
  };
}

/** The newest earlier cache, and the names of all that go with it. */
async function findOld(identity: Identity, host: StoreHost): Promise<Swap | null> {
  const names = await databaseNames(host);
  const others = names.filter(
    (name) => name.startsWith(cachePrefix(identity)) && name !== cacheName(identity),
  );
  const newest = readableOld(names, identity);
  if (newest === undefined) {
    // Only a later layout is left over, from before a downgrade: nobody reads it.
    for (const name of others) await deleteDatabase(name, host);
    return null;
  }
  const spec = { name: newest, options: {}, stores: undefined };
  // Another tab that drops the old cache ends nothing here.
  const old = new Connection(spec, { ...host, onSuperseded: undefined });
  const shown = shownOf(old, host);
  const health = { cache: tablesOf(old, shown.feeds), documents: createDocumentShelf(old) };
  return { old, shown, health, names: others };
}

/**
 * The cache of the present layout, filled while the one of an earlier layout stays readable (D17). Until every feed in
 * `expected` has its collection once, changes of pending operations are written to both, so that a person sees their
 * own work in either (I7); then the new one is marked complete and the old ones are deleted. A failing old cache is
 * logged and never fails a call. `decide` is pure, so it runs once for each of the two, against the rows each has.
 */
export function createSwappingCache(
  identity: Identity,
  host: StoreHost,
  expected: readonly string[],
): SwappingCache {
  const cache = createDexieCache(identity, host);
  let swap: Promise<Swap | null> | undefined;
  let settling: Promise<'no-old' | 'filling' | 'swapped'> | undefined;
  let isClosed = false;

  function found(): Promise<Swap | null> {
    swap ??= findOld(identity, host).catch((thrown: unknown) => {
      host.log.event('warn', 'cache.old-unknown', { message: toSyncError(thrown).message });
      return null;
    });
    return swap;
  }

  async function look(): Promise<'no-old' | 'filling' | 'swapped'> {
    const present = await found();
    if (present === null || isClosed) return 'no-old';
    const states = new Map((await cache.feeds()).map((feed) => [feed.tbl, feed.status]));
    for (const name of expected) {
      // What was whole and lost rows for want of room comes no further: an old cache would only take more of it.
      const isEvicted = async (): Promise<boolean> =>
        evictionOf(await cache.cursor(name as PackedName)) !== null; // unknown names have no cursor
      if (!settled.includes(states.get(name) ?? 'never') && !(await isEvicted())) return 'filling';
    }
    await cache.mark(COMPLETE_KEY);
    swap = Promise.resolve(null);
    await present.old.close();
    for (const name of present.names) await deleteDatabase(name, host);
    host.log.event('info', 'cache.swapped', { names: present.names });
    return 'swapped';
  }

  function settle(): Promise<'no-old' | 'filling' | 'swapped'> {
    settling ??= look().finally(() => {
      settling = undefined;
    });
    return settling;
  }

  /** In the background: what was written is written, whether the old cache goes away or not. */
  async function afterFeed(): Promise<void> {
    if ((await found()) === null) return;
    settle().catch((thrown: unknown) =>
      host.log.event('warn', 'cache.old-kept', { message: toSyncError(thrown).message }),
    );
  }

  async function mirror<T>(refs: readonly RowRef[], decide: Decide<T>): Promise<void> {
    const present = await found();
    if (present === null) return;
    try {
      await mutateCache(present.old, refs, null, (at) => {
        const write = decide(at);
        return isLocal(write) ? { ...write, cursor: undefined, feed: undefined } : { result: write.result };
      });
    } catch (thrown) {
      host.log.event('warn', 'cache.old-behind', { message: toSyncError(thrown).message });
    }
  }

  async function closeOld(): Promise<void> {
    isClosed = true;
    const present = await swap;
    await present?.old.close();
  }

  const shownOld = async (): Promise<ShownPacked | null> => (await found())?.shown ?? null;
  const healthOld = async (): Promise<EarlierHealth | null> => (await found())?.health ?? null;
  const tablesOld = async (): Promise<EarlierTables | null> => (await found())?.health.cache ?? null;
  const shown = showPacked({ packed: cache.packed, feeds: () => cache.feeds() }, shownOld, host.log);

  return {
    ...cache,
    shown,
    shownHealth: showHealth({ cache, documents: cache.documents }, healthOld, host.log),
    shownTopology: showTopology(cache, shown, tablesOld, host.log),
    mutate: async (refs, epoch, decide) => {
      let write: CacheWrite<unknown> | undefined;
      const result = await cache.mutate(refs, epoch, (at) => {
        const decided = decide(at);
        write = decided;
        return decided;
      });
      if (write !== undefined && isLocal(write)) await mirror(refs, decide);
      if (write?.feed !== undefined) await afterFeed();
      return result;
    },
    putFeeds: async (feeds, epoch) => {
      await cache.putFeeds(feeds, epoch);
      await afterFeed();
    },
    settle,
    rewrite: async () => {
      await cache.rewrite();
      await rewriteOld(identity, host);
    },
    close: async () => {
      await closeOld();
      await cache.close();
    },
    wipe: async () => {
      await closeOld();
      await cache.wipe();
    },
  };
}
