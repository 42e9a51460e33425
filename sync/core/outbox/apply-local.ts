import type { Op } from '../../protocol/op.ts';
import { isTableName } from '../../protocol/table.ts';
import { pendingOf } from './row-change.ts';
import type { RowChange } from './row-change.ts';
import { canRebase } from './can-rebase.ts';

/**
 * Rebases operations the journal holds onto their rows: step 2 of a write (D1), and the repair of a missing step 2.
 * Operations on tables this version does not know, or that carry no row, are left out; the journal keeps them.
 */
export function changesForOps(ops: readonly Op[]): readonly RowChange[] {
  const byRow = new Map<string, RowChange>();
  for (const op of ops) {
    if (!isTableName(op.tbl) || !canRebase(op)) continue;
    const key = `${op.tbl} ${op.rowId}`;
    const upsert = [...(byRow.get(key)?.upsert ?? []), pendingOf(op)];
    byRow.set(key, { tbl: op.tbl, id: op.rowId, upsert });
  }
  return [...byRow.values()];
}

/** Takes operations out of their rows: they ended, or a person dropped them (I5). */
export function changesForDropped(ops: readonly Op[]): readonly RowChange[] {
  const byRow = new Map<string, RowChange>();
  for (const op of ops) {
    if (!isTableName(op.tbl)) continue;
    const key = `${op.tbl} ${op.rowId}`;
    byRow.set(key, { tbl: op.tbl, id: op.rowId, remove: [...(byRow.get(key)?.remove ?? []), op.id] });
  }
  return [...byRow.values()];
}
