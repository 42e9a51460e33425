import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright';
import { SEARCH_DELAY_MS } from '#src/features/incidents/evidence/use-found.ts';
import { createScene, type Scene } from '../e2e/scene.ts';
import { syncPanel } from '../e2e/sync-panel.ts';
import { untilCalm } from './calm.ts';
import { DEVICE_METER } from './device-meter.ts';
import { spreadOf, type Spread } from './figures.ts';
import { heapOfPage, heapOfWorker, identifiedOf, type Heap, type Identified } from './heaps.ts';
import { withLargePage, type LargePage } from './large-page.ts';

/** Comments that are written for each tab. */
const WRITES = 40;
/** Names of the catalog that are searched for, and how many of their first letters are typed; one says next to nothing. */
const NAMES = 12;
const LETTERS = [2, 3, 4, 5, 6];
const FRAMES = 40;
/** Rows the targets speak of. */
const INDEXED = 130_000;
/** A comment that is not sent by then hangs. */
const SEND_PATIENCE_MS = 60_000;

/** T5, T7, T13, T14 on a device with everything of the large seed. */
export interface DeviceFigures {
  /** Rows of the catalog that are searched. */
  readonly items: number;
  readonly search: Spread;
  /** The longest the page's thread was held meanwhile. */
  readonly worstSearchTaskMs: number;
  readonly write: Spread;
  /** The same comments in a second tab. */
  readonly otherTab: Spread;
  /** A frame of the same page with nothing to draw. */
  readonly frame: Spread;
  /** The same of the second tab. */
  readonly otherFrame: Spread;
  readonly indexed: number;
  readonly worker: Heap;
  /** The page with the longest lists: whichever holds more. */
  readonly page: Heap;
  /** Objects with an id on each of them. */
  readonly identified: readonly (Identified & { readonly path: string })[];
  readonly blankPage: Heap;
  readonly diskBytes: number;
  /** Bodies of every answer of the first pull, as JSON. */
  readonly pulledBytes: number;
}

async function countOf(page: Page, text: RegExp): Promise<number> {
  const shown = (await page.getByText(text).first().textContent()) ?? '';
  return Number(text.exec(shown)?.[1]?.replaceAll(/\D/gu, ''));
}

/** Has the worker build every index, and weighs it with all of them. */
async function weighWorker(page: Page): Promise<Pick<DeviceFigures, 'indexed' | 'worker'>> {
  const panel = syncPanel(page);
  await panel.open();
  await panel.tab('Diagnostics');
  await panel.dialog.getByRole('button', { name: 'Re-index' }).click();
  const indexed = await countOf(page, /([\d.,\s]+) rows indexed anew/u);
  if (!(indexed >= INDEXED)) throw new Error(`Only ${indexed} rows are indexed`);
  await panel.close();
  return { indexed, worker: await heapOfWorker(page) };
}

/** The longest lists there are. */
async function weighPage({
  page,
  origin,
}: LargePage): Promise<Pick<DeviceFigures, 'page' | 'identified' | 'blankPage'>> {
  await page.goto('about:blank');
  const blankPage = await heapOfPage(page);
  const heaps: Heap[] = [];
  const identified: (Identified & { path: string })[] = [];
  for (const path of ['/incidents?status=all', '/health']) {
    await page.goto(`${origin}${path}`);
    await page.locator('main [role=row], main tbody tr').nth(1).waitFor();
    await untilCalm(page);
    heaps.push(await heapOfPage(page));
    identified.push({ path, ...(await identifiedOf(page)) });
  }
  const [largest] = heaps.toSorted((a, b) => b.objects + b.buffers - a.objects - a.buffers);
  if (largest === undefined) throw new Error('No page was weighed');
  return { page: largest, identified, blankPage };
}

async function weighDisk({
  page,
  wire,
}: LargePage): Promise<Pick<DeviceFigures, 'diskBytes' | 'pulledBytes'>> {
  const diskBytes = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
  const pulled = wire.seen.filter(({ path }) => path.startsWith('/api/db/'));
  const pulledBytes = pulled.reduce((sum, { bodyBytes }) => sum + bodyBytes, 0);
  if (diskBytes === 0) throw new Error('The browser does not say how much it keeps');
  return { diskBytes, pulledBytes };
}

async function openIncident(page: Page, origin: string, scene: Scene): Promise<void> {
  await page.goto(`${origin}/incidents/${scene.incidentId}`);
  await page.getByRole('region', { name: scene.hypothesisTitle }).waitFor();
}

