import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright';
import { findChromium } from '../install.mjs';
import { withBrowser } from './bench-browser.ts';
import { withBenchServer } from './bench-server.ts';
import { bootstrapOverWire } from './bootstrap-run.ts';
import { catalogFigures } from './catalog-run.ts';
import { device } from './device-run.ts';
import { measureIdle, type IdleMinute } from './idle.ts';
import type { JournalDisk } from './journal-disk.ts';
import type { StorageFigures } from './page.ts';
import { packed } from './packed/run.ts';
import { healthFigures } from './health-run.ts';
import { measureIncidents } from './incidents.ts';
import { logFigures } from './logs.ts';
import { measureReplay } from './replay.ts';
import { hereAndNow, placeOf, readBaseline, tableOf, writeBaseline, type Figure } from './report.ts';
import { runFigures } from './runs.ts';
import { topologyFigures } from './topology.ts';
import { measureWarmStart } from './warm-start.ts';
import { idleOverH2, reconcile, resume } from './wire/wire-run.ts';

/** Repetitions of each single measurement. */
const COUNT = 200;
const root = fileURLToPath(new URL('../../', import.meta.url));
const executablePath = process.env['CHROMIUM_BIN'] ?? findChromium();

function storageFigures({ raw, append, emit, rebuild }: StorageFigures, disk: JournalDisk): Figure[] {
  const strict = { name: 'raw strict put', value: raw.putStrict.p50 };
  const strictTail = { name: 'raw strict put', value: raw.putStrict.p95 };
  const records = { name: `the ${rebuild.ops} records of the journal read raw`, value: rebuild.rawJournalMs };
  return [
    { name: 'raw put, one row, relaxed, p50', value: raw.putRelaxed.p50, unit: 'ms' },
    { name: 'raw put, one row, strict, p50', value: raw.putStrict.p50, unit: 'ms' },
    { name: 'raw get, one row, p50', value: raw.get.p50, unit: 'ms' },
    { name: 'raw bulk put', value: raw.bulkPutRowsPerSecond, unit: 'rows/s' },
    { name: `raw getAll, ${raw.bulkRows} rows`, value: raw.getAllMs, unit: 'ms' },
    { name: 'T6 write → durable, p50', value: append.p50, unit: 'ms', limit: strict, target: '≤ 5 ms' },
    { name: 'T6 write → durable, p95', value: append.p95, unit: 'ms', limit: strictTail, target: '≤ 20 ms' },
    { name: 'T7 write → live query, p50', value: emit.p50, unit: 'ms', limit: strict, target: '≤ 16 ms' },
    { name: 'T7 write → live query, p95', value: emit.p95, unit: 'ms', limit: strictTail, target: '≤ 50 ms' },
    {
      name: `T18 rebuild of ${rebuild.ops}, nothing to repair`,
      value: rebuild.agreeingMs,
      unit: 'ms',
      limit: records,
      target: '≤ 60 ms',
    },
    { name: 'T18 of that: reading the journal', value: rebuild.readMs, unit: 'ms', limit: records },
    { name: `raw getAll, ${rebuild.ops} records of the journal`, value: rebuild.rawJournalMs, unit: 'ms' },
    {
      name: `T18 rebuild of ${rebuild.ops}, cache was lost`,
      value: rebuild.lostCacheMs,
      unit: 'ms',
      limit: {
        name: 'raw bulk put of as many rows',
        value: (rebuild.ops / raw.bulkPutRowsPerSecond) * 1_000,
      },
    },
    {
      name: `T14 journal with ${disk.ops} pending operations`,
      value: disk.bytes,
      unit: 'bytes',
      limit: { name: 'their JSON', value: disk.jsonBytes },
      target: '≤ 5 MB',
    },
  ];
}

