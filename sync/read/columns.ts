import type { JsonRow } from '../protocol/op.ts';
import type { Stored } from '../protocol/stored.ts';
import { pendingFlag } from '../protocol/stored.ts';
import type { Marks } from './types.ts';

/** Text of a column; empty when the column is missing or holds something else. Reading never fails on a row (D24). */
export function textOf(row: JsonRow, column: string): string {
  return maybeTextOf(row, column) ?? '';
}

/** Text of a column, null when there is none. */
export function maybeTextOf(row: JsonRow, column: string): string | null {
  const value = row[column];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** True only for a real `true`. */
export function flagOf(row: JsonRow, column: string): boolean {
  return row[column] === true;
}

/** A JSON object column; anything else reads as an empty object. */
export function objectOf(row: JsonRow, column: string): JsonRow {
  const value = row[column];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  return { ...value };
}

/** Marks of a row from its bit flags. */
export function marksOf(row: Pick<Stored, '_p'>): Marks {
  const has = (flag: number): boolean => (row._p & flag) !== 0;
  return {
    pending: has(pendingFlag.pending),
    failed: has(pendingFlag.failed),
    conflict: has(pendingFlag.conflict),
    parked: has(pendingFlag.parked),
  };
}

/** Rows the user deleted here, or that the server marked deleted, are not shown. */
export function isShown(row: Stored): boolean {
  return (row._p & pendingFlag.deletedLocally) === 0 && maybeTextOf(row, 'deleted_at') === null;
}

/** Oldest first by `created_at`, then by id; compares the server's own texts, never device time (B21, I30). */
export function byCreated(a: JsonRow, b: JsonRow): number {
  return (
    compareText(textOf(a, 'created_at'), textOf(b, 'created_at')) ||
    compareText(textOf(a, 'id'), textOf(b, 'id'))
  );
}

/** Code-unit order, the same in every locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
