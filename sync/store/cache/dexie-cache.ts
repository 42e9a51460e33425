import type { Dexie, Table } from 'dexie';
import * as v from 'valibot';
import { SyncError } from '../../errors.ts';
import type { Identity } from '../../protocol/identity.ts';
import { identitySchema, sameIdentity } from '../../protocol/identity.ts';
import type { Shadow, Stored, Tombstone } from '../../protocol/stored.ts';
import type { TableName } from '../../protocol/table.ts';
import type { CacheStore, CacheWrite, RowRef, RowSnapshot } from '../../ports.ts';
import { readCursor, readFeed, readShadow, readStored, readTombstone } from './records.ts';
import { checkScope, isNewEpoch, requireIndex, unnamed } from './rules.ts';
import { cacheSpec } from './cache-spec.ts';
import type { ConnectionSpec, StoreHost } from '../device/connection.ts';
import { Connection, databaseNames, deleteDatabase } from '../device/connection.ts';
import { once } from '../journal/decide-once.ts';
import type { ShadowBefore } from '../journal/pending-record.ts';
import { keepPending, readPending, readShadows } from '../journal/pending-record.ts';
import { cacheName, cachePrefix } from '../device/names.ts';
import { clearCache } from './clear-cache.ts';
import { createDexiePacked } from '../packed/dexie.ts';
import type { PackedLibrary } from '../packed/types.ts';
import type { DocumentShelf } from '../documents/documents.ts';
import { createDocumentShelf } from '../documents/documents.ts';
import type { CollectionWeight } from '../../protocol/storage-report.ts';
import { rewriteAll } from '../journal/rewrite.ts';
import { weighCache } from '../documents/weigh.ts';

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

/** Where so many rows change at once subscribers read again anyway, and naming each row costs more than that. */
const WHOLE_ROWS = 250;

const engineTables = ['base_rows', 'tombstones', 'cursors', 'feeds', 'cache_meta'];

function slices<T>(items: readonly T[]): T[][] {
  if (items.length >= WHOLE_ROWS) return [[...items]];
  const parts: T[][] = [];
  for (let at = 0; at < items.length; at += SLICE_ROWS) parts.push(items.slice(at, at + SLICE_ROWS));
  return parts;
}

function keyOf(ref: { readonly tbl: string; readonly id: string }): string {
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

/**
 * Beyond so many rows of a table it is asked which of them it holds before it is asked for them: a bootstrap brings
 * pages of rows that are new and have neither shadow nor tombstone, and each `get` for nothing costs as much as a put.
 */
const MANY_ROWS = 50;

/** Records by id; `keyOfId` makes the primary key of one. */
async function recordsOf(
  table: Table<unknown, unknown>,
  ids: readonly string[],
  keyOfId: (id: string) => unknown,
): Promise<ReadonlyMap<string, unknown>> {
  let asked = ids;
  if (ids.length > MANY_ROWS) {
    const sorted = [...ids].sort();
    const [first = '', last = ''] = [sorted[0], sorted.at(-1)];
    const present = await table.where(':id').between(keyOfId(first), keyOfId(last), true, true).primaryKeys();
    const known = new Set(present.map((key) => String(Array.isArray(key) ? key.at(-1) : key)));
    asked = ids.filter((id) => known.has(id));
  }
  const found = asked.length === 0 ? [] : await table.bulkGet(asked.map(keyOfId));
  return new Map(asked.map((id, at) => [id, found[at]]));
}

/** What a transaction found of the rows its call named. */
interface Named {
  readonly snapshots: ReadonlyMap<string, RowSnapshot>;
  /** A shadow was there and could not be read. */
  readonly hasDamage: boolean;
}

/** Reads everything the call named (at least one row), a few requests per table. */
async function readNamed(db: Dexie, refs: readonly RowRef[]): Promise<Named> {
  const snapshots = new Map<string, RowSnapshot>();
  let hasDamage = false;
  const readTable = async (tbl: TableName, group: readonly RowRef[]): Promise<void> => {
    const ids = [...new Set(group.map((ref) => ref.id))];
    const pair = (id: string): unknown => [tbl, id];
    const [rows, shadows, tombstones] = await Promise.all([
      recordsOf(db.table(tbl), ids, (id) => id),
      recordsOf(db.table('base_rows'), ids, pair),
      recordsOf(db.table('tombstones'), ids, pair),
    ]);
    for (const id of ids) {
      const shadow = readShadow(shadows.get(id));
      if (shadow === undefined && shadows.get(id) !== undefined) hasDamage = true;
      snapshots.set(keyOf({ tbl, id }), {
        row: readStored(rows.get(id)),
        shadow,
        tombstone: readTombstone(tombstones.get(id)),
      });
    }
  };
  await Promise.all([...byTable(refs)].map(([tbl, group]) => readTable(tbl, group)));
  return { snapshots, hasDamage };
}

const NOTHING_NAMED: Named = { snapshots: new Map(), hasDamage: false };

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
        const { snapshots, hasDamage } = refs.length > 0 ? await readNamed(db, refs) : NOTHING_NAMED;
        const write = guarded((ref) => {
          const snapshot = snapshots.get(keyOf(ref));
          if (snapshot === undefined) throw unnamed(ref);
          return snapshot;
        });
        checkScope(refs, write);
        const before: ShadowBefore = (row) => {
          const snapshot = snapshots.get(keyOf(row));
          return snapshot === undefined ? null : snapshot.shadow;
        };
        await keepPending(db, write, before, hasDamage);
        await applyWrite(db, write);
        return write.result;
      }),
    ),
  );
}

