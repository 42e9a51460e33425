import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { createServer } from 'vite';
import { startGateway } from '../contract/gateway-client.ts';
import { findChromium } from '../install.mjs';
import type { BootstrapFigures } from './bootstrap.worker.ts';
import { N1, openRecordedWire } from './recorded-wire.ts';
import type { Figure } from './report.ts';

/** Each run begins with an empty profile; the middle one counts. */
const RUNS = 3;
/** Reads of a run that may be new: polls that carry the time. */
const MOST_MISSES = 20;
const root = fileURLToPath(new URL('../../', import.meta.url));

interface Runs {
  /** In front of the real server, which has the same cores. */
  readonly live: readonly BootstrapFigures[];
  /** Its answers from memory, over N1. */
  readonly recorded: readonly BootstrapFigures[];
  /** Reads of the latter that the server had to answer after all. */
  readonly misses: number;
}

async function measure(executablePath: string | undefined): Promise<Runs> {
  const gateway = await startGateway({ size: 'large' });
  const wire = await openRecordedWire(gateway.url);
  const server = await createServer({
    configFile: false,
    root,
    cacheDir: 'node_modules/.cache/vite-bench',
    logLevel: 'warn',
    server: {
      host: '127.0.0.1',
      port: 0,
      hmr: false,
      watch: null,
      proxy: { '/api': { target: wire.url } },
    },
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
    const client = await gateway.signedIn('admin');
    const me = await client.json<{ payload: { user: { id: string } } }>('/api/auth/whoami');
    const once = async (): Promise<BootstrapFigures> => {
      const context = await browser.newContext();
      const cookies = [...client.cookies].map(([name, value]) => ({ name, value, url: origin }));
      await context.addCookies(cookies);
      const page = await context.newPage();
      await page.goto(`${origin}tests/bench/bootstrap.html`);
      await page.waitForFunction(() => 'measureBootstrap' in globalThis);
      const figures = await page.evaluate((id) => globalThis.measureBootstrap(id), me.payload.user.id);
      await context.close();
      return figures;
    };
    const live: BootstrapFigures[] = [];
    for (let run = 0; run < RUNS; run += 1) live.push(await once());
    const recorded: BootstrapFigures[] = [];
    wire.play(N1);
    for (let run = 0; run < RUNS; run += 1) recorded.push(await once());
    const misses = wire.misses() / RUNS;
    // What is asked live does not come over the link: a few polls, or the figures say nothing.
    if (misses > MOST_MISSES) throw new Error(`${misses} answers a run were not recorded`);
    return { live, recorded, misses };
  } finally {
    await browser.close();
    await server.close();
    await wire.stop();
    await gateway.stop();
  }
}

function middleOf(runs: readonly BootstrapFigures[]): BootstrapFigures {
  const middle = runs.toSorted((a, b) => a.allMs - b.allMs)[Math.floor(runs.length / 2)];
  if (middle === undefined) throw new Error('Nothing was measured');
  return middle;
}

/** The figures of one kind of wire; `over` names it. */
function figuresOf(of: BootstrapFigures, over: string, target: string | undefined): Figure[] {
  const raw = { name: `plain fetches of the same ${of.pages} pages`, value: of.rawMs };
  const all = { name: `plain fetches of all ${of.requests} requests of the first pull`, value: of.rawAllMs };
  return [
    { name: `raw fetch of the pages of items and changes${over}`, value: of.rawMs, unit: 'ms' },
    {
      name: `T2 cold start → incidents on this device${over}`,
      value: of.incidentsMs,
      unit: 'ms',
      target: '≤ 1.5 s',
    },
    {
      name: `T3 cold start → ${of.items} items searchable${over}`,
      value: of.itemsMs,
      unit: 'ms',
      limit: raw,
      target,
    },
    {
      name: `raw fetch of all ${of.requests} requests of it${over}`,
      value: of.rawAllMs,
      unit: 'ms',
      limit: raw,
    },
    {
      name: `T3 cold start → ${of.items} items and ${of.changes} changes searchable${over}`,
      value: of.allMs,
      unit: 'ms',
      limit: all,
      target,
    },
  ];
}

/** T2 and T3 on the `large` seed through the whole engine, in a worker of a real browser. */
export async function bootstrapOverWire(executablePath: string | undefined): Promise<Figure[]> {
  const { live, recorded, misses } = await measure(executablePath);
  const ofLive = middleOf(live);
  return [
    ...figuresOf(ofLive, '', undefined),
    { name: 'their bodies', value: ofLive.bytes, unit: 'bytes' },
    ...figuresOf(middleOf(recorded), ', recorded, N1', '≤ 10 s'),
    { name: 'answers that were not recorded', value: misses, unit: 'requests' },
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const figure of await bootstrapOverWire(process.env['CHROMIUM_BIN'] ?? findChromium())) {
    console.log(figure.name.padEnd(60), figure.value.toFixed(0).padStart(10), figure.unit);
  }
}
