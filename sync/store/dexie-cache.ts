import type { Dexie } from 'dexie';
import { SyncError } from '../errors.ts';
import type { Identity } from '../protocol/identity.ts';
import { sameIdentity } from '../protocol/identity.ts';
import type { Shadow, Stored, Tombstone } from '../protocol/stored.ts';
import type { TableName } from '../protocol/table.ts';
import { tableNames } from '../protocol/table.ts';
import type { CacheStore, CacheWrite, RowRef, RowSnapshot } from '../ports.ts';
import { readCursor, readFeed, readShadow, readStored, readTombstone } from './cache-records.ts';
import { checkScope, isNewEpoch, requireIndex, unnamed } from './cache-rules.ts';
import { cacheStores } from './cache-schema.ts';
import type { ConnectionSpec, StoreHost } from './connection.ts';
import { Connection, databaseNames, deleteDatabase } from './connection.ts';
import { once } from './decide-once.ts';
import { cacheName, cachePrefix } from './names.ts';
import { createDexiePacked, erasePacked } from './packed-dexie.ts';
import { packedTables } from './packed-tables.ts';
import type { PackedLibrary } from './packed-types.ts';
import type { DocumentShelf } from './documents.ts';
import { createDocumentShelf } from './documents.ts';
import type { CollectionWeight } from '../protocol/storage-report.ts';
import { rewriteAll } from './rewrite.ts';
import { weighCache } from './weigh.ts';

/** Cache on IndexedDB with its lifecycle. */
export interface DexieCache extends CacheStore {
  /** The packed collections of the same database (D19). */
  readonly packed: PackedLibrary;
  /** Bodies fetched on demand (D13). */
  readonly documents: DocumentShelf;
  /** Rows and bytes of each collection by our own account (D18). */
  weigh(): Promise<readonly CollectionWeight[]>;
  /** Writes everything again as the codec of the host wants it (D22). */
  rewrite(): Promise<void>;
  /** How often the connection was lost and opened anew. */
  reopens(): number;
  close(): Promise<void>;
  /** Closes, deletes every layout of this identity's cache and verifies; afterwards every call rejects. */
  wipe(): Promise<void>;
  /** Remembers something about the whole cache under a key of its own in `cache_meta`. */
  mark(key: string): Promise<void>;
}

/** Dexie takes 50 or more rows in one call for "the whole table changed" and wakes every subscriber (D21.2). */
const SLICE_ROWS = 49;

const engineTables = ['base_rows', 'tombstones', 'cursors', 'feeds', 'cache_meta'];

/** How the cache of an identity is opened: relaxed durability, because all of it can be pulled again (D1). */
export function cacheSpec(identity: Identity, cache: 'disabled' | 'cloned'): ConnectionSpec {
  return {
    name: cacheName(identity),
    options: { chromeTransactionDurability: 'relaxed', cache },
    stores: cacheStores(),
  };
}

function slices<T>(items: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (let at = 0; at < items.length; at += SLICE_ROWS) parts.push(items.slice(at, at + SLICE_ROWS));
  return parts;
}

function keyOf(ref: RowRef): string {
  return `${ref.tbl}\u0000${ref.id}`;
}

function byTable<T extends { readonly tbl: TableName }>(items: readonly T[]): Map<TableName, T[]> {
  const groups = new Map<TableName, T[]>();
  for (const item of items) {
    const group = groups.get(item.tbl);
    if (group === undefined) groups.set(item.tbl, [item]);
    else group.push(item);
  }
  return groups;
}

