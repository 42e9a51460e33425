import { describe, expect, test, vi } from 'vitest';
import { failureOf } from './random-runs.ts';
import { operationsPerRun, seedsOfRun } from './seeds.ts';

/** A table of the model stands for one of so many times its rows: those of a thousand and more are compared by counts. */
const GROWTH = 500;
const LISTED_MS = 2 * 3_600_000;
/** Fixed, so that how often is counted does not follow from the commit. */
const KNOWN = Array.from({ length: 16 }, (_none, index) => 7_000_001 + index);
/** One run of so many of the random ones is made again in this way. */
const ONE_OF = 20;
const asked = vi.hoisted(() => ({ stamps: 0, sets: 0 }));

vi.mock(import('#sync/core/pull/schedule.ts'), async (original) => {
  const actual = await original();
  return {
    ...actual,
    isCountedInParts: (spec, rows) => actual.isCountedInParts(spec, rows * GROWTH),
    // What no count can see is listed within the time a run may take to come to rest.
    largeSweepMs: () => LISTED_MS,
  };
});
vi.mock(import('#sync/core/pull/stamp-parts.ts'), async (original) => {
  const actual = await original();
  return {
    ...actual,
    stampParts: (stamps) => {
      asked.stamps += 1;
      return actual.stampParts(stamps, 2);
    },
  };
});
vi.mock(import('#sync/core/outbox/set-parts.ts'), async (original) => {
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

async function failuresOf(seeds: readonly number[]): Promise<readonly string[]> {
  const failures: string[] = [];
  for (const seed of seeds) failures.push(await failureOf(seed, operationsPerRun));
  return failures.filter((failure) => failure !== '');
}

describe('[REC11] [WAT4] tables and sets that are compared by counts keep every invariant', () => {
  test('in known scripts, where both are counted', { timeout: 240_000 }, async () => {
    expect(await failuresOf(KNOWN)).toEqual([]);
    expect(asked.stamps).toBeGreaterThan(0);
    expect(asked.sets).toBeGreaterThan(0);
  });

  test('in random scripts', { timeout: 1_200_000 }, async () => {
    expect(await failuresOf(seedsOfRun().filter((_seed, index) => index % ONE_OF === 0))).toEqual([]);
  });
});
