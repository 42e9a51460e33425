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

/** Text of the failure, empty when every invariant held. */
async function failureOf(seed: number, operations: number): Promise<string> {
  const { violations, trace } = await runSeed({ seed, operations });
  return violations.length === 0 ? '' : report(seed, violations, trace);
}

describe('random scripts under faults', () => {
  for (const seed of seedsOfRun()) {
    test(`seed ${seed} keeps every invariant`, { timeout: 120_000 }, async () => {
      expect(await failureOf(seed, operationsPerRun)).toBe('');
    });
  }
});

describe('seeds that once found a bug', () => {
  test('keep every invariant', { timeout: 240_000 }, async () => {
    const failures: string[] = [];
    for (const { seed, operations } of foundSeeds) failures.push(await failureOf(seed, operations));
    expect(failures.filter((failure) => failure !== '')).toEqual([]);
  });
});
