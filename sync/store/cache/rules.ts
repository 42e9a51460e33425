import { SyncError } from '../../errors.ts';
import type { TableName } from '../../protocol/table.ts';
import type { CacheWrite, RowRef } from '../../ports.ts';
import { indexedColumns } from './schema.ts';

/** A caller broke the contract of the store. */
export function misuse(what: string): SyncError {
  return new SyncError({ kind: 'bug', message: what });
}

/** `decide` asked for a row the call did not name. */
export function unnamed(ref: RowRef): SyncError {
  return misuse(`Row ${ref.tbl}/${ref.id} was not named`);
}

/** Refuses rows of tables the call named no row of: IndexedDB locks tables before `decide` can speak. */
export function checkScope(refs: readonly RowRef[], write: CacheWrite<unknown>): void {
  const open = new Set(refs.map((ref) => ref.tbl));
  for (const { tbl } of [...(write.putRows ?? []), ...(write.deleteRows ?? [])]) {
    if (!open.has(tbl)) throw misuse(`The call named no row of ${tbl}`);
  }
}

/** True when a new leader speaks for the first time; throws `cancelled` for one that no longer leads (I15). */
export function isNewEpoch(epoch: number | null, seen: number): epoch is number {
  if (epoch === null) return false;
  if (epoch < seen) {
    throw new SyncError({ kind: 'cancelled', message: `Epoch ${epoch} is over, ${seen} leads` });
  }
  return epoch > seen;
}

/** Refuses a lookup by a column without an index. */
export function requireIndex(tbl: TableName, column: string): void {
  if (!indexedColumns[tbl].includes(column)) throw misuse(`${tbl}.${column} has no index`);
}
