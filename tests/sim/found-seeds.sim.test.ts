import { describe, expect, test } from 'vitest';
import { foundSeeds } from './found-seeds.ts';
import { failureOf } from './random-runs.ts';

describe('seeds that once found a bug', () => {
  test('keep every invariant', { timeout: 240_000 }, async () => {
    const failures: string[] = [];
    for (const { seed, operations, cause: _cause, ...made } of foundSeeds) {
      const makes = {
        isRough: false,
        readsPages: false,
        writesLinks: false,
        writesRows: false,
        writesStamps: false,
        ...made,
      };
      failures.push(await failureOf(seed, operations, makes));
    }
    expect(failures.filter((failure) => failure !== '')).toEqual([]);
  });
});
