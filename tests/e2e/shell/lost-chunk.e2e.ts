import type { Page } from 'playwright';
import { expect, setOnline, test } from '../fixtures.ts';
import type { FaultProxy } from '../fault-proxy.ts';
import { syncChip } from '../sync-panel.ts';

/*
 * A part of the app that a newer version has replaced (ux 4.12, 15). No service worker: it would have kept the part, and
 * the case is the one in which it has not.
 */

const chunk = /^\/assets\/sync-panel-.*\.js/;

const gone = { do: 'lie', status: 404, contentType: 'text/plain', body: 'Not Found' } as const;

/** How often the page itself was fetched. */
const loads = (wire: FaultProxy): number =>
  wire.seen.filter(({ method, path }) => method === 'GET' && /^\/incidents(\?|$)/.test(path)).length;

const chunkTries = (wire: FaultProxy): number => wire.seen.filter(({ path }) => chunk.test(path)).length;

async function mark(page: Page): Promise<void> {
  await page.evaluate(() => document.documentElement.setAttribute('data-is-same-page', 'yes'));
}

test('a part of the app that is gone reloads the page once, not again and again', async ({
  wire,
  signedIn,
}) => {
  const page = await signedIn('responder', { serviceWorkers: 'block' });
  const rule = wire.add({ path: chunk, fault: gone });
  expect(loads(wire)).toBe(1);
  await syncChip(page).click();
  await expect.poll(() => loads(wire)).toBe(2);
  // The panel is in the address, so the new page asks for it by itself; what is still gone is said.
  await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
  await expect.poll(() => chunkTries(wire)).toBeGreaterThan(1);
  expect(loads(wire)).toBe(2);
  wire.remove(rule);
  await page.getByRole('button', { name: 'Reload', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Sync' })).toBeVisible();
  expect(loads(wire)).toBe(3);
});

test('without a network a part that is gone reloads nothing, and says so', async ({ wire, signedIn }) => {
  const page = await signedIn('responder', { serviceWorkers: 'block' });
  await mark(page);
  await setOnline(page, false);
  await wire.disconnect();
  await syncChip(page).click();
  await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-is-same-page', 'yes');
  expect(loads(wire)).toBe(1);
});
