import type { Locator, Page } from 'playwright';
import { expectNoAxeFindings } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { scrollTopOf } from '../geometry.ts';
import { waitForServiceWorker } from '../sign-in-page.ts';
import { createChecks } from './list-scene.ts';

/** A tree where something folds, else a grid. */
const list = (page: Page): Locator =>
  page.getByRole('treegrid', { name: 'Checks' }).or(page.getByRole('grid', { name: 'Checks' }));
const row = (page: Page, name: string | RegExp): Locator => list(page).getByRole('row', { name });
/** The list in either layout: the cards stand in a region of that name. */
const checks = (page: Page): Locator => list(page).or(page.getByRole('region', { name: 'Checks' }));
const tabs = (page: Page): Locator => page.getByRole('navigation', { name: 'Tabs' });
const choice = (page: Page, label: string): Locator =>
  page.getByRole('button', { name: new RegExp(`${label}:`) });

async function choose(page: Page, label: string, option: string): Promise<void> {
  await choice(page, label).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Parameters of the address, without those of the scene. */
function parametersOf(page: Page): Record<string, string> {
  const { searchParams } = new URL(page.url());
  return Object.fromEntries([...searchParams].filter(([name]) => name !== 'labels'));
}

test('every parameter is read from the address and written to it, and defaults are left out', async ({
  stack,
  signedIn,
}) => {
  const { path, word } = await createChecks(stack);
  const page = await signedIn('viewer', { path: path() });
  await expect(row(page, new RegExp(`${word}-back 3 checks`))).toBeVisible();
  await expect(page.getByText('42 passing', { exact: true })).toBeVisible();
  await expect(page.getByText('2 failing', { exact: true })).toBeVisible();
  expect(parametersOf(page)).toEqual({});

  await choose(page, 'Group By', 'Name');
  await expect.poll(() => parametersOf(page)).toEqual({ groupBy: 'name' });
  await choose(page, 'Group By', 'tier');
  await expect.poll(() => parametersOf(page)).toEqual({ groupBy: 'tier' });
  await expect(row(page, /^web 41 checks/)).toBeVisible();
  await choose(page, 'Group By', 'Group Name');
  await expect.poll(() => parametersOf(page)).toEqual({});

  await tabs(page).getByRole('link', { name: /^none/ }).click();
  await expect.poll(() => parametersOf(page)).toEqual({ tab: 'none' });
  await expect(row(page, `${word} check 44`)).toBeVisible();
  await choose(page, 'Tab By', 'tier');
  await expect.poll(() => parametersOf(page)).toEqual({ tabBy: 'tier' });
  await expect(tabs(page).getByRole('link').first()).toHaveText(/^All/);
  await choose(page, 'Tab By', 'namespace');

  await choose(page, 'Pivot By', 'tier');
  await expect.poll(() => parametersOf(page)).toEqual({ pivotBy: 'labels', pivotLabel: 'tier' });
  await expect(list(page).getByRole('columnheader')).toHaveText(['Name', 'Health', 'db', 'none', 'web']);
  await choose(page, 'Cell', 'Latency');
  await expect.poll(() => parametersOf(page)).toMatchObject({ pivotCellType: 'latency' });
  await choose(page, 'Pivot By', 'None');
  await expect.poll(() => parametersOf(page)).toEqual({});

  await page.getByText('Hide Passing', { exact: true }).click();
  await expect.poll(() => parametersOf(page)).toEqual({ hidePassing: 'true' });
  await expect(page.getByText('42 passing hidden')).toBeVisible();
  await page.getByRole('button', { name: 'Show passing checks' }).click();

  await list(page)
    .getByRole('button', { name: /^Health/ })
    .click();
  await expect.poll(() => parametersOf(page)).toEqual({ sortBy: 'status' });
  await list(page)
    .getByRole('button', { name: /^Health/ })
    .click();
  await expect.poll(() => parametersOf(page)).toEqual({ sortBy: 'status', sortDesc: 'true' });
  await list(page).getByRole('button', { name: /^Name/ }).click();

  await choose(page, 'Time Range', 'Last 3 hours');
  await expect.poll(() => parametersOf(page)).toEqual({ timeRange: '3h' });
  await choose(page, 'Layout', 'Cards');
  await expect.poll(() => parametersOf(page)).toEqual({ timeRange: '3h', layout: 'card' });
  // The first group; the cards of the last are not drawn.
  await expect(page.getByRole('link', { name: `${word} check 41` })).toBeVisible();
  await expectNoAxeFindings(page, 'the checks as cards');
  await choose(page, 'Layout', 'Table');

  const search = page.getByRole('searchbox', { name: 'Search by name, description, or endpoint' });
  await search.fill(`${word} check 43`);
  await expect.poll(() => parametersOf(page)).toEqual({ timeRange: '3h', query: `${word} check 43` });
  await page.reload();
  await expect(search).toHaveValue(`${word} check 43`);
  await expect(choice(page, 'Time Range')).toContainText('Last 3 hours');
  await row(page, `${word} check 43`).click();
  await expect(page.getByRole('dialog').first()).toBeVisible();
  await expect.poll(() => Object.keys(parametersOf(page))).toContain('checkId');
  await page.keyboard.press('Escape');
  await expect.poll(() => parametersOf(page)).toEqual({ timeRange: '3h', query: `${word} check 43` });
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect.poll(() => page.url()).not.toContain('labels');
});

test('values of a label are kept or left out, stand in the address, and are taken away one by one', async ({
  stack,
  signedIn,
}) => {
  const { path, word } = await createChecks(stack);
  const page = await signedIn('viewer', { path: path('groupBy=no_grouping') });
  const suite = { [`canary:suite:${word}`]: 1 };
  const labels = (): unknown => JSON.parse(new URL(page.url()).searchParams.get('labels') ?? '{}');
  const choices = page.getByRole('dialog', { name: 'tier filter' });
  const open = async (): Promise<void> => {
    await page.getByRole('complementary', { name: 'Filters' }).getByRole('button', { name: /^tier/ }).click();
  };
  const mark = async (value: string, mode: string): Promise<void> => {
    const radios = choices.getByRole('group', { name: new RegExp(`^${value}\\b`) });
    await radios.getByRole('radio', { name: mode }).focus();
    await page.keyboard.press('Space');
    await expect(radios.getByRole('radio', { name: mode })).toBeChecked();
  };
  await open();
  await mark('web', 'Not');
  await expect.poll(labels).toEqual({ ...suite, 'canary:tier:web': -1 });
  await page.keyboard.press('Escape');
  // The heads, two that fail and the one without the label.
  await expect(list(page).getByRole('row')).toHaveCount(4);
  await page.reload();
  await expect(list(page).getByRole('row')).toHaveCount(4);
  await open();
  await mark('web', 'Any');
  await mark('db', 'Only');
  await expect.poll(labels).toEqual({ ...suite, 'canary:tier:db': 1 });
  await page.keyboard.press('Escape');
  await expect(list(page).getByRole('row')).toHaveCount(3);
  await page.getByRole('button', { name: /^Remove filter tier/ }).click();
  await expect.poll(labels).toEqual(suite);
  await expect(page.getByText('42 passing', { exact: true })).toBeVisible();
});

test('an address opens the view it describes', async ({ stack, signedIn }) => {
  const { path, word } = await createChecks(stack);
  const page = await signedIn('viewer', {
    path: path('groupBy=no_grouping&tab=infra&sortBy=status&sortDesc=true&hidePassing=false&layout=table'),
  });
  await expect(choice(page, 'Group By')).toContainText('No Grouping');
  await expect(tabs(page).getByRole('link', { name: /^infra/ })).toHaveAttribute('aria-current', 'page');
  await expect(list(page).getByRole('columnheader', { name: 'Health' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await expect(list(page).getByRole('row')).toHaveCount(4);
  await expect(row(page, `${word} check 43`)).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Hide Passing' })).not.toBeChecked();
  await expectNoAxeFindings(page, 'the checks of a tab');
});

test('each parameter of an address is shown, and stands in it still after a reload', async ({
  stack,
  signedIn,
}) => {
  const { path, word } = await createChecks(stack);
  const page = await signedIn('viewer', {
    path: path('pivotBy=labels&pivotLabel=tier&pivotCellType=latency&timeRange=3h&hidePassing=true'),
  });
  const pivoted = async (): Promise<void> => {
    await expect(choice(page, 'Pivot By')).toContainText('tier');
    await expect(choice(page, 'Cell')).toContainText('Latency');
    await expect(choice(page, 'Time Range')).toContainText('Last 3 hours');
    await expect(page.getByText('42 passing hidden')).toBeVisible();
    await expect(list(page).getByRole('columnheader')).toContainText(['Name', 'Health']);
  };
  const address = parametersOf(page);
  await pivoted();
  await page.reload();
  await pivoted();
  expect(parametersOf(page)).toEqual(address);

  await page.goto(
    `${new URL(page.url()).origin}${path(`tabBy=tier&tab=web&groupBy=name&layout=card&query=${word}`)}`,
  );
  await expect(choice(page, 'Tab By')).toContainText('tier');
  await expect(tabs(page).getByRole('link', { name: /^web/ })).toHaveAttribute('aria-current', 'page');
  await expect(choice(page, 'Group By')).toContainText('Name');
  await expect(choice(page, 'Layout')).toContainText('Cards');
  await expect(page.getByRole('searchbox').first()).toHaveValue(word);
  await expect(page.getByRole('link', { name: new RegExp(`${word} check`) }).first()).toBeVisible();
});

test('a search in a list that was scrolled shows its rows from the top', async ({ stack, signedIn }) => {
  const { path, word } = await createChecks(stack);
  const page = await signedIn('viewer', { path: path('groupBy=no_grouping&tabBy=tier&tab=web') });
  const scrollTop = (): Promise<number> => list(page).evaluate(scrollTopOf);
  await list(page).getByRole('row').nth(1).hover();
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 200);
      return scrollTop();
    })
    .toBeGreaterThan(200);
  await page.getByRole('searchbox').first().fill(`${word} check`);
  await expect.poll(() => parametersOf(page)).toMatchObject({ query: `${word} check` });
  await expect.poll(scrollTop).toBe(0);
});

test('columns are no wider than their content, no header is cut, and the name has the rest', async ({
  stack,
  signedIn,
}) => {
  const { path, word } = await createChecks(stack);
  const page = await signedIn('viewer', { path: path('groupBy=no_grouping') });
  await expect(row(page, `${word} check 01`)).toBeVisible();
  const heads = await list(page)
    .getByRole('columnheader')
    .evaluateAll((all) =>
      all.map((head) => ({
        word: head.textContent,
        px: head.getBoundingClientRect().width,
        isCut: [...head.querySelectorAll('span')].some(
          ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
        ),
      })),
    );
  expect(heads.filter(({ isCut }) => isCut)).toEqual([]);
  const [name, ...others] = heads;
  // As they were defined before: 176, 124, 118, 104, 132 and 104.
  expect(others.reduce((sum, { px }) => sum + px, 0)).toBeLessThan(758);
  expect(name?.px).toBeGreaterThan(260);
});

test('Back puts filters, scroll and row where they were', async ({ stack, signedIn }) => {
  const { path, word } = await createChecks(stack);
  const page = await signedIn('viewer', { path: path('groupBy=no_grouping') });
  const target = row(page, `${word} check 38`);
  await expect(row(page, `${word} check 01`)).toBeVisible();
  const address = page.url();
  await row(page, `${word} check 01`).hover();
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 200);
      return target.isVisible();
    })
    .toBe(true);
  await target.scrollIntoViewIfNeeded();
  const topOf = async (): Promise<number> => (await target.boundingBox())?.y ?? -1;
  const before = await topOf();
  await target.getByRole('link').click();
  await expect(page.getByRole('dialog').first()).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(address);
  const moved = async (): Promise<number> => Math.abs((await topOf()) - before);
  await expect.poll(moved).toBeLessThan(40);
  await expect.poll(() => focusedRow(page)).toContain(`${word} check 38`);
  // And from another page.
  await page.getByRole('link', { name: 'Incidents' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Incidents' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(address);
  await expect(target).toBeVisible();
  await expect.poll(moved).toBeLessThan(40);
  await expect.poll(() => focusedRow(page)).toContain(`${word} check 38`);
});

