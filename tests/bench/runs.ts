import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { startStack, type Stack } from '../e2e/stack.ts';
import { act, firstVisit, open, openBrowser, ROUNDS, spread, untilCalm, type Sample } from './health.ts';
import type { Figure } from './report.ts';

/** Runs of the last days, which a device has whole, and older ones, which the server has. */
const HELD = 10_000;
const OLDER = 5_000;
const OUTPUT_MB = 50;

const INSERT_RUNS = `
  insert into playbook_runs (playbook_id, config_id, status, created_by, created_at, scheduled_time, start_time, end_time)
  select p.id, c.id, (array['completed', 'completed', 'completed', 'failed', 'cancelled'])[1 + n % 5],
    (select id from people where name = 'Amara Okafor'), at, at, at + interval '1 second', at + interval '40 seconds'
  from (select n, now() - $2::interval - n * ($3::interval / $1) as at from generate_series(1, $1::int) n) runs
  join (select id, row_number() over (order by name) - 1 as place, count(*) over () as many from playbooks where deleted_at is null) p
    on p.place = n % p.many
  join (select id, row_number() over (order by id) - 1 as place, count(*) over () as many from config_items where deleted_at is null) c
    on c.place = n % c.many`;
const INSERT_LONG = `
  with run as (
    insert into playbook_runs (playbook_id, status, created_at, start_time, end_time)
    select id, 'completed', now(), now(), now() from playbooks where deleted_at is null order by name limit 1
    returning id
  )
  insert into playbook_run_actions (name, status, playbook_run_id, start_time, end_time, result)
  select 'Long', 'completed', id, now(), now(),
    jsonb_build_object('stdout', repeat(E'\\u001B[32mready\\u001B[0m and waiting for the next of them\\n', $1))
  from run returning playbook_run_id as run, id as step`;
const LINE = '\u001B[32mready\u001B[0m and waiting for the next of them\n';

/** Inside the page; as text: what a compiler adds to a function is not in the page. */
const SCRIPT = `
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const painted = () => new Promise((done) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => done(performance.now());
    channel.port2.postMessage(null);
  });
  const until = async (isThere) => {
    while (!isThere()) await frame();
    return await painted();
  };
  globalThis.runMeter = {
    listed: () => Number(document.querySelector('main [role=grid]')?.getAttribute('aria-rowcount') ?? 1) - 1,
    async bare() {
      const from = performance.now();
      await frame();
      return await painted() - from;
    },
    async shown(from) {
      const usable = await until(() => document.querySelector('main ol[aria-label=Actions] button') !== null);
      const output = await until(() => [...document.querySelectorAll('main [aria-label="Output of Long"]')].some(({ textContent }) => textContent.includes('ready')));
      return { usable: usable - from, output: output - from };
    },
    async fetched(step) {
      const from = performance.now();
      const answer = await fetch('/api/db/playbook_run_actions?select=result&id=eq.' + step);
      await answer.arrayBuffer();
      return performance.now() - from;
    },
    async opened(id) {
      const from = performance.now();
      document.querySelector('main a[href*="/playbooks/runs/' + id + '"]').click();
      return { from, ...await globalThis.runMeter.shown(from) };
    },
  };
`;

interface Shown {
  readonly usable: number;
  readonly output: number;
}

declare global {
  // Put there by SCRIPT.
  var runMeter: {
    readonly listed: () => number;
    readonly bare: () => Promise<number>;
    readonly shown: (from: number) => Promise<Shown>;
    readonly fetched: (step: string) => Promise<number>;
    readonly opened: (id: string) => Promise<Shown & { readonly from: number }>;
  };
}

async function chosen(page: Page, status: string): Promise<Sample> {
  await page.getByRole('button', { name: 'Status filter' }).click();
  const sample = await act(page.getByRole('menuitem', { name: status, exact: true }), 'click');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  return sample;
}

interface Long {
  readonly run: string;
  readonly step: string;
}

async function seed(stack: Stack): Promise<Long> {
  await stack.sql(INSERT_RUNS, [HELD, '10 minutes', '6 days']);
  await stack.sql(INSERT_RUNS, [OLDER, '8 days', '60 days']);
  const [long] = await stack.sql<Long>(INSERT_LONG, [Math.round((OUTPUT_MB * 1_000_000) / LINE.length)]);
  if (long === undefined) throw new Error('There is no playbook');
  return long;
}

