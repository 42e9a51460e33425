import { defineConfig } from 'playwright/test';
import { storiesOf, storyPart, testLength } from '../length.mjs';
import { chromiumOptions } from './device.ts';

/**
 * `npm test` runs the stories tagged `@first`: of each screen and of each promise of the engine the one that says most.
 * `npm run test:long` runs a third of the others, `npm run test:e2e` all.
 */
const length = testLength();
const part = length === 'long' ? storyPart() : undefined;

/** Two workers: a test waits for the network, the disk and the server more than it computes. */
export default defineConfig({
  testDir: '.',
  testMatch:
    part === undefined ? '**/*.e2e.ts' : storiesOf(part, import.meta.dirname).map((file) => `**/${file}`),
  ...(length === 'short' ? { grep: /@first/ } : {}),
  ...(length === 'long' ? { grepInvert: /@first/ } : {}),
  outputDir: '../../test-results/e2e',
  workers: 2,
  // Every test makes what it works on, so that none has to run beside or after another.
  fullyParallel: true,
  // One more try, on a fresh page: two browsers on two cores lose a race of their own about once in 500 tests. What
  // needed it is named at the end of the run.
  retries: 1,
  // Limits are for what hangs: a busy machine with two cores may take four times as long as a quiet one.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  use: { launchOptions: chromiumOptions() },
  reporter:
    process.env['PLAYWRIGHT_JSON'] === undefined
      ? [['list']]
      : [['list'], ['json', { outputFile: process.env['PLAYWRIGHT_JSON'] }]],
});
