import type { BaseIssue, BaseSchema } from 'valibot';
import * as v from 'valibot';
import type { JsonRow, Op } from '../../protocol/op.ts';
import { keyOfRow } from '../../protocol/table.ts';
import type { WrittenTable } from '../../protocol/written-tables.ts';
import { isWritten, writtenTables } from '../../protocol/written-tables.ts';

type Column = BaseSchema<unknown, unknown, BaseIssue<unknown>>;

const columnsOfTable = new Map<WrittenTable, ReadonlyMap<string, Column>>();

function columnsOf(tbl: WrittenTable): ReadonlyMap<string, Column> {
  const known = columnsOfTable.get(tbl);
  if (known !== undefined) return known;
  const entries: unknown = Reflect.get(writtenTables[tbl].schema, 'entries');
  const listed = typeof entries === 'object' && entries !== null ? Object.entries(entries) : [];
  const columns = new Map<string, Column>(listed);
  columnsOfTable.set(tbl, columns);
  return columns;
}

/** True when every column holds what its table says, or nothing: what the server assigns is not there yet (B19). */
function fits(tbl: WrittenTable, row: JsonRow): boolean {
  const columns = columnsOf(tbl);
  for (const name in row) {
    const value = row[name];
    const column = value === null || value === undefined ? undefined : columns.get(name);
    if (column !== undefined && !v.is(column, value)) return false;
  }
  return true;
}

/**
 * True when the operation carries what it says: an insert the row under its own key, an update columns of that row and of
 * no other. A record can pass the schema of operations and still carry none of this; nothing is known of other tables.
 */
export function carriesRow(op: Op): boolean {
  const { tbl, rowId, kind, patch, guard } = op;
  if (!isWritten(tbl)) return true;
  const key = keyOfRow(writtenTables[tbl], patch);
  if (key !== rowId && (kind === 'insert' || writtenTables[tbl].key in patch)) return false;
  return fits(tbl, patch) && (guard === null || fits(tbl, guard.fields));
}

/**
 * The operation without what the server is said to have answered where that is no row of its own: the change took effect
 * all the same, so it counts like an answer that could not be read.
 */
export function withUsableAck(op: Op): Op {
  const { tbl, rowId, ack } = op;
  if (ack === null || !isWritten(tbl) || (keyOfRow(writtenTables[tbl], ack) === rowId && fits(tbl, ack)))
    return op;
  return { ...op, ack: null };
}
