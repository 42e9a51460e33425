import { percentile } from './figures.ts';
import { leave } from './leave.ts';
import { withLargePage } from './large-page.ts';

/** Starts measured after the first visit. */
const STARTS = 20;

/** When something was reached in one start, in milliseconds since the navigation began. */
interface Start {
  /** The document had come from the service worker: nothing of the app runs before. */
  readonly document: number;
  /** The first paint of all, which is the shell's. */
  readonly shell: number;
  /** The last script that the first row waited for had come. */
  readonly scripts: number;
  readonly firstRow: number;
}

/** Quarter of the starts that was slowest, as the target says it, beside the middle and where that goes. */
export interface WarmStart {
  /** How many incidents lie on the device. */
  readonly incidents: number;
  readonly p50: number;
  readonly p75: number;
  readonly count: number;
  /** Middles of the way to it. */
  readonly documentMs: number;
  readonly shellMs: number;
  readonly scriptsMs: number;
}

/** Notes the frame that first shows an incident number. As text: what a compiler adds to a function is not in the page. */
const WATCH_FIRST_ROW = `
  const look = () => {
    if (!/INC-\\d/.test(document.body?.textContent ?? '')) return requestAnimationFrame(look);
    requestAnimationFrame(() => performance.mark('first-row'));
  };
  look();
`;

/** As text, for the same reason. */
const READ_START = `(() => {
  const firstRow = performance.getEntriesByName('first-row')[0].startTime;
  const ends = performance.getEntriesByType('resource')
    .filter(({ name, responseEnd }) => name.endsWith('.js') && responseEnd < firstRow)
    .map(({ responseEnd }) => responseEnd);
  return {
    document: performance.getEntriesByType('navigation')[0].responseEnd,
    shell: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? firstRow,
    scripts: Math.max(0, ...ends),
    firstRow,
  };
})()`;

/** T4: from the start of the navigation to the frame with local incidents, shell from the service worker. */
export function measureWarmStart(executablePath: string | undefined): Promise<WarmStart> {
  return withLargePage(executablePath, async ({ page, origin, stack }) => {
    const [held] = await stack.sql<{ count: string }>('select count(*) from incidents');
    await page
      .getByText(/INC-\d/)
      .first()
      .waitFor();
    await page.addInitScript({ content: WATCH_FIRST_ROW });
    const starts: Start[] = [];
    for (let start = 0; start < STARTS; start += 1) {
      await leave(page);
      await page.goto(`${origin}/incidents`);
      await page.waitForFunction(() => performance.getEntriesByName('first-row').length > 0);
      starts.push(await page.evaluate<Start>(READ_START));
    }
    const at = (what: keyof Start, share: number): number =>
      percentile(
        starts.map((each) => each[what]),
        share,
      );
    return {
      incidents: Number(held?.count),
      p50: at('firstRow', 0.5),
      p75: at('firstRow', 0.75),
      count: starts.length,
      documentMs: at('document', 0.5),
      shellMs: at('shell', 0.5),
      scriptsMs: at('scripts', 0.5),
    };
  });
}