/** Each in a profile of its own. */
function storage(): Promise<Figure[]> {
  return withBenchServer(async (origin) => {
    const inPage = <T>(measure: (page: Page) => Promise<T>): Promise<T> =>
      withBrowser(executablePath, async (browser) => {
        const page = await browser.newPage();
        await page.goto(`${origin}tests/bench/index.html`);
        await page.waitForFunction(() => 'measureStorage' in globalThis);
        return await measure(page);
      });
    const disk = await inPage((page) => page.evaluate(() => globalThis.measureJournalDisk()));
    const figures = await inPage((page) => page.evaluate((count) => globalThis.measureStorage(count), COUNT));
    return storageFigures(figures, disk);
  });
}

let isBuilt = false;

/** Builds the app in a process of its own, for production: the dev server has told this one that it is development. */
function build(): void {
  if (isBuilt) return;
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel=error'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) throw new Error(`The build ended with exit code ${status}`);
  isBuilt = true;
}

async function start(): Promise<Figure[]> {
  build();
  const { incidents, p50, p75, documentMs, shellMs, scriptsMs } = await measureWarmStart(executablePath);
  const name = `T4 warm start → painted, ${incidents} incidents on the device`;
  const shell = { name: 'first paint of the shell, p50', value: shellMs };
  return [
    { name: 'T4 of that: document from the service worker, p50', value: documentMs, unit: 'ms' },
    { name: 'T4 of that: first paint of the shell, p50', value: shellMs, unit: 'ms' },
    { name: 'T4 of that: last script loaded, p50', value: scriptsMs, unit: 'ms' },
    { name: `${name}, p50`, value: p50, unit: 'ms', limit: shell },
    { name: `${name}, p75`, value: p75, unit: 'ms', limit: shell, target: '≤ 300 ms on a mid laptop' },
  ];
}

async function replay(): Promise<Figure[]> {
  const { incidents, ops, rttMs, fourLanesMs, oneLaneMs, rawFourMs, rawOneMs } = await measureReplay();
  const over = `over ${incidents} incidents`;
  const raw = { name: 'plain fetches, four at a time', value: rawFourMs };
  const each = { name: `plain fetches, one at a time, ${rttMs} ms each way and back`, value: rawOneMs };
  return [
    {
      name: `T8 ${ops} changes in four lanes ${over}`,
      value: fourLanesMs,
      unit: 'ms',
      limit: raw,
      target: '≤ 8 s',
    },
    {
      name: `T8 ${ops} changes in one lane ${over}`,
      value: oneLaneMs,
      unit: 'ms',
      limit: each,
      target: '≤ 22 s',
    },
  ];
}

function minuteFigures(when: string, minute: IdleMinute): Figure[] {
  const { requests, bytes, bodyBytes, plainBytes, commits, reads } = minute;
  const plain = requests === 0 ? undefined : { name: 'plain fetches of the same', value: plainBytes };
  return [
    {
      name: `T10 idle minute, ${when}: changes by React`,
      value: commits,
      unit: 'times',
      target: '0, and 1 for the ages of that minute',
    },
    {
      name: `T10 idle minute, ${when}: reads of live queries`,
      value: reads,
      unit: 'times',
      target: '0, and 1 after the write of ages',
    },
    { name: `T11 idle minute, ${when}: requests`, value: requests, unit: 'requests' },
    { name: `T11 idle minute, ${when}: HTTP/1.1 with heads`, value: bytes, unit: 'bytes', limit: plain },
    { name: `T11 idle minute, ${when}: bodies`, value: bodyBytes, unit: 'bytes' },
  ];
}

/** A real minute of the built app in a browser, over HTTP/1.1, and minutes of the engine over HTTP/2. */
async function idle(): Promise<Figure[]> {
  build();
  const { visible, hidden } = await measureIdle(executablePath);
  return [...minuteFigures('visible', visible), ...minuteFigures('hidden', hidden), ...(await idleOverH2())];
}

