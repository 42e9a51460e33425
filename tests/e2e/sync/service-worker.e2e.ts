import type { BrowserContext, CDPSession, Page } from 'playwright';
import type { Device } from '../device.ts';
import type { FaultProxy } from '../fault-proxy.ts';
import { expect, test, type Visit } from '../fixtures.ts';
import { commentsPath, incidentPage } from '../incident-page.ts';
import { endSessions } from '../people.ts';
import { signIn } from '../sign-in-page.ts';
import { leaderEpochs } from '../stored-text.ts';
import type { Stack } from '../stack.ts';
import { expectCalm } from '../sync-panel.ts';

/*
 * What only a real service worker shows: background sync fired by the browser with and without a page (D16), and a new
 * version taken while the outbox is being sent.
 */

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

test(
  'background sync drains the outbox exactly once when no page is open',
  { tag: '@first' },
  async ({ wire, scene, facts, visit }) => {
    const texts = ['Saved one', 'Saved two', 'Saved three'];
    const { device, page, incident } = await visit();
    await wire.disconnect();
    for (const text of texts) await incident.comment(text);
    const browser = await browserOf(await device.context(), `${wire.url}/`);
    await page.close();
    await wire.connect();
    const before = wire.seen.length;
    // The first answer is lost after the commit: the drain has to look the row up instead of sending it again.
    wire.add({ method: 'POST', path: commentsPath, fault: { do: 'lose-reply' }, times: 1 });
    await browser.fireSync();
    await expect.poll(() => facts.commentCounts(texts), { timeout: 60_000 }).toEqual([1, 1, 1]);

    const asked = wire.seen
      .slice(before)
      .filter(({ method, path }) => method === 'GET' && path.startsWith('/api/'));
    // A row that one answer does not show is looked for twice, and its table has to answer at all (RPL15).
    const isLook = /whoami|\/comments\?.*id=eq\.|\/comments\?select=id&limit=1$/;
    const pulled = asked.filter(({ path }) => !isLook.test(path));
    expect(pulled.map(({ path }) => path)).toEqual([]);

    const again = await device.newPage();
    await incidentPage(again, scene).open();
    await expectCalm(again);
    expect(await facts.commentCounts(texts)).toEqual([1, 1, 1]);
  },
);

test('background sync with a page open only nudges it', async ({ wire, visit }) => {
  const { device, page } = await visit();
  const browser = await browserOf(await device.context(), `${wire.url}/`);
  const led = await leaderEpochs(page);
  // A nudged page asks who is signed in; nothing else makes a calm one ask.
  const asked = (): number => wire.seen.filter(({ path }) => path === '/api/auth/whoami').length;
  const before = asked();
  await browser.fireSync();
  await expect.poll(asked, { timeout: 30_000 }).toBeGreaterThan(before);
  await expectCalm(page);
  expect(await leaderEpochs(page)).toBe(led);
});

test('a drain that meets a 401 sends nothing and keeps everything', async ({
  stack,
  wire,
  scene,
  facts,
  person,
  visit,
}) => {
  const { device, page, incident } = await visit();
  const context = await device.context();
  await context.grantPermissions(['notifications'], { origin: wire.url });
  await wire.disconnect();
  await incident.comment('Waits for me');
  const browser = await browserOf(context, `${wire.url}/`);
  await page.close();
  await endSessions(stack, await person('responder'));
  await wire.connect();
  const before = wire.seen.length;
  const asked = (): string[] =>
    wire.seen
      .slice(before)
      .filter(({ path }) => path.startsWith('/api/'))
      .map(({ method, path }) => `${method} ${path}`);
  // The browser may have started the worker anew since it was last looked at.
  const notifications = async (): Promise<readonly string[] | undefined> =>
    context
      .serviceWorkers()
      .at(-1)
      ?.evaluate(async () => {
        // The worker's own global, which this file's types take for a page.
        const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
        return (await registration.getNotifications()).map(({ title }) => title);
      });
  // A drain whose question got no answer is tried again by the browser, minutes later; here as often as it takes.
  await expect(async () => {
    await browser.fireSync();
    await expect.poll(notifications, { timeout: 15_000 }).toEqual(['Sign in to send your changes']);
  }).toPass({ timeout: 60_000 });
  expect(new Set(asked())).toEqual(new Set(['GET /api/auth/whoami']));

  const again = await device.newPage();
  await signIn(again, await person('responder'), `/incidents/${scene.incidentId}`);
  await expect.poll(() => facts.commentCounts(['Waits for me']), { timeout: 30_000 }).toEqual([1]);
});

/** A question to a page that is just being replaced may never be answered: then it is asked again. */
async function isOldVersion(tab: Page): Promise<boolean> {
  const asked = tab.evaluate(() => Reflect.get(globalThis, 'isOldVersion') === true).catch(() => true);
  const unanswered = new Promise<boolean>((resolve) => setTimeout(() => resolve(true), 5_000));
  return Promise.race([asked, unanswered]);
}

/**
 * The server has another version from now on, and the incident in front of the person says so. Before any page is
 * opened from what the worker keeps: after such a navigation Chromium looks by itself, and that look now and then never
 * asks and never ends, and every later one waits for it.
 */
