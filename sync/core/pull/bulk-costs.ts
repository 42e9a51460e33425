import type { JsonRow } from '../../protocol/op.ts';
import type { CostsElsewhere } from '../../protocol/packed.ts';
import { textAt } from '../outbox/json.ts';

/** Sum of each item that has one: null where it is billed in several currencies, which have no sum. */
export function sumsOfItems(
  rows: readonly JsonRow[],
  { item, sum }: Pick<CostsElsewhere, 'item' | 'sum'>,
): ReadonlyMap<string, number | null> {
  const sums = new Map<string, number | null>();
  for (const row of rows) {
    const id = textAt(row, item);
    const value = row[sum];
    if (id === null) continue;
    sums.set(id, sums.has(id) || typeof value !== 'number' ? null : value);
  }
  return sums;
}

/** A row as it came, with what the server keeps elsewhere as this device has it. */
export function withKeptColumn(row: JsonRow, mine: JsonRow | undefined, column: string): JsonRow {
  return mine === undefined || (mine[column] ?? null) === null ? row : { ...row, [column]: mine[column] };
}