async function incidents(): Promise<Figure[]> {
  build();
  const { listed, open, openAtOnce, back, filter, bareFrameMs } = await measureIncidents(executablePath);
  const frame = { name: 'a frame of the same page', value: bareFrameMs };
  const of = `${listed} incidents`;
  return [
    { name: `incident opened from ${of} → tree painted, p50`, value: open.p50, unit: 'ms', limit: frame },
    {
      name: `incident opened from ${of} → tree painted, p95`,
      value: open.p95,
      unit: 'ms',
      limit: frame,
      target: '≤ 100 ms',
    },
    { name: 'the same at once after the way back, p50', value: openAtOnce.p50, unit: 'ms', limit: frame },
    { name: 'the same at once after the way back, p95', value: openAtOnce.p95, unit: 'ms', limit: frame },
    { name: `back to ${of} → list painted, p50`, value: back.p50, unit: 'ms', limit: frame },
    { name: `back to ${of} → list painted, p95`, value: back.p95, unit: 'ms', limit: frame },
    { name: `search of ${of} → list painted, p50`, value: filter.p50, unit: 'ms', limit: frame },
    {
      name: `search of ${of} → list painted, p95`,
      value: filter.p95,
      unit: 'ms',
      limit: frame,
      target: '≤ 32 ms',
    },
  ];
}

function health(): Promise<Figure[]> {
  const { page: pages, database } = values;
  if (pages.length === 0) build();
  return healthFigures({ pages, database, executablePath });
}

function catalog(): Promise<Figure[]> {
  const { page: pages } = values;
  if (pages.length === 0) build();
  return catalogFigures({ pages, executablePath });
}

const sections = {
  storage,
  packed: () => packed(executablePath),
  bootstrap: () => bootstrapOverWire(executablePath),
  start,
  replay,
  idle,
  incidents,
  health,
  catalog,
  logs: () => {
    build();
    return logFigures(executablePath);
  },
  runs: () => {
    build();
    return runFigures(executablePath);
  },
  topology: () => {
    build();
    return topologyFigures(executablePath);
  },
  device: () => {
    build();
    return device(executablePath);
  },
  reconcile,
  resume,
} as const;
type Section = keyof typeof sections;
const isSection = (name: string): name is Section => Object.hasOwn(sections, name);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    record: { type: 'boolean', default: false },
    // Pages to drive in place of our own, one beside the other, and their backend's database.
    page: { type: 'string', multiple: true, default: [] },
    database: { type: 'string' },
  },
});
const unknown = positionals.find((name) => !isSection(name));
if (unknown !== undefined) {
  console.error(
    `${unknown} is no benchmark; there are ${Object.keys(sections).join(', ')}, --record, --page for health and catalog, and --database for health`,
  );
  process.exit(2);
}
const chosen = positionals.filter(isSection);
const hasBaseline = existsSync(new URL('baseline.json', import.meta.url));
const before = hasBaseline ? readBaseline() : null;
const figures: Figure[] = [];
const took: string[] = [];
console.log(`measured ${placeOf(hereAndNow())}`);
if (before !== null) console.log(`recorded ${placeOf(before)}`);
for (const name of chosen.length === 0 ? Object.keys(sections).filter(isSection) : chosen) {
  // Others at work on the machine make every figure worse, and the raw ones beside them alike.
  console.log(`\nmeasuring ${name} at a load of ${loadavg()[0]?.toFixed(1)}`);
  const startedAt = performance.now();
  let end = 'done';
  try {
    const measured = await sections[name]();
    for (const line of tableOf(measured, before)) console.log(line);
    figures.push(...measured);
    // After each section: what comes later may fail, and a whole run takes its time.
    if (values.record) writeBaseline(figures, before);
  } catch (thrown) {
    // The other sections are worth having; the exit code tells.
    console.error(`${name} was not measured:`, thrown);
    process.exitCode = 1;
    end = 'FAILED';
  }
  took.push(`${name} ${end} in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
}
console.log(`\n${took.join('\n')}`);
