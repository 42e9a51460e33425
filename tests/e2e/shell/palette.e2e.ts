import type { Locator, Page } from 'playwright';
import { expectNoAxeFindings } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { createCheck } from '../health/check-scene.ts';
import { createPlaybook } from '../playbooks/playbook-scene.ts';
import { waitForServiceWorker } from '../sign-in-page.ts';
import { syncChip } from '../sync-panel.ts';

/* The command palette (ux 4.4): everything by its name, of what is on this device. */

const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Command palette' });
const field = (page: Page): Locator => dialog(page).getByRole('textbox');
const button = (page: Page): Locator => page.getByRole('button', { name: /^Search everything/u });
const group = (page: Page, name: string): Locator => dialog(page).getByRole('group', { name, exact: true });
const line = (page: Page, name: string | RegExp): Locator => dialog(page).getByRole('menuitem', { name });
/** The line that the field points at. */
const pointedAt = (page: Page): Locator => dialog(page).locator('[role=menuitem][data-focused]');

/** Its key is registered with its button. */
async function openByKey(page: Page): Promise<void> {
  await expect(button(page)).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(field(page)).toBeFocused();
}

async function expectPointedAt(page: Page, text: string | RegExp): Promise<void> {
  await expect(pointedAt(page)).toHaveCount(1);
  await expect(pointedAt(page)).toContainText(text);
  await expect
    .poll(async () => {
      const id = await field(page).getAttribute('aria-activedescendant');
      return id !== null && (await pointedAt(page).getAttribute('id')) === id;
    })
    .toBe(true);
  await expect(field(page)).toBeFocused();
}

