import type { JsonRow } from '../protocol/op.ts';
import type { Stored } from '../protocol/stored.ts';

/** JSON text with object keys in order, so that equal values have equal text whatever order the server wrote. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const parts = Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`);
    return `{${parts.join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

/** Equality of two JSON values; undefined counts as null, because the wire cannot tell them apart. */
export function sameJson(a: unknown, b: unknown): boolean {
  return a === b || canonicalJson(a ?? null) === canonicalJson(b ?? null);
}

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
