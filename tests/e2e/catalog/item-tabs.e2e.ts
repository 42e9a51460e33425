import type { Locator, Page } from 'playwright';
import { expectNoAxeFindings } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { waitForServiceWorker } from '../sign-in-page.ts';
import { storedRecords } from '../stored-text.ts';
import { createInsights } from './insight-scene.ts';
import { createRelations, RUNS } from './relation-scene.ts';

const tab = (page: Page, name: RegExp): Locator =>
  page.getByRole('navigation', { name: 'Catalog item' }).getByRole('link', { name });
const rowsOf = (page: Page, list: string): Locator =>
  page.getByRole('grid', { name: list }).locator('tbody tr');
const panel = (page: Page): Locator => page.getByRole('complementary', { name: 'Catalog item' });
const dialog = (page: Page): Locator => page.getByRole('dialog');

const isLinksOf = (record: unknown, itemId: string): boolean =>
  typeof record === 'object' &&
  record !== null &&
  Reflect.get(record, 'kind') === 'config-edges' &&
  Reflect.get(record, 'id') === itemId;

test('its insights: counted by the server, filtered, opened over the list, and offline', async ({
  facts,
  visit,
  wire,
}) => {
  const { itemId, summaries, name } = await createInsights(facts);
  const { page } = await visit('viewer');
  await page.goto(`/catalog/${itemId}`);
  await expect(tab(page, /^Insights\s*4$/u)).toBeVisible();
  await tab(page, /^Insights/u).click();
  await expect(page).toHaveURL(new RegExp(`/catalog/${itemId}/insights$`, 'u'));
  await expect(page.getByRole('heading', { level: 1, name })).toHaveCount(1);
  const rows = rowsOf(page, 'Insights');
  await expect(rows).toHaveCount(4);
  // Beside the panel there is room for these; none of them says which item it is.
  await expect(page.getByRole('grid', { name: 'Insights' }).getByRole('columnheader')).toHaveText([
    'Type',
    'Summary',
    'Severity',
    'Last observed',
  ]);
  await expectNoAxeFindings(page, 'insights of an item');

  await page.getByRole('button', { name: 'Severity filter' }).click();
  await page.getByRole('menuitem', { name: 'low', exact: true }).click();
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(new RegExp(`/catalog/${itemId}/insights\\?severity=low$`, 'u'));
  // By keys, to the dialog and back.
  await rows.first().focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('heading', { name: 'Why cost' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove filter Severity: low' }).click();
  await expect(rows).toHaveCount(4);
  await page.goto(`/catalog/${itemId}/changes?severity=high`);
  await tab(page, /^Insights/u).click();
  // A filter of one tab is none of another.
  await expect(rows).toHaveCount(4);

  await wire.disconnect();
  await page.reload();
  await expect(rows).toHaveCount(4);
  await page.getByRole('link', { name: summaries[1] ?? '' }).click();
  await expect(dialog(page).getByRole('heading', { name: 'Why cost' })).toBeVisible();
});

test('its relationships: by direction, kind and filter, with deleted links, and all of it offline', async ({
  facts,
  scene,
  visit,
  wire,
}) => {
  const at = await createRelations(facts, scene);
  const { page } = await visit('viewer');
  await waitForServiceWorker(page);
  await page.goto(`/catalog/${at.itemId}`);
  await tab(page, /^Relationships/u).click();
  await expect(page).toHaveURL(new RegExp(`/catalog/${at.itemId}/relationships$`, 'u'));
  const rows = rowsOf(page, 'Relationships');
  const row = (name: string): Locator => rows.filter({ hasText: name });
  const toggle = (name: string): Promise<void> => page.getByText(name, { exact: true }).click();
  await expect(rows).toHaveCount(2);
  for (const [name, on] of [
    ['Outgoing', true],
    ['Incoming', false],
    ['Soft', false],
    ['Hide deleted', true],
  ] as const)
    await expect(page.getByRole('switch', { name })).toBeChecked({ checked: on });
  await expect(rows.nth(0)).toContainText(at.child);
  await expect(row(at.grandchild)).toContainText('2 steps');
  await expect(row(at.grandchild)).toContainText('Running');
  await expectNoAxeFindings(page, 'relationships of an item');
  await wire.disconnect();

  // The links are here once they were read: every question about them is answered without the server.
  await page.reload();
  await expect(rows).toHaveCount(2);
  await page.getByText('Soft', { exact: true }).click();
  await expect(row(at.mounted)).toContainText('Outgoing');
  await toggle('Incoming');
  await expect(row(at.parent)).toContainText('Incoming');
  await expect(rows).toHaveCount(4);
  await expect(page).toHaveURL(/\?incoming=true&relation=soft$/u);
  await page.getByRole('switch', { name: 'Hide deleted' }).focus();
  await page.keyboard.press('Space');
  await expect(row(at.unlinked)).toContainText('deleted');
  await page.getByRole('button', { name: 'Health', exact: true }).click();
  await page.getByRole('group', { name: 'Unhealthy' }).getByRole('radio', { name: 'Only' }).click();
  await page.keyboard.press('Escape');
  await expect(rows).toHaveCount(1);
  await expect(row(at.grandchild)).toBeVisible();
  await page.goto(`/catalog/${at.itemId}/relationships?outgoing=false`);
  await expect(page.getByText('Outgoing and Incoming are both off')).toBeVisible();
  await page.getByRole('button', { name: 'Show outgoing relationships' }).click();
  await expect(rows).toHaveCount(2);
  await expectNoAxeFindings(page, 'kept relationships of an item');
  // By keys, to what a link leads to.
  await rows.first().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: at.child })).toBeVisible();
  await tab(page, /^Relationships/u).click();
  await expect(page.getByText('Not on this device')).toBeVisible();
  await wire.connect();
  await expect(row(at.grandchild)).not.toContainText('steps');
});

