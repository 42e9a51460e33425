import type { Op } from '../../protocol/op.ts';
import { keyOfRow } from '../../protocol/table.ts';
import { isWritten, unfitColumn, writtenTables } from '../../protocol/written-tables.ts';

/**
 * True when the operation carries what it says: an insert the row under its own key, an update columns of that row and of
 * no other. A record can pass the schema of operations and still carry none of this; nothing is known of other tables.
 */
export function carriesRow(op: Op): boolean {
  const { tbl, rowId, kind, patch, guard } = op;
  if (!isWritten(tbl)) return true;
  const key = keyOfRow(writtenTables[tbl], patch);
  if (key !== rowId && (kind === 'insert' || writtenTables[tbl].key in patch)) return false;
  return (
    unfitColumn(tbl, patch) === undefined && (guard === null || unfitColumn(tbl, guard.fields) === undefined)
  );
}

/**
 * The operation without what the server is said to have answered where that is no row of its own: the change took effect
 * all the same, so it counts like an answer that could not be read.
 */
export function withUsableAck(op: Op): Op {
  const { tbl, rowId, ack } = op;
  if (ack === null || !isWritten(tbl)) return op;
  const isRow = keyOfRow(writtenTables[tbl], ack) === rowId && unfitColumn(tbl, ack) === undefined;
  return isRow ? op : { ...op, ack: null };
}
