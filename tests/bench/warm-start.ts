import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { signIn, waitForServiceWorker } from '../e2e/fixtures.ts';
import { startStack } from '../e2e/stack.ts';

/** Starts measured after the first visit. */
const STARTS = 20;

/** Quarter of the starts that was slowest, as the target says it, beside the middle. */
export interface WarmStart {
  readonly p50: number;
  readonly p75: number;
  readonly count: number;
}

/** Notes the frame that first shows an incident number. As text: what a compiler adds to a function is not in the page. */
const WATCH_FIRST_ROW = `
  const look = () => {
    if (!/INC-\\d/.test(document.body?.textContent ?? '')) return requestAnimationFrame(look);
    requestAnimationFrame(() => performance.mark('first-row'));
  };
  look();
`;

/** T4: from the start of the navigation to the frame with local incidents, shell from the service worker. */
export async function measureWarmStart(executablePath: string | undefined): Promise<WarmStart> {
  const profile = mkdtempSync(join(tmpdir(), 'holdfast-bench-'));
  const stack = await startStack();
  const browser = await chromium.launchPersistentContext(profile, {
    ...(executablePath === undefined ? {} : { executablePath }),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    const page = await browser.newPage();
    await signIn(page, stack.appUrl, 'responder');
    await waitForServiceWorker(page);
    await page
      .getByText(/INC-\d/)
      .first()
      .waitFor();
    await page.addInitScript({ content: WATCH_FIRST_ROW });
    const samples: number[] = [];
    for (let start = 0; start < STARTS; start += 1) {
      await page.goto(`${stack.appUrl}/incidents`);
      await page.waitForFunction(() => performance.getEntriesByName('first-row').length > 0);
      samples.push(await page.evaluate(() => performance.getEntriesByName('first-row')[0]?.startTime ?? NaN));
    }
    const sorted = samples.toSorted((a, b) => a - b);
    const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? NaN;
    return { p50: at(0.5), p75: at(0.75), count: sorted.length };
  } finally {
    await browser.close();
    await stack.stop();
    rmSync(profile, { recursive: true, force: true });
  }
}
