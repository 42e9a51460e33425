import { randomBytes } from 'node:crypto';
import type { CDPSession, Page } from 'playwright';
import { killTab } from '../device.ts';
import { expect, test, type Visit } from '../fixtures.ts';
import { commentsPath, incidentPage } from '../incident-page.ts';
import type { Scene } from '../scene.ts';
import { expectCalm } from '../sync-panel.ts';

/** Of one text; it is written twice, into the journal and into the copy. */
const TEXT_BYTES = 200_000;
/** Several times the room there can be. */
const MOST_TEXTS = 20;

async function debuggerOf(page: Page): Promise<CDPSession> {
  return page.context().newCDPSession(page);
}

for (const indexedDb of ['leveldb', 'sqlite'] as const) {
  test(`a renderer killed between the commit and the answer sends the rest, and nothing twice (IndexedDB on ${indexedDb})`, async ({
    wire,
    scene,
    facts,
    visit,
  }) => {
    const { device, page: first, incident } = await visit('responder', { indexedDb });
    await wire.disconnect();
    const texts = ['One of three', 'Two of three', 'Three of three'];
    for (const text of texts) await incident.comment(text);
    // The first goes through; the server has the second, and its answer never comes.
    wire.add({ method: 'POST', path: commentsPath, fault: { do: 'delay', ms: 0 }, times: 1 });
    const withheld = wire.add({ method: 'POST', path: commentsPath, fault: { do: 'withhold-reply' } });
    await wire.connect();
    await expect.poll(() => facts.commentEvents()).toBe(2);
    await killTab(first);
    await first.close();
    wire.remove(withheld);
    const page = await device.newPage();
    await incidentPage(page, scene).open();
    await expect.poll(() => facts.commentEvents()).toBe(3);
    await expectCalm(page);
    for (const text of texts) expect(await facts.commentRows(text), text).toBe(1);
    expect(await facts.commentEvents()).toBe(3);
    expect(await device.indexedDbEngines()).toEqual([indexedDb]);
  });
}

test('a page that is frozen with unsent work goes on where it was, with what others did meanwhile', async ({
  wire,
  scene,
  facts,
  visit,
}) => {
  const { device, page, incident } = await visit();
  await wire.disconnect();
  await incident.comment('Written before the lid was closed');
  const resume = await device.freeze();
  await facts.rows('update hypotheses set status = $2, updated_at = now() where id = $1', [
    scene.hypothesisId,
    'disproven',
  ]);
  await wire.connect();
  resume();
  await expect.poll(() => facts.commentRows('Written before the lid was closed')).toBe(1);
  await expectCalm(page);
  await expect(incident.node.getByRole('button', { name: /Disproven/ })).toBeVisible();
  expect(await facts.commentRows('Written before the lid was closed')).toBe(1);
});

test('changes made while the disk fills up are not lost: each is sent once, with the room that comes back', async ({
  wire,
  scene,
  facts,
  visit,
}) => {
  const { device, page: first } = await visit();
  await wire.disconnect();
  const usedBytes = await first.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
  // Chromium goes by a remembered amount of free space for a while: only a new browser asks again.
  await device.close();
  const page = await device.newPage();
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Storage.overrideQuotaForOrigin', { origin: wire.url, quotaSize: usedBytes + 500_000 });
  const incident = incidentPage(page, scene);
  await incident.open();
  const isFull = async (): Promise<boolean> =>
    /Device full/.test((await incident.chip.getAttribute('aria-label')) ?? '');
  const texts: string[] = [];
  // How much room there is in the end the browser alone knows: it tidies its files whenever it likes.
  while (!(await isFull()) && texts.length < MOST_TEXTS) {
    const name = `Text number ${texts.length + 1}`;
    // What can be compressed takes no room.
    texts.push(`${name} ${randomBytes(TEXT_BYTES).toString('base64')}`);
    await incident.composer.fill(texts.at(-1) ?? '');
    await incident.send.click();
    await expect.poll(async () => (await isFull()) || (await incident.written(name).count()) > 0).toBe(true);
  }
  // Not only that the server is away: what is written now may not show here, and is kept all the same.
  await expect(incident.chip).toHaveAccessibleName(/Device full/);
  await expect(
    page.getByText(/storage of this device is full\. Your changes are saved/).first(),
  ).toBeVisible();
  await cdp.send('Storage.overrideQuotaForOrigin', { origin: wire.url });
  await wire.connect();
  // The last text may still be on its way into the journal: then it leaves the composer by itself.
  await expect(async () => {
    if ((await incident.composer.inputValue()) === '') return;
    await incident.send.click({ timeout: 1_000 });
    expect(await incident.composer.inputValue()).toBe('');
  }).toPass({ timeout: 60_000 });
  await expect.poll(() => facts.commentCounts(texts), { timeout: 120_000 }).toEqual(texts.map(() => 1));
  expect(await facts.commentEvents()).toBe(texts.length);
});

