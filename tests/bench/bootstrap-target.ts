/** Rows that sync.md T3 names: the seed has about 149,000 that are searched. */
export const TARGET_ROWS = 130_000;
