import type { BrowserContext, CDPSession, Page } from 'playwright';
import { expect, signIn, test, waitForServiceWorker, type Scene } from './fixtures.ts';
import { expectCalm, incidentPage } from './incident-page.ts';
import type { Stack } from './stack.ts';

/*
 * What only a real service worker shows: background sync fired by the browser with and without a page (D16), and a new
 * version taken while the outbox is being sent.
 */

const commentsPath = /\/api\/db\/comments/;

/** How often each text stands under the scene's hypothesis, in the order of the texts. */
async function counts(stack: Stack, scene: Scene, texts: readonly string[]): Promise<number[]> {
  const rows = await stack.sql<{ comment: string; n: number }>(
    'select comment, count(*)::int as n from comments where hypothesis_id = $1 group by comment',
    [scene.hypothesisId],
  );
  return texts.map((text) => rows.find(({ comment }) => comment === text)?.n ?? 0);
}

/** First visit: signed in, everything pulled, shell cached, the scene's incident open. */
async function visit(page: Page, origin: string, scene: Scene): Promise<ReturnType<typeof incidentPage>> {
  await signIn(page, origin, 'responder', `/incidents/${scene.incidentId}`);
  const incident = incidentPage(page, scene);
  await expect(incident.node).toBeVisible();
  await waitForServiceWorker(page);
  await expectCalm(page);
  return incident;
}

interface Browser {
  /** Fires the sync event as the browser does when the network is back. */
  fireSync(): Promise<void>;
}

/** Speaks to the browser from a tab of no site, so that it counts as no window of ours. */
async function browserOf(context: BrowserContext, origin: string): Promise<Browser> {
  const blank = await context.newPage();
  const session: CDPSession = await context.newCDPSession(blank);
  let registrationId: string | undefined;
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const ours = registrations.find(({ scopeURL, isDeleted }) => scopeURL.startsWith(origin) && !isDeleted);
    registrationId = ours?.registrationId ?? registrationId;
  });
  await session.send('ServiceWorker.enable');
  await expect
    .poll(() => registrationId, { message: 'the registration is known', timeout: 30_000 })
    .toBeDefined();
  return {
    async fireSync() {
      await session.send('ServiceWorker.dispatchSyncEvent', {
        origin,
        registrationId: registrationId ?? '',
        tag: 'outbox',
        lastChance: false,
      });
    },
  };
}

/** How often somebody became leader on this device: every journal counts it. */
async function epochs(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')));
      });
    let sum = 0;
    for (const { name = '' } of await indexedDB.databases()) {
      if (!name.startsWith('journal-')) continue;
      const database = await settled(indexedDB.open(name));
      const meta: unknown = await settled(
        database.transaction('device_meta').objectStore('device_meta').get('meta'),
      );
      sum += Number(Reflect.get(Object(meta), 'epoch'));
      database.close();
    }
    return sum;
  });
}

test('background sync drains the outbox exactly once when no page is open', async ({
  stack,
  wire,
  scene,
  openDevice,
}) => {
  const texts = ['Saved one', 'Saved two', 'Saved three'];
  const device = await openDevice();
  const page = await device.newPage();
  const incident = await visit(page, wire.url, scene);
  await wire.disconnect();
  for (const text of texts) await incident.comment(text);
  const browser = await browserOf(await device.context(), `${wire.url}/`);
  await page.close();
  await wire.connect();
  const before = wire.seen.length;
  // The first answer is lost after the commit: the drain has to look the row up instead of sending it again.
  wire.add({ method: 'POST', path: commentsPath, fault: { do: 'lose-reply' }, times: 1 });
  await browser.fireSync();
  await expect.poll(() => counts(stack, scene, texts), { timeout: 60_000 }).toEqual([1, 1, 1]);

  const asked = wire.seen
    .slice(before)
    .filter(({ method, path }) => method === 'GET' && path.startsWith('/api/'));
  const pulled = asked.filter(({ path }) => !/whoami|\/comments\?.*id=eq\./.test(path));
  expect(pulled.map(({ path }) => path)).toEqual([]);

  const again = await device.newPage();
  await incidentPage(again, scene).open(wire.url);
  await expectCalm(again);
  expect(await counts(stack, scene, texts)).toEqual([1, 1, 1]);
});

