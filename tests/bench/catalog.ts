import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import {
  act,
  firstVisit,
  isThere,
  open,
  openBrowser,
  pressOf,
  ROUNDS,
  spread,
  untilCalm,
  VISITS,
  type Sample,
  type Spread,
  type Step,
} from './health.ts';
import { leave } from './leave.ts';

/** Where a client stands. */
export interface CatalogTarget {
  /** Address of the catalog. */
  readonly url: string;
  readonly executablePath: string | undefined;
  /** Waits until the client has everything; absent: until rows stand and the wire is calm. */
  readonly settle?: ((page: Page) => Promise<void>) | undefined;
  /** Path of an item with 5 MB of JSON; null leaves that step out. */
  readonly largeItem: string | null;
}

/** What a person waits for in the catalog; a step that a client does not have is absent. */
export interface CatalogFigures {
  readonly repeat: Spread;
  readonly steps: Readonly<Partial<Record<CatalogStep, Step>>>;
  readonly open: Spread | null;
  readonly large: { readonly shownMs: number; readonly worstTaskMs: number } | null;
  /** A frame with nothing to draw. */
  readonly frame: Spread;
}

export const catalogSteps = ['filter', 'group', 'sort', 'tag', 'key', 'slip'] as const;
export type CatalogStep = (typeof catalogSteps)[number];

/** Types of the seed with many items. */
const TABLE = 'configType=Kubernetes__Pod';
/** Words of its names, typed letter by letter, and the same with a slip. */
const WORDS = ['payments', 'checkout', 'gateway', 'inventory', 'notifications', 'search'];
const SLIPS = ['paymnets', 'chekout', 'gatewya', 'inventroy', 'notifcations', 'saerch'];
const OPENINGS = 30;

/** The choice of a value in a filter that is open: a radio, an option or a box, as clients have it. */
function choiceOf(page: Page, name: string | RegExp): Locator {
  return page
    .getByRole('group', { name })
    .getByRole('radio', { name: 'Only' })
    .or(page.getByRole('option', { name }))
    .first();
}

/** Opens a filter, presses one of its values twice and closes it. */
async function twice(page: Page, filter: RegExp, value: string | RegExp): Promise<readonly Sample[]> {
  const button = page.getByRole('button', { name: filter });
  if (!(await isThere(button))) return [];
  await button.first().click();
  const samples = [await act(choiceOf(page, value), 'click'), await act(choiceOf(page, value), 'click')];
  await page.keyboard.press('Escape');
  // What lies behind cannot be pressed until it has gone.
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  return samples;
}

async function typed(page: Page, text: string): Promise<Sample> {
  return act(page.getByPlaceholder('Search for configs'), 'input', text);
}

const INTERACTIONS: Readonly<Record<CatalogStep, (page: Page, round: number) => Promise<readonly Sample[]>>> =
  {
    filter: (page, round) => twice(page, /^Health/u, round % 2 === 0 ? 'Unhealthy' : 'Warning'),
    group: (page, round) => twice(page, /^Group By/u, round % 2 === 0 ? 'Status' : 'Health'),
    async sort(page, round) {
      const name = round % 2 === 0 ? /^Name/u : /^Created/u;
      const press = await pressOf(page.getByRole('columnheader', { name }));
      return [await act(press, 'click'), await act(press, 'click')];
    },
    tag: (page) => twice(page, /^Tags/u, /^cluster=/u),
    async key(page, round) {
      const word = WORDS[round % WORDS.length] ?? '';
      const samples: Sample[] = [];
      for (let letters = 1; letters <= word.length; letters += 1)
        samples.push(await typed(page, word.slice(0, letters)));
      await typed(page, '');
      return samples;
    },
    async slip(page, round) {
      const sample = await typed(page, SLIPS[round % SLIPS.length] ?? '');
      await typed(page, '');
      return [sample];
    },
  };

async function measureStep(page: Page, name: CatalogStep): Promise<Step | null> {
  const samples: NonNullable<Sample>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const taken = await INTERACTIONS[name](page, round);
    samples.push(...taken.filter((sample) => sample !== null));
    if (samples.length === 0) return null;
  }
  return {
    next: spread(samples.map(({ nextMs }) => nextMs)),
    seen: spread(samples.map(({ seenMs }) => seenMs)),
    settled: spread(samples.map(({ settledMs }) => settledMs)),
  };
}

