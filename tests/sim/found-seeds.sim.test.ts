import { describe, expect, test } from 'vitest';
import { foundSeeds } from './found-seeds.ts';
import { failureOf } from './random-runs.ts';

describe('seeds that once found a bug', () => {
  test('keep every invariant', { timeout: 240_000 }, async () => {
    const failures: string[] = [];
    for (const { seed, operations, isRough = false, readsPages = false, writesLinks = false } of foundSeeds)
      failures.push(await failureOf(seed, operations, { isRough, readsPages, writesLinks }));
    expect(failures.filter((failure) => failure !== '')).toEqual([]);
  });
});
