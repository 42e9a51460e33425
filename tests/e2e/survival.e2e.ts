import type { CDPSession, Page } from 'playwright';
import { killTab } from './device.ts';
import { expect, test } from './fixtures.ts';
import { expectCalm, incidentPage, syncChip, visit } from './incident-page.ts';
import { commentEvents, commentRows, titleOnServer } from './server-facts.ts';

const commentsPath = /\/api\/db\/comments/;

async function debuggerOf(page: Page): Promise<CDPSession> {
  return page.context().newCDPSession(page);
}

for (const indexedDb of ['leveldb', 'sqlite'] as const) {
  test(`a renderer killed between the commit and the answer sends the rest, and nothing twice (IndexedDB on ${indexedDb})`, async ({
    stack,
    wire,
    scene,
    openDevice,
  }) => {
    const device = await openDevice({ indexedDb });
    const first = await device.newPage();
    const incident = await visit(first, wire.url, scene);
    await wire.disconnect();
    const texts = ['One of three', 'Two of three', 'Three of three'];
    for (const text of texts) await incident.comment(text);
    // The first goes through; the server has the second, and its answer never comes.
    wire.add({ method: 'POST', path: commentsPath, fault: { do: 'delay', ms: 0 }, times: 1 });
    const withheld = wire.add({ method: 'POST', path: commentsPath, fault: { do: 'withhold-reply' } });
    await wire.connect();
    await expect.poll(() => commentEvents(stack, scene)).toBe(2);
    await killTab(first);
    await first.close();
    wire.remove(withheld);
    const page = await device.newPage();
    await incidentPage(page, scene).open(wire.url);
    await expect.poll(() => commentEvents(stack, scene)).toBe(3);
    await expectCalm(page);
    for (const text of texts) expect(await commentRows(stack, scene, text), text).toBe(1);
    expect(await commentEvents(stack, scene)).toBe(3);
    const isLevelDb = (await device.storageNames()).some((name) => name.endsWith('.leveldb'));
    expect(isLevelDb).toBe(indexedDb === 'leveldb');
  });
}

test('a page that is frozen with unsent work goes on where it was, with what others did meanwhile', async ({
  stack,
  wire,
  scene,
  openDevice,
}) => {
  const page = await (await openDevice()).newPage();
  const incident = await visit(page, wire.url, scene);
  const cdp = await debuggerOf(page);
  await wire.disconnect();
  await incident.comment('Written before the lid was closed');
  await cdp.send('Page.setWebLifecycleState', { state: 'frozen' });
  await stack.sql('update hypotheses set status = $2, updated_at = now() where id = $1', [
    scene.hypothesisId,
    'disproven',
  ]);
  await wire.connect();
  await cdp.send('Page.setWebLifecycleState', { state: 'active' });
  await expect.poll(() => commentRows(stack, scene, 'Written before the lid was closed')).toBe(1);
  await expectCalm(page);
  await expect(incident.node.getByRole('button', { name: /Disproven/ })).toBeVisible();
  expect(await commentRows(stack, scene, 'Written before the lid was closed')).toBe(1);
});

test('a change made on a full disk is not lost: it is sent once, with the room that comes back', async ({
  stack,
  wire,
  scene,
  openDevice,
}) => {
  const device = await openDevice();
  const first = await device.newPage();
  const before = await visit(first, wire.url, scene);
  await wire.disconnect();
  await before.comment('Written while there was room');
  const usedBytes = await first.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
  // Chromium goes by a remembered amount of free space for a while: only a new browser asks again.
  await device.close();
  const page = await device.newPage();
  const cdp = await debuggerOf(page);
  await cdp.send('Storage.overrideQuotaForOrigin', { origin: wire.url, quotaSize: usedBytes + 500_000 });
  const incident = incidentPage(page, scene);
  await incident.open(wire.url);
  const composer = incident.node.getByRole('textbox').first();
  const long = `Hardly any room for this ${'x'.repeat(6_000_000)}`;
  await composer.evaluate((field: HTMLTextAreaElement, text) => {
    // Typing six million letters takes minutes; React hears of the value as it hears of typing.
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }, long);
  await incident.node.getByRole('button', { name: 'Comment', exact: true }).click();
  // Taken by the journal: the composer lets go of its text only then.
  await expect.poll(() => composer.evaluate((field: HTMLTextAreaElement) => field.value.length)).toBe(0);
  // The copy has no room for it: that is said, and not only that the server is away.
  await expect(syncChip(page)).toHaveAccessibleName(/Device full/);
  await expect(
    page.getByText(/storage of this device is full\. Your changes are saved/).first(),
  ).toBeVisible();
  await cdp.send('Storage.overrideQuotaForOrigin', { origin: wire.url });
  await wire.connect();
  await expect.poll(() => commentEvents(stack, scene), { timeout: 120_000 }).toBe(2);
  expect(await commentRows(stack, scene, 'Written while there was room')).toBe(1);
  expect(await commentRows(stack, scene, long)).toBe(1);
});