/** Reads everything the call named (at least one row), one request per table. */
async function readNamed(db: Dexie, refs: readonly RowRef[]): Promise<Map<string, RowSnapshot>> {
  const pairs = refs.map((ref) => [ref.tbl, ref.id]);
  const groups = [...byTable(refs)];
  const [rowsByTable, shadows, tombstones] = await Promise.all([
    Promise.all(groups.map(([tbl, group]) => db.table(tbl).bulkGet(group.map((ref) => ref.id)))),
    db.table('base_rows').bulkGet(pairs),
    db.table('tombstones').bulkGet(pairs),
  ]);
  const rows = new Map<string, unknown>();
  groups.forEach(([, group], table) => {
    group.forEach((ref, at) => rows.set(keyOf(ref), rowsByTable[table]?.[at]));
  });
  return new Map(
    refs.map((ref, at) => [
      keyOf(ref),
      {
        row: readStored(rows.get(keyOf(ref))),
        shadow: readShadow(shadows[at]),
        tombstone: readTombstone(tombstones[at]),
      },
    ]),
  );
}

async function applyRows(db: Dexie, write: CacheWrite<unknown>): Promise<void> {
  const deletes = [...byTable(write.deleteRows ?? [])].flatMap(([tbl, group]) =>
    slices(group.map((ref) => ref.id)).map((slice) => db.table(tbl).bulkDelete(slice)),
  );
  const puts = [...byTable(write.putRows ?? [])].flatMap(([tbl, group]) =>
    slices(group.map((put) => put.row)).map((slice) => db.table<Stored>(tbl).bulkPut(slice)),
  );
  await Promise.all([...puts, ...deletes]);
}

async function applyWrite(db: Dexie, write: CacheWrite<unknown>): Promise<void> {
  const pairs = (refs: readonly RowRef[]): string[][] => refs.map((ref) => [ref.tbl, ref.id]);
  await Promise.all([
    applyRows(db, write),
    ...slices(write.putShadows ?? []).map((slice) => db.table<Shadow>('base_rows').bulkPut(slice)),
    ...slices(pairs(write.deleteShadows ?? [])).map((slice) => db.table('base_rows').bulkDelete(slice)),
    ...slices(write.putTombstones ?? []).map((slice) => db.table<Tombstone>('tombstones').bulkPut(slice)),
    write.cursor === undefined ? undefined : db.table('cursors').put(write.cursor),
    write.feed === undefined ? undefined : db.table('feeds').put(write.feed),
  ]);
}

async function checkEpoch(db: Dexie, epoch: number): Promise<void> {
  const raw: unknown = await db.table('cache_meta').get('epoch');
  const stored: unknown = typeof raw === 'object' && raw !== null ? Reflect.get(raw, 'epoch') : 0;
  const seen = typeof stored === 'number' ? stored : 0;
  if (isNewEpoch(epoch, seen)) await db.table('cache_meta').put({ key: 'epoch', epoch });
}

/** `CacheStore.mutate` over one connection, whatever the layout behind it is. */
export function mutateCache<T>(
  connection: Connection,
  refs: readonly RowRef[],
  epoch: number | null,
  decide: (at: (ref: RowRef) => RowSnapshot) => CacheWrite<T>,
): Promise<T> {
  return once(decide, (guarded) =>
    connection.run((db) =>
      db.transaction('rw', [...new Set(refs.map((ref) => ref.tbl)), ...engineTables], async () => {
        if (epoch !== null) await checkEpoch(db, epoch);
        const read = refs.length > 0 ? await readNamed(db, refs) : new Map<string, RowSnapshot>();
        const write = guarded((ref) => {
          const snapshot = read.get(keyOf(ref));
          if (snapshot === undefined) throw unnamed(ref);
          return snapshot;
        });
        checkScope(refs, write);
        await applyWrite(db, write);
        return write.result;
      }),
    ),
  );
}

/** Seals a new cache and refuses one that belongs to somebody else. True when it was new. */
async function seal(db: Dexie, identity: Identity): Promise<boolean> {
  return await db.transaction('rw', 'cache_meta', async () => {
    const meta = db.table<{ key: string; identity: Identity }>('cache_meta');
    const owner = await meta.get('identity');
    if (owner === undefined) await meta.put({ key: 'identity', identity });
    else if (!sameIdentity(owner.identity, identity)) {
      throw new SyncError({ kind: 'bug', message: 'This cache belongs to another identity' });
    }
    return owner === undefined;
  });
}