test('two people on two devices: both comments stand, and the title that comes later asks', async ({
  stack,
  wire,
  facts,
  visit,
}) => {
  const mine = await visit('responder');
  await wire.disconnect();
  await mine.incident.comment('From the responder');
  await mine.incident.retitle('Title of the responder');
  // The other device has a way of its own to the server, which stays up.
  const theirs = await visit('commander', { origin: stack.appUrl });
  await theirs.incident.comment('From the commander');
  await theirs.incident.retitle('Title of the commander');
  await expect.poll(() => facts.hypothesisTitle()).toBe('Title of the commander');
  await expect.poll(() => facts.commentRows('From the commander')).toBe(1);
  await wire.connect();
  const { review } = mine.incident;
  await expect(review.getByText('Title of the commander')).toBeVisible();
  await expect.poll(() => facts.commentRows('From the responder')).toBe(1);
  expect(await facts.hypothesisTitle()).toBe('Title of the commander');
  await review.getByRole('button', { name: 'Keep theirs' }).click();
  await theirs.page.getByRole('button', { name: 'Refresh' }).click();
  for (const { page } of [mine, theirs]) {
    const node = page.getByRole('region', { name: 'Title of the commander' });
    await expect(node.getByRole('listitem').filter({ hasText: 'From the responder' })).toBeVisible();
    await expect(node.getByRole('listitem').filter({ hasText: 'From the commander' })).toBeVisible();
    await expectCalm(page);
  }
  expect(await facts.hypothesisTitle()).toBe('Title of the commander');
  expect(await facts.commentEvents()).toBe(2);
});

test('storage deleted under a running page is said, and a reload fetches the data again', async ({
  wire,
  facts,
  visit,
}) => {
  const { page, incident } = await visit();
  const cdp = await debuggerOf(page);
  await cdp.send('Storage.clearDataForOrigin', { origin: wire.url, storageTypes: 'indexeddb' });
  await expect(incident.chip).toHaveAccessibleName('Sync: Storage failed');
  await page.reload();
  await expect(incident.node).toBeVisible();
  await incident.comment('After the storage was gone');
  await expect.poll(() => facts.commentRows('After the storage was gone')).toBe(1);
  await expectCalm(page);
});

/** The page of the visit and two more of the same device, all at the scene's incident. */
async function threeTabs({ device, page }: Visit, scene: Scene) {
  const pages = [page, await device.newPage(), await device.newPage()] as const;
  const tabs = [
    incidentPage(pages[0], scene),
    incidentPage(pages[1], scene),
    incidentPage(pages[2], scene),
  ] as const;
  for (const tab of tabs.slice(1)) await tab.open();
  return { pages, tabs };
}

test('three tabs on one incident: every comment arrives once and every tab shows all', async ({
  scene,
  facts,
  visit,
}) => {
  const { pages, tabs } = await threeTabs(await visit(), scene);
  await Promise.all(tabs.map((tab, at) => tab.comment(`From tab ${at}`)));
  await expect.poll(() => facts.commentEvents()).toBe(3);
  for (const tab of tabs) {
    for (const at of tabs.keys()) await expect(tab.written(`From tab ${at}`)).toBeVisible();
  }
  for (const tab of pages) await expectCalm(tab);
  for (const at of tabs.keys()) expect(await facts.commentRows(`From tab ${at}`)).toBe(1);
});

test('three tabs change one hypothesis at once: none of it is lost, and every tab ends with what the server has', async ({
  scene,
  facts,
  visit,
}) => {
  const {
    pages,
    tabs: [first, second, third],
  } = await threeTabs(await visit(), scene);
  const title = `Renamed ${scene.hypothesisTitle}`;
  await Promise.all([first.setStatus('Likely'), second.comment('Seen by the second'), third.retitle(title)]);
  const row = (): Promise<unknown> =>
    facts.rows('select title, status from hypotheses where id = $1', [scene.hypothesisId]);
  await expect.poll(row).toEqual([{ title, status: 'likely' }]);
  // The same field from two of them: the later choice stays, also where it was made first.
  await Promise.all(
    pages.slice(0, 2).map(async (tab, at) => {
      await tab
        .getByRole('region', { name: title })
        .getByRole('button', { name: /Status of/ })
        .click();
      await tab.getByRole('option', { name: at === 0 ? 'Possible' : 'Improbable', exact: true }).click();
    }),
  );
  const everywhere = async (): Promise<readonly string[]> => {
    const shown = pages.map((tab) =>
      tab
        .getByRole('region', { name: title })
        .getByRole('button', { name: /Status of/ })
        .innerText(),
    );
    const stored = facts.value('select status from hypotheses where id = $1', [scene.hypothesisId]);
    return [...new Set((await Promise.all([stored, ...shown])).map((text) => String(text).toLowerCase()))];
  };
  // Which of the two was chosen last is the device's business; what everybody sees is one of them.
  await expect.poll(everywhere).toEqual([expect.stringMatching(/^(?:possible|improbable)$/)]);
  for (const tab of pages) await expectCalm(tab);
  await expect.poll(everywhere).toEqual([expect.stringMatching(/^(?:possible|improbable)$/)]);
  expect(await facts.commentRows('Seen by the second')).toBe(1);
});
