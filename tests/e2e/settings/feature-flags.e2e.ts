import type { Locator, Page } from 'playwright';
import { expectNoAxeFindings } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { waitForServiceWorker } from '../sign-in-page.ts';

const HREF = '/settings/feature-flags';
const list = (page: Page): Locator => page.getByRole('grid', { name: 'Feature flags' });
const rowOf = (page: Page, name: string): Locator => list(page).locator('tbody tr').filter({ hasText: name });
const dialog = (page: Page): Locator => page.getByRole('dialog');
const field = (page: Page, name: string): Locator => dialog(page).getByRole('textbox', { name });
const press = (page: Page, name: string): Promise<void> =>
  dialog(page).getByRole('button', { name, exact: true }).click();
const area = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name, exact: true });
const openFlag = (page: Page, name: string): Promise<void> =>
  rowOf(page, name).getByRole('link').first().click();

test('a flag is added, edited and deleted, and what it gates changes at once', async ({
  facts,
  signedIn,
}) => {
  await facts.rows(`delete from properties`);
  const page = await signedIn('admin');
  const other = await page.context().newPage();
  await other.goto('/incidents');
  await expect(area(other, 'Logs')).toBeVisible();
  await area(page, 'Feature Flags').click();
  await expect(page).toHaveURL(new RegExp(`${HREF}$`, 'u'));
  await expect(page.getByText('No data available')).toBeVisible();
  const settings = await page.getByRole('navigation', { name: 'Areas' }).getByRole('link').allTextContents();
  expect(settings.slice(-2)).toEqual(['Feature Flags', 'Teams']);

  // By keyboard alone: the form, and what it lacks.
  await page.keyboard.press('c');
  await expect(dialog(page)).toContainText('Add feature flag');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('please provide all details')).toHaveCount(2);
  await expectNoAxeFindings(page, 'a new flag');
  await page.keyboard.type('logs.disable');
  await page.keyboard.press('Tab');
  await page.keyboard.type('true');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Feature flag added successfully')).toBeVisible();
  await expect(list(page).getByRole('columnheader')).toHaveText(['Name', 'Value', 'Description', 'Source']);
  await expect(rowOf(page, 'logs.disable')).toContainText('true');
  await expect(area(page, 'Logs')).toHaveCount(0);
  await expect(area(other, 'Logs')).toHaveCount(0);
  expect(await facts.rows('select name, value, created_by is not null as by from properties')).toEqual([
    { name: 'logs.disable', value: 'true', by: true },
  ]);
  await expectNoAxeFindings(page, 'the flags');

  await page.keyboard.press('c');
  await field(page, 'Name').fill('logs.disable');
  await field(page, 'Value').fill('other');
  await press(page, 'Save');
  await expect(
    dialog(page).getByText('There is a flag of this name already', { exact: false }),
  ).toBeVisible();
  await press(page, 'Cancel');
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(dialog(page)).toHaveCount(0);

  await openFlag(page, 'logs.disable');
  await expect(page).toHaveURL(/flag=logs\.disable/u);
  await expect(field(page, 'Name')).not.toBeEditable();
  await expectNoAxeFindings(page, 'a flag');
  await field(page, 'Value').fill('false');
  // A colleague was quicker: nothing is written over theirs until somebody has seen it.
  await facts.rows(`update properties set value = 'theirs' where name = 'logs.disable'`);
  await press(page, 'Update');
  await expect(dialog(page).getByText('its value is “theirs” now', { exact: false })).toBeVisible();
  expect(await facts.value('select value from properties')).toBe('theirs');
  await press(page, 'Update');
  await expect(page.getByText('Feature flag updated successfully')).toBeVisible();
  await expect(area(page, 'Logs')).toBeVisible();
  await expect(area(other, 'Logs')).toBeVisible();
  expect(await facts.value('select value from properties')).toBe('false');

  await page.goto(`${HREF}?flag=logs.disable`);
  await press(page, 'Delete flag');
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Delete the feature flag logs.disable?');
  await expectNoAxeFindings(page, 'the question before a flag goes');
  await question.getByRole('button', { name: 'Delete flag' }).click();
  await expect(page.getByText('Feature flag removed successfully')).toBeVisible();
  await expect(page.getByText('No data available')).toBeVisible();
  expect(await facts.rows('select * from properties')).toEqual([]);
});

