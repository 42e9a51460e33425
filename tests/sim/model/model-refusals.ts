import type { JsonRow } from '#sync/protocol/op.ts';
import { packedNames } from '#sync/protocol/packed.ts';
import { packedSpecs } from '#sync/protocol/packed-specs.ts';
import type { WireSpec } from '#sync/protocol/table.ts';
import { isTableName } from '#sync/protocol/table.ts';
import { tables } from '#sync/protocol/tables.ts';
import type { ModelStore } from './model-store.ts';
import { modelTables, parseTime, timeColumns } from './model-tables.ts';
import { comparisonsOf, splitTop, unquote, type ModelQuery } from './postgrest-query.ts';

/** How PostgREST refuses: status and code. The words are its own and nobody reads them. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const isKeyColumn = (column: string): boolean => column === 'id' || column.endsWith('_id');
const textKeys: ReadonlySet<string> = new Set([
  'incident_id of incidents',
  'external_id of components',
  'selector_id of component_relationships',
  'selector_id of config_component_relationships',
]);

/** Columns the real table has and no feed names. */
const unnamedColumns: readonly string[] = ['created_by', 'updated_at', 'external_id', 'email', 'title'];

function specOfTable(table: string): WireSpec | undefined {
  const packed = packedNames.find((name) => name === table);
  if (packed !== undefined) return packedSpecs[packed];
  return isTableName(table) ? tables[table] : undefined;
}

const columnSets = new Map<string, ReadonlySet<string>>();

function columnsOf(table: string): ReadonlySet<string> {
  const known = columnSets.get(table);
  if (known !== undefined) return known;
  const { columns: named = [], optional = [] } = specOfTable(table) ?? {};
  const columns = new Set([
    ...named,
    ...optional,
    ...(isTableName(table) ? Object.keys(tables[table].write?.sets ?? {}) : []),
    ...unnamedColumns,
    ...Object.keys(modelTables[table]?.references ?? {}),
  ]);
  columnSets.set(table, columns);
  return columns;
}

/** Null: the query names columns that exist and values that fit them. */
export function refuseQuery(table: string, query: ModelQuery, store: ModelStore): Refusal | null {
  const columns = columnsOf(table);
  const compared = comparisonsOf(query.where);
  const used = [
    ...(query.select ?? []),
    ...query.order.map(({ column }) => column),
    ...compared.map(({ column }) => column),
  ];
  const isThere = (column: string): boolean =>
    (columns.has(column) || store.askedColumns.has(`${table} ${column}`)) &&
    !store.missingColumns.has(`${table} ${column}`);
  if (!used.every(isThere)) return { status: 400, code: '42703' };
  for (const { column, op, value } of compared) {
    if (op === 'is' || op === 'like' || op === 'ilike') continue;
    const values = op === 'in' ? splitTop(value.slice(1, -1)).map(unquote) : [value];
    const refusal = values.map((each) => refuseValue(table, column, each)).find((each) => each !== null);
    if (refusal !== undefined) return refusal;
  }
  return null;
}

function refuseValue(table: string, column: string, value: string): Refusal | null {
  if (timeColumns.has(column) && parseTime(value) === null) return { status: 400, code: '22007' };
  const isKey = isKeyColumn(column) && !textKeys.has(`${column} of ${table}`);
  return isKey && !uuid.test(value) ? { status: 400, code: '22P02' } : null;
}

/** Null: the values could be stored. An update names only what it changes. */
export function refuseValues(
  store: ModelStore,
  table: string,
  values: JsonRow,
  kind: 'insert' | 'update',
): Refusal | null {
  const columns = columnsOf(table);
  const isMissing = (column: string): boolean =>
    !columns.has(column) || store.missingColumns.has(`${table} ${column}`);
  if (Object.keys(values).some(isMissing)) return { status: 400, code: 'PGRST204' };
  for (const [column, value] of Object.entries(values)) {
    const refusal = typeof value === 'string' && value !== 'now()' ? refuseValue(table, column, value) : null;
    if (refusal !== null) return refusal;
  }
  const { required = [], references = {} } = modelTables[table] ?? {};
  const isEmpty = (column: string): boolean =>
    (values[column] ?? null) === null && (kind === 'insert' || column in values);
  if (required.some(isEmpty)) return { status: 400, code: '23502' };
  for (const [column, parent] of Object.entries(references)) {
    const reference = values[column];
    if (typeof reference === 'string' && !store.rows(parent).has(reference)) {
      return { status: 409, code: '23503' };
    }
  }
  return null;
}

/** Null: nothing hangs on the row. Histories let go of what they name. */
export function refuseDelete(store: ModelStore, table: string, id: string): Refusal | null {
  for (const [child, { references }] of Object.entries(modelTables)) {
    if (child === 'incident_histories') continue;
    const columns = Object.keys(references).filter((column) => references[column] === table);
    if (columns.length === 0) continue;
    for (const row of store.rows(child).values()) {
      if (columns.some((column) => row[column] === id)) return { status: 409, code: '23503' };
    }
  }
  return null;
}
