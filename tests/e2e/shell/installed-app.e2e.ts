import { expect, test } from '../fixtures.ts';
import { incidentPage } from '../incident-page.ts';
import { expectCalm } from '../sync-panel.ts';

interface Manifest {
  readonly id: string;
  readonly name: string;
  readonly start_url: string;
  readonly scope: string;
  readonly display: string;
  readonly icons: readonly { readonly src: string; readonly sizes: string; readonly purpose: string }[];
  readonly shortcuts: readonly { readonly name: string; readonly url: string }[];
  readonly share_target: { readonly action: string; readonly params: object };
}

test('the manifest says what is needed to install, its icons are what they say, its shortcuts lead somewhere', async ({
  wire,
  signedIn,
}) => {
  const page = await signedIn('responder', { serviceWorkers: 'allow' });
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const answer = await page.request.get(href ?? '');
  expect(answer.headers()['content-type']).toContain('application/manifest+json');
  const manifest = (await answer.json()) as Manifest; // the fields are looked at below
  expect(manifest).toMatchObject({ id: '/', scope: '/', start_url: '/', display: 'standalone' });
  expect(manifest.name).not.toBe('');
  expect(manifest.icons.map(({ purpose }) => purpose)).toEqual(expect.arrayContaining(['any', 'maskable']));
  for (const { src, sizes } of manifest.icons) {
    const measured = await page.evaluate(async (address) => {
      const { width, height } = await createImageBitmap(await (await fetch(address)).blob());
      return `${width}x${height}`;
    }, src);
    expect(measured, src).toBe(sizes);
  }
  expect(manifest.share_target).toMatchObject({
    action: '/incidents',
    params: { title: 'shared_title', text: 'shared_text', url: 'shared_url' },
  });
  expect(manifest.shortcuts.length).toBeGreaterThan(0);
  for (const { name, url } of manifest.shortcuts) {
    await page.goto(url);
    await expect(page.locator('h1').first(), name).toBeVisible();
    await expect(page.getByRole('heading', { name: 'There is no such page' }), name).toHaveCount(0);
  }
  expect(wire.seen.some(({ path }) => path === href)).toBe(true);
});

test('what another app shares becomes the draft of a note, and leaves the address', async ({ signedIn }) => {
  const page = await signedIn('responder', { serviceWorkers: 'allow' });
  await page.goto('/incidents?shared_title=Alert&shared_text=Disk%20full');
  const dialog = page.getByRole('dialog', { name: 'Link to Incident' });
  await expect(dialog.getByRole('textbox', { name: /^Note/ })).toHaveValue('Alert\nDisk full');
  await expect(page).toHaveURL(/\/incidents\?panel=attach$/);
  await page.reload();
  await expect(dialog.getByRole('textbox', { name: /^Note/ })).toHaveValue('Alert\nDisk full');
});

test('works where the browser has no background sync, no badge and no say about storage', async ({
  wire,
  scene,
  facts,
  signedIn,
}) => {
  const page = await signedIn('responder', { path: '/login', serviceWorkers: 'allow' });
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'SyncManager');
    Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync');
    Reflect.deleteProperty(Navigator.prototype, 'setAppBadge');
    Reflect.deleteProperty(Navigator.prototype, 'clearAppBadge');
    Reflect.deleteProperty(StorageManager.prototype, 'persist');
    Reflect.deleteProperty(StorageManager.prototype, 'persisted');
  });
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(error.message));
  const incident = incidentPage(page, scene);
  await incident.open();
  expect(
    await page.evaluate(() => [
      'setAppBadge' in navigator,
      'persist' in navigator.storage,
      'SyncManager' in globalThis,
    ]),
  ).toEqual([false, false, false]);
  await wire.disconnect();
  await incident.comment('Written in a plain browser');
  await page.reload();
  await expect(incident.written('Written in a plain browser')).toBeVisible();
  await wire.connect();
  await expect.poll(() => facts.commentRows('Written in a plain browser')).toBe(1);
  await expectCalm(page);
  expect(failures).toEqual([]);
});