test('flags of the server itself stay, and an answer that is lost is looked up', async ({
  facts,
  signedIn,
  wire,
}) => {
  await facts.rows(`delete from properties`);
  // The browser repeats a request that is lost on a connection it has used before.
  wire.endConnections();
  wire.add({
    path: /^\/api\/properties/u,
    fault: {
      do: 'alter',
      alter: (_path, json) => [
        { name: 'local.flag', value: 'on', source: 'local', type: '', description: 'From the file' },
        ...(json as object[]),
      ],
    },
  });
  const page = await signedIn('editor', { path: `${HREF}?sortBy=source&sortOrder=desc` });
  await expect(rowOf(page, 'local.flag')).toContainText('From the file');
  await openFlag(page, 'local.flag');
  await expect(dialog(page)).toContainText('Cannot edit local feature flags');
  await expect(dialog(page).getByRole('button', { name: 'Update' })).toHaveAttribute('aria-disabled', 'true');
  await expect(dialog(page).getByRole('button', { name: 'Delete flag' })).toHaveCount(0);
  await expectNoAxeFindings(page, 'a flag of the server');
  await press(page, 'Cancel');
  await expect(page).toHaveURL(/sortBy=source&sortOrder=desc$/u);

  await page.keyboard.press('c');
  await field(page, 'Name').fill('local.flag');
  await field(page, 'Value').fill('off');
  await press(page, 'Save');
  await expect(dialog(page).getByText('Cannot edit local feature flags')).toBeVisible();
  expect(await facts.rows('select * from properties')).toEqual([]);
  await field(page, 'Name').fill('lost.flag');
  const path = /^\/api\/db\/properties/u;
  wire.add({ method: 'POST', path, times: 1, fault: { do: 'lose-reply' } });
  await press(page, 'Save');
  await expect(page.getByText('Feature flag added successfully')).toBeVisible();
  expect(wire.seen.filter((each) => each.method === 'POST' && path.test(each.path))).toHaveLength(1);

  await openFlag(page, 'lost.flag');
  await field(page, 'Value').fill('again');
  wire.add({ method: 'PATCH', path, times: 1, fault: { do: 'cut' } });
  await press(page, 'Update');
  await expect(dialog(page).getByText('the server does not show the change', { exact: false })).toBeVisible();
  expect(await facts.value('select value from properties')).toBe('off');
  await press(page, 'Update');
  await expect(page.getByText('Feature flag updated successfully')).toBeVisible();
  expect(await facts.value('select value from properties')).toBe('again');
  await facts.rows(`delete from properties`);
});

test('without a network there are none, and a role reads what it may not write', async ({
  facts,
  signedIn,
  visit,
  wire,
}) => {
  await facts.rows(`delete from properties`);
  await facts.rows(`insert into properties (name, value) values ('shown.flag', 'v4lue')`);
  const reader = await signedIn('responder', { path: HREF });
  await expect(rowOf(reader, 'shown.flag')).toBeVisible();
  await expect(reader.getByRole('button', { name: 'Add feature flag' })).toHaveCount(0);
  await openFlag(reader, 'shown.flag');
  await expect(dialog(reader)).toContainText('does not allow changing feature flags');
  await expect(dialog(reader).getByRole('button', { name: 'Update' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  const viewer = await signedIn('viewer', { path: HREF });
  await expect(rowOf(viewer, 'shown.flag')).toBeVisible();
  await expect(area(viewer, 'Catalog')).toBeVisible();
  await expect(area(viewer, 'Feature Flags')).toHaveCount(0);

  const { page } = await visit('admin');
  await waitForServiceWorker(page);
  await page.goto(HREF);
  await expect(rowOf(page, 'shown.flag')).toBeVisible();
  await wire.disconnect();
  await page.goto(HREF);
  await expect(page.getByText('nothing of them is kept on this device', { exact: false })).toBeVisible();
  await expect(page.getByText('No data available')).toHaveCount(0);
  await expect(page.getByText('Showing 0')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add feature flag' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await expectNoAxeFindings(page, 'flags without a network');
  await wire.connect();
  await expect(rowOf(page, 'shown.flag')).toBeVisible({ timeout: 60_000 });
  await facts.rows(`delete from properties`);
});
