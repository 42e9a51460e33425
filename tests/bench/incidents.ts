import type { Page } from 'playwright';
import { untilCalm } from './calm.ts';
import { percentile } from './figures.ts';
import { withLargePage, type LargePage } from './large-page.ts';

/** Incidents that are opened from the list, and keys that are typed into its search. */
const OPENINGS = 60;
/** How often all words are typed: the slowest of a few is no p95. */
const ROUNDS = 4;
const WORDS = ['checkout', 'latency', 'database', 'node', 'certificate', 'queue', 'disk', 'memory'];

/** Milliseconds from an event to the next paint that shows what it asked for. */
export interface Interaction {
  readonly p50: number;
  readonly p95: number;
  readonly count: number;
}

/** What opening and searching cost, beside a plain frame of the same page. */
export interface IncidentFigures {
  readonly listed: number;
  readonly open: Interaction;
  /** The same, pressed as soon as the row is there after the way back. */
  readonly openAtOnce: Interaction;
  /** From a page of an incident to the list it was opened from. */
  readonly back: Interaction;
  readonly filter: Interaction;
  /** A press that changes nothing: what the browser itself needs from event to paint. */
  readonly bareFrameMs: number;
}

/**
 * Measured inside the page, because the way to it takes longer than what is measured. As text: what a compiler adds to
 * a function is not in the page.
 */
const METER = `
  const afterPaint = () => new Promise((done) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => done(performance.now());
    channel.port2.postMessage(null);
  });
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  // What stands when a frame begins is painted by that frame.
  const until = async (isThere) => {
    do await frame();
    while (!isThere());
    return await afterPaint();
  };
  const painted = () => until(() => true);
  // A press comes long after the list was scrolled or come back to: what that still does is not what the press takes.
  const atRest = async () => {
    for (let quiet = 0; quiet < 3; quiet += 1) {
      await new Promise((done) => requestIdleCallback(done));
      await frame();
    }
  };
  const grid = () => document.querySelector('main [role=grid]');
  globalThis.meter = {
    async open(at, isRested) {
      const row = () => grid()?.querySelector('tr[aria-rowindex="' + (at + 2) + '"] a[data-row-link]') ?? null;
      const scroller = grid().parentElement;
      scroller.scrollTop = at * grid().querySelector('tr[aria-rowindex] a').closest('tr').offsetHeight;
      await until(() => row() !== null);
      if (isRested) await atRest();
      const from = performance.now();
      row().click();
      const to = await until(() => document.querySelector('main h3 button[aria-expanded]') !== null);
      return to - from;
    },
    async back(at) {
      await atRest();
      // Not the row that was pressed, which is drawn wherever the list stands.
      const beside = at < 3 ? at + 1 : at - 1;
      const from = performance.now();
      history.back();
      const to = await until(() => grid()?.querySelector('tr[aria-rowindex="' + (beside + 2) + '"] a') != null);
      return to - from;
    },
    async filter(word) {
      const field = document.querySelector('main input[type=search]');
      const count = () => grid()?.getAttribute('aria-rowcount') ?? 'none';
      const before = count();
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
      set.call(field, word);
      const from = performance.now();
      field.dispatchEvent(new Event('input', { bubbles: true }));
      return await until(() => count() !== before) - from;
    },
    async bare() {
      const from = performance.now();
      return await painted() - from;
    },
  };
`;

/** Incidents of the large seed; the first pull has brought them when the list has as many rows. */
const INCIDENTS = 2_000;

interface Meter {
  open(at: number, isRested: boolean): Promise<number>;
  back(at: number): Promise<number>;
  filter(word: string): Promise<number>;
  bare(): Promise<number>;
}

declare global {
  // Put there by METER.
  var meter: Meter;
}

function interaction(samples: readonly number[]): Interaction {
  return { p50: percentile(samples, 0.5), p95: percentile(samples, 0.95), count: samples.length };
}

/** From the top of the list to its end, each of them for the first time. */
async function openings(
  page: Page,
  listed: number,
): Promise<Record<'open' | 'openAtOnce' | 'back', number[]>> {
  const open: number[] = [];
  const openAtOnce: number[] = [];
  const back: number[] = [];
  for (let each = 0; each < OPENINGS; each += 1) {
    const at = Math.floor((each * listed) / OPENINGS);
    open.push(await page.evaluate((row) => globalThis.meter.open(row, true), at));
    back.push(await page.evaluate((row) => globalThis.meter.back(row), at));
    const next = Math.min(listed - 1, at + 1);
    openAtOnce.push(await page.evaluate((row) => globalThis.meter.open(row, false), next));
    await page.evaluate((row) => globalThis.meter.back(row), next);
  }
  return { open, openAtOnce, back };
}

/** Each word, and the whole list again: the list follows each key. */
async function searches(page: Page): Promise<number[]> {
  const samples: number[] = [];
  for (const word of Array.from({ length: ROUNDS }, () => WORDS)
    .flat()
    .flatMap((each) => [each, ''])) {
    samples.push(await page.evaluate((text) => globalThis.meter.filter(text), word));
  }
  return samples;
}

/** Opening any incident and searching the list with two thousand of them on the device. */
export function measureIncidents(executablePath: string | undefined): Promise<IncidentFigures> {
  const measure = async ({ page, origin }: LargePage): Promise<IncidentFigures> => {
    await page.goto(`${origin}/incidents?status=all`);
    await page.waitForFunction(
      (count) =>
        Number(document.querySelector('main [role=grid]')?.getAttribute('aria-rowcount') ?? 0) >= count,
      INCIDENTS,
      { timeout: 600_000 },
    );
    await untilCalm(page);
    const listed = Number(await page.locator('main [role=grid]').getAttribute('aria-rowcount')) - 1;
    const bare = await Promise.all(
      Array.from({ length: 20 }, () => page.evaluate(() => globalThis.meter.bare())),
    );
    const { open, openAtOnce, back } = await openings(page, listed);
    const filter = interaction(await searches(page));
    return {
      listed,
      open: interaction(open),
      openAtOnce: interaction(openAtOnce),
      back: interaction(back),
      filter,
      bareFrameMs: interaction(bare).p50,
    };
  };
  return withLargePage(executablePath, measure, METER);
}