test(
  'is opened by its key, also in a field, and by its button; Escape gives the focus back',
  { tag: '@first' },
  async ({ signedIn }) => {
    const page = await signedIn('commander');
    await openByKey(page);
    await expect(group(page, 'Go to').getByRole('menuitem', { name: /^Catalog g c$/u })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    const search = page.getByRole('searchbox', { name: 'Search incidents' });
    await search.fill('half a wo');
    await page.keyboard.press('ControlOrMeta+k');
    await expect(field(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(search).toBeFocused();
    await expect(search).toHaveValue('half a wo');
    await button(page).click();
    await expect(field(page)).toBeFocused();
    await page.keyboard.press('ControlOrMeta+k');
    await expect(dialog(page)).toHaveCount(0);
    await expect(button(page)).toBeFocused();
  },
);

test('keys go through its groups with the focus in the field, and how many there are is said', async ({
  signedIn,
}) => {
  const page = await signedIn('editor');
  await openByKey(page);
  await page.keyboard.press('ArrowDown');
  await expectPointedAt(page, 'Dashboard');
  await page.keyboard.press('End');
  await expectPointedAt(page, 'Dark theme');
  await page.keyboard.press('Home');
  await expectPointedAt(page, 'Dashboard');
  await page.keyboard.type('canary');
  await expectPointedAt(page, 'Health');
  await expect(dialog(page).getByRole('status')).toHaveText(/^\d+ results?$/u);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/health(?:\?|$)/u);
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('an incident, a check, a config and a playbook are found and opened without a network', async ({
  scene,
  facts,
  wire,
  signedIn,
}) => {
  const check = await createCheck(facts);
  const playbook = await createPlaybook(facts);
  const page = await signedIn('editor', { serviceWorkers: 'allow' });
  await waitForServiceWorker(page);
  await wire.disconnect();
  const open = async (name: string, of: string, address: RegExp): Promise<void> => {
    await openByKey(page);
    await page.keyboard.type(name);
    await group(page, of).getByRole('menuitem', { name }).first().click();
    await expect(page).toHaveURL(address);
    await expect(dialog(page)).toHaveCount(0);
  };
  await open(scene.title, 'Incidents', new RegExp(`/incidents/${scene.incidentId}$`, 'u'));
  await expect(page.getByRole('heading', { level: 1, name: scene.title })).toBeVisible();
  await open(check.name, 'Checks', new RegExp(`checkId=${check.checkId}`, 'u'));
  await expect(page.getByRole('dialog')).toContainText(check.name);
  await open(playbook.itemName, 'Configs', new RegExp(`/catalog/${playbook.itemId}$`, 'u'));
  await expect(page.getByRole('heading', { level: 1, name: playbook.itemName })).toBeVisible();
  await open(playbook.title, 'Playbooks', new RegExp(`/playbooks/${playbook.id}$`, 'u'));
  // What was opened stands first the next time.
  await openByKey(page);
  await expect(group(page, 'Opened last').getByRole('menuitem')).toHaveText([
    new RegExp(playbook.title, 'u'),
    new RegExp(playbook.itemName, 'u'),
    new RegExp(check.name, 'u'),
    new RegExp(scene.title, 'u'),
  ]);
});

test('a command that cannot be done stays with its reason: for a viewer, and without a network', async ({
  signedIn,
  wire,
}) => {
  const page = await signedIn('viewer', { serviceWorkers: 'allow' });
  await openByKey(page);
  await page.keyboard.type('>new incident');
  const create = line(page, /^New incident/u);
  await expect(create).toContainText('your role (viewer) does not allow changing incidents');
  await expect(create).toHaveAttribute('aria-disabled', 'true');
  await expectPointedAt(page, 'New incident');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.context().setOffline(true);
  await wire.disconnect();
  await expect(syncChip(page)).toHaveAccessibleName(/offline/iu);
  await openByKey(page);
  await page.keyboard.type('>refresh');
  await expect(line(page, /^Refresh now/u)).toContainText('This device is offline');
});

test('a command does what its key does, and a new incident is begun from everywhere', async ({
  signedIn,
}) => {
  const page = await signedIn('commander', { path: '/catalog' });
  await openByKey(page);
  await page.keyboard.type('>show the keys');
  await expectPointedAt(page, 'Show the keys');
  await page.keyboard.press('Enter');
  const keys = page.getByRole('dialog', { name: 'Keyboard' });
  await expect(keys).toContainText('Search everything');
  await page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);
  await openByKey(page);
  await page.keyboard.type('>new incident');
  await expectPointedAt(page, 'New incident');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Create New Incident' })).toBeVisible();
  await expect(page).toHaveURL(/\/catalog/u);
});

test('a playbook is run from it, and on a thing that was found in it', async ({ facts, signedIn }) => {
  const playbook = await createPlaybook(facts, {
    configs: [{ types: ['Kubernetes::Deployment'] }],
  });
  const page = await signedIn('editor');
  await openByKey(page);
  await page.keyboard.type(playbook.title);
  await line(page, `Run ${playbook.title}…`).click();
  await expect(page).toHaveURL(new RegExp(`/playbooks/${playbook.id}/run$`, 'u'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Run ${playbook.title}`);
  await openByKey(page);
  await page.keyboard.type(playbook.itemName);
  await line(page, new RegExp(`^Run a playbook on ${playbook.itemName}…`, 'u')).click();
  await expect(field(page)).toBeFocused();
  await page.keyboard.type(playbook.title);
  await expectPointedAt(page, playbook.title);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(
    new RegExp(`/playbooks/${playbook.id}/run\\?config_id=${playbook.itemId}$`, 'u'),
  );
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Run ${playbook.title}`);
  await expect(page.getByRole('combobox', { name: 'Config', exact: true })).toHaveValue(playbook.itemName);
});

test('who may not run playbooks is told so', async ({ facts, signedIn }) => {
  const playbook = await createPlaybook(facts);
  const page = await signedIn('responder');
  await openByKey(page);
  await page.keyboard.type(playbook.title);
  const run = line(page, new RegExp(`^Run ${playbook.title}…`, 'u'));
  await expect(run).toContainText('Your role (responder) may not run playbooks');
  await expect(run).toHaveAttribute('aria-disabled', 'true');
});

test('marks narrow it, and are there to be pressed', async ({ scene, signedIn }) => {
  const page = await signedIn('editor');
  await openByKey(page);
  await dialog(page)
    .getByRole('button', { name: /Incidents/u })
    .click();
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue('#');
  await page.keyboard.type(scene.title);
  await expect(dialog(page).getByRole('group')).toHaveCount(1);
  await expect(group(page, 'Incidents')).toContainText(scene.title);
  await field(page).fill(':deployment');
  await line(page, /^Kubernetes::Deployment/u).click();
  await expect(page).toHaveURL(/\/catalog\?configType=Kubernetes__Deployment$/u);
  await openByKey(page);
  await page.keyboard.type('@Amara');
  await line(page, /^Amara Okafor/u).click();
  await expect(page).toHaveURL(/\/incidents\?.*owner=/u);
});

for (const size of ['laptop', 'phone'] as const) {
  test(`has nothing for axe to find on a ${size}, empty, full and without a result`, async ({ signedIn }) => {
    const page = await signedIn('editor', { size });
    await button(page).click();
    await expect(field(page)).toBeFocused();
    await expect(dialog(page).locator('xpath=../..')).toHaveCSS('opacity', '1');
    await expect(dialog(page).locator('xpath=..')).toHaveCSS('opacity', '1');
    await expectNoAxeFindings(page, 'the palette');
    await field(page).fill('api');
    await expect(group(page, 'Configs').getByRole('menuitem').first()).toBeVisible();
    await expectNoAxeFindings(page, 'results');
    await field(page).fill('>there is no such command');
    await expect(dialog(page)).toContainText('Nothing matches');
    await expectNoAxeFindings(page, 'no result');
  });
}