test('background sync with a page open only nudges it', async ({ wire, scene, openDevice }) => {
  const device = await openDevice();
  const page = await device.newPage();
  await visit(page, wire.url, scene);
  const browser = await browserOf(await device.context(), `${wire.url}/`);
  const led = await epochs(page);
  // A nudged page asks who is signed in; nothing else makes a calm one ask.
  const asked = (): number => wire.seen.filter(({ path }) => path === '/api/auth/whoami').length;
  const before = asked();
  await browser.fireSync();
  await expect.poll(asked, { timeout: 30_000 }).toBeGreaterThan(before);
  await expectCalm(page);
  expect(await epochs(page)).toBe(led);
});

test('a drain that meets a 401 sends nothing and keeps everything', async ({
  stack,
  wire,
  scene,
  openDevice,
}) => {
  const device = await openDevice();
  const page = await device.newPage();
  const incident = await visit(page, wire.url, scene);
  await wire.disconnect();
  await incident.comment('Waits for me');
  const context = await device.context();
  await context.grantPermissions(['notifications'], { origin: wire.url });
  const browser = await browserOf(await device.context(), `${wire.url}/`);
  await page.close();
  await fetch(`${stack.backend.url}/test-controls/expire-sessions`, { method: 'POST' });
  await wire.connect();
  const before = wire.seen.length;
  await browser.fireSync();
  const asked = (): string[] =>
    wire.seen
      .slice(before)
      .filter(({ path }) => path.startsWith('/api/'))
      .map(({ method, path }) => `${method} ${path}`);
  await expect.poll(asked, { timeout: 30_000 }).toEqual(['GET /api/auth/whoami']);

  const [worker] = context.serviceWorkers();
  const notifications = async (): Promise<readonly string[] | undefined> =>
    worker?.evaluate(async () => {
      // The worker's own global, which this file's types take for a page.
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
      return (await registration.getNotifications()).map(({ title }) => title);
    });
  await expect.poll(notifications, { timeout: 30_000 }).toEqual(['Sign in to send your changes']);

  const again = await device.newPage();
  await signIn(again, wire.url, 'responder', `/incidents/${scene.incidentId}`);
  await expect.poll(() => counts(stack, scene, ['Waits for me']), { timeout: 30_000 }).toEqual([1]);
});

test('a new version taken while the outbox is being sent: all tabs reload, every change arrives once', async ({
  stack,
  wire,
  scene,
  openDevice,
}) => {
  test.setTimeout(180_000);
  const texts = ['Sent slowly one', 'Sent slowly two', 'Sent slowly three', 'Sent slowly four'];
  const device = await openDevice();
  const page = await device.newPage();
  const incident = await visit(page, wire.url, scene);
  await wire.disconnect();
  for (const text of texts) await incident.comment(text);
  // No incident in front of anybody: an update is offered and taken at once.
  await page.getByRole('link', { name: 'Incidents', exact: true }).first().click();
  await page.waitForURL((url) => url.pathname === '/incidents');
  const second = await device.newPage();
  await second.goto(`${wire.url}/incidents`);
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible();
  const pages = [page, second];
  for (const tab of pages) await tab.evaluate(() => Reflect.set(globalThis, 'isOldVersion', true));

  await wire.connect();
  const slow = wire.add({ method: 'POST', path: commentsPath, fault: { do: 'delay', ms: 8000 } });
  const script = await (await fetch(`${stack.appUrl}/service-worker.js`)).text();
  wire.add({
    path: /^\/service-worker\.js/,
    fault: { do: 'lie', status: 200, contentType: 'text/javascript', body: `${script}\n// the next version` },
  });
  const sent = (): number =>
    wire.seen.filter(({ method, path }) => method === 'POST' && commentsPath.test(path)).length;
  await expect.poll(sent, { timeout: 60_000 }).toBeGreaterThan(0);
  await page.bringToFront();
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update();
  });
  await page.getByRole('region', { name: 'Update' }).getByRole('button', { name: 'Reload' }).click();
  for (const tab of pages) {
    await expect
      .poll(() => tab.evaluate(() => Reflect.get(globalThis, 'isOldVersion') === true).catch(() => true), {
        message: 'the tab has reloaded',
        timeout: 60_000,
      })
      .toBe(false);
  }
  const taken = await counts(stack, scene, texts);
  wire.remove(slow);
  await expect.poll(() => counts(stack, scene, texts), { timeout: 60_000 }).toEqual([1, 1, 1, 1]);
  await expectCalm(page);
  expect(await counts(stack, scene, texts)).toEqual([1, 1, 1, 1]);
  // Otherwise the reload would have proved nothing about an outbox that is being sent.
  expect(taken).not.toEqual([1, 1, 1, 1]);
});
