import type { Locator, Page } from 'playwright';
import { expectNoAxeFindings } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { waitForServiceWorker } from '../sign-in-page.ts';
import { createScraper } from './scraper-scene.ts';

const scrapers = (page: Page): Locator => page.getByRole('grid', { name: 'Scrapers' });
const runs = (page: Page): Locator => page.getByRole('grid', { name: 'Job runs' });
/** Rows without the headers. */
const rowsOf = (grid: Locator): Locator => grid.locator('tbody tr');
const dialog = (page: Page): Locator => page.getByRole('dialog');
const tabs = (page: Page): Locator => page.getByRole('navigation', { name: 'Scraper' }).getByRole('link');
const chip = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: `Remove filter ${name}` });

function parametersOf(page: Page): Record<string, string> {
  return Object.fromEntries(new URL(page.url()).searchParams);
}

test('the list has the last run of each, its items and who made it; a row leads to its definition', async ({
  facts,
  signedIn,
}) => {
  const { id, name, agent } = await createScraper(facts);
  const page = await signedIn('viewer', { path: '/catalog/insights?configType=AWS__EC2__Instance' });
  const pages = page.getByRole('navigation', { name: 'Catalog pages' });
  await expect(pages.getByRole('link')).toHaveText(['Catalog', 'Changes', 'Insights', 'Scrapers']);
  // "The first three keep the configType query parameter."
  await pages.getByRole('link', { name: 'Scrapers' }).click();
  await expect(page).toHaveURL(/\/catalog\/scrapers$/u);
  await expect(scrapers(page).getByRole('columnheader')).toHaveText([
    'Name',
    'Source',
    'Agent',
    'Items',
    'Last run',
    'Started',
    'Duration',
    'Last failed',
    'Created By',
    'Created',
  ]);
  const row = rowsOf(scrapers(page)).filter({ hasText: name });
  for (const text of ['UI', agent, 'Failed', '1h', '1m 35s']) await expect(row).toContainText(text);
  await expect(row.getByRole('gridcell').nth(3)).toHaveText('1');
  await expectNoAxeFindings(page, 'the scrapers');

  // The worst first.
  await scrapers(page).getByRole('button', { name: 'Last run' }).click();
  await expect.poll(() => parametersOf(page)).toEqual({ sortBy: 'job_status' });
  await expect(rowsOf(scrapers(page)).first()).toContainText('Failed');
  await page.keyboard.press('/');
  await page.keyboard.type(name);
  await expect(rowsOf(scrapers(page))).toHaveCount(1);
  await expect.poll(() => parametersOf(page)).toEqual({ sortBy: 'job_status', search: name });
  await rowsOf(scrapers(page)).getByRole('link').focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/catalog/scrapers/${id}$`, 'u'));
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect.poll(() => parametersOf(page)).toEqual({ sortBy: 'job_status', search: name });
});

test('the page of a scraper: its definition as code, its facts, and the way there from an item', async ({
  facts,
  signedIn,
}) => {
  const { id, name, agent, itemId } = await createScraper(facts);
  const page = await signedIn('viewer', { path: `/catalog/${itemId}` });
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/catalog/scrapers/${id}$`, 'u'));
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
  await expect(crumbs.getByRole('link', { name: 'Scrapers' })).toHaveAttribute('href', '/catalog/scrapers');
  await expect(tabs(page)).toHaveText(['Spec', 'Job History']);
  const spec = page.getByRole('region', { name: 'Spec content' });
  await expect(spec).toContainText('"schedule": "@every 5m"');
  await page.getByRole('button', { name: /^Format: /u }).click();
  await page.getByRole('option', { name: 'YAML' }).click();
  await expect(spec).toContainText('schedule: "@every 5m"');
  await expect.poll(() => parametersOf(page)).toEqual({ format: 'yaml' });
  const panel = page.getByRole('complementary');
  for (const text of [name, 'Accounts of the test', 'UI', agent]) await expect(panel).toContainText(text);
  await expectNoAxeFindings(page, 'a scraper');

  await page.goto('/catalog/scrapers/00000000-0000-4000-8000-000000000000');
  await expect(page.getByText('No resources found')).toBeVisible();
  await page.goto(`/catalog/scrapers/${id}/nothing`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not in this version yet');
});

