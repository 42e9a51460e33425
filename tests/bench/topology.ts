import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ELK from 'elkjs';
import type { ElkNode } from 'elkjs';
import type { Page } from 'playwright';
import { startStack, type Stack } from '../e2e/stack.ts';
import { untilCalm } from './calm.ts';
import { act, firstVisit, open, openBrowser, ROUNDS, spread, VISITS, type Sample } from './health.ts';
import { leave } from './leave.ts';
import type { Figure } from './report.ts';

/* Dashboards over 20,000 components, one with 2,000 cards, and relationships as a graph. */

const CARDS = 2_000;
const DASHBOARD = 'be11c0de-0000-4000-8000-000000000002';
/** Visible nodes of the two graphs: the most that is drawn by itself, and one that is asked for. */
const GRAPHS = [150, 2_000] as const;
const DRAWINGS = 5;

const INSERT_CARDS = `
  with root as (
    insert into components (id, topology_id, external_id, name, type, status, created_at, updated_at)
    select $1, (select id from topologies order by name limit 1), 'bench-dashboard', 'bench-dashboard', 'System', 'healthy', now(), now()
    returning id, topology_id)
  insert into components (id, topology_id, external_id, parent_id, path, name, type, status, labels, created_at, updated_at)
  select gen_random_uuid(), root.topology_id, 'bench-card-' || n, root.id, root.id::text, 'bench-card-' || n, 'Service',
    case when n % 10 = 0 then 'unhealthy' when n % 7 = 0 then 'warning' else 'healthy' end,
    jsonb_build_object('team', 'team-' || n % 20), now(), now()
  from root, generate_series(1, $2::int) n`;

/** A tree in which no three of a type hang on one item, so that nothing is gathered. */
const INSERT_ITEMS = `
  insert into config_items (id, name, type, config_class, health, config, created_at, updated_at)
  select gen_random_uuid(), $1 || '-' || n, 'Bench::Kind' || n % 997, 'Kind', 'healthy', '{}', now(), now()
  from generate_series(1, $2::int) n`;
const INSERT_LINKS = `
  insert into config_relationships (config_id, related_id, relation, selector_id)
  select above.id, below.id, 'hard', 'bench'
  from generate_series(2, $2::int) n
  join config_items below on below.name = $1 || '-' || n
  join config_items above on above.name = $1 || '-' || ((n - 2) / 7 + 1)`;

/** Inside the page; as text: see METER. */
const DRAWER = `(() => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const Native = globalThis.Worker;
  const layouts = [];
  // How long the layout takes in its worker, the way there and back with it.
  globalThis.Worker = class extends Native {
    constructor(url, options) {
      super(url, options);
      if (options?.name !== 'holdfast-layout') return;
      this.addEventListener('message', () => layouts.push(performance.now() - this.sentAt));
    }
    postMessage(...all) {
      this.sentAt = performance.now();
      super.postMessage(...all);
    }
  };
  globalThis.graphMeter = {
    async draw(press) {
      const from = performance.now();
      press.click();
      const stands = () => {
        const region = document.querySelector('[aria-label^="Relationships of"][aria-busy=false]');
        return region !== null && region.querySelectorAll('.react-flow__node').length > 0;
      };
      while (!stands()) {
        await frame();
        if (performance.now() - from > 120000) throw new Error('The graph is not drawn');
      }
      await frame();
      return { drawnMs: performance.now() - from, layoutMs: layouts.at(-1) ?? Number.NaN, from };
    },
  };
})();`;

declare global {
  // Put there by DRAWER.
  var graphMeter: {
    readonly draw: (
      press: Element,
    ) => Promise<{ readonly drawnMs: number; readonly layoutMs: number; readonly from: number }>;
  };
}

async function insertGraph(stack: Stack, count: number): Promise<string> {
  const name = `bench-graph-${count}`;
  await stack.sql(INSERT_ITEMS, [name, count]);
  await stack.sql(INSERT_LINKS, [name, count]);
  const [root] = await stack.sql<{ id: string }>('select id::text from config_items where name = $1', [
    `${name}-1`,
  ]);
  if (root === undefined) throw new Error('The graph was not made');
  return root.id;
}

/** The same tree through the bare engine, in this process. */
async function bareLayoutMs(count: number): Promise<number> {
  const ids = Array.from({ length: count }, (_, at) => at + 1);
  const graph: ElkNode = {
    id: 'root',
    layoutOptions: { 'elk.algorithm': 'layered' },
    children: ids.map((n) => ({ id: String(n), width: 220, height: 60 })),
    edges: ids.slice(1).map((n) => ({
      id: `to ${n}`,
      sources: [String(Math.floor((n - 2) / 7) + 1)],
      targets: [String(n)],
    })),
  };
  const elk = new ELK();
  const times: number[] = [];
  for (let at = 0; at < DRAWINGS; at += 1) {
    const from = performance.now();
    await elk.layout(structuredClone(graph));
    times.push(performance.now() - from);
  }
  return spread(times).p50;
}

