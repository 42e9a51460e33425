import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { createServer } from 'vite';
import { startGateway } from '../contract/gateway-client.ts';
import { findChromium } from '../install.mjs';
import type { BootstrapFigures } from './bootstrap.worker.ts';
import type { Figure } from './report.ts';

/** Each run begins with an empty profile; the middle one counts. */
const RUNS = 3;
const root = fileURLToPath(new URL('../../', import.meta.url));

async function measure(executablePath: string | undefined): Promise<readonly BootstrapFigures[]> {
  const gateway = await startGateway({ size: 'large' });
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
      proxy: { '/api': { target: gateway.url } },
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
    const runs: BootstrapFigures[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const client = await gateway.signedIn('admin');
      const me = await client.json<{ payload: { user: { id: string } } }>('/api/auth/whoami');
      const context = await browser.newContext();
      const cookies = [...client.cookies].map(([name, value]) => ({ name, value, url: origin }));
      await context.addCookies(cookies);
      const page = await context.newPage();
      await page.goto(`${origin}tests/bench/bootstrap.html`);
      await page.waitForFunction(() => 'measureBootstrap' in globalThis);
      runs.push(await page.evaluate((id) => globalThis.measureBootstrap(id), me.payload.user.id));
      await context.close();
    }
    return runs;
  } finally {
    await browser.close();
    await server.close();
    await gateway.stop();
  }
}

/** T2 and T3 on the `large` seed through the whole engine, the wire unthrottled, in a worker of a real browser. */
export async function bootstrapOverWire(executablePath: string | undefined): Promise<Figure[]> {
  const runs = await measure(executablePath);
  const [middle] = runs.toSorted((a, b) => a.allMs - b.allMs).slice(Math.floor(runs.length / 2));
  if (middle === undefined) throw new Error('Nothing was measured');
  const { incidentsMs, itemsMs, items, allMs, changes, rawMs, pages, bytes, rawAllMs, requests } = middle;
  const raw = { name: `plain fetches of the same ${pages} pages`, value: rawMs };
  return [
    { name: 'raw fetch of the pages of items and changes', value: rawMs, unit: 'ms' },
    { name: 'their bodies', value: bytes, unit: 'bytes' },
    { name: 'T2 cold start → incidents on this device', value: incidentsMs, unit: 'ms', target: '≤ 1.5 s' },
    { name: `T3 cold start → ${items} items searchable`, value: itemsMs, unit: 'ms', limit: raw },
    { name: `raw fetch of all ${requests} requests of it`, value: rawAllMs, unit: 'ms', limit: raw },
    {
      name: `T3 cold start → ${items} items and ${changes} changes searchable`,
      value: allMs,
      unit: 'ms',
      limit: { name: `plain fetches of all ${requests} requests of the first pull`, value: rawAllMs },
      target: '≤ 10 s',
    },
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const figure of await bootstrapOverWire(process.env['CHROMIUM_BIN'] ?? findChromium())) {
    console.log(figure.name.padEnd(60), figure.value.toFixed(0).padStart(10), figure.unit);
  }
}