function focusedRow(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.closest('tr')?.textContent ?? '');
}

test('the keyboard folds groups, opens a check and goes through its neighbours', async ({
  stack,
  signedIn,
}) => {
  const { path, word } = await createChecks(stack);
  const page = await signedIn('viewer', { path: path() });
  const group = row(page, new RegExp(`${word}-back 3 checks`));
  await group.focus();
  await page.keyboard.press('ArrowRight');
  await expect(group).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => focusedRow(page)).toContain(`${word} check 41`);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog').first();
  await expect(dialog).toContainText(`${word} check 41`);
  await page.keyboard.press(']');
  await expect(dialog).toContainText(`${word} check 42`);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => parametersOf(page)).toEqual({});
});

test(
  'opens cold without a network, and an hour later nothing looks live',
  { tag: '@first' },
  async ({ stack, visit, wire }) => {
    const { path, word } = await createChecks(stack);
    const { device, page } = await visit('viewer');
    await page.goto(path('groupBy=no_grouping'));
    const live = row(page, `${word} check 01`).locator('[data-status="healthy"] svg').first();
    await expect(live).not.toHaveAttribute('data-stale', 'true');
    await waitForServiceWorker(page);
    await device.close();
    await wire.disconnect();

    const cold = await device.newPage();
    await cold.goto(path('groupBy=no_grouping'));
    await expect(row(cold, `${word} check 01`)).toBeVisible();
    await expect(cold.getByText('42 passing', { exact: true })).toBeVisible();
    await expect(cold.getByText(/^The server cannot be reached|^This device is offline/)).toBeVisible();

    const later = await device.newPage();
    await later.clock.install({ time: Date.now() + 3_600_000 });
    await later.goto(path('groupBy=no_grouping'));
    await expect(row(later, `${word} check 01`)).toBeVisible();
    const healthy = list(later).locator('[data-status="healthy"]');
    await expect(healthy.first()).toBeVisible();
    await expect(
      list(later).locator('[data-status="healthy"]:not(:has(svg[data-stale="true"]))'),
    ).toHaveCount(0);
    await expect(later.getByText('44 overdue')).toBeVisible();
    await expect(row(later, `${word} check 01`)).toContainText(/as of 1 hour ago/);
  },
);

