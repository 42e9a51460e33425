import { fileURLToPath } from 'node:url';
import { startGateway, type Client } from '../contract/gateway-client.ts';
import { findChromium } from '../install.mjs';
import { withBrowser } from './bench-browser.ts';
import { withBenchServer } from './bench-server.ts';
import type { BootstrapFigures } from './bootstrap.worker.ts';
import { TARGET_ROWS } from './bootstrap-target.ts';
import { N1, N2, openRecordedWire, type Link, type RecordedWire } from './wire/recorded-wire.ts';
import { inThousands, type Figure } from './report.ts';

/** Each run begins with an empty profile; the middle one counts. */
const RUNS = 3;
/** The first run goes on for as long as the slowest link takes, and longer. */
const LINGER_MS = 45_000;
/** Reads of a run that may be new: polls that carry the time. */
const MOST_MISSES = 20;

/** The first pull over one link, answered from memory. */
interface Recorded {
  readonly link: Link;
  readonly runs: readonly BootstrapFigures[];
  /** Reads of a run that the server had to answer after all. */
  readonly misses: number;
}

interface Runs {
  /** In front of the real server, which has the same cores. */
  readonly live: readonly BootstrapFigures[];
  readonly recorded: readonly Recorded[];
}

/** A new device each time: nothing of an earlier pull is on it. */
async function pull(
  { cookies }: Client,
  userId: string,
  origin: string,
  executablePath: string | undefined,
  lingerMs: number,
): Promise<BootstrapFigures> {
  return await withBrowser(executablePath, async (browser) => {
    await browser.addCookies([...cookies].map(([name, value]) => ({ name, value, url: origin })));
    const page = await browser.newPage();
    await page.goto(`${origin}tests/bench/bootstrap.html`);
    await page.waitForFunction(() => 'measureBootstrap' in globalThis);
    return await page.evaluate(([id, ms]) => globalThis.measureBootstrap(id, ms), [
      userId,
      lingerMs,
    ] as const);
  });
}

async function overLink(wire: RecordedWire, link: Link, once: () => Promise<BootstrapFigures>) {
  wire.play(link);
  const runs: BootstrapFigures[] = [];
  // What a slow link takes is the link's, and hardly differs from run to run.
  const count = link === N2 ? 1 : RUNS;
  for (let run = 0; run < count; run += 1) runs.push(await once());
  const misses = wire.misses() / count;
  // What is asked live does not come over the link: a few polls, or the figures say nothing.
  if (misses > MOST_MISSES) throw new Error(`${misses} answers a run were not recorded`);
  return { link, runs, misses };
}

async function measure(executablePath: string | undefined): Promise<Runs> {
  const gateway = await startGateway({ size: 'large' });
  const wire = await openRecordedWire(gateway.url);
  try {
    return await withBenchServer(async (origin) => {
      const client = await gateway.signedIn('admin');
      const me = await client.json<{ payload: { user: { id: string } } }>('/api/auth/whoami');
      const once = (lingerMs = 0): Promise<BootstrapFigures> =>
        pull(client, me.payload.user.id, origin, executablePath, lingerMs);
      const live: BootstrapFigures[] = [];
      for (let run = 0; run < RUNS; run += 1) live.push(await once(run === 0 ? LINGER_MS : 0));
      const recorded: Recorded[] = [];
      for (const link of [N1, N2]) recorded.push(await overLink(wire, link, () => once()));
      return { live, recorded };
    }, wire.url);
  } finally {
    await wire.stop();
    await gateway.stop();
  }
}

function middleOf(runs: readonly BootstrapFigures[]): BootstrapFigures {
  const middle = runs.toSorted((a, b) => a.allMs - b.allMs)[Math.floor(runs.length / 2)];
  if (middle === undefined) throw new Error('Nothing was measured');
  return middle;
}

/** What the targets say of a link: until incidents are there, and until everything is found. */
const TARGETS: Readonly<Record<string, readonly [incidents: string, searchable: string]>> = {
  N1: ['≤ 1.5 s', '≤ 10 s'],
  N2: ['≤ 4 s', '≤ 30 s'],
};

/** The figures of one kind of wire; null is the real server's, which shares the machine. */
function figuresOf(of: BootstrapFigures, link: Link | null): Figure[] {
  const over = link === null ? '' : `, recorded, ${link.name}`;
  const [incidents, searchable] = TARGETS[link?.name ?? ''] ?? [];
  const raw = { name: `plain fetches of the same ${of.pages} pages`, value: of.rawMs };
  const all = { name: `plain fetches of all ${of.requests} requests of the first pull`, value: of.rawAllMs };
  // Names are the same in every run, or a recorded figure would not be found again.
  return [
    { name: `raw fetch of the pages of items and changes${over}`, value: of.rawMs, unit: 'ms' },
    {
      name: `T2 cold start → incidents on this device${over}`,
      value: of.incidentsMs,
      unit: 'ms',
      limit: { name: 'one plain fetch of a page of incidents', value: of.rawIncidentsMs },
      target: incidents,
    },
    {
      name: `T3 cold start → ${inThousands(of.items)} items searchable${over}`,
      value: of.itemsMs,
      unit: 'ms',
      limit: raw,
    },
    {
      name: `T3 cold start → ${inThousands(TARGET_ROWS)} rows searchable${over}`,
      value: of.targetMs,
      unit: 'ms',
      limit: all,
      target: searchable,
    },
    {
      name: `raw fetch of every request of the first pull${over}`,
      value: of.rawAllMs,
      unit: 'ms',
      limit: raw,
    },
    {
      name: `T3 cold start → ${inThousands(of.items)} items and ${inThousands(of.changes)} changes searchable${over}`,
      value: of.allMs,
      unit: 'ms',
      limit: all,
    },
    { name: `T3 requests until then${over}`, value: of.requests, unit: 'requests' },
  ];
}

/** T2 and T3 on the `large` seed through the whole engine, in a worker of a real browser. */
export async function bootstrapOverWire(executablePath: string | undefined): Promise<Figure[]> {
  const { live, recorded } = await measure(executablePath);
  const ofLive = middleOf(live);
  const overLinks = recorded.flatMap(({ link, runs, misses }): Figure[] => [
    ...figuresOf(middleOf(runs), link),
    { name: `answers that were not recorded, ${link.name}`, value: misses, unit: 'requests' },
  ]);
  return [
    ...figuresOf(ofLive, null),
    { name: 'their bodies', value: ofLive.bytes, unit: 'bytes' },
    ...overLinks,
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const figure of await bootstrapOverWire(process.env['CHROMIUM_BIN'] ?? findChromium())) {
    console.log(figure.name.padEnd(60), figure.value.toFixed(0).padStart(10), figure.unit);
  }
}
