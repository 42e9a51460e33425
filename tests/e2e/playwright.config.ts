import { defineConfig } from 'playwright/test';

/** One worker: the machine has two cores and Chromium, Postgres and the engine want them. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: '../../test-results/e2e',
  workers: 1,
  fullyParallel: false,
  retries: 0,
  // Limits are for what hangs: a busy machine with two cores may take four times as long as a quiet one.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter:
    process.env['PLAYWRIGHT_JSON'] === undefined
      ? [['list']]
      : [['list'], ['json', { outputFile: process.env['PLAYWRIGHT_JSON'] }]],
});