/** The longest time the thread of the page was held since. */
async function worstTask(page: Page, from: number): Promise<number> {
  const tasks = await page.evaluate((at) => globalThis.healthMeter.longTasksSince(at), from);
  return Math.max(0, ...tasks.map(({ duration }) => duration));
}

async function measure(page: Page, url: string, { run, step }: Long): Promise<Figure[]> {
  await firstVisit(page, url);
  await page.waitForFunction((count) => globalThis.runMeter.listed() >= count, HELD, { timeout: 300_000 });
  await untilCalm(page);
  const listed = await page.evaluate(() => globalThis.runMeter.listed());
  const frames: number[] = [];
  for (let at = 0; at < 20; at += 1) frames.push(await page.evaluate(() => globalThis.runMeter.bare()));
  const frame = { name: 'a frame of the same page', value: spread(frames).p95 };
  const filtered: Sample[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    filtered.push(await chosen(page, round % 2 === 0 ? 'Failed' : 'Cancelled'), await chosen(page, 'All'));
  const taken = filtered.filter((sample) => sample !== null);
  const opened = await page.evaluate((id) => globalThis.runMeter.opened(id), run);
  const firstTask = await worstTask(page, opened.from);
  await untilCalm(page);
  await page.reload();
  const again = await page.evaluate(() => globalThis.runMeter.shown(0));
  const againTask = await worstTask(page, 0);
  await untilCalm(page);
  const fetched = await page.evaluate((id) => globalThis.runMeter.fetched(id), step);
  const plain = { name: 'a plain fetch of it', value: fetched };

  await open(page, `${url}?rangeType=relative&range=now-90d`);
  const pages: Sample[] = [];
  for (let at = 0; at < 8; at += 1)
    pages.push(await act(page.getByRole('button', { name: 'Next page' }), 'click'));
  const turned = pages.filter((sample) => sample !== null);

  const of = `runs: ${HELD.toLocaleString('en-US')} on the device`;
  if (listed < HELD || taken.length < 2 * ROUNDS || turned.length === 0)
    throw new Error('The list of runs was not measured');
  const long = `runs: ${OUTPUT_MB} MB of output`;
  return [
    {
      name: `${of}, filtered → next paint, p95`,
      value: spread(taken.map(({ nextMs }) => nextMs)).p95,
      unit: 'ms',
      limit: frame,
      target: '≤ 50 ms',
    },
    {
      name: `${of}, filtered → all of it painted, p95`,
      value: spread(taken.map(({ settledMs }) => settledMs)).p95,
      unit: 'ms',
      limit: frame,
    },
    {
      name: 'runs: older ones, a page turned → all of it painted, p95',
      value: spread(turned.map(({ settledMs }) => settledMs)).p95,
      unit: 'ms',
      limit: frame,
    },
    {
      name: `${long}, opened from the list → its steps, first time`,
      value: opened.usable,
      unit: 'ms',
      limit: frame,
      target: '≤ 1 s',
    },
    {
      name: `${long}, opened from the list → its lines, first time`,
      value: opened.output,
      unit: 'ms',
      limit: plain,
    },
    { name: `${long}, worst task meanwhile`, value: firstTask, unit: 'ms', target: '≤ 100 ms' },
    { name: `${long}, reload → its steps`, value: again.usable, unit: 'ms', target: '≤ 1 s' },
    { name: `${long}, reload → its lines`, value: again.output, unit: 'ms', limit: plain },
    { name: `${long}, reload, worst task meanwhile`, value: againTask, unit: 'ms', target: '≤ 100 ms' },
  ];
}

/** The list of runs with ten thousand of them on the device, and a run whose step wrote fifty megabytes. */
export async function runFigures(executablePath: string | undefined): Promise<Figure[]> {
  const stack = await startStack();
  const profile = mkdtempSync(join(tmpdir(), 'holdfast-bench-'));
  try {
    const longRun = await seed(stack);
    const browser = await openBrowser(profile, executablePath);
    try {
      await browser.addInitScript({ content: SCRIPT });
      return await measure(await browser.newPage(), `${stack.appUrl}/playbooks/runs`, longRun);
    } finally {
      await browser.close();
    }
  } finally {
    await stack.stop();
    rmSync(profile, { recursive: true, force: true });
  }
}