/** Presses the link of a row, and answers when the page of that item stands. As text: see METER. */
const OPENER = `globalThis.openRow = async (at) => {
  const link = [...document.querySelectorAll('main tbody tr a')][at];
  if (link === undefined) return null;
  const name = link.textContent.trim();
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const stands = () => [...document.querySelectorAll('main h1')].some(({ textContent }) => textContent.includes(name));
  const from = performance.now();
  link.click();
  while (!stands() && performance.now() - from < 10000) await frame();
  await new Promise((done) => { const channel = new MessageChannel(); channel.port1.onmessage = done; channel.port2.postMessage(null); });
  return performance.now() - from;
};
globalThis.codeShown = async () => {
  while (document.querySelector('main .cm-content .cm-line') === null)
    await new Promise((done) => requestAnimationFrame(done));
  return performance.now();
};
globalThis.bareFrame = () => new Promise((done) => {
  const from = performance.now();
  requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => done(performance.now() - from);
    channel.port2.postMessage(null);
  });
});`;

declare global {
  // Put there by OPENER.
  var openRow: (at: number) => Promise<number | null>;
  var bareFrame: () => Promise<number>;
  var codeShown: () => Promise<number>;
}

async function measureOpen(page: Page, url: string): Promise<Spread | null> {
  const samples: number[] = [];
  await open(page, url);
  // A row stands before what it shows has been read.
  await page.locator('main tbody tr a').nth(14).waitFor();
  for (let each = 0; each < OPENINGS; each += 1) {
    const taken = await page.evaluate((at) => globalThis.openRow(at), each % 15);
    if (taken === null) return null;
    samples.push(taken);
    await page.goBack();
    await page.locator('main tbody tr a').nth(14).waitFor();
  }
  return spread(samples);
}

/** From the address to 5 MB of JSON on the screen, opened before so that they are here. */
async function measureLarge(page: Page, url: string): Promise<CatalogFigures['large']> {
  const content = page.locator('main .cm-content').first();
  await page.goto(url);
  await content.waitFor({ timeout: 120_000 });
  await untilCalm(page);
  await page.reload();
  const shownMs = await page.evaluate(() => globalThis.codeShown());
  const tasks = await page.evaluate(() => globalThis.healthMeter.longTasksSince(0));
  return { shownMs, worstTaskMs: Math.max(0, ...tasks.map(({ duration }) => duration)) };
}

/** The catalog as a person uses it. Another client is driven the same way, by the words both have. */
export async function measureCatalog(target: CatalogTarget): Promise<CatalogFigures> {
  const profile = mkdtempSync(join(tmpdir(), 'holdfast-bench-'));
  const browser = await openBrowser(profile, target.executablePath);
  try {
    await browser.addInitScript({ content: OPENER });
    const page = await browser.newPage();
    await firstVisit(page, target.url);
    await target.settle?.(page);
    await untilCalm(page);
    const visits: number[] = [];
    for (let at = 0; at < VISITS; at += 1) {
      await leave(page);
      visits.push((await open(page, target.url)) ?? Number.NaN);
    }
    const table = `${target.url}?${TABLE}`;
    await open(page, table);
    await untilCalm(page);
    const frames: number[] = [];
    for (let at = 0; at < 20; at += 1) frames.push(await page.evaluate(() => globalThis.bareFrame()));
    const steps: Partial<Record<CatalogStep, Step>> = {};
    for (const name of catalogSteps) {
      // Keys are typed over the whole catalog, everything else over a table of one type.
      if (name === 'key') await open(page, target.url);
      const step = await measureStep(page, name);
      if (step !== null) steps[name] = step;
    }
    const opened = await measureOpen(page, table);
    const large =
      target.largeItem === null ? null : await measureLarge(page, new URL(target.largeItem, target.url).href);
    return { repeat: spread(visits), steps, open: opened, large, frame: spread(frames) };
  } finally {
    await browser.close();
    rmSync(profile, { recursive: true, force: true });
  }
}