/** The beginnings of names from all over the catalog, typed into its search. */
async function measureSearch(
  { page, stack }: LargePage,
  scene: Scene,
): Promise<Pick<DeviceFigures, 'items' | 'search' | 'worstSearchTaskMs'>> {
  const names = await stack.sql<{ name: string }>(
    'select name from config_items where deleted_at is null order by md5(name) limit $1',
    [NAMES],
  );
  await page.getByRole('button', { name: `Add evidence to ${scene.hypothesisTitle}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Add evidence' });
  await dialog.getByRole('option', { name: /^Catalog item/ }).click();
  const items = await countOf(page, /of (\d+) catalog items on this device/u);
  const type = (text: string): Promise<number> =>
    page.evaluate(([typed, delayMs]) => globalThis.deviceMeter.search(typed, delayMs), [
      text,
      SEARCH_DELAY_MS,
    ] as const);
  const beganAt = await page.evaluate(() => performance.now());
  const samples: number[] = [];
  for (const { name } of names) {
    for (const letters of LETTERS) {
      samples.push(await type(name.slice(0, letters)));
      // The next letter may leave the answer as it is, and then nobody could tell that it was painted.
      await type('');
    }
  }
  const worstSearchTaskMs = await page.evaluate((since) => globalThis.deviceMeter.worstTask(since), beganAt);
  await page.keyboard.press('Escape');
  return { items, search: spreadOf(samples), worstSearchTaskMs };
}

async function framesOf(page: Page): Promise<Spread> {
  const frames: number[] = [];
  for (let each = 0; each < FRAMES; each += 1) {
    frames.push(await page.evaluate(() => globalThis.deviceMeter.bare()));
  }
  return spreadOf(frames);
}

/**
 * Writes comments, each after the one before was sent and its mark is gone: what an acknowledgement draws belongs to no
 * other comment, and what a page does that was just opened to none at all.
 */
async function writeComments(
  { page, wire }: LargePage,
  about: string,
  took: (text: string, write: () => Promise<{ from: number; to: number }>) => Promise<void>,
): Promise<void> {
  const sent = (): number =>
    wire.seen.filter(({ method, path }) => method === 'POST' && path.startsWith('/api/db/comments')).length;
  const marks = page.locator('main ul[aria-label=Comments] [data-sync]');
  await untilCalm(page);
  const before = sent();
  for (let each = 1; each <= WRITES; each += 1) {
    const text = `${about}, note ${each} of ${WRITES}`;
    await took(text, () => page.evaluate((words) => globalThis.deviceMeter.write(words), text));
    const deadline = performance.now() + SEND_PATIENCE_MS;
    while (sent() < before + each) {
      if (performance.now() > deadline) throw new Error('The comment was not sent');
      await pause(20);
    }
    await marks.first().waitFor({ state: 'detached' });
  }
}

/**
 * Comments painted where they are written, then in a second tab. A browser hardly draws the tab behind another one: the
 * tab that is looked at is the one in front.
 */
async function measureWrites(
  held: LargePage,
  scene: Scene,
): Promise<Pick<DeviceFigures, 'write' | 'frame' | 'otherTab' | 'otherFrame'>> {
  await openIncident(held.page, held.origin, scene);
  const frame = await framesOf(held.page);
  const here: number[] = [];
  await writeComments(held, 'Seen here', async (_text, write) => {
    const { from, to } = await write();
    here.push(to - from);
  });
  const other = await held.browser.newPage();
  await openIncident(other, held.origin, scene);
  await other.bringToFront();
  const otherFrame = await framesOf(other);
  const there: number[] = [];
  await writeComments(held, 'Seen there', async (text, write) => {
    const seen = other.evaluate((words) => globalThis.deviceMeter.watch(words), text);
    const { from } = await write();
    there.push((await seen) - from);
  });
  return { write: spreadOf(here), frame, otherTab: spreadOf(there), otherFrame };
}

/** What a person waits for, and what the device has to carry, with everything of the large seed on it. */
export function measureDevice(executablePath: string | undefined): Promise<DeviceFigures> {
  const measure = async (held: LargePage): Promise<DeviceFigures> => {
    const disk = await weighDisk(held);
    const worker = await weighWorker(held.page);
    const pages = await weighPage(held);
    const scene = await createScene(held.stack);
    await openIncident(held.page, held.origin, scene);
    const search = await measureSearch(held, scene);
    const writes = await measureWrites(held, scene);
    return { ...disk, ...worker, ...pages, ...search, ...writes };
  };
  return withLargePage(executablePath, measure, DEVICE_METER);
}
