import type { JsonRow } from './op.ts';
import type { WireSpec } from './table.ts';

/** Column of the derived key of a table without a primary key. It lives on this device only and is never requested. */
export const DERIVED_KEY = '_k';

/** What the functions here need of a table or a packed collection. */
export type Keyed = Pick<WireSpec, 'key' | 'keyColumns'>;

function escaped(value: string): string {
  return value.replaceAll('%', '%25').replaceAll('~', '%7E');
}

/** One text of several key values; NULL is told from the empty text. Reversible by `keyParts`. */
export function joinKey(values: readonly (string | null)[]): string {
  return values.map((value) => (value === null ? '%0' : escaped(value))).join('~');
}

/** The values a derived key was made of. */
export function splitKey(key: string): readonly (string | null)[] {
  return key
    .split('~')
    .map((part) => (part === '%0' ? null : part.replaceAll('%7E', '~').replaceAll('%25', '%')));
}

/** Columns that identify a row on the wire, in the order in which pages are sorted. */
export function keyColumnsOf(spec: Keyed): readonly string[] {
  return spec.keyColumns ?? [spec.key];
}

/** Key values as the wire knows them: one per column of `keyColumnsOf`. */
export function keyParts(spec: Keyed, key: string): readonly (string | null)[] {
  return spec.keyColumns === undefined ? [key] : splitKey(key);
}

/**
 * Key of a server row; null when the row has no usable one. A table without a primary key is keyed by its natural key,
 * whose columns may be NULL except the first.
 */
export function keyOfRow(spec: Keyed, row: JsonRow): string | null {
  if (spec.keyColumns === undefined) {
    const key = row[spec.key];
    return typeof key === 'string' ? key : null;
  }
  const values = spec.keyColumns.map((column) => row[column] ?? null);
  const isText = (value: unknown): value is string | null => value === null || typeof value === 'string';
  return values.every(isText) && typeof values[0] === 'string' ? joinKey(values) : null;
}

/** The row with its derived key, where the table has one. */
export function withDerivedKey(spec: Keyed, row: JsonRow): JsonRow {
  return spec.keyColumns === undefined ? row : { ...row, [DERIVED_KEY]: keyOfRow(spec, row) };
}

/** The row without what exists on this device only. */
export function withoutDerivedKey(row: JsonRow): JsonRow {
  if (!(DERIVED_KEY in row)) return row;
  const { [DERIVED_KEY]: _derived, ...columns } = row;
  return columns;
}