test('two people on two devices: both comments stand, and the title that comes later asks', async ({
  stack,
  wire,
  scene,
  openDevice,
}) => {
  const mine = await (await openDevice()).newPage();
  const responder = await visit(mine, wire.url, scene, 'responder');
  await wire.disconnect();
  await responder.comment('From the responder');
  await responder.retitle('Title of the responder');
  const theirs = await (await openDevice()).newPage();
  // The other device has a way of its own to the server, which stays up.
  const commander = await visit(theirs, stack.appUrl, scene, 'commander');
  await commander.comment('From the commander');
  await commander.retitle('Title of the commander');
  await expect.poll(() => titleOnServer(stack, scene)).toBe('Title of the commander');
  await expect.poll(() => commentRows(stack, scene, 'From the commander')).toBe(1);
  await wire.connect();
  const review = mine.getByRole('group', { name: /changed on the server too/i });
  await expect(review.getByText('Title of the commander')).toBeVisible();
  await expect.poll(() => commentRows(stack, scene, 'From the responder')).toBe(1);
  expect(await titleOnServer(stack, scene)).toBe('Title of the commander');
  await review.getByRole('button', { name: 'Keep theirs' }).click();
  await theirs.getByRole('button', { name: 'Refresh' }).click();
  for (const page of [mine, theirs]) {
    const node = page.getByRole('region', { name: 'Title of the commander' });
    await expect(node.getByRole('listitem').filter({ hasText: 'From the responder' })).toBeVisible();
    await expect(node.getByRole('listitem').filter({ hasText: 'From the commander' })).toBeVisible();
    await expectCalm(page);
  }
  expect(await titleOnServer(stack, scene)).toBe('Title of the commander');
  expect(await commentEvents(stack, scene)).toBe(2);
});

test('storage deleted under a running page is said, and a reload fetches the data again', async ({
  stack,
  wire,
  scene,
  openDevice,
}) => {
  const page = await (await openDevice()).newPage();
  const incident = await visit(page, wire.url, scene);
  const cdp = await debuggerOf(page);
  await cdp.send('Storage.clearDataForOrigin', { origin: wire.url, storageTypes: 'indexeddb' });
  await expect(syncChip(page)).toHaveAccessibleName('Sync: Storage failed');
  await page.reload();
  await expect(incident.node).toBeVisible();
  await incident.comment('After the storage was gone');
  await expect.poll(() => commentRows(stack, scene, 'After the storage was gone')).toBe(1);
  await expectCalm(page);
});

test('three tabs on one incident: every comment arrives once and every tab shows all', async ({
  stack,
  wire,
  scene,
  openDevice,
}) => {
  const device = await openDevice();
  const pages = [await device.newPage(), await device.newPage(), await device.newPage()];
  const tabs = pages.map((page) => incidentPage(page, scene));
  await visit(pages[0]!, wire.url, scene);
  for (const tab of tabs.slice(1)) await tab.open(wire.url);
  await Promise.all(tabs.map((tab, at) => tab.comment(`From tab ${at}`)));
  await expect.poll(() => commentEvents(stack, scene)).toBe(3);
  for (const tab of tabs) {
    for (const at of tabs.keys()) {
      await expect(tab.node.getByRole('listitem').filter({ hasText: `From tab ${at}` })).toBeVisible();
    }
  }
  for (const page of pages) await expect(syncChip(page)).toHaveAccessibleName(/^Sync: (Live|Updated)/);
  for (const at of tabs.keys()) expect(await commentRows(stack, scene, `From tab ${at}`)).toBe(1);
});
