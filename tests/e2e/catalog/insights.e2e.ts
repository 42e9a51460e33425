import type { Locator, Page } from 'playwright';
import { expectNoAxeFindings } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { waitForServiceWorker } from '../sign-in-page.ts';
import { createInsights } from './insight-scene.ts';

const grid = (page: Page): Locator => page.getByRole('grid', { name: 'Insights' });
/** Rows without the headers. */
const rows = (page: Page): Locator => grid(page).locator('tbody tr');
const row = (page: Page, text: string): Locator => rows(page).filter({ hasText: text });
const chip = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: `Remove filter ${name}` });
const dialog = (page: Page): Locator => page.getByRole('dialog');

function parametersOf(page: Page): Record<string, string> {
  const { searchParams } = new URL(page.url());
  return Object.fromEntries([...searchParams].filter(([name]) => name !== 'configId'));
}

async function choose(page: Page, filter: string, value: string): Promise<void> {
  await page.getByRole('button', { name: `${filter} filter` }).click();
  await page.getByRole('menuitem', { name: value, exact: true }).click();
}

test('the columns, the order, the filters of one value, and what the list claims', async ({
  facts,
  signedIn,
}) => {
  const { path, name, summaries, analyzer, itemId } = await createInsights(facts);
  const page = await signedIn('viewer', { path: path() });
  await expect(rows(page)).toHaveCount(4);
  await expect(grid(page).getByRole('columnheader')).toHaveText([
    'Catalog',
    'Type',
    'Analyzer',
    'Summary',
    'Severity',
    'Status',
    'First observed',
    'Last observed',
  ]);
  await expect(rows(page).first()).toContainText(summaries[0] ?? '');
  await expect(rows(page).first()).toContainText(name);
  await expect(row(page, summaries[2] ?? '')).toContainText('Technical debt');
  // 500 characters of it, and no more.
  await expect(row(page, summaries[2] ?? '')).toContainText(/long l?o?n?g? ?…/u);
  await expect(page.getByText('Showing 4: open ones, and those seen in the last 7 days')).toBeVisible();
  await expect(chip(page, `Catalog: ${name}`)).toBeVisible();
  await expectNoAxeFindings(page, 'the insights');

  await choose(page, 'Status', 'Open');
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByText('Showing 3', { exact: true })).toBeVisible();
  await choose(page, 'Severity', 'Info');
  await expect(rows(page)).toHaveCount(1);
  await expect.poll(() => parametersOf(page)).toEqual({ severity: 'Info', status: 'open' });
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await chip(page, 'Severity: Info').click();
  await choose(page, 'Type', 'Security');
  await expect(rows(page)).toHaveCount(1);
  await chip(page, 'Type: Security').click();
  await page.getByRole('button', { name: 'Analyzer filter' }).click();
  await page.getByRole('combobox', { name: 'Analyzer' }).fill(`${analyzer}-cost`);
  await page.getByRole('option', { name: `${analyzer}-cost` }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect.poll(() => parametersOf(page)).toEqual({ analyzer: `${analyzer}-cost`, status: 'open' });
  await choose(page, 'Type', 'Other');
  // What is open is here whole, so none is none.
  await expect(page.getByText('No data available')).toBeVisible();
  await page.goto(path('type=other'));
  await expect(page.getByText('None of the insights on this device match')).toBeVisible();
  await expect(page.getByText('Older ones are not kept on this device', { exact: false })).toBeVisible();

  // A page of the former list leads to the top of this one.
  await page.goto(path('sortBy=severity&sortOrder=asc&pageIndex=3&pageSize=50'));
  await expect(rows(page).first()).toContainText(summaries[0] ?? '');
  await grid(page).getByRole('button', { name: 'Summary' }).click();
  await expect.poll(() => parametersOf(page)).toMatchObject({ sortBy: 'summary', sortOrder: 'asc' });
  await expect(rows(page).first()).toContainText(summaries[1] ?? '');
  expect(page.url()).toContain(itemId);
});

test('a component and a type of items are joined on the device, and one that is not here is said', async ({
  facts,
  signedIn,
}) => {
  const { componentId, componentName, summaries, type } = await createInsights(facts);
  // As a card of the topology links here.
  const page = await signedIn('viewer', {
    path: `/catalog/insights?component=${componentId}&type=technicalDebt`,
  });
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(summaries[2] ?? '');
  await expect(chip(page, `Component: ${componentName}`)).toBeVisible();
  await chip(page, 'Type: Technical debt').click();
  await expect(rows(page)).toHaveCount(4);
  await page.goto(`/catalog/insights?configType=${type.replace('::', '__')}`);
  await expect(rows(page)).toHaveCount(4);
  await expect(chip(page, `Config type: ${type}`)).toBeVisible();
  // The other pages of the catalog keep the type.
  await page
    .getByRole('navigation', { name: 'Catalog pages' })
    .getByRole('link', { name: 'Changes' })
    .click();
  await expect.poll(() => new URL(page.url()).searchParams.get('configType')).toBe(type.replace('::', '__'));
  await page.goBack();

  await page.getByRole('button', { name: 'Component filter' }).click();
  await page.getByRole('combobox', { name: 'Component' }).fill(componentName);
  await page.getByRole('option', { name: componentName }).click();
  await expect(rows(page)).toHaveCount(4);
  await page.goto('/catalog/insights?component=00000000-0000-4000-8000-000000000000');
  await expect(chip(page, 'Component: A component that is not on this device')).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
});

