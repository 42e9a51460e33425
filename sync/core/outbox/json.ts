import type { JsonRow } from '../../protocol/op.ts';
import type { Stored } from '../../protocol/stored.ts';

/** Server columns of a cached row, without the engine's metadata. */
export function columnsOf(stored: Stored): JsonRow {
  const { _v, _p, _f, _seen, ...columns } = stored;
  return columns;
}

/** The value of a column as text; null when it is absent or no text. */
export function textAt(row: JsonRow | null | undefined, column: string): string | null {
  const value = row?.[column];
  return typeof value === 'string' ? value : null;
}
