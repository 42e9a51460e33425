import type { Page } from 'playwright';
import { captivePortal, type FaultProxy } from '../fault-proxy.ts';
import { expect, test } from '../fixtures.ts';
import { incidentPage } from '../incident-page.ts';
import { storesWith } from '../stored-text.ts';
import { expectCalm, syncChip } from '../sync-panel.ts';

/*
 * The app's own files on the device (FILE1–FILE4): what is not as it was built is never kept, what is damaged is mended, and a start
 * that fails is helped without touching data.
 */

const entryPath = /^\/assets\/index-[^/]*\.js/;
const panelPath = /^\/assets\/sync-panel-.*\.js/;

/** Every kept file of the app: path → text. */
async function keptFiles(page: Page): Promise<Readonly<Record<string, string>>> {
  return page.evaluate(async () => {
    const found: Record<string, string> = {};
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        found[new URL(request.url).pathname] = (await (await cache.match(request))?.text()) ?? '';
      }
    }
    return found;
  });
}

/** Does to the kept files of one kind what a bad disk does. */
async function damage(page: Page, path: RegExp, how: 'lose' | 'garble'): Promise<number> {
  return page.evaluate(
    async ({ source, isLost }) => {
      let count = 0;
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
          if (!new RegExp(source).test(new URL(request.url).pathname)) continue;
          count += 1;
          await cache.delete(request);
          if (isLost) continue;
          const headers = { 'Content-Type': 'text/javascript' };
          await cache.put(request, new Response('garbled at the disk {', { headers }));
        }
      }
      return count;
    },
    { source: path.source, isLost: how === 'lose' },
  );
}

const isInstalled = (page: Page): Promise<boolean> =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated');

/** As the browser says when the network is back. */
const sayOnline = (page: Page): Promise<boolean> => page.evaluate(() => dispatchEvent(new Event('online')));

const loads = (wire: FaultProxy): number =>
  wire.seen.filter(({ method, path }) => method === 'GET' && /^\/(incidents|index\.html)(\?|$|\/)/.test(path))
    .length;

for (const [what, path] of [
  ['the page', /^\/index\.html/],
  ['a part of the app', panelPath],
] as const) {
  test(`[FILE1] a sign-in page of the network in place of ${what} is never kept, and the install is made up for`, async ({
    wire,
    signedIn,
  }) => {
    const lie = wire.add({ path, fault: captivePortal });
    const page = await signedIn('responder', { serviceWorkers: 'allow' });
    // Each try asks past the browser's cache too.
    const tries = (): number => wire.seen.filter(({ faulted }) => faulted === 'lie').length;
    await expect.poll(tries).toBeGreaterThanOrEqual(2);
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) === undefined))
      .toBe(true);
    for (const text of Object.values(await keptFiles(page))) expect(text).not.toContain('Free Wi-Fi');
    wire.remove(lie);
    await sayOnline(page);
    await expect.poll(() => isInstalled(page)).toBe(true);
    for (const text of Object.values(await keptFiles(page))) expect(text).not.toContain('Free Wi-Fi');
    await wire.disconnect();
    await page.reload();
    await syncChip(page).click();
    await expect(page.getByRole('dialog', { name: 'Sync' })).toBeVisible();
  });
}

test('[FILE2] kept files that are lost or damaged are mended by the next page, which is not reloaded', async ({
  wire,
  visit,
}) => {
  const { page, incident } = await visit();
  const whole = await keptFiles(page);
  expect(await damage(page, panelPath, 'lose')).toBe(1);
  expect(await damage(page, /\/assets\/(?!index-|repair-).*\.js$/, 'garble')).toBeGreaterThan(3);
  expect(await damage(page, /\/index\.html$/, 'garble')).toBe(1);
  await incident.open();
  const loaded = loads(wire);
  await expect.poll(() => keptFiles(page)).toEqual(whole);
  await expectCalm(page);
  expect(loads(wire)).toBe(loaded);
  await wire.disconnect();
  await page.reload();
  await syncChip(page).click();
  await expect(page.getByRole('dialog', { name: 'Sync' })).toBeVisible();
});

test('[FILE3] a damaged app mends itself where the server can be reached, with one reload', async ({
  wire,
  scene,
  visit,
}) => {
  const { page } = await visit();
  expect(await damage(page, entryPath, 'garble')).toBe(1);
  await page.goto(`/incidents/${scene.incidentId}`, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1, name: scene.title })).toBeVisible();
  await expectCalm(page);
  expect(wire.seen.filter(({ path }) => entryPath.test(path)).length).toBeLessThanOrEqual(3);
});

test('[FILE4] a start that fails offers Repair, which changes nothing without the server and keeps data and drafts', async ({
  wire,
  scene,
  facts,
  visit,
}) => {
  const { page, incident } = await visit();
  await wire.disconnect();
  await incident.comment('Waits through the repair');
  await incident.composer.fill('A draft');
  await expect(incident.composer).toHaveValue('A draft');
  // It is kept after a pause in typing.
  await expect.poll(() => storesWith(page, 'A draft')).not.toEqual([]);
  const next = wire.add({ path: /^\/(index\.html|assets\/)/, fault: captivePortal });
  await wire.connect();
  expect(await damage(page, entryPath, 'garble')).toBe(1);
  await page.goto(`/incidents/${scene.incidentId}`, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: 'Holdfast could not start' })).toBeVisible();
  const repair = page.getByRole('button', { name: 'Repair' });
  await repair.click();
  await expect(page.getByRole('status')).toContainText('Nothing was changed');
  const kept = Object.keys(await keptFiles(page));
  expect(kept.length).toBeGreaterThan(10);
  wire.remove(next);
  await repair.click();
  await expect(page.getByRole('heading', { level: 1, name: scene.title })).toBeVisible();
  await expect(incidentPage(page, scene).composer).toHaveValue('A draft');
  await expect.poll(() => facts.commentRows('Waits through the repair')).toBe(1);
  await expectCalm(page);
  await expect.poll(async () => Object.keys(await keptFiles(page)).length).toBe(kept.length);
});

test('[FILE4] without a service worker a part that does not come at the first visit is offered for repair too', async ({
  wire,
  signedIn,
}) => {
  const page = await signedIn('responder', { serviceWorkers: 'block' });
  const lie = wire.add({ path: entryPath, fault: captivePortal });
  await page.reload({ waitUntil: 'commit' });
  await expect(page.getByRole('button', { name: 'Repair' })).toBeVisible();
  wire.remove(lie);
  await page.getByRole('button', { name: 'Repair' }).click();
  await expect(syncChip(page)).toBeVisible();
});
