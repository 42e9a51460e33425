import { DERIVED_KEY } from '../../protocol/keys.ts';
import type { JsonRow } from '../../protocol/op.ts';
import type { PackedName } from '../../protocol/packed.ts';
import type { PackedStore } from '../../ports.ts';

/** How far a packed collection has come. */
export interface PackedVersion {
  /** Rises with every write that changed a row; never falls, not even when everything is cleared. */
  readonly version: number;
  /** A reader below this version missed removals that are forgotten by now: it must read everything. */
  readonly floor: number;
  readonly count: number;
  /** Rows that wait in the delta for the next compaction. */
  readonly deltaRows: number;
  /** Pages that were found damaged and dropped since the cache was made. */
  readonly damagedPages: number;
}

/** Takes what `PackedLibrary.read` finds. `begin` may be called again: the reading started over after a lost connection. */
export interface PackedSink {
  /** `isFull`: forget everything, all rows follow. */
  begin(isFull: boolean): void;
  put(rows: readonly JsonRow[]): void;
  remove(ids: readonly string[]): void;
}

/** Stored columns of an index; the store does not look inside `body`. */
export interface PackedSnapshot {
  readonly tbl: PackedName;
  /** Version of the collection the columns were made of. */
  readonly version: number;
  readonly body: unknown;
}

/** The packed store as index and upkeep use it; the engine needs only `PackedStore`. */
export interface PackedLibrary extends PackedStore {
  versions(): Promise<ReadonlyMap<PackedName, PackedVersion>>;
  /**
   * Hands the sink every row written and every id removed after version `since`, all from one moment, and returns the
   * version of that moment. Null, or a version below the floor, reads everything. Rows may come that did not change.
   */
  read(tbl: PackedName, since: number | null, sink: PackedSink): Promise<number>;
  /** Moves delta rows into pages, rewriting at most `maxPages` of them; returns the delta rows left. Changes no row. */
  compact(tbl: PackedName, maxPages: number): Promise<number>;
  /** The stored columns, unchecked; undefined when there are none. */
  snapshot(tbl: PackedName): Promise<PackedSnapshot | undefined>;
  /** Keeps the columns unless newer ones are stored. */
  putSnapshot(snapshot: PackedSnapshot): Promise<void>;
}

/** State of a collection nothing was ever written to. */
export const emptyVersion: PackedVersion = { version: 0, floor: 0, count: 0, deltaRows: 0, damagedPages: 0 };

/** Key of a packed row: the derived key where there is one, else `id`; undefined when the row has neither. */
export function packedId(row: JsonRow): string | undefined {
  const key = row[DERIVED_KEY] ?? row['id'];
  return typeof key === 'string' ? key : undefined;
}

/** The stamp that tells two versions of a row apart in a digest (D12); null where the collection has none. */
export function packedStamp(row: JsonRow): string | null {
  const stamp = row['updated_at'];
  return typeof stamp === 'string' ? stamp : null;
}

/** The row without these columns. */
export function withoutColumns(row: JsonRow, columns: readonly string[]): JsonRow {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !columns.includes(name)));
}