test('its playbook runs, page after page, and its checks; offline as far as they are here', async ({
  facts,
  scene,
  visit,
  wire,
}) => {
  const at = await createRelations(facts, scene);
  const { page } = await visit('viewer');
  await waitForServiceWorker(page);
  await page.goto(`/catalog/${at.itemId}`);
  await tab(page, /^Playbooks/u).click();
  const runs = page.getByRole('grid', { name: 'Playbook runs' });
  await expect(page.getByText(`Showing 200 of ${RUNS}`)).toBeVisible();
  await expect(runs.locator('tbody tr').nth(0)).toContainText('Running');
  await expect(runs.locator('tbody tr').nth(1)).toContainText('Failed');
  await expect(runs.locator('tbody tr').nth(1)).toContainText('1m 30s');
  await expectNoAxeFindings(page, 'playbook runs of an item');
  await runs.locator('tbody tr').first().focus();
  await page.keyboard.press('End');
  await expect(page.getByText(`Showing ${RUNS}`, { exact: true })).toBeVisible();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/playbooks\/runs\//u);
  await expect(page.getByRole('tab', { name: 'Actions' })).toBeVisible();
  await page.goBack();

  await tab(page, /^Checks\s*1$/u).click();
  const checks = rowsOf(page, 'Checks');
  await expect(checks).toHaveCount(1);
  await expect(checks).toContainText(at.checkName);
  await expect(checks).toContainText('Healthy');
  await expectNoAxeFindings(page, 'checks of an item');
  await wire.disconnect();

  await page.reload();
  await expect(checks).toContainText(at.checkName);
  await page.getByRole('link', { name: at.checkName }).click();
  await expect(page).toHaveURL(new RegExp(`/health\\?checkId=${at.checkId}$`, 'u'));
  await expect(dialog(page)).toContainText(at.checkName);
  await page.goBack();
  await tab(page, /^Playbooks/u).click();
  await expect(page.getByText(`Showing 200 of ${RUNS}`)).toBeVisible();
  // Of an item that nobody opened: what this device has of the last days.
  const other = await facts.value<string>(
    `select config_id::text from playbook_runs r join config_items c on c.id = r.config_id
      where config_id is not null and config_id <> $1 and c.deleted_at is null
        and r.created_at > now() - interval '6 days' limit 1`,
    [at.itemId],
  );
  await page.goto(`/catalog/${other}/playbooks`);
  await expect(page.getByText('those of the last 7 days, and those still running')).toBeVisible();
  await page.goto(`/catalog/${other}/checks`);
  await expect(page.getByText('Not on this device')).toBeVisible();
});

test('its incidents, unless they are switched off, and all of it kept offline on demand', async ({
  facts,
  scene,
  stack,
  visit,
  wire,
}) => {
  const at = await createRelations(facts, scene);
  const { page } = await visit('responder');
  await waitForServiceWorker(page);
  // Nothing of it has been looked at but its first tab.
  await page.goto(`/catalog/${at.itemId}`);
  await panel(page).getByRole('button', { name: 'Incidents', exact: true }).click();
  await expect(panel(page).getByRole('link', { name: scene.title })).toHaveAttribute(
    'href',
    `/incidents/${scene.incidentId}`,
  );
  await panel(page)
    .getByRole('button', { name: /Status$/u })
    .click();
  await page.getByRole('option', { name: 'Resolved' }).click();
  await expect(panel(page)).toContainText('None match; 1 incident in all');
  await panel(page).getByRole('button', { name: 'Show all' }).click();
  await expect(panel(page).getByRole('link', { name: scene.title })).toBeVisible();

  await page.getByRole('button', { name: 'Keep offline', exact: true }).click();
  await page.getByRole('switch', { name: /^Keep offline/u }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('switch', { name: /^Keep offline/u })).toBeChecked();
  await expectNoAxeFindings(page, 'the way to keep an item offline');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Kept offline', exact: true })).toBeVisible();
  // The links come last.
  const isStored = async (): Promise<boolean> =>
    Object.values(await storedRecords(page))
      .flatMap((stores) => Object.values(stores).flat())
      .some((record) => isLinksOf(record, at.itemId));
  await expect.poll(isStored, { timeout: 60_000 }).toBe(true);
  await wire.disconnect();
  await page.goto(`/catalog/${at.itemId}/relationships`);
  await expect(rowsOf(page, 'Relationships')).toHaveCount(2);
  await tab(page, /^Checks/u).click();
  await expect(rowsOf(page, 'Checks')).toContainText(at.checkName);
  await expect(page.getByRole('button', { name: 'Kept offline', exact: true })).toBeVisible();
  await wire.connect();

  await stack.sql(`update properties set value = 'true' where name = 'incidents.disable'`);
  try {
    await page.goto(`/catalog/${at.itemId}`);
    await expect(panel(page).getByRole('button', { name: 'Labels', exact: true })).toBeVisible();
    await expect(panel(page).getByRole('button', { name: 'Incidents', exact: true })).toHaveCount(0, {
      timeout: 150_000,
    });
  } finally {
    await stack.sql(`update properties set value = 'false' where name = 'incidents.disable'`);
  }
});
