import type { Cursor } from '../../protocol/stored.ts';

/** Rows a filling has taken, and how many it should take: what was taken and what the server counted below that. */
export interface FillSum {
  readonly taken: number;
  /** Null until a page with rows has brought a count. */
  readonly counted: number | null;
}

/** Nothing is known of a filling. */
export const emptySum: FillSum = { taken: 0, counted: null };

const TAKEN = 'taken';
const COUNTED = 'counted';

/** The sum a cursor holds; nothing is known of a filling that has not begun. */
export function sumOf(cursor: Cursor | undefined): FillSum {
  const counted = cursor?.values[COUNTED];
  return {
    taken: Number(cursor?.values[TAKEN] ?? 0),
    counted: counted === undefined ? null : Number(counted),
  };
}

/** The sum as values of a cursor, in place of what it had. */
export function sumValues({ taken, counted }: FillSum): Readonly<Record<string, string>> {
  return { [TAKEN]: String(taken), ...(counted === null ? {} : { [COUNTED]: String(counted) }) };
}

/** The values of a cursor that are no sum. */
export function withoutSum(values: Cursor['values']): Cursor['values'] {
  const { [TAKEN]: _taken, [COUNTED]: _counted, ...rest } = values;
  return rest;
}