/** What is drawn as a live state of health: a mark that says neither that it is old nor that nothing is known. */
const liveMarks = (page: Page): Locator =>
  checks(page).locator('[data-status]:not([data-status="unknown"]):not(:has(svg[data-stale="true"]))');

/** Solid pieces of the bars of uptime; those of old counts have no fill. */
function solidSegments(page: Page): Promise<number> {
  return checks(page)
    .locator('[data-segment]')
    .evaluateAll(
      (pieces) =>
        pieces.filter((piece) => getComputedStyle(piece).backgroundColor !== 'rgba(0, 0, 0, 0)').length,
    );
}

test('an hour later no card, no heading and no cell of a pivot looks live', async ({
  stack,
  visit,
  wire,
}) => {
  const { path, word } = await createChecks(stack);
  // Without runs there is no uptime to be drawn.
  await stack.sql(
    `insert into check_statuses (check_id, time, status, duration, created_at)
     select id, date_trunc('second', now()) - interval '1 minute', status = 'healthy', 100, now()
     from checks where labels ->> 'suite' = $1`,
    [word],
  );
  // The server's job of every minute: numbers made for an earlier story know nothing of these runs.
  await stack.sql('refresh materialized view check_status_summary');
  const { device, page } = await visit('viewer');
  const pivot = (cell: string): string => path(`pivotBy=labels&pivotLabel=tier&pivotCellType=${cell}`);
  await page.goto(path('layout=card'));
  const cardOf = (tab: Page, name: string): Locator =>
    tab.getByRole('listitem').filter({ has: tab.getByRole('link', { name: `${word} check ${name}` }) });
  // Fresh, so that what is looked for below can be told from it.
  await expect(cardOf(page, '41').locator('[data-status]')).toHaveCount(1);
  await expect(liveMarks(page)).not.toHaveCount(0);
  await expect.poll(() => solidSegments(page)).toBeGreaterThan(0);
  await page.goto(pivot('checkStatuses'));
  const front = (tab: Page): Locator => row(tab, new RegExp(`${word}-front 40 checks`));
  await expect(front(page).getByRole('gridcell').last()).toContainText('Healthy');
  await expect(liveMarks(page)).not.toHaveCount(0);
  await page.goto(pivot('uptime'));
  await expect.poll(() => solidSegments(page)).toBeGreaterThan(0);
  await waitForServiceWorker(page);
  await device.close();
  await wire.disconnect();

  const later = await device.newPage();
  await later.clock.install({ time: Date.now() + 3_600_000 });
  await later.goto(path('layout=card'));
  await expect(cardOf(later, '41')).toContainText(/as of 1 hour ago/);
  await expect(cardOf(later, '41').locator('svg[data-stale="true"]').first()).toBeVisible();
  const heading = checks(later).getByRole('heading', { name: new RegExp(`${word}-back`) });
  await expect(heading).toContainText(/as of 1 hour ago/);
  await expect(heading.locator('svg[data-stale="true"]').first()).toBeVisible();
  await expect(liveMarks(later)).toHaveCount(0);
  expect(await solidSegments(later)).toBe(0);

  await later.goto(pivot('checkStatuses'));
  await expect(front(later).getByRole('gridcell').last()).toContainText(/as of 1 hour ago/);
  await expect(liveMarks(later)).toHaveCount(0);
  await later.goto(`${pivot('checkStatuses')}&groupBy=no_grouping`);
  const one = row(later, `${word} check 01`).getByRole('gridcell').last();
  await expect(one).toContainText(/as of 1 hour ago/);
  await expect(liveMarks(later)).toHaveCount(0);
  await later.goto(pivot('uptime'));
  await expect(front(later).getByRole('gridcell').last()).toContainText(/out of date/);
  await expect(liveMarks(later)).toHaveCount(0);
  expect(await solidSegments(later)).toBe(0);
});

test('is there for every role, and gone with its feature', async ({ stack, signedIn }) => {
  for (const role of ['viewer', 'responder', 'commander', 'editor', 'admin'] as const) {
    const page = await signedIn(role, { path: '/health' });
    await expect(page.getByRole('heading', { level: 1, name: 'Health' })).toBeVisible();
    await expect(page.getByRole('navigation').getByRole('link', { name: 'Health' })).toBeVisible();
    await page.context().close();
  }
  await stack.sql(`insert into properties (name, value) values ('health.disable', 'true')`);
  try {
    const page = await signedIn('responder', { path: '/health' });
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/switched off/i);
    await expect(page.getByRole('navigation').getByRole('link', { name: 'Health' })).toHaveCount(0);
  } finally {
    await stack.sql(`delete from properties where name = 'health.disable'`);
  }
});
