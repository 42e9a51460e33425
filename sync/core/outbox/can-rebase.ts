import type { Op } from '../../protocol/op.ts';
import { isTableName } from '../../protocol/table.ts';
import { rowKey } from '../../protocol/tables.ts';
import { isDamaged, isOfOther } from './set-aside.ts';

/**
 * True when the operation can be shown in its row: its table is known here, it was read whole, and what it inserts is a
 * row under its own key. Everything else stays in the journal alone; applied, it would stop every row behind it.
 */
export function canRebase(op: Pick<Op, 'tbl' | 'rowId' | 'kind' | 'patch' | 'lastError'>): boolean {
  if (!isTableName(op.tbl) || isDamaged(op) || isOfOther(op)) return false;
  const key = rowKey(op.tbl, op.patch);
  return key === op.rowId || (op.kind !== 'insert' && key === undefined);
}
