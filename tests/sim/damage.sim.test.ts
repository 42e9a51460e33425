import { describe, expect, test } from 'vitest';
import { runSeed } from './run.ts';
import { operationsPerRun } from './seeds.ts';

/** Fixed, so that what the disk may do is tried by every run, whatever its seeds draw. */
const firstSeed = 9_100_000;
const seeds = Array.from({ length: Number(process.env['DAMAGE_RUNS'] ?? 12) }, (_none, at) => firstSeed + at);

describe('a disk that damages what lies on it', () => {
  for (const seed of seeds) {
    test(`seed ${seed} keeps every invariant`, { timeout: 300_000 }, async () => {
      const { violations, trace } = await runSeed({ seed, operations: operationsPerRun, isDamaged: true });
      expect([...violations, ...(violations.length > 0 ? trace : [])]).toEqual([]);
    });
  }
});
