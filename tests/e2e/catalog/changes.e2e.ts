import type { Locator, Page } from 'playwright';
import { expectNoAxeFindings } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { waitForServiceWorker } from '../sign-in-page.ts';
import { createChanges } from './change-scene.ts';

const grid = (page: Page): Locator => page.getByRole('grid', { name: 'Changes' });
/** Rows without the headers. */
const rows = (page: Page): Locator => grid(page).locator('tbody tr');
const row = (page: Page, text: string): Locator => rows(page).filter({ hasText: text });
const chip = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: `Remove filter ${name}` });
const dialog = (page: Page): Locator => page.getByRole('dialog');
const range = (page: Page): Locator => page.getByRole('button', { name: /^Time range: / });

function parametersOf(page: Page): Record<string, string> {
  const { searchParams } = new URL(page.url());
  return Object.fromEntries([...searchParams].filter(([name]) => name !== 'id'));
}

test('the columns, what repeats, and the ways from a cell to a filter', async ({ facts, signedIn }) => {
  const { path, name, summaries, itemId } = await createChanges(facts);
  const page = await signedIn('viewer', { path: path() });
  await expect(rows(page)).toHaveCount(5);
  await expect(grid(page).getByRole('columnheader')).toHaveText([
    'Last Seen',
    'Catalog',
    'Type',
    'Summary',
    'Tags',
    'Created By',
  ]);
  await expect(rows(page).first()).toContainText(summaries[0] ?? '');
  await expect(row(page, 'BackOff')).toContainText('x12 over 3h');
  await expect(row(page, 'BackOff').getByRole('link')).toHaveText(summaries[1] ?? '');
  await expect(page.getByText('1–5 of 5')).toBeVisible();
  expect(parametersOf(page)).toEqual({});
  await expect(chip(page, `Catalog: ${name}`)).toBeVisible();

  // By pointer.
  await row(page, 'BackOff').hover();
  await row(page, 'BackOff').getByRole('button', { name: 'Not BackOff', exact: true }).click();
  await expect(rows(page)).toHaveCount(4);
  await expect.poll(() => parametersOf(page)).toEqual({ changeType: 'BackOff:-1' });
  await page.reload();
  await expect(rows(page)).toHaveCount(4);
  await chip(page, 'Change type: not: BackOff').click();
  await expect(rows(page)).toHaveCount(5);

  await rows(page).first().getByRole('button', { name: 'Only Ada Byron' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect.poll(() => parametersOf(page)).toEqual({ external_created_by: 'Ada Byron:1' });
  await page.goBack();
  await expect(rows(page)).toHaveCount(5);
  await row(page, summaries[1] ?? '')
    .getByRole('button', { name: `Only ${summaries[1]}` })
    .click();
  await expect(rows(page)).toHaveCount(1);
  await chip(page, `Summary: ${summaries[1]}`).click();
  await rows(page)
    .first()
    .getByRole('button', { name: `Not team=${name}` })
    .click();
  // What is excluded is said, and nothing is left.
  await expect(page.getByText('No data available')).toBeVisible();
  await expect.poll(() => parametersOf(page)).toEqual({ tags: `team____${name}:-1` });
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByText('No data available')).toHaveCount(0);
  expect(page.url()).not.toContain(itemId);
});

test('the keys: i and Shift+i in a row, Enter opens, ] and [ go on, Escape comes back to the row', async ({
  facts,
  signedIn,
}) => {
  const { path, summaries } = await createChanges(facts);
  const page = await signedIn('viewer', { path: path() });
  await rows(page).nth(1).focus();
  const focusedName = (): Promise<string | null> =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null);
  await page.keyboard.press('i');
  await expect.poll(focusedName).toMatch(/^Only web-/u);
  await page.keyboard.press('i');
  await expect.poll(focusedName).toBe('Only BackOff');
  await page.keyboard.press('Shift+I');
  await expect.poll(focusedName).toMatch(/^Not /u);
  await rows(page).nth(1).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText(summaries[1] ?? '');
  await page.keyboard.press(']');
  await expect(dialog(page)).toContainText(summaries[2] ?? '');
  await page.keyboard.press('[');
  await page.keyboard.press('[');
  await expect(dialog(page)).toContainText(summaries[0] ?? '');
  await expect(dialog(page).getByRole('button', { name: 'Previous change' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  expect(parametersOf(page)).toEqual({});
});

test('the dialog has every field, the diff on one side and on two, patches and details', async ({
  facts,
  signedIn,
}) => {
  const { path, name, summaries, itemId, ids } = await createChanges(facts);
  const page = await signedIn('responder', { path: path() });
  await page.getByRole('link', { name: summaries[0] ?? '' }).click();
  await expect.poll(() => parametersOf(page)).toEqual({ changeId: ids[0] });
  const diff = dialog(page).getByRole('region', { name: 'Diff' });
  await expect(diff).toContainText('+  replicas: 5');
  await dialog(page)
    .getByRole('button', { name: /^Diff: / })
    .click();
  await page.getByRole('option', { name: 'Split' }).click();
  await expect(diff.getByRole('row').filter({ hasText: 'replicas' }).getByRole('cell')).toHaveText([
    '-  replicas: 2',
    '+  replicas: 5',
  ]);
  await dialog(page).getByRole('tab', { name: 'Patches' }).click();
  await expect(dialog(page).getByRole('region', { name: 'Patches' })).toContainText('"replicas": 5');
  await dialog(page).getByRole('tab', { name: 'Details' }).click();
  await expect(dialog(page).getByRole('region', { name: 'Details' })).toContainText('diff reason');
  const panel = dialog(page).getByRole('complementary', { name: 'Change' });
  for (const text of [
    'Kubernetes::Deployment',
    'diff',
    'High',
    'Ada Byron',
    'gitops',
    'cluster=larkspur',
    `team=${name}`,
  ])
    await expect(panel).toContainText(text);
  await expect(panel.getByRole('link', { name })).toHaveAttribute('href', `/catalog/${itemId}`);
  await expect(dialog(page).getByRole('button', { name: 'Attach as Evidence' })).toBeVisible();
  await expectNoAxeFindings(page, 'a change');

  // A step back leads to the list, however many were looked at.
  await dialog(page).getByRole('button', { name: 'Next change' }).click();
  await expect(dialog(page).getByRole('region', { name: 'Details' })).toContainText('BackOff reason');
  await dialog(page).getByRole('tab', { name: 'Diff' }).click();
  await expect(dialog(page)).toContainText('The server kept no diff of this change.');
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  expect(parametersOf(page)).toEqual({});

  // By its address alone, also where the list does not have it.
  await page.goto(`/catalog/changes?changeType=nothing:1&changeId=${ids[1]}`);
  await expect(dialog(page)).toContainText(summaries[1] ?? '');
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await expect(dialog(page)).toHaveCount(0);
  expect(parametersOf(page)).toEqual({ changeType: 'nothing:1' });
  await page.goto('/catalog/changes?changeId=00000000-0000-4000-8000-000000000000');
  await expect(dialog(page)).toContainText('No details found');
});

test('filters beside the list, the order, the sizes and pages stand in the address', async ({
  facts,
  signedIn,
  wire,
}) => {
  const { path, summaries } = await createChanges(facts);
  const page = await signedIn('viewer', { path: path('pageSize=2') });
  await expect(page.getByText('1–2 of 5')).toBeVisible();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText('3–4 of 5')).toBeVisible();
  await expect(rows(page).first()).toContainText(summaries[2] ?? '');
  await expect.poll(() => parametersOf(page)).toEqual({ page: '2', pageSize: '2' });
  // Pages hold still: the second one is asked for the moments that the first was.
  const asked = wire.seen
    .filter(({ path: to }) => to === '/api/catalog/changes')
    .map(({ body }) => JSON.parse(body) as { page: number; from: string; to: string }) // written by the engine
    .slice(-2);
  expect(asked.map((each) => each.page)).toEqual([1, 2]);
  expect([asked[1]?.from, asked[1]?.to]).toEqual([asked[0]?.from, asked[0]?.to]);
  // A refresh begins anew with the first page.
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('1–2 of 5')).toBeVisible();
  await page.goto(path('page=9'));
  await page.getByRole('button', { name: 'First page' }).click();
  await expect(rows(page)).toHaveCount(5);

  await grid(page).getByRole('button', { name: 'Summary' }).click();
  await expect.poll(() => parametersOf(page)).toEqual({ sortBy: 'summary', sortOrder: 'asc' });
  await expect(rows(page).first()).toContainText(summaries[1] ?? '');
  await grid(page).getByRole('button', { name: 'Summary' }).click();
  await expect.poll(() => parametersOf(page)).toEqual({ sortBy: 'summary' });
  await page.goto(path());

  await page.getByRole('button', { name: 'Severity filter' }).click();
  await expect(page.getByRole('menuitemradio').or(page.getByRole('menuitem'))).toHaveText([
    'All',
    'critical',
    'high',
    'medium',
    'low',
    'Info',
  ]);
  await page.getByText('medium', { exact: true }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(chip(page, 'Severity: medium or worse')).toBeVisible();
  await chip(page, 'Severity: medium or worse').click();

  await page.getByRole('button', { name: 'Config type' }).click();
  const types = page.getByRole('dialog', { name: 'Config type filter' });
  await types.getByRole('searchbox').fill('Deployment');
  await types
    .getByRole('group', { name: 'Kubernetes::Deployment' })
    .getByRole('radio', { name: 'Not' })
    .press('Space');
  await expect.poll(() => parametersOf(page)).toEqual({ configTypes: 'Kubernetes__Deployment:-1' });
  await page.keyboard.press('Escape');
  await expect(page.getByText('No data available')).toBeVisible();
  await chip(page, 'Config type: not: Kubernetes::Deployment').click();
  await expect(rows(page)).toHaveCount(5);
  await expectNoAxeFindings(page, 'the changes');
});

test('the time range: up to now, between two moments and used again, by name, and one that is none', async ({
  facts,
  signedIn,
}) => {
  const { path } = await createChanges(facts);
  const page = await signedIn('viewer', { path: path() });
  await expect(range(page)).toHaveAccessibleName('Time range: Last 2 days');
  await range(page).click();
  await page.getByRole('option', { name: 'Last hour' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect
    .poll(() => parametersOf(page))
    .toEqual({ rangeType: 'relative', display: 'Last hour', range: 'now-1h' });
  await range(page).click();
  const picker = page.getByRole('dialog', { name: 'Time range' });
  await picker.getByRole('textbox', { name: 'From' }).fill('2020-01-01 00:00');
  await picker.getByRole('textbox', { name: 'To' }).fill('2020-01-02 00:00');
  await picker.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('No data available')).toBeVisible();
  await expect
    .poll(() => parametersOf(page))
    .toMatchObject({ rangeType: 'absolute', from: expect.stringMatching(/^20(?:19|20)-/u) });
  await page.getByRole('button', { name: /^Remove filter Time range: / }).click();
  await expect(rows(page)).toHaveCount(5);
  await expect.poll(() => parametersOf(page)).toEqual({});
  await range(page).click();
  await picker.getByRole('group', { name: 'Used before' }).getByRole('option').first().click();
  await expect(page.getByText('No data available')).toBeVisible();
  await range(page).click();
  await page.getByRole('option', { name: 'This year so far' }).click();
  await expect
    .poll(() => parametersOf(page))
    .toEqual({ rangeType: 'mapped', display: 'This year so far', timeRange: 'This year so far' });

  await page.goto(path('rangeType=mapped&timeRange=Someday'));
  await expect(chip(page, 'Time range: Invalid mapped time range')).toBeVisible();
  await expect(rows(page)).toHaveCount(5);
});

test('changes of deleted items are hidden until somebody wants them, and the device remembers that', async ({
  facts,
  signedIn,
}) => {
  const { name, itemId } = await createChanges(facts);
  await facts.rows('update config_items set deleted_at = now() where id = $1', [itemId]);
  // By a tag: who asks for one item by name is given its changes, deleted or not.
  const page = await signedIn('viewer', { path: `/catalog/changes?tags=team____${name}:1` });
  const hide = page.getByRole('switch', { name: 'Hide Deleted Config Changes' });
  await expect(hide).toBeChecked();
  await expect(page.getByText('No data available')).toBeVisible();
  await page.getByText('Hide Deleted Config Changes').click();
  await expect(rows(page)).toHaveCount(5);
  await page.reload();
  await expect(hide).not.toBeChecked();
  await expect(rows(page)).toHaveCount(5);
});

test('without a network: the page that was read with its age, a change that was opened, and nothing else', async ({
  facts,
  visit,
  wire,
}) => {
  const { path, summaries, ids } = await createChanges(facts);
  const { page } = await visit('viewer');
  await waitForServiceWorker(page);
  await page.goto(path());
  await page.getByRole('link', { name: summaries[0] ?? '' }).click();
  await expect(dialog(page).getByRole('region', { name: 'Diff' })).toContainText('replicas: 5');
  await page.keyboard.press('Escape');
  await wire.disconnect();

  await page.reload();
  await expect(rows(page)).toHaveCount(5);
  await expect(page.getByText('1–5 of 5')).toBeVisible();
  await expect(page.getByText(/The server cannot be reached|This device is offline/u)).toBeVisible();
  await expect(page.getByText(/Data as of .* ago|Data as of less than/u).first()).toBeAttached();
  await expectNoAxeFindings(page, 'kept changes');
  await page.getByRole('link', { name: summaries[0] ?? '' }).click();
  await expect(dialog(page).getByRole('region', { name: 'Diff' })).toContainText('replicas: 5');
  await dialog(page).getByRole('button', { name: 'Next change' }).click();
  await expect(dialog(page)).toContainText('What this change did is not on this device.');
  await expect(dialog(page)).toContainText('kubelet');
  await page.keyboard.press('Escape');

  await page.goto(path('changeType=diff:1'));
  await expect(page.getByText('Not on this device yet')).toBeVisible();
  await expect(page.getByText('No data available')).toHaveCount(0);
  await expect(page.getByText(/ of 0$/u)).toHaveCount(0);
  await page.goto(`/catalog/changes?changeId=${ids[3]}`);
  await expect(dialog(page)).toContainText('Not on this device yet');
  await page.goto(path('changeType=diff:1'));
  await wire.connect();
  await expect(rows(page)).toHaveCount(1);
});

test('a failed read says why and is no empty list', async ({ facts, signedIn, wire }) => {
  const { path } = await createChanges(facts);
  const answers = (status: number) =>
    wire.add({
      method: 'POST',
      path: /\/catalog\/changes/u,
      fault: { do: 'lie', status, contentType: 'application/json', body: '{"error":"no"}' },
    });
  const broken = answers(500);
  const page = await signedIn('viewer', { path: path() });
  await expect(page.getByText('The server answered with an error.', { exact: true })).toBeVisible();
  await expect(page.getByText('No data available')).toHaveCount(0);
  wire.remove(broken);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(rows(page)).toHaveCount(5);
  // What is here stays, with the reason why it is not newer.
  answers(500);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('The server answered with an error.').first()).toBeVisible();
  await expect(rows(page)).toHaveCount(5);
});

test('the catalog can be switched off', async ({ stack, signedIn }) => {
  await stack.sql(`insert into properties (name, value) values ('config.disable', 'true')`);
  try {
    const page = await signedIn('viewer', { path: '/catalog/changes' });
    await expect(page.getByText('config.disable')).toBeVisible();
    await expect(
      page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Changes' }),
    ).toHaveCount(0);
  } finally {
    await stack.sql(`delete from properties where name = 'config.disable'`);
  }
});

test('with a finger the ways from a cell are always there, and the row opens', async ({
  facts,
  signedIn,
}) => {
  const { path, summaries } = await createChanges(facts);
  const page = await signedIn('viewer', { path: path(), size: 'tablet' });
  await row(page, 'BackOff').getByRole('button', { name: 'Not BackOff', exact: true }).tap();
  await expect(rows(page)).toHaveCount(4);
  await rows(page)
    .first()
    .getByText(summaries[0] ?? '')
    .tap();
  await expect(dialog(page)).toContainText('replicas');
  await expectNoAxeFindings(page, 'a change on a tablet');
});
