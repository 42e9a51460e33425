import { describe, expect, test } from 'vitest';
import { seededBugs } from './bugs.ts';
import { runSeed } from './run.ts';
import { operationsPerRun } from './seeds.ts';

/** Fixed, so that a harness that has become too weak is noticed by the commit that made it so. */
const firstSeed = 7_000_000;
/** The rarest is caught by one seed in twenty-five: in any two hundred, whatever the engine does between two requests. */
const maxSeeds = 200;
/** A sweep of what people edit and its second pass: what a bug breaks has shown by then. */
const quietMs = 40 * 60_000;

/** First seed that notices the bug, with what it noticed. */
async function seedsUntilCaught(sabotage: (typeof seededBugs)[number]['sabotage']): Promise<string> {
  for (let tried = 1; tried <= maxSeeds; tried += 1) {
    const { violations } = await runSeed({
      seed: firstSeed + tried,
      operations: operationsPerRun,
      sabotage,
      quietMs,
    });
    if (violations.length > 0) return `caught after ${tried}: ${violations[0]}`;
  }
  return 'not caught';
}

/** The wire of the bug that believes the first empty page, without the bug. */
test('a filling that is lied to keeps every invariant', { timeout: 240_000 }, async () => {
  for (let tried = 1; tried <= 8; tried += 1) {
    const sabotage = { isWide: true, isLiedTo: true } as const;
    const { violations } = await runSeed({ seed: firstSeed + tried, operations: operationsPerRun, sabotage });
    expect(violations).toEqual([]);
  }
});

describe('planted bugs', () => {
  for (const { name, sabotage } of seededBugs) {
    test(`caught: ${name}`, { timeout: 240_000 }, async () => {
      expect(await seedsUntilCaught(sabotage)).toMatch(/^caught/);
    });
  }
});