function idsBetween(
  db: Dexie,
  tbl: TableName,
  from: string | null,
  to: string | null,
): PromiseLike<string[]> {
  const table = db.table<unknown, string>(tbl);
  if (from !== null && to !== null) return table.where(':id').between(from, to, false, true).primaryKeys();
  if (from !== null) return table.where(':id').above(from).primaryKeys();
  if (to !== null) return table.where(':id').belowOrEqual(to).primaryKeys();
  return table.toCollection().primaryKeys();
}

function defined<T>(items: readonly (T | undefined)[]): T[] {
  return items.filter((item): item is T => item !== undefined);
}

/**
 * Cache on IndexedDB (D1). Opens at first use. Besides the port's promises: rows may be written only in tables of
 * which the call names at least one row, and after a lost connection `decide` may run again on fresh rows.
 */
export function createDexieCache(identity: Identity, host: StoreHost): DexieCache {
  const prepare = (db: Dexie): Promise<boolean> => seal(db, identity);
  const spec: ConnectionSpec = { ...cacheSpec(identity, 'disabled'), prepare, relieves: true };
  const connection = new Connection(spec, host);

  const rows = async (found: PromiseLike<unknown[]>): Promise<Stored[]> =>
    defined((await found).map(readStored));

  const ownNames = async (): Promise<readonly string[]> =>
    (await databaseNames(host)).filter((name) => name.startsWith(cachePrefix(identity)));

  return {
    packed: createDexiePacked({ connection, log: host.log, checkEpoch }),
    documents: createDocumentShelf(connection),
    weigh: () => connection.run(weighCache),
    rewrite: () => connection.run(rewriteAll),
    reopens: () => connection.reopens(),
    mutate: (refs, epoch, decide) => mutateCache(connection, refs, epoch, decide),
    get: (ref) =>
      connection.run((db) =>
        db.transaction('r', [ref.tbl, 'base_rows', 'tombstones'], async () => {
          const snapshot = (await readNamed(db, [ref])).get(keyOf(ref));
          return snapshot ?? { row: undefined, shadow: undefined, tombstone: undefined };
        }),
      ),
    where: async (tbl, column, value) => {
      requireIndex(tbl, column);
      return await connection.run((db) => rows(db.table(tbl).where(column).equals(value).toArray()));
    },
    ids: (tbl, from, to) => connection.run((db) => idsBetween(db, tbl, from, to)),
    count: (tbl) => connection.run((db) => db.table(tbl).count()),
    shadows: () =>
      connection.run(async (db) => defined((await db.table('base_rows').toArray()).map(readShadow))),
    cursor: (tbl) => connection.run(async (db) => readCursor(await db.table('cursors').get(tbl))),
    feeds: () => connection.run(async (db) => defined((await db.table('feeds').toArray()).map(readFeed))),
    putFeed: (feed) =>
      connection.run(async (db) => {
        await db.table('feeds').put(feed);
      }),
    dropTombstones: (beforeMs) =>
      connection.run(async (db) => {
        await db.table('tombstones').where('at').below(beforeMs).delete();
      }),
    clear: () =>
      connection.run((db) => {
        const erased = [...tableNames, 'base_rows', 'tombstones', 'cursors', 'feeds', 'documents'];
        return db.transaction('rw', [...erased, ...packedTables, 'index_snapshots'], async () => {
          await Promise.all([...erased.map((name) => db.table(name).clear()), erasePacked(db)]);
        });
      }),
    dump: (tbl) => connection.run((db) => rows(db.table(tbl).toArray())),
    close: () => connection.close(),
    wipe: async () => {
      await connection.close();
      for (const name of new Set([...(await ownNames()), cacheName(identity)])) {
        await deleteDatabase(name, host);
      }
    },
    mark: (key) =>
      connection.run(async (db) => {
        await db.table('cache_meta').put({ key });
      }),
  };
}
