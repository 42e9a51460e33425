import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { createServer } from 'vite';
import { findChromium } from '../install.mjs';
import type { Spread } from './figures.ts';
import type { StorageFigures } from './page.ts';
import type { WarmStart } from './warm-start.ts';
import { measureWarmStart } from './warm-start.ts';

/** Repetitions of each single measurement. */
const COUNT = 200;
const root = fileURLToPath(new URL('../../', import.meta.url));

const ms = (value: number): string => `${value.toFixed(1)} ms`;
const spread = ({ p50, p95 }: Spread): string => `p50 ${ms(p50)}, p95 ${ms(p95)}`;

function report({ raw, append, emit, refold }: StorageFigures, start: WarmStart): string[][] {
  return [
    ['raw put, one row, relaxed', spread(raw.putRelaxed), ''],
    ['raw put, one row, strict', spread(raw.putStrict), ''],
    ['raw get, one row', spread(raw.get), ''],
    [`raw bulk put, ${raw.bulkRows} rows`, `${raw.bulkPutRowsPerSecond} rows/s`, ''],
    [`raw getAll, ${raw.bulkRows} rows`, ms(raw.getAllMs), ''],
    [
      'T4 warm start → local incidents painted',
      `p50 ${ms(start.p50)}, p75 ${ms(start.p75)}`,
      'target p75 ≤ 300 ms on a mid laptop',
    ],
    ['T6 write → durable', spread(append), 'target p50 ≤ 5 ms, p95 ≤ 20 ms'],
    ['T7 write → live query emits', spread(emit), 'target p50 ≤ 16 ms, p95 ≤ 50 ms'],
    [`T18 refold of ${refold.ops}, nothing to repair`, ms(refold.agreeingMs), 'target ≤ 60 ms'],
    ['    of that: reading the journal', ms(refold.readMs), ''],
    [`T18 refold of ${refold.ops}, cache was lost`, ms(refold.lostCacheMs), 'every row written again'],
  ];
}

async function measureInPage(executablePath: string | undefined): Promise<StorageFigures> {
  const server = await createServer({
    configFile: false,
    root,
    cacheDir: 'node_modules/.cache/vite-bench',
    logLevel: 'warn',
    server: { host: '127.0.0.1', port: 0 },
    optimizeDeps: { include: ['comlink', 'dexie', 'valibot'] },
  });
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    await server.listen();
    const origin = server.resolvedUrls?.local[0];
    if (origin === undefined) throw new Error('The benchmark page has no address');
    const page = await browser.newPage();
    await page.goto(`${origin}tests/bench/index.html`);
    await page.waitForFunction(() => 'measureStorage' in globalThis);
    return await page.evaluate((count) => globalThis.measureStorage(count), COUNT);
  } finally {
    await browser.close();
    await server.close();
  }
}

/** Builds the app in a process of its own, for production: the dev server has told this one that it is development. */
function build(): void {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel=error'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) throw new Error(`The build ended with exit code ${status}`);
}

const executablePath = process.env['CHROMIUM_BIN'] ?? findChromium();
console.log('measuring storage in a worker and a page');
const storage = await measureInPage(executablePath);
console.log('building the app');
build();
console.log('measuring warm starts');
const lines = report(storage, await measureWarmStart(executablePath));
const widths = [0, 1].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
for (const line of lines) {
  console.log(
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('   ')
      .trimEnd(),
  );
}
