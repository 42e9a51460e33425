import type { Dexie } from 'dexie';
import type { JsonRow } from '../protocol/op.ts';
import { isTableName } from '../protocol/table.ts';
import { columnsOf, readShadow, readStored, readTombstone } from '../store/cache/records.ts';
import type { OpView } from './types.ts';

/** One row as this device knows it, for the panel (D23). */
export interface RowInspection {
  /** What screens show; null where there is no such row here. */
  readonly visible: JsonRow | null;
  /** The server's version; null where the server has none as far as is known. */
  readonly base: JsonRow | null;
  /** Open operations on the row, oldest first. */
  readonly ops: readonly OpView[];
  /** When this device last heard of it from the server: the term of the leader, and the step in that term (D9). */
  readonly seen: { readonly epoch: number; readonly step: number } | null;
  /** Device time at which its deletion was noted; null where none was. */
  readonly deletedAt: number | null;
}

/** Steps of one term fit below this (D9). */
const STEPS_PER_EPOCH = 2 ** 20;

/** Tables that `readInspection` reads; empty for a name that is no collection of rows. */
export function inspectedTables(tbl: string): readonly string[] {
  return isTableName(tbl) ? [tbl, 'base_rows', 'tombstones'] : [];
}

/** The cache's part for a name that is no collection of rows. */
export const nothingKnown: Omit<RowInspection, 'ops'> = {
  visible: null,
  base: null,
  seen: null,
  deletedAt: null,
};

/** Reads the cache's part of an inspection. */
export async function readInspection(
  db: Dexie,
  tbl: string,
  id: string,
): Promise<Omit<RowInspection, 'ops'>> {
  const [row, shadow, tombstone] = await Promise.all([
    db.table(tbl).get(id).then(readStored),
    db.table('base_rows').get([tbl, id]).then(readShadow),
    db.table('tombstones').get([tbl, id]).then(readTombstone),
  ]);
  const visible = row === undefined ? null : columnsOf(row);
  const fence = Math.max(row?._f ?? 0, shadow?.fence ?? 0, tombstone?.fence ?? 0);
  return {
    visible,
    base: shadow === undefined ? visible : shadow.base,
    seen: fence === 0 ? null : { epoch: Math.floor(fence / STEPS_PER_EPOCH), step: fence % STEPS_PER_EPOCH },
    deletedAt: tombstone?.at ?? null,
  };
}