/** Draws the relationships of an item on a page that was just opened, several times over. */
async function drawings(page: Page, url: string, count: number): Promise<Figure[]> {
  const drawn: number[] = [];
  const laid: number[] = [];
  let worst = 0;
  const isMany = count > GRAPHS[0];
  for (let at = 0; at < DRAWINGS; at += 1) {
    await page.goto(isMany ? `${url}?view=graph` : url);
    const button = isMany
      ? page.getByRole('button', { name: 'Show the graph' })
      : page.getByRole('radio', { name: 'Graph' });
    await button.waitFor({ timeout: 120_000 });
    await page.getByRole('grid', { name: 'Relationships' }).locator('tbody tr').first().waitFor();
    const taken = await button.evaluate((press) =>
      press instanceof Element ? globalThis.graphMeter.draw(press) : Promise.reject(new Error('no element')),
    );
    drawn.push(taken.drawnMs);
    laid.push(taken.layoutMs);
    const tasks = await page.evaluate((since) => globalThis.healthMeter.longTasksSince(since), taken.from);
    worst = Math.max(worst, ...tasks.map(({ duration }) => duration));
  }
  const of = `graph of ${count.toLocaleString('en-US')} nodes`;
  const limit = { name: 'the bare layout engine', value: await bareLayoutMs(count) };
  const target = isMany ? {} : { target: '≤ 300 ms' };
  return [
    {
      name: `${of}: start of the worker and layout, p50`,
      value: spread(laid).p50,
      unit: 'ms',
      limit,
      ...target,
    },
    { name: `${of}: press → drawn, p50`, value: spread(drawn).p50, unit: 'ms' },
    {
      name: `${of}: worst task meanwhile`,
      value: worst,
      unit: 'ms',
      ...(isMany ? {} : { target: '≤ 50 ms' }),
    },
  ];
}

/** Chooses a health and takes it back, by the filter's button and its option. */
async function filtered(page: Page): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const [button, option] of [
    [/^Health: /u, 'unhealthy'],
    [/^Health: /u, 'All'],
  ] as const) {
    await page.getByRole('button', { name: button }).first().click();
    samples.push(await act(page.getByRole('option', { name: option, exact: true }), 'click'));
    await page.getByRole('listbox').waitFor({ state: 'detached' });
  }
  return samples;
}

async function dashboard(page: Page, url: string): Promise<Figure[]> {
  await open(page, url);
  await untilCalm(page);
  const visits: number[] = [];
  for (let at = 0; at < VISITS; at += 1) {
    await leave(page);
    visits.push((await open(page, url)) ?? Number.NaN);
  }
  await untilCalm(page);
  const samples: NonNullable<Sample>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    samples.push(...(await filtered(page)).filter((sample) => sample !== null));
  }
  if (samples.length < 2 * ROUNDS) throw new Error('The Health filter is not there');
  const frames: number[] = [];
  for (let at = 0; at < 20; at += 1) {
    frames.push(
      await page.evaluate(
        () =>
          new Promise<number>((done) => {
            const from = performance.now();
            requestAnimationFrame(() => requestAnimationFrame(() => done((performance.now() - from) / 2)));
          }),
      ),
    );
  }
  const frame = { name: 'a frame of the same page', value: spread(frames).p95 };
  const of = `topology: dashboard of ${CARDS.toLocaleString('en-US')} cards`;
  const next = spread(samples.map(({ nextMs }) => nextMs)).p95;
  const settled = spread(samples.map(({ settledMs }) => settledMs)).p95;
  return [
    { name: `${of}, opened again, p75`, value: spread(visits).p75, unit: 'ms', target: '≤ 300 ms' },
    { name: `${of}, filter → next paint, p95`, value: next, unit: 'ms', limit: frame, target: '≤ 50 ms' },
    { name: `${of}, filter → all of it painted, p95`, value: settled, unit: 'ms', limit: frame },
  ];
}

/** The dashboards and the graph over a large seed, as a person uses them. */
export async function topologyFigures(executablePath: string | undefined): Promise<Figure[]> {
  const stack = await startStack('large');
  const profile = mkdtempSync(join(tmpdir(), 'holdfast-bench-'));
  const browser = await openBrowser(profile, executablePath);
  try {
    await stack.sql(INSERT_CARDS, [DASHBOARD, CARDS]);
    const roots: string[] = [];
    for (const count of GRAPHS) roots.push(await insertGraph(stack, count));
    await browser.addInitScript({ content: DRAWER });
    const page = await browser.newPage();
    await firstVisit(page, `${stack.appUrl}/incidents`);
    await untilCalm(page);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    const figures = await dashboard(page, `${stack.appUrl}/topology/${DASHBOARD}`);
    for (const [at, count] of GRAPHS.entries()) {
      const url = `${stack.appUrl}/catalog/${roots[at] ?? ''}/relationships`;
      figures.push(...(await drawings(page, url, count)));
    }
    return figures;
  } finally {
    await browser.close();
    await stack.stop();
    rmSync(profile, { recursive: true, force: true });
  }
}
