import { describe, expect, test } from 'vitest';
import { foundSeeds } from './found-seeds.ts';
import { runSeed } from './run.ts';
import { operationsPerRun, seedsOfRun } from './seeds.ts';

/** What a person needs to see the same failure again. */
function report(seed: number, violations: readonly string[], trace: readonly string[]): string {
  return [
    ...violations,
    `replay: SIM_SEED=${seed} npm run test:sim`,
    'script:',
    ...trace.map((line, index) => `  ${index} ${line}`),
  ].join('\n');
}

async function expectClean(seed: number, operations = operationsPerRun): Promise<void> {
  const { violations, trace } = await runSeed({ seed, operations });
  expect(violations, report(seed, violations, trace)).toEqual([]);
}

describe('random scripts under faults', () => {
  for (const seed of seedsOfRun()) {
    test(`seed ${seed} keeps every invariant`, { timeout: 120_000 }, () => expectClean(seed));
  }
});

describe('seeds that once found a bug', () => {
  for (const { seed, operations, cause } of foundSeeds) {
    test(`${seed}: ${cause}`, { timeout: 120_000 }, () => expectClean(seed, operations));
  }
});