async function serveNextVersion(stack: Stack, wire: FaultProxy, { page, incident }: Visit): Promise<void> {
  const script = await (await fetch(`${stack.appUrl}/service-worker.js`)).text();
  wire.add({
    path: /^\/service-worker\.js/,
    fault: { do: 'lie', status: 200, contentType: 'text/javascript', body: `${script}\n// the next version` },
  });
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update();
  });
  await expect(incident.chip).toContainText('Update ready');
}

/** Another tab with the list in it. */
async function openList(device: Device): Promise<Page> {
  const tab = await device.newPage();
  await tab.goto('/incidents');
  await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();
  return tab;
}

test('a tab goes on working beside a new version, and loads it once nothing typed can be lost', async ({
  stack,
  wire,
  scene,
  facts,
  visit,
}) => {
  test.setTimeout(180_000);
  const visited = await visit();
  const { device, page, incident } = visited;
  await serveNextVersion(stack, wire, visited);
  const second = await openList(device);
  for (const tab of [page, second]) await tab.evaluate(() => Reflect.set(globalThis, 'isOldVersion', true));
  await page.bringToFront();
  // One that has not arrived, and one that is not sent.
  const slow = wire.add({ method: 'POST', path: commentsPath, fault: { do: 'delay', ms: 15_000 } });
  await incident.comment('On its way');
  await incident.composer.fill('Half a thought');

  // Over an incident only the chip says so; elsewhere a button does.
  const offer = second.getByRole('region', { name: 'Update' }).getByRole('button', { name: 'Reload' });
  await expect(offer).toBeVisible();
  await expect(page.getByRole('region', { name: 'Update' })).toHaveCount(0);
  await second.bringToFront();
  await offer.click();
  await expect.poll(() => isOldVersion(second), { timeout: 60_000 }).toBe(false);
  await page.bringToFront();
  wire.remove(slow);
  await expect.poll(() => facts.commentCounts(['On its way']), { timeout: 60_000 }).toEqual([1]);
  await expect(incident.chip).toContainText('Update ready', { timeout: 30_000 });
  expect(await isOldVersion(page)).toBe(true);

  // The old one writes, and nobody has taken away what was typed in it.
  await expect(incident.composer).toHaveValue('Half a thought');
  await incident.retitle('Written by the old version');
  await expect
    .poll(() => facts.rows('select title from hypotheses where title = $1', ['Written by the old version']), {
      timeout: 60_000,
    })
    .toHaveLength(1);
  await page.getByRole('link', { name: 'Incidents', exact: true }).first().click();
  await expect.poll(() => isOldVersion(page), { timeout: 60_000 }).toBe(false);
  const again = incidentPage(page, { ...scene, hypothesisTitle: 'Written by the old version' });
  await again.open();
  await expect(again.composer).toHaveValue('Half a thought');
  await again.send.click();
  await expect.poll(() => facts.commentCounts(['Half a thought']), { timeout: 60_000 }).toEqual([1]);
});

test('a new version taken while the outbox is being sent: all tabs reload, every change arrives once', async ({
  stack,
  wire,
  facts,
  visit,
}) => {
  test.setTimeout(180_000);
  const texts = ['Sent slowly one', 'Sent slowly two', 'Sent slowly three', 'Sent slowly four'];
  const visited = await visit();
  const { device, page, incident } = visited;
  // The network is there all the time: in Chromium a look for a new version that begins without one may never end.
  await serveNextVersion(stack, wire, visited);
  const second = await openList(device);
  await page.bringToFront();
  const slow = wire.add({ method: 'POST', path: commentsPath, fault: { do: 'delay', ms: 15_000 } });
  for (const text of texts) await incident.comment(text);
  // No incident in front of anybody: an update is offered and taken at once.
  await page.getByRole('link', { name: 'Incidents', exact: true }).first().click();
  await page.waitForURL((url) => url.pathname === '/incidents');
  const pages = [page, second];
  for (const tab of pages) await tab.evaluate(() => Reflect.set(globalThis, 'isOldVersion', true));

  const sent = (): number =>
    wire.seen.filter(({ method, path }) => method === 'POST' && commentsPath.test(path)).length;
  await expect.poll(sent, { timeout: 60_000 }).toBeGreaterThan(0);
  const offer = page.getByRole('region', { name: 'Update' }).getByRole('button', { name: 'Reload' });
  await offer.click();
  for (const tab of pages) {
    await expect
      .poll(() => isOldVersion(tab), {
        message: 'the tab has reloaded',
        timeout: 60_000,
      })
      .toBe(false);
  }
  const taken = await facts.commentCounts(texts);
  wire.remove(slow);
  await expect.poll(() => facts.commentCounts(texts), { timeout: 60_000 }).toEqual([1, 1, 1, 1]);
  await expectCalm(page);
  expect(await facts.commentCounts(texts)).toEqual([1, 1, 1, 1]);
  // Otherwise the reload would have proved nothing about an outbox that is being sent.
  expect(taken).not.toEqual([1, 1, 1, 1]);
});