test('the dialog has every field and the whole message, by pointer, by keys and by its address', async ({
  facts,
  signedIn,
}) => {
  const { path, name, type, summaries, itemId, ids, analyzer } = await createInsights(facts);
  const page = await signedIn('responder', { path: path() });
  await page.getByRole('link', { name: summaries[0] ?? '' }).click();
  await expect.poll(() => parametersOf(page)).toEqual({ insightId: ids[0] });
  await expect(dialog(page).getByRole('heading', { name: 'Why security' })).toBeVisible();
  const panel = dialog(page).getByRole('complementary', { name: 'Insight' });
  for (const text of [name, type, 'Security', analyzer, 'Critical', 'Open', 'test', summaries[0] ?? ''])
    await expect(panel).toContainText(text);
  await expect(panel.getByRole('link', { name })).toHaveAttribute('href', `/catalog/${itemId}`);
  await expect(dialog(page).getByRole('button', { name: 'Attach as Evidence' })).toBeVisible();
  await dialog(page).getByRole('tab', { name: 'Analysis' }).click();
  await expect(dialog(page).getByRole('region', { name: 'Analysis' })).toContainText(analyzer);
  await expectNoAxeFindings(page, 'an insight');

  await page.keyboard.press(']');
  await expect(dialog(page).getByRole('region', { name: 'Analysis' })).toContainText(`${analyzer}-cost`);
  await dialog(page).getByRole('button', { name: 'Next insight' }).click();
  // The list has its beginning, the dialog all of it.
  await expect(dialog(page)).toContainText(/long ends/u);
  await page.keyboard.press('[');
  await page.keyboard.press('[');
  await expect(dialog(page).getByRole('button', { name: 'Previous insight' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  // One step back leads to the list, however many were looked at.
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  expect(parametersOf(page)).toEqual({});
  await rows(page).nth(1).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText(summaries[1] ?? '');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);

  // By its address alone, also where the list does not have it; and one that nobody has.
  await page.goto(`/catalog/insights?type=other&configId=${itemId}&insightId=${ids[1]}`);
  await expect(dialog(page)).toContainText(summaries[1] ?? '');
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await page.goto('/catalog/insights?insightId=00000000-0000-4000-8000-000000000000');
  await expect(dialog(page)).toContainText('No details found');
});

test('without a network: the list answers, filters included, and a message that was read', async ({
  facts,
  visit,
  wire,
}) => {
  const { path, summaries, componentId, type } = await createInsights(facts);
  const { page } = await visit('viewer');
  await waitForServiceWorker(page);
  await page.goto(path());
  await page.getByRole('link', { name: summaries[0] ?? '' }).click();
  await expect(dialog(page).getByRole('heading', { name: 'Why security' })).toBeVisible();
  await page.keyboard.press('Escape');
  await wire.disconnect();

  await page.reload();
  await expect(rows(page)).toHaveCount(4);
  await choose(page, 'Severity', 'low');
  await expect(rows(page)).toHaveCount(1);
  await page.goto(`/catalog/insights?component=${componentId}&configType=${type.replace('::', '__')}`);
  await expect(rows(page)).toHaveCount(4);
  await page.getByRole('link', { name: summaries[0] ?? '' }).click();
  await expect(dialog(page).getByRole('heading', { name: 'Why security' })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Next insight' }).click();
  await expect(dialog(page)).toContainText('The message of this insight is not on this device.');
  await expect(dialog(page)).toContainText(summaries[1] ?? '');
  await expectNoAxeFindings(page, 'an insight without a network');
  // The tooltip of a button under the pointer is the first thing that Escape closes.
  await page.mouse.move(0, 0);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await page.keyboard.press('Escape');
  // What leaves the address would cut off the way to another one.
  await expect(page).not.toHaveURL(/insightId/u);
  await page.goto('/catalog/insights?insightId=00000000-0000-4000-8000-000000000000');
  await expect(dialog(page)).toContainText('Not on this device yet');
  await wire.connect();
  await expect(dialog(page)).toContainText('No details found');
});

test('with a finger the row opens', async ({ facts, signedIn }) => {
  const { path, summaries } = await createInsights(facts);
  const page = await signedIn('viewer', { path: path(), size: 'phone' });
  await rows(page)
    .first()
    .getByText(summaries[0] ?? '')
    .tap();
  await expect(dialog(page).getByRole('heading', { name: 'Why security' })).toBeVisible();
  await expectNoAxeFindings(page, 'an insight on a phone');
});
