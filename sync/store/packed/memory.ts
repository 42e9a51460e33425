import type { JsonRow } from '../../protocol/op.ts';
import type { PackedName } from '../../protocol/packed.ts';
import { packedNames } from '../../protocol/packed.ts';
import type { Cursor, FeedState } from '../../protocol/stored.ts';
import { misuse } from '../cache/rules.ts';
import { frozenCopy } from '../cache/frozen.ts';
import type { PackedLibrary, PackedSink, PackedSnapshot, PackedVersion } from './types.ts';
import { emptyVersion, packedId, packedStamp, withoutColumns } from './types.ts';

/** What the packed collections share with the memory cache: its transactions, power cuts, epochs and cursors. */
export interface MemoryCore {
  /** Runs one atomic write. */
  commit<T>(write: () => T): T;
  /** Sets or deletes one entry so that it can be taken back. */
  set<K, V>(map: Map<K, V>, key: K, value: V | undefined): void;
  checkEpoch(epoch: number): void;
  readonly cursors: Map<string, Cursor>;
  readonly feeds: Map<string, FeedState>;
}

interface Entry {
  readonly row: JsonRow;
  readonly text: string;
  /** Version that wrote it. */
  readonly at: number;
}

/** Packed collections in memory, and the erasing that belongs to `CacheStore.clear`. */
export interface MemoryPacked extends PackedLibrary {
  /** Inside a transaction of the cache: removes every row; versions go on. */
  erase(): void;
  /**
   * A page is found damaged, as the port tells: of its rows `isHit` says which; they are dropped, and with them cursor
   * and completeness.
   */
  damage(tbl: PackedName, isHit: (id: string) => boolean): void;
}

function byId(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

class MemoryCollection {
  readonly rows = new Map<string, Entry>();
  readonly gone = new Map<string, number>();
  readonly state = new Map<'state', PackedVersion>();

  get version(): PackedVersion {
    return this.state.get('state') ?? emptyVersion;
  }

  read(since: number | null, sink: PackedSink): number {
    const { version, floor } = this.version;
    const isFull = since === null || since < floor || since > version;
    const from = isFull ? -1 : since;
    sink.begin(isFull);
    sink.put([...this.rows.values()].filter((entry) => entry.at > from).map((entry) => entry.row));
    if (!isFull) sink.remove([...this.gone].filter(([, at]) => at > from).map(([id]) => id));
    return version;
  }
}

/** Packed collections in memory: rows in a map, no pages; the promises are those of the port. */
export function createMemoryPacked(core: MemoryCore): MemoryPacked {
  const collections = new Map<PackedName, MemoryCollection>(
    packedNames.map((name) => [name, new MemoryCollection()]),
  );
  const snapshots = new Map<PackedName, PackedSnapshot>();

  function collection(tbl: PackedName): MemoryCollection {
    const found = collections.get(tbl);
    if (found === undefined) throw misuse(`No packed collection ${tbl}`);
    return found;
  }

  function put(into: MemoryCollection, row: JsonRow, at: number): boolean {
    const id = packedId(row);
    if (id === undefined) throw misuse('A packed row without its key');
    const text = JSON.stringify(row);
    if (into.rows.get(id)?.text === text) return false;
    core.set(into.rows, id, { row: frozenCopy(row), text, at });
    core.set(into.gone, id, undefined);
    return true;
  }

  function remove(from: MemoryCollection, id: string, at: number): boolean {
    if (!from.rows.has(id)) return false;
    core.set(from.rows, id, undefined);
    core.set(from.gone, id, at);
    return true;
  }

  return {
    apply: async (write, epoch) =>
      core.commit(() => {
        core.checkEpoch(epoch);
        const into = collection(write.tbl);
        const before = into.version.version;
        const at = before + 1;
        const removed = write.remove.filter((id) => remove(into, id, at)).length;
        const { ids = [], columns = [] } = write.thin ?? {};
        const thinned = ids.flatMap((id) => {
          const entry = into.rows.get(id);
          return entry === undefined ? [] : [withoutColumns(entry.row, columns)];
        });
        const changed = [...thinned, ...write.put].filter((row) => put(into, row, at)).length;
        if (changed + removed > 0) {
          core.set(into.state, 'state', { ...into.version, version: at, count: into.rows.size });
        }
        const { version } = into.version;
        const applied = { changed, removed, before, version, count: into.rows.size };
        if (write.follows === true && !core.cursors.has(write.tbl)) return applied;
        if (write.cursor !== undefined) core.set(core.cursors, write.cursor.tbl, frozenCopy(write.cursor));
        if (write.feed !== undefined) core.set(core.feeds, write.feed.tbl, frozenCopy(write.feed));
        return applied;
      }),
    get: async (tbl, ids) => {
      const { rows } = collection(tbl);
      const found = new Map<string, JsonRow>();
      for (const id of ids) {
        const entry = rows.get(id);
        if (entry !== undefined) found.set(id, entry.row);
      }
      return found;
    },
    lines: async (tbl, from, to) =>
      [...collection(tbl).rows.entries()]
        .filter(([id]) => (from === null || id > from) && (to === null || id <= to))
        .sort(([a], [b]) => byId(a, b))
        .map(([id, { row }]) => ({ id, updatedAt: packedStamp(row) })),
    scan: async (tbl, visit) => visit([...collection(tbl).rows.values()].map(({ row }) => row)),
    count: async (tbl) => collection(tbl).rows.size,
    versions: async () => new Map(packedNames.map((name) => [name, collection(name).version])),
    read: async (tbl, since, sink) => collection(tbl).read(since, sink),
    // Nothing to move: there is no delta here.
    compact: async () => 0,
    snapshot: async (tbl) => snapshots.get(tbl),
    putSnapshot: async (snapshot) => {
      const stored = snapshots.get(snapshot.tbl);
      if (stored === undefined || stored.version <= snapshot.version) {
        snapshots.set(snapshot.tbl, structuredClone(snapshot));
      }
    },
    damage: (tbl, isHit) =>
      core.commit(() => {
        const from = collection(tbl);
        const at = from.version.version + 1;
        const hit = [...from.rows.keys()].filter(isHit);
        if (hit.length === 0) return;
        for (const id of hit) remove(from, id, at);
        const damagedPages = from.version.damagedPages + 1;
        core.set(from.state, 'state', { ...from.version, version: at, count: from.rows.size, damagedPages });
        core.set(core.cursors, tbl, undefined);
        const feed = core.feeds.get(tbl);
        if (feed !== undefined) core.set(core.feeds, tbl, { ...feed, status: 'partial' });
      }),
    erase: () => {
      for (const each of collections.values()) {
        const version = each.version.version + 1;
        for (const id of each.rows.keys()) core.set(each.rows, id, undefined);
        for (const id of each.gone.keys()) core.set(each.gone, id, undefined);
        core.set(each.state, 'state', { ...each.version, version, floor: version, count: 0, deltaRows: 0 });
      }
    },
  };
}
