import { defineConfig } from 'playwright/test';
import { chromiumOptions } from './device.ts';

/**
 * Dialog by dialog, state by state: a quarter of an hour on two cores. `npm run test:e2e` runs them all; `npm test` leaves
 * these to it, so that it ends well within half an hour, and keeps every story of survival, review, roles and sign-in.
 */
const DETAILS = [
  '**/accessibility-states.e2e.ts',
  '**/controls.e2e.ts',
  // Makes a build of its own.
  '**/heavy-chunks.e2e.ts',
  '**/health/check.e2e.ts',
  '**/keyboard.e2e.ts',
  ...['by-keys', 'evidence', 'link', 'list-create', 'odd-words', 'panel', 'responders', 'status', 'tree'].map(
    (name) => `**/incidents/${name}.e2e.ts`,
  ),
];

/** Two workers: a test waits for the network, the disk and the server more than it computes. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  testIgnore: process.env['E2E_DETAILS'] === 'no' ? DETAILS : [],
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
