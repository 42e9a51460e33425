import type { Dexie } from 'dexie';
import type { JsonRow } from '../protocol/op.ts';
import type { Stored } from '../protocol/stored.ts';
import type { TableName } from '../protocol/table.ts';
import { columnsOf, readStored } from '../store/cache/records.ts';
import { isShown, marksOf } from './columns.ts';
import { allRows, readClaim, rowsWhere } from './queries.ts';
import type { LateRead } from './read-model.ts';
import type { Marks } from './types.ts';

/** A row of a collection as it stands on this device, with what is not on the server of it. */
export interface RowView {
  readonly row: JsonRow;
  readonly marks: Marks;
}

/** Which rows: those with these keys, or those with a value in an indexed column; all without either. */
export type RowsQuery =
  | { readonly keys: readonly string[] }
  | { readonly column: string; readonly value: string };

async function rowsOf(db: Dexie, table: TableName, query: RowsQuery | undefined): Promise<readonly Stored[]> {
  if (query === undefined) return await allRows(db, table);
  if ('column' in query) return await rowsWhere(db, table, query.column, [query.value]);
  const found = (await db.table(table).bulkGet([...query.keys])).map(readStored);
  return found.filter((row) => row !== undefined);
}

const viewOf = (row: Stored): RowView => ({ row: columnsOf(row), marks: marksOf(row) });

/** Rows of a collection that are shown, in no order; what is joined or counted is a read of its own. */
export function rowsRead(table: TableName, query?: RowsQuery): LateRead<readonly RowView[]> {
  return {
    tables: [table, 'feeds'],
    query: async (db) => {
      const claim = await readClaim(db, [table]);
      return { data: (await rowsOf(db, table, query)).filter(isShown).map(viewOf), ...claim };
    },
  };
}

/** One row of a collection; null where it is not shown on this device, which `state` explains. */
export function rowRead(table: TableName, key: string): LateRead<RowView | null> {
  return {
    tables: [table, 'feeds'],
    query: async (db) => {
      const { data, ...claim } = await rowsRead(table, { keys: [key] }).query(db);
      return { data: data[0] ?? null, ...claim };
    },
  };
}
