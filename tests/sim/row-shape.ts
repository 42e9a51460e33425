import type { JsonRow } from '#sync/protocol/op.ts';
import type { Stored } from '#sync/protocol/stored.ts';

/** Columns of a row of the cache, without the engine's own. */
export function strip(row: Stored | undefined): JsonRow | null {
  if (row === undefined) return null;
  return Object.fromEntries(Object.entries(row).filter(([name]) => !name.startsWith('_')));
}

/** The same columns in the same order, whoever wrote them. */
export function shapeOf(row: JsonRow | null): string {
  if (row === null) return 'null';
  return JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
