import { expect, test, vi } from 'vitest';
import { failureOf } from './random-runs.ts';
import { operationsPerRun, seedsOfRun } from './seeds.ts';

/** A table of the model stands for one of so many times its rows: those of a thousand and more are compared by counts. */
const GROWTH = 500;
const LISTED_MS = 2 * 3_600_000;
const RUNS = 24;
const asked = vi.hoisted(() => ({ stamps: 0, sets: 0 }));

vi.mock(import('#sync/core/schedule.ts'), async (original) => {
  const actual = await original();
  return {
    ...actual,
    isCountedInParts: (spec, rows) => actual.isCountedInParts(spec, rows * GROWTH),
    // What no count can see is listed within the time a run may take to come to rest.
    largeSweepMs: () => LISTED_MS,
  };
});
vi.mock(import('#sync/core/stamp-parts.ts'), async (original) => {
  const actual = await original();
  return {
    ...actual,
    stampParts: (stamps) => {
      asked.stamps += 1;
      return actual.stampParts(stamps, 2);
    },
  };
});
vi.mock(import('#sync/core/set-parts.ts'), async (original) => {
  const actual = await original();
  const setParts: typeof actual.setParts = (lines, columns, shift) => {
    asked.sets += 1;
    return actual.setParts(lines, columns, shift, 2);
  };
  return {
    ...actual,
    setParts,
    listedSet: (lines, columns, nowMs) => ({
      ...actual.listedSet(lines, columns, nowMs),
      isCountable: setParts(lines, columns, 0).length > 0,
    }),
  };
});

test(
  '[REC11] [WAT4] tables and sets that are compared by counts keep every invariant',
  { timeout: 240_000 },
  async () => {
    const failures: string[] = [];
    for (const seed of seedsOfRun().slice(0, RUNS)) failures.push(await failureOf(seed, operationsPerRun));
    expect(failures.filter((failure) => failure !== '')).toEqual([]);
    expect(asked.stamps).toBeGreaterThan(RUNS);
    expect(asked.sets).toBeGreaterThan(RUNS);
  },
);
