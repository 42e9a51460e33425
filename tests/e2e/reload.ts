import type { Page } from 'playwright';

const MARK = 'data-is-before-reload';

/**
 * Does what makes the page load itself anew, and resolves in the new one. What is asked of a page in between dies with it,
 * and what both pages show says nothing of which one it is.
 */
export async function throughReload(page: Page, act: () => Promise<void>): Promise<void> {
  await page.evaluate((mark) => document.documentElement.setAttribute(mark, ''), MARK);
  await act();
  await page.locator(`html:not([${MARK}])`).waitFor({ state: 'attached', timeout: 60_000 });
  await page.waitForLoadState();
}