test('the job history: columns, filters, order and pages in the address, and a run in full', async ({
  facts,
  signedIn,
}) => {
  const { id, name, runs: ids } = await createScraper(facts);
  const page = await signedIn('viewer', { path: `/catalog/scrapers/${id}` });
  await tabs(page).filter({ hasText: 'Job History' }).click();
  await expect(page).toHaveURL(new RegExp(`/catalog/scrapers/${id}/jobs$`, 'u'));
  await expect(runs(page).getByRole('columnheader')).toHaveText([
    'Timestamp',
    'Job Name',
    'Agent',
    'Status',
    'Duration',
    'Statistics',
  ]);
  await expect(rowsOf(runs(page))).toHaveCount(4);
  await expect(rowsOf(runs(page)).nth(0)).toContainText(/Failed.*1m 35s.*Error: 2/u);
  await expect(rowsOf(runs(page)).nth(0)).not.toContainText('Success');
  await expect(rowsOf(runs(page)).nth(1)).toContainText('Success: 7, Error: 1');
  await expectNoAxeFindings(page, 'the runs of a scraper');

  await page.getByRole('button', { name: 'Status', exact: true }).first().click();
  const statuses = page.getByRole('dialog', { name: 'Status filter' });
  await statuses.getByRole('group', { name: 'Success' }).getByRole('radio', { name: 'Not' }).press('Space');
  await page.keyboard.press('Escape');
  await expect(rowsOf(runs(page))).toHaveCount(2);
  await expect.poll(() => parametersOf(page)).toEqual({ status: 'SUCCESS:-1' });
  await chip(page, 'Status: not: Success').click();
  await page.getByRole('button', { name: 'Duration filter' }).click();
  await page.getByRole('menuitem', { name: '60s or longer' }).click();
  await expect(rowsOf(runs(page))).toHaveCount(1);
  await expect.poll(() => parametersOf(page)).toEqual({ duration: '60s' });
  await chip(page, 'Duration: 60s or longer').click();
  await page.getByRole('button', { name: 'Time range: Any time' }).click();
  await page.getByRole('option', { name: 'Last 2 days' }).click();
  await expect(rowsOf(runs(page))).toHaveCount(3);
  await page.getByRole('button', { name: /^Remove filter Time range/u }).click();
  await page.goto(`/catalog/scrapers/${id}/jobs?name=Cleanup:1`);
  await expect(rowsOf(runs(page))).toHaveCount(1);
  await page.goto(`/catalog/scrapers/${id}/jobs?pageSize=3`);
  await expect(page.getByText('1–3 of 4')).toBeVisible();
  await runs(page).getByRole('button', { name: 'Duration' }).click();
  await expect.poll(() => parametersOf(page)).toMatchObject({ sortBy: 'duration_millis', pageSize: '3' });

  await page.goto(`/catalog/scrapers/${id}/jobs`);
  await rowsOf(runs(page)).first().getByRole('link').click();
  await expect.poll(() => parametersOf(page)).toEqual({ runId: ids[0] });
  // Only the tabs that have content.
  await expect(dialog(page).getByRole('tab')).toHaveText(['Errors']);
  await expect(dialog(page).getByRole('list', { name: 'Errors' }).getByRole('listitem')).toHaveText([
    'access denied: eu-west-1',
    'throttled',
  ]);
  const panel = dialog(page).getByRole('complementary');
  for (const text of [name, 'Failed', '1m 35s', 'Error: 2', 'host-1'])
    await expect(panel).toContainText(text);
  await page.keyboard.press(']');
  await expect(dialog(page).getByRole('tab')).toHaveText(['Errors', 'Scrape Summary', 'Reconcile Summary']);
  await dialog(page).getByRole('tab', { name: 'Scrape Summary' }).click();
  await expect(dialog(page).getByRole('row', { name: 'AWS::EC2::Instance' })).toContainText(/3.*40/u);
  await expectNoAxeFindings(page, 'a run');
  await page.keyboard.press(']');
  await expect(dialog(page)).toContainText('It reported no errors and no summary.');
  await page.keyboard.press('Escape');
  await expect.poll(() => parametersOf(page)).toEqual({});
});

test('without a network: scrapers with their age, what was opened before, and nothing else', async ({
  facts,
  visit,
  wire,
}) => {
  const { id, name, runs: ids } = await createScraper(facts);
  const other = await createScraper(facts);
  const { page } = await visit('responder');
  await waitForServiceWorker(page);
  await page.goto('/catalog/scrapers');
  await expect(rowsOf(scrapers(page)).filter({ hasText: name })).toContainText('Failed');
  await page.goto(`/catalog/scrapers/${id}`);
  await expect(page.getByRole('region', { name: 'Spec content' })).toContainText('eu-west-1');
  await tabs(page).filter({ hasText: 'Job History' }).click();
  await rowsOf(runs(page)).first().getByRole('link').click();
  await expect(dialog(page)).toContainText('throttled');
  await page.keyboard.press('Escape');
  await wire.disconnect();

  await page.goto('/catalog/scrapers');
  await expect(rowsOf(scrapers(page)).filter({ hasText: name })).toContainText('Failed');
  await expect(page.getByText(/^Showing \d+; last runs as of /u)).toBeVisible();
  // The marks are kept like everything else of the app.
  const mark = rowsOf(scrapers(page)).filter({ hasText: name }).locator('.type-mark');
  await expect(mark).toHaveCSS('background-image', /^url\("data:image\/svg/u);
  await page.goto(`/catalog/scrapers/${id}/jobs`);
  await expect(rowsOf(runs(page))).toHaveCount(4);
  await page.goto(`/catalog/scrapers/${id}/jobs?runId=${ids[0]}`);
  await expect(dialog(page)).toContainText('throttled');
  await page.goto(`/catalog/scrapers/${id}/jobs?status=FAILED:1`);
  await expect(page.getByText('Not on this device yet')).toBeVisible();
  await expect(page.getByText('No data available')).toHaveCount(0);
  await page.goto(`/catalog/scrapers/${id}`);
  await expect(page.getByRole('region', { name: 'Spec content' })).toContainText('eu-west-1');
  await page.goto(`/catalog/scrapers/${other.id}`);
  await expect(page.getByRole('heading', { name: other.name })).toBeVisible();
  await expect(
    page.getByText(`The definition of ${other.name} is not on this device.`, { exact: false }),
  ).toBeVisible();
  await expectNoAxeFindings(page, 'a scraper that was not opened before');
  await wire.connect();
  await expect(page.getByRole('region', { name: 'Spec content' })).toContainText('eu-west-1');
});
