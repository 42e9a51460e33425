import { describe, expect, test } from 'vitest';
import { runSeed, type RunOptions } from './run.ts';
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
export async function failureOf(
  seed: number,
  operations: number,
  makes: Pick<
    RunOptions,
    | 'isRough'
    | 'readsPages'
    | 'writesLinks'
    | 'writesRows'
    | 'readsView'
    | 'writesStamps'
    | 'takesNumbers'
    | 'choosesKeys'
    | 'startsRuns'
  > = {},
): Promise<string> {
  const { violations, trace } = await runSeed({ seed, operations, ...makes });
  return violations.length === 0 ? '' : report(seed, violations, trace);
}

/** One share of the seeds of this run as tests: three files share them, because the runner gives each file a core. */
export function describeRandomRuns(share: number, shares: number): void {
  const seeds = seedsOfRun();
  // A single seed to replay belongs to the first share; the other file must not be without a test.
  const mine = seeds.filter((_seed, index) => index % shares === share);
  describe('random scripts under faults', () => {
    for (const seed of mine.length > 0 ? mine : seeds) {
      test(`seed ${seed} keeps every invariant`, { timeout: 300_000 }, async () => {
        const makes = {
          readsPages: seed % 3 === 0,
          writesLinks: seed % 4 === 1,
          writesRows: seed % 4 === 2,
          readsView: seed % 8 === 6,
          writesStamps: seed % 5 === 3,
          takesNumbers: seed % 5 === 1,
          choosesKeys: seed % 5 === 4,
          startsRuns: seed % 4 === 3,
        };
        expect(await failureOf(seed, operationsPerRun, makes)).toBe('');
      });
    }
  });
}
