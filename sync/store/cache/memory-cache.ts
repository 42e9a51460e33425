import { sumOfShadows } from '../../core/outbox/pending-sum.ts';
import type { Identity } from '../../protocol/identity.ts';
import type { Cursor, FeedState, Shadow, Stored, Tombstone } from '../../protocol/stored.ts';
import type { TableName } from '../../protocol/table.ts';
import { tableNames } from '../../protocol/table.ts';
import { rowKey } from '../../protocol/tables.ts';
import type { CacheStore, CacheWrite, RowRef, RowSnapshot, Rng } from '../../ports.ts';
import { checkScope, isNewEpoch, misuse, requireIndex, unnamed } from './rules.ts';
import { frozenCopy } from './frozen.ts';
import type { MemoryFault } from '../device/memory-faults.ts';
import { FaultQueue } from '../device/memory-faults.ts';
import type { MemoryPacked } from '../packed/memory.ts';
import { createMemoryPacked } from '../packed/memory.ts';

/** Transactions that a power cut can still take back: what an operating system may hold before it writes. */
const UNFLUEVICTED_LIMIT = 64;

/** Cache in memory with the durability of the real one, plus handles for tests and the simulation. */
export interface MemoryCache extends CacheStore {
  /** The packed collections: same transactions, same power cuts. */
  readonly packed: MemoryPacked;
  /** The next write (after letting `after` pass) suffers the fault. */
  failNext(fault: MemoryFault, after?: number): void;
  /**
   * Power cut: drops the last relaxed transactions, at least none and at most all since `flush`, as the numbers of
   * `rng` say; what is dropped is always the newest. Returns how many went.
   */
  crash(rng: Rng): number;
  /** Makes everything written so far survive a power cut. */
  flush(): void;
  /** Number of transactions a power cut could take back. */
  unflushed(): number;
}

type Undo = () => void;

/** Key of a row across tables; U+0000 cannot stand in a table name. */
function keyOf(ref: { readonly tbl: string; readonly id: string }): string {
  return `${ref.tbl}\u0000${ref.id}`;
}

function byId(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

class MemoryTables {
  readonly rows = new Map<TableName, Map<string, Stored>>();
  readonly shadows = new Map<string, Shadow>();
  readonly tombstones = new Map<string, Tombstone>();
  readonly cursors = new Map<string, Cursor>();
  readonly feeds = new Map<string, FeedState>();
  readonly epochs = new Map<'epoch', number>();
  #undo: Undo[] = [];

  constructor() {
    for (const name of tableNames) this.rows.set(name, new Map());
  }

  table(name: TableName): Map<string, Stored> {
    const table = this.rows.get(name);
    if (table === undefined) throw misuse(`No table ${name}`);
    return table;
  }

  /** Sets or deletes one entry and remembers how to take that back. */
  set<K, V>(map: Map<K, V>, key: K, value: V | undefined): void {
    const before = map.get(key);
    this.#undo.push(() => {
      if (before === undefined) map.delete(key);
      else map.set(key, before);
    });
    if (value === undefined) map.delete(key);
    else map.set(key, value);
  }

  /** How to take back everything since the last call, newest first. */
  takeUndo(): Undo {
    const steps = this.#undo.toReversed();
    this.#undo = [];
    return () => {
      for (const step of steps) step();
    };
  }
}

function applyWrite<T>(tables: MemoryTables, write: CacheWrite<T>): T {
  for (const { tbl, row } of write.putRows ?? []) {
    const key = rowKey(tbl, row);
    if (key === undefined) throw misuse(`Row of ${tbl} without its key`);
    tables.set(tables.table(tbl), key, frozenCopy(row));
  }
  for (const ref of write.deleteRows ?? []) tables.set(tables.table(ref.tbl), ref.id, undefined);
  for (const shadow of write.putShadows ?? []) tables.set(tables.shadows, keyOf(shadow), frozenCopy(shadow));
  for (const ref of write.deleteShadows ?? []) tables.set(tables.shadows, keyOf(ref), undefined);
  for (const stone of write.putTombstones ?? []) {
    tables.set(tables.tombstones, keyOf(stone), frozenCopy(stone));
  }
  if (write.cursor !== undefined) tables.set(tables.cursors, write.cursor.tbl, frozenCopy(write.cursor));
  if (write.feed !== undefined) tables.set(tables.feeds, write.feed.tbl, frozenCopy(write.feed));
  return write.result;
}

