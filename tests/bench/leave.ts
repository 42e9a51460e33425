import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright';

/** So long a page that was left may take to be gone, with its worker. */
const LEFT_MS = 1_000;

/** What a page that is being left still does is not what coming to the next one takes. */
export async function leave(page: Page): Promise<void> {
  await page.goto('about:blank');
  await pause(LEFT_MS);
}
