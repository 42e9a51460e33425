import type { Op } from '../../protocol/op.ts';
import type { TableName, TableSpec } from '../../protocol/table.ts';
import { isTableName } from '../../protocol/table.ts';
import { textAt } from '../outbox/json.ts';

/** Rows an operation points at: what an insert waits for while they are to be made, and what to look for after 23503. */
export function parentsOf(
  op: Pick<Op, 'tbl' | 'patch'>,
  tables: Readonly<Record<TableName, TableSpec>>,
): readonly { readonly tbl: TableName; readonly id: string }[] {
  const refs = isTableName(op.tbl) ? (tables[op.tbl].write?.refs ?? {}) : {};
  return Object.entries(refs).flatMap(([column, tbl]) => {
    const id = textAt(op.patch, column);
    return id === null ? [] : [{ tbl, id }];
  });
}
