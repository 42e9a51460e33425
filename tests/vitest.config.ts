import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findChromium } from './install.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const chromium = findChromium();
const isRoot = process.getuid?.() === 0;

// Starting Postgres and its first migration take seconds on a slow machine.
const BACKEND_TIMEOUT_MS = 60_000;

export default defineConfig({
  root,
  test: {
    // A stage without tests is a mistake in a path, and the runner counts what ran.
    passWithNoTests: false,
    projects: [
      {
        test: {
          name: 'guard',
          root,
          environment: 'node',
          include: ['tests/guard/**/*.test.ts'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'unit-node',
          root,
          environment: 'node',
          include: ['{sync,workers,src}/**/*.test.ts', 'tests/{backend,e2e}/**/*.test.ts'],
          exclude: ['**/*.browser.test.ts'],
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'unit-dom',
          root,
          environment: 'jsdom',
          include: ['src/**/*.test.tsx'],
          exclude: ['**/*.browser.test.tsx'],
        },
      },
      {
        test: {
          name: 'contract',
          root,
          environment: 'node',
          include: ['tests/contract/**/*.test.ts'],
          testTimeout: BACKEND_TIMEOUT_MS,
          hookTimeout: BACKEND_TIMEOUT_MS,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'sim',
          root,
          environment: 'node',
          include: ['tests/sim/**/*.test.ts'],
          testTimeout: 120_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'browser',
          root,
          include: ['tests/browser/**/*.test.{ts,tsx}', 'src/**/*.browser.test.{ts,tsx}'],
          testTimeout: 30_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                ...(chromium === undefined ? {} : { executablePath: chromium }),
                args: isRoot ? ['--no-sandbox'] : [],
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
