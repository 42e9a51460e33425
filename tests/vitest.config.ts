import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { DEXIE, reactPlugins } from '../vite.config.ts';
import { findChromium } from './install.mjs';
import { filesOf, unitsOf } from './length.mjs';
import { indexedDbEngines, type IndexedDbEngine } from './support/indexeddb-engine.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const chromium = findChromium();
const isRoot = process.getuid?.() === 0;

// Limits are for what hangs, not for what is slow: a test that takes 2 s alone may take 30 s on a busy machine.
const PATIENCE_MS = 60_000;
// Starting Postgres and its first migration come on top.
const BACKEND_TIMEOUT_MS = 180_000;

/**
 * What keeps nothing between calls, so that files may share a process and its modules: half the time is their loading.
 * Without the two that replace a module or ask how it was left.
 */
const PURE = [
  'sync/{core,engine,protocol,transport}/**/*.test.ts',
  'src/{features,lib,routes,ui,views}/**/!(markdown-parse|tell-outcome).test.ts',
];

/** The packages that tests in the browser import. A missing one is served as it is, which fails where it is CommonJS. */
const IN_BROWSER = [
  '@leeoniya/ufuzzy',
  '@noble/ciphers/aes.js',
  'comlink',
  'dexie',
  'lucide-react',
  'react',
  'react/compiler-runtime',
  'react/jsx-dev-runtime',
  'react/jsx-runtime',
  'react-aria-components/Button',
  'react-aria-components/Link',
  'react-aria-components/Tooltip',
  'react-aria/PortalProvider',
  'react-aria/private/interactions/useFocusable',
  'react-aria/private/utils/openLink',
  'react-aria/useTooltipTrigger',
  'react-dom',
  'react-dom/client',
  'react-stately/useTooltipTriggerState',
  'valibot',
];

/** Where the browsers of this run have their profiles, by what they keep IndexedDB in. */
const profiles = new Map<string, string>();

/** Chromium with a profile on disk: IndexedDB in memory is another thing than the one people have. */
function chromiumWith(indexedDb: IndexedDbEngine): ReturnType<typeof playwright> {
  const profile = mkdtempSync(join(tmpdir(), 'holdfast-browser-'));
  profiles.set(indexedDb, profile);
  const engine = `--${indexedDb === 'sqlite' ? 'enable' : 'disable'}-features=IdbSqliteBackingStore`;
  process.on('exit', () => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }));
  return playwright({
    launchOptions: {
      ...(chromium === undefined ? {} : { executablePath: chromium }),
      args: [...(isRoot ? ['--no-sandbox'] : []), engine],
    },
    persistentContext: profile,
  });
}

/** Tests of components, in a page without a browser. */
const inPage = {
  root,
  environment: 'jsdom',
  maxWorkers: 2,
  setupFiles: ['tests/page/patience.ts', 'tests/page/quick-styles.ts'],
  testTimeout: PATIENCE_MS,
  hookTimeout: PATIENCE_MS,
};

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
          isolate: false,
          testTimeout: PATIENCE_MS,
          hookTimeout: PATIENCE_MS,
        },
      },
      {
        resolve: { alias: DEXIE },
        test: {
          name: 'unit-node',
          root,
          environment: 'node',
          testTimeout: PATIENCE_MS,
          hookTimeout: PATIENCE_MS,
          include: ['{sync,workers,src}/**/*.test.ts', 'tests/{backend,bench,e2e}/**/*.test.ts'],
          maxWorkers: 2,
          exclude: ['**/*.browser.test.ts', ...PURE],
        },
      },
      {
        resolve: { alias: DEXIE },
        test: {
          name: 'unit-pure',
          root,
          environment: 'node',
          testTimeout: PATIENCE_MS,
          hookTimeout: PATIENCE_MS,
          ...unitsOf({ include: PURE, exclude: ['**/*.browser.test.ts'] }),
          maxWorkers: 2,
          isolate: false,
        },
      },
      {
        plugins: reactPlugins,
        resolve: { alias: DEXIE },
        test: {
          name: 'unit-dom',
          ...inPage,
          ...unitsOf({
            include: ['src/**/*.test.tsx'],
            exclude: ['**/*.browser.test.tsx', 'src/ui/**'],
          }),
        },
      },
      {
        plugins: reactPlugins,
        resolve: { alias: DEXIE },
        // Parts of a page keep nothing between calls. What has a store, a worker or timers of its own is not among them.
        test: {
          name: 'unit-ui',
          ...inPage,
          setupFiles: [...inPage.setupFiles, 'tests/page/shared-process.ts'],
          include: ['src/ui/**/*.test.tsx'],
          exclude: ['**/*.browser.test.tsx'],
          isolate: false,
        },
      },
      {
        resolve: { alias: DEXIE },
        test: {
          name: 'contract',
          root,
          environment: 'node',
          ...filesOf('contract'),
          // A third of the time was loading the same modules for each file. Dexie looks for IndexedDB when it is loaded.
          isolate: false,
          setupFiles: ['fake-indexeddb/auto'],
          testTimeout: BACKEND_TIMEOUT_MS,
          hookTimeout: BACKEND_TIMEOUT_MS,
          maxWorkers: 2,
        },
      },
      {
        resolve: { alias: DEXIE },
        test: {
          name: 'sim',
          root,
          environment: 'node',
          ...filesOf('sim'),
          maxWorkers: 2,
          testTimeout: 300_000,
        },
      },
      {
        plugins: reactPlugins,
        resolve: { alias: DEXIE },
        // Bundled before the first test and never after it: what is found while tests run reloads the page under them.
        optimizeDeps: { noDiscovery: true, include: IN_BROWSER },
        test: {
          name: 'browser',
          root,
          include: ['tests/browser/**/*.test.{ts,tsx}', 'src/**/*.browser.test.{ts,tsx}'],
          testTimeout: PATIENCE_MS,
          hookTimeout: PATIENCE_MS,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            // Two files at once would be two contexts, and those have no profile on disk.
            fileParallelism: false,
            commands: {
              indexedDbEngines: (_context, asked: string) => indexedDbEngines(profiles.get(asked) ?? ''),
            },
            instances: [
              { browser: 'chromium', provider: chromiumWith('leveldb'), provide: { indexedDb: 'leveldb' } },
              {
                browser: 'chromium',
                name: 'browser (chromium, IndexedDB on SQLite)',
                provider: chromiumWith('sqlite'),
                provide: { indexedDb: 'sqlite' },
                include: ['tests/browser/{engine,store,packed}.browser.test.ts'],
              },
            ],
          },
        },
      },
    ],
  },
});
