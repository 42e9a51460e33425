import type { JsonRow } from '#sync/protocol/op.ts';

/** Text of a column of a row or a body; null when it holds none. */
export function maybeText(row: unknown, column: string): string | null {
  const value = isRow(row) ? row[column] : undefined;
  return typeof value === 'string' && value !== '' ? value : null;
}

export function isRow(value: unknown): value is JsonRow {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object in a column; null when there is none or it is empty. */
export function maybeRow(row: unknown, column: string): JsonRow | null {
  const value = isRow(row) ? row[column] : undefined;
  return isRow(value) && Object.keys(value).length > 0 ? value : null;
}