const sealSchema = v.object({ identity: identitySchema });

/**
 * Seals a new cache and refuses one that belongs to somebody else. One whose seal cannot be read is emptied: whose rows
 * these are nobody knows, and all of them can be pulled again. True when it was new.
 */
async function seal(db: Dexie, identity: Identity, log: StoreHost['log']): Promise<boolean> {
  const found = await db.transaction('rw', 'cache_meta', async () => {
    const meta: Table<unknown, string> = db.table('cache_meta');
    const raw = await meta.get('identity');
    const owner = v.safeParse(sealSchema, raw);
    if (owner.success && !sameIdentity(owner.output.identity, identity)) {
      throw new SyncError({ kind: 'bug', message: 'This cache belongs to another identity' });
    }
    if (raw === undefined) await meta.put({ key: 'identity', identity });
    return raw === undefined ? 'new' : owner.success ? 'sealed' : 'damaged';
  });
  if (found === 'damaged') {
    log.event('error', 'cache.seal-damaged');
    await db.transaction('rw', db.tables, async () => {
      for (const table of db.tables) if (table.name !== 'cache_meta') await table.clear();
      await db.table('cache_meta').put({ key: 'identity', identity });
    });
  }
  return found === 'new';
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
  const prepare = (db: Dexie): Promise<boolean> => seal(db, identity, host.log);
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
    rewrite: () => connection.run((db) => rewriteAll(db, host.codec)),
    reopens: () => connection.reopens(),
    mutate: (refs, epoch, decide) => mutateCache(connection, refs, epoch, decide),
    get: (ref) =>
      connection.run((db) =>
        db.transaction('r', [ref.tbl, 'base_rows', 'tombstones'], async () => {
          const snapshot = (await readNamed(db, [ref])).snapshots.get(keyOf(ref));
          return snapshot ?? { row: undefined, shadow: undefined, tombstone: undefined };
        }),
      ),
    where: async (tbl, column, value) => {
      requireIndex(tbl, column);
      return await connection.run((db) => rows(db.table(tbl).where(column).equals(value).toArray()));
    },
    ids: (tbl, from, to) => connection.run((db) => idsBetween(db, tbl, from, to)),
    count: (tbl) => connection.run((db) => db.table(tbl).count()),
    shadows: () => connection.run(readShadows),
    pending: () => connection.run(readPending),
    cursor: (tbl) => connection.run(async (db) => readCursor(await db.table('cursors').get(tbl))),
    feeds: () => connection.run(async (db) => defined((await db.table('feeds').toArray()).map(readFeed))),
    putFeeds: (feeds, epoch) =>
      connection.run((db) =>
        db.transaction('rw', ['feeds', 'cache_meta'], async () => {
          if (epoch !== null) await checkEpoch(db, epoch);
          await db.table('feeds').bulkPut(feeds);
        }),
      ),
    dropTombstones: (beforeMs) =>
      connection.run(async (db) => {
        await db.table('tombstones').where('at').below(beforeMs).delete();
      }),
    clear: () => connection.run(clearCache),
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
