import type { Page } from 'playwright';
import { expect, test } from '../fixtures.ts';
import { incidentPage } from '../incident-page.ts';
import { sessionCookie } from '../people.ts';
import { throughReload } from '../reload.ts';
import { expectCalm } from '../sync-panel.ts';

const PIN = '739214';
/** In a field of no form of ours, which the browser keeps: shows that the scan finds what is there. */
const CONTROL = 'control-51c7';
const DRAFTS = {
  comment: 'Comment nobody else is to read',
  title: 'Title nobody else is to read',
  description: 'Description nobody else is to read',
} as const;

async function unlock(page: Page): Promise<void> {
  await page.getByLabel('PIN', { exact: true }).fill(PIN);
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
}

async function setControl(page: Page, text: string): Promise<void> {
  await page.evaluate((value) => {
    const area =
      document.querySelector<HTMLTextAreaElement>('textarea#control') ?? document.createElement('textarea');
    area.id = 'control';
    area.value = value;
    document.body.append(area);
  }, text);
}

test('[LCK11] the files of the browser hold no draft and no title of a device that is locked with a PIN', async ({
  scene,
  person,
  stack,
  openDevice,
}) => {
  const device = await openDevice({ cookies: [await sessionCookie(stack, await person('responder'))] });
  const page = await device.newPage();
  await page.goto('/health');
  await expectCalm(page);
  await page.getByRole('button', { name: /user menu/ }).click();
  await page.getByRole('menuitem', { name: 'Lock this device…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Lock this device' });
  await dialog.getByLabel('PIN', { exact: true }).fill(PIN);
  await dialog.getByLabel('PIN again').fill(PIN);
  await throughReload(page, () => dialog.getByRole('button', { name: 'Lock with this PIN' }).click());

  const incident = incidentPage(page, scene);
  await page.goto(`/incidents/${scene.incidentId}`);
  await unlock(page);
  await expect(page.getByRole('heading', { level: 1, name: scene.title })).toBeVisible();
  await setControl(page, CONTROL);
  await incident.composer.fill(DRAFTS.comment);
  // In the same document: what stands in its fields goes with the entry of the history that is left.
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Incidents' }).click();
  await page.getByRole('button', { name: 'New incident' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create New Incident' });
  await form.getByRole('textbox', { name: 'Title' }).fill(DRAFTS.title);
  await setControl(page, `${CONTROL} at the end`);
  await form.getByRole('textbox', { name: 'Description' }).fill(DRAFTS.description);

  const kept = async (text: string): Promise<readonly string[]> =>
    // What lies in IndexedDB is sealed (LCK2); these are the files that no page reaches.
    (await device.filesWith(text)).filter((path) => !path.includes('IndexedDB'));
  await expect
    .poll(() => kept(`${CONTROL} at the end`), { timeout: 60_000 })
    .toEqual(expect.arrayContaining([expect.stringContaining('Sessions')]));
  await device.close();
  for (const text of [scene.title, ...Object.values(DRAFTS)]) expect(await kept(text), text).toEqual([]);
});