/** Runs one atomic write: thrown or faulted, it leaves no trace; done, it can still be lost by a power cut. */
function createCommit(tables: MemoryTables, faults: FaultQueue, log: Undo[]): <T>(write: () => T) => T {
  return (write) => {
    let undo: Undo | undefined;
    const attempt = (): ReturnType<typeof write> => {
      try {
        const result = write();
        undo = tables.takeUndo();
        log.push(undo);
        if (log.length > UNFLUEVICTED_LIMIT) log.shift();
        return result;
      } catch (thrown) {
        tables.takeUndo()();
        throw thrown;
      }
    };
    return faults.suffer(attempt, () => {
      log.pop();
      undo?.();
    });
  };
}

/** Cache in memory (D1). Everything a call does happens in one synchronous step, so calls never interleave. */
export function createMemoryCache(_identity: Identity): MemoryCache {
  const tables = new MemoryTables();
  const faults = new FaultQueue();
  const log: Undo[] = [];
  const commit = createCommit(tables, faults, log);

  const snapshot = (ref: RowRef): RowSnapshot => ({
    row: tables.table(ref.tbl).get(ref.id),
    shadow: tables.shadows.get(keyOf(ref)),
    tombstone: tables.tombstones.get(keyOf(ref)),
  });

  function checkEpoch(epoch: number | null): void {
    const seen = tables.epochs.get('epoch') ?? 0;
    if (isNewEpoch(epoch, seen)) tables.set(tables.epochs, 'epoch', epoch);
  }

  const packed: MemoryPacked = createMemoryPacked({
    commit,
    set: (map, key, value) => tables.set(map, key, value),
    checkEpoch,
    cursors: tables.cursors,
    feeds: tables.feeds,
  });

  function clearAll(): void {
    packed.erase();
    for (const [tbl, rows] of tables.rows) {
      // What a person saved stays to be seen (I7).
      for (const id of rows.keys()) {
        if (!tables.shadows.has(keyOf({ tbl, id }))) tables.set(rows, id, undefined);
      }
    }
    for (const map of [tables.tombstones, tables.cursors, tables.feeds]) {
      const erased: Map<string, unknown> = map;
      for (const key of erased.keys()) tables.set(erased, key, undefined);
    }
  }

  return {
    packed,
    mutate: async (refs, epoch, decide) => {
      const named = new Set(refs.map(keyOf));
      return commit(() => {
        checkEpoch(epoch);
        const write = decide((ref) => {
          if (!named.has(keyOf(ref))) throw unnamed(ref);
          return snapshot(ref);
        });
        checkScope(refs, write);
        return applyWrite(tables, write);
      });
    },
    get: async (ref) => snapshot(ref),
    where: async (tbl, column, value) => {
      requireIndex(tbl, column);
      return [...tables.table(tbl).values()].filter((row) => row[column] === value);
    },
    ids: async (tbl, from, to) =>
      [...tables.table(tbl).keys()]
        .filter((id) => (from === null || id > from) && (to === null || id <= to))
        .sort(byId),
    count: async (tbl) => tables.table(tbl).size,
    shadows: async () => [...tables.shadows.values()],
    pending: async () => sumOfShadows([...tables.shadows.values()]),
    cursor: async (tbl) => tables.cursors.get(tbl),
    feeds: async () => [...tables.feeds.values()],
    putFeeds: async (feeds, epoch) =>
      commit(() => {
        checkEpoch(epoch);
        for (const feed of feeds) tables.set(tables.feeds, feed.tbl, frozenCopy(feed));
      }),
    dropTombstones: async (beforeMs) =>
      commit(() => {
        for (const [key, stone] of tables.tombstones) {
          if (stone.at < beforeMs) tables.set(tables.tombstones, key, undefined);
        }
      }),
    clear: async () => commit(clearAll),
    dump: async (tbl) =>
      [...tables.table(tbl).entries()].sort(([a], [b]) => byId(a, b)).map(([, row]) => row),
    failNext: (fault, after = 0) => faults.add(fault, after),
    flush: () => {
      log.length = 0;
    },
    unflushed: () => log.length,
    crash: (rng) => {
      faults.clear();
      const dropped = Math.min(log.length, Math.floor(rng.next() * (log.length + 1)));
      for (let taken = 0; taken < dropped; taken += 1) log.pop()?.();
      log.length = 0;
      return dropped;
    },
  };
}
