import { fileURLToPath } from 'node:url';
import type { BrowserContext } from 'playwright';
import { findChromium } from '../../install.mjs';
import { withBrowser } from '../bench-browser.ts';
import { withBenchServer } from '../bench-server.ts';
import type { PackedFigures } from '../packed.ts';
import type { Figure } from '../report.ts';

const ROWS = 130_000;
const COUNT = 200;

async function figuresIn(browser: BrowserContext, origin: string): Promise<PackedFigures> {
  const page = await browser.newPage();
  page.on('pageerror', (error) => console.error(error));
  await page.goto(`${origin}tests/bench/packed.html`);
  await page.waitForFunction(() => 'measurePacked' in globalThis);
  return await page.evaluate(([rows, count]) => globalThis.measurePacked(rows, count), [
    ROWS,
    COUNT,
  ] as const);
}

/** T1, T5, T9, T13 and the snapshot, in a worker of a real browser. */
export function packed(executablePath: string | undefined): Promise<Figure[]> {
  return withBenchServer((origin) =>
    withBrowser(executablePath, async (browser) => packedFigures(await figuresIn(browser, origin))),
  );
}

function packedFigures(of: PackedFigures): Figure[] {
  const rowPut = { name: 'raw put per row', value: of.rawRowPut };
  const indexedPut = { name: 'raw put per row, three indexes', value: of.rawIndexedPut };
  const packedPut = { name: 'raw packed put', value: of.rawPackedPut };
  const rawLoad = { name: 'reading the record', value: of.rawSnapshotLoad };
  const rawDelta = { name: 'raw put of 1000 rows', value: of.rawDelta };
  const scan = { name: 'plain search, p50', value: of.rawScan.p50 };
  const scanTail = { name: 'plain search, p95', value: of.rawScan.p95 };
  const json = { name: 'JSON of the rows', value: of.jsonBytes };
  return [
    { name: 'raw put per row, no index', value: of.rawRowPut, unit: 'rows/s' },
    { name: 'raw put per row, three indexes', value: of.rawIndexedPut, unit: 'rows/s' },
    { name: 'raw packed put, 100 rows a record', value: of.rawPackedPut, unit: 'rows/s' },
    { name: 'T1 parse and check alone', value: of.parseOnly, unit: 'rows/s' },
    {
      name: 'T1 packed bootstrap',
      value: of.bootstrap,
      unit: 'rows/s',
      limit: packedPut,
      target: '≥ 80000 rows/s',
    },
    {
      name: 'T1 packed bootstrap, beside rows',
      value: of.bootstrap,
      unit: 'rows/s',
      limit: rowPut,
    },
    {
      name: 'T1 packed bootstrap, beside rows with indexes',
      value: of.bootstrap,
      unit: 'rows/s',
      limit: indexedPut,
      target: '≥ 10 ×',
    },
    { name: 'T1 the same rows again', value: of.again, unit: 'rows/s', limit: packedPut },
    { name: 'T1 50,000 changes', value: of.changesBootstrap, unit: 'rows/s', limit: packedPut },
    {
      name: 'T1 table of rows, two indexes',
      value: of.rowTable.bootstrap,
      unit: 'rows/s',
      limit: { name: 'raw bulk put, two indexes', value: of.rowTable.raw },
      target: '≥ 0.85 ×',
    },
    { name: `T3 index of ${of.rows} rows from pages`, value: of.build, unit: 'ms' },
    { name: 'T5 keystroke, p50', value: of.keystroke.p50, unit: 'ms', limit: scan },
    { name: 'T5 keystroke, p95', value: of.keystroke.p95, unit: 'ms', limit: scanTail, target: '≤ 3 ms' },
    { name: 'T5 keystroke with four facets, p95', value: of.keystrokeFacets.p95, unit: 'ms' },
    { name: 'T5 first sort by name', value: of.firstSort, unit: 'ms' },
    { name: 'T5 snapshot saved', value: of.snapshotSave, unit: 'ms' },
    { name: 'T5 snapshot loaded and first answer', value: of.snapshotLoad, unit: 'ms', limit: rawLoad },
    { name: 'T9 1000 changed rows stored', value: of.deltaApply, unit: 'ms', limit: rawDelta },
    {
      name: 'T9 1000 changed rows visible',
      value: of.deltaVisible,
      unit: 'ms',
      limit: rawDelta,
      target: '≤ 200 ms',
    },
    { name: 'T9 their compaction', value: of.compaction, unit: 'ms' },
    { name: 'window and its 50 rows, p95', value: of.rowsOfWindow.p95, unit: 'ms' },
    { name: 'digest of a 64th of the ids, p95', value: of.digestRange.p95, unit: 'ms' },
    {
      name: `T13 columns of ${of.rows} rows`,
      value: of.columnBytes / 1e6,
      unit: 'MB',
      limit: { name: json.name, value: json.value / 1e6 },
      target: '≤ 24 MB',
    },
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { name, value, unit, limit, target } of await packed(
    process.env['CHROMIUM_BIN'] ?? findChromium(),
  )) {
    const ratio = limit === undefined ? '' : `${(value / limit.value).toFixed(2)} × ${limit.name}`;
    console.log(
      [name.padEnd(46), value.toFixed(1).padStart(12), unit.padEnd(8), ratio.padEnd(30), target ?? ''].join(
        ' ',
      ),
    );
  }
}
