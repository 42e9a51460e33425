import type { Page } from 'playwright';
import { createDevice } from '../e2e/device.ts';
import { startFaultProxy } from '../e2e/fault-proxy.ts';
import { demoLogin } from '../e2e/people.ts';
import { fillSignIn } from '../e2e/sign-in-page.ts';
import { startStack } from '../e2e/stack.ts';
import { untilCalm } from './calm.ts';
import { inThousands, type Figure } from './report.ts';

/** Lines of one answer, so that a million come in fifty of them. */
const PAGE_LINES = 20_000;
const SEARCHED = 100_000;
const ALL = 1_000_000;
const WORDS = ['upstream', 'deadline', 'trace=7', 'illegalstate', 'nothing holds this'];

/** Inside the page; as text: what a compiler adds to a function is not in the page. */
const METER = `
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const grid = () => document.querySelector('[role=grid]');
  /** How many lines there are, and of them those that are found. */
  const said = () => [...document.querySelectorAll('output')].map(({ textContent }) => textContent).find((text) => /\\blines?\\b/.test(text)) ?? '';
  /** Scrolls by so much with every frame, for so long; frames in a second, and the longest. */
  const scrolled = async (scroller, px, forMs) => {
    let frames = 0;
    let worst = 0;
    const from = performance.now();
    let last = from;
    while (last - from < forMs) {
      scroller.scrollTop += px;
      const now = await frame();
      worst = Math.max(worst, now - last);
      last = now;
      frames += 1;
    }
    return { perSecond: (frames * 1000) / (last - from), worst };
  };
  globalThis.logMeter = {
    lines: () => Number(grid()?.getAttribute('aria-rowcount') ?? 1) - 1,
    async more() {
      const before = globalThis.logMeter.lines();
      const scroller = grid().parentElement;
      // Again and again: beyond what a browser scrolls over, the bar follows the rows when it rests.
      for (let at = 0; globalThis.logMeter.lines() === before; at += 1) {
        if (at % 20 === 0) scroller.scrollTop = scroller.scrollHeight;
        await frame();
      }
      return globalThis.logMeter.lines();
    },
    /** From a key to the count of all that holds the word. */
    async search(word) {
      const field = document.querySelector('main input[type=search]');
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
      const before = said();
      const from = performance.now();
      set.call(field, word);
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      let seen = before;
      let at = from;
      for (let still = 0; still < 6; still += 1) {
        await frame();
        const now = said();
        if (now !== seen) [seen, at, still] = [now, performance.now(), 0];
      }
      if (seen === before) throw new Error('The search of ' + word + ' said nothing');
      return at - from;
    },
    async scroll(px, forMs) {
      const scroller = grid().parentElement;
      scroller.scrollTop = 0;
      await frame();
      return scrolled(scroller, px, forMs);
    },
    /** Drags to the end, the middle and the start; the longest time until rows stand. */
    async drag() {
      const scroller = grid().parentElement;
      let worst = 0;
      for (const share of [1, 0.5, 0.1, 0.9, 0]) {
        const from = performance.now();
        scroller.scrollTop = share * scroller.scrollHeight;
        const inView = () => {
          const { top, height } = scroller.getBoundingClientRect();
          const row = document.elementFromPoint(500, top + height / 2)?.closest('[data-line]');
          return row !== null && row !== undefined;
        };
        do await frame(); while (!inView());
        worst = Math.max(worst, performance.now() - from);
      }
      return worst;
    },
    /** What a scroller does that has nothing to draw anew. */
    async bare(px, forMs) {
      const scroller = document.createElement('div');
      scroller.style.cssText = 'position:fixed;inset:0;overflow:auto;background:canvas;z-index:99';
      const space = document.createElement('pre');
      space.style.height = '8000000px';
      space.textContent = 'a line\\n'.repeat(2000);
      scroller.append(space);
      document.body.append(scroller);
      await frame();
      const found = await scrolled(scroller, px, forMs);
      scroller.remove();
      return found;
    },
  };
`;

interface Scrolled {
  readonly perSecond: number;
  readonly worst: number;
}

declare global {
  // Put into the page by the text above.
  var logMeter: {
    readonly lines: () => number;
    readonly more: () => Promise<number>;
    readonly search: (word: string) => Promise<number>;
    readonly scroll: (px: number, forMs: number) => Promise<Scrolled>;
    readonly drag: () => Promise<number>;
    readonly bare: (px: number, forMs: number) => Promise<Scrolled>;
  };
}

async function readUntil(page: Page, count: number): Promise<number> {
  let lines = await page.evaluate(() => globalThis.logMeter.lines());
  while (lines < count) lines = await page.evaluate(() => globalThis.logMeter.more());
  return lines;
}

/** A log of a million lines: the search of what is here, and the scroller beside a bare one. */
export async function logFigures(executablePath: string | undefined): Promise<Figure[]> {
  if (executablePath !== undefined) process.env['CHROMIUM_BIN'] = executablePath;
  const stack = await startStack('demo', 'spec', { logPageLines: PAGE_LINES });
  try {
    const [source] = await stack.sql<{ id: string }>(
      `select id from components where log_selectors is not null and deleted_at is null order by name limit 1`,
    );
    const wire = await startFaultProxy(stack.appUrl);
    const device = await createDevice({ origin: wire.url, size: 'laptop' });
    const page = await device.newPage();
    await page.goto('/login');
    await fillSignIn(page, demoLogin('admin'));
    await page.waitForURL(({ pathname }) => pathname !== '/login');
    await untilCalm(page);
    await page.goto(`/logs?topologyId=${source?.id ?? ''}&start=6mo`);
    await page.locator('[data-line]').first().waitFor();
    await page.evaluate(METER);
    const searched = await readUntil(page, SEARCHED);
    const times: number[] = [];
    for (const word of WORDS) {
      times.push(await page.evaluate((text) => globalThis.logMeter.search(text), word));
      // Before the server is asked for it.
      await page.evaluate(() => globalThis.logMeter.search(''));
    }
    await page.goto(`/logs?topologyId=${source?.id ?? ''}&start=6mo`);
    await page.locator('[data-line]').first().waitFor();
    await page.evaluate(METER);
    const lines = await readUntil(page, ALL);
    const bare = await page.evaluate(() => globalThis.logMeter.bare(90, 5_000));
    const slow = await page.evaluate(() => globalThis.logMeter.scroll(90, 5_000));
    const fast = await page.evaluate(() => globalThis.logMeter.scroll(1_500, 5_000));
    const drag = await page.evaluate(() => globalThis.logMeter.drag());
    await wire.stop();
    const limit = { name: 'a bare scroller', value: bare.perSecond };
    const of = `logs: ${inThousands(lines)} lines`;
    return [
      {
        name: `logs: search of ${searched.toLocaleString('en-US')} lines, key → all of it painted, worst`,
        value: Math.max(...times) * (SEARCHED / searched),
        unit: 'ms',
        target: '≤ 100 ms',
      },
      {
        name: `${of}, scrolled as one reads`,
        value: slow.perSecond,
        unit: 'frames/s',
        limit,
        target: '≥ 55',
      },
      { name: `${of}, scrolled by two views a frame`, value: fast.perSecond, unit: 'frames/s', limit },
      {
        name: `${of}, longest frame`,
        value: slow.worst,
        unit: 'ms',
        limit: { name: 'a bare scroller', value: bare.worst },
      },
      { name: `${of}, dragged anywhere → rows stand, worst`, value: drag, unit: 'ms' },
    ];
  } finally {
    await stack.stop();
  }
}
