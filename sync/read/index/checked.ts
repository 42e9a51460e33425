import type { Failures } from './columnar-index.ts';

/** Which rows failed which filter: one bit each, so that a facet can leave out its own. */
export interface Checked {
  readonly failed: Failures;
  /** How many rows passed everything. */
  readonly total: number;
  /** Their slots, when they are few against all or counted more than once. */
  readonly passing: Uint32Array | undefined;
  /** How well each row that passed fits the text, where the list is in that order. */
  readonly fits: Uint8Array | undefined;
  /** Words that were found only nearly. */
  readonly near: readonly string[];
  /** Bits of the filters on a column, or on one key of a `pairs` column. */
  bitsOf(column: string, key: string | undefined): number;
}
