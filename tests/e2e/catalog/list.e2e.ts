import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright';
import { expectNoAxeFindings } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import type { ServerFacts } from '../server-facts.ts';
import { waitForServiceWorker } from '../sign-in-page.ts';

const grid = (page: Page, name: 'Types' | 'Configs'): Locator =>
  page.getByRole('grid', { name }).or(page.getByRole('treegrid', { name }));
const rows = (page: Page, name: 'Types' | 'Configs'): Locator => grid(page, name).locator('tbody tr');
const chip = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: `Remove filter ${name}` });
const parameters = (page: Page): Record<string, string> =>
  Object.fromEntries(new URL(page.url()).searchParams);

interface ItemScene {
  readonly type: string;
  readonly team: string;
  readonly names: readonly string[];
}

/** Three items of a type of their own: one unhealthy with an insight and changes, one running, one stopped. */
async function createItems(facts: ServerFacts): Promise<ItemScene> {
  // A letter first: the address writes what looks like a number in quotes.
  const mark = `m${randomUUID().slice(0, 7)}`;
  const type = `Story::Kind${mark}`;
  const team = `team-${mark}`;
  const kinds = [
    { name: `alpha-${mark}`, status: 'CrashLoop', health: 'unhealthy', zone: 'a', cost: 12 },
    { name: `beta-${mark}`, status: 'Running', health: 'healthy', zone: 'a', cost: 1500 },
    { name: `gamma-${mark}`, status: 'Stopped', health: 'unknown', zone: 'b', cost: null },
  ];
  for (const { name, status, health, zone, cost } of kinds) {
    const id = randomUUID();
    await facts.rows(
      `insert into config_items (id, name, type, config_class, status, health, tags, labels, config, description,
                                 cost_total_1d, cost_total_30d, created_at)
       values ($1, $2, $3, 'Story', $4, $5, $6, $7, '{}', $8, $9, $10, now() - interval '9 days')`,
      [
        id,
        name,
        type,
        status,
        health,
        { team, zone },
        { app: name },
        `What ${name} is for`,
        cost === null ? null : cost / 10,
        cost,
      ],
    );
    if (health !== 'unhealthy') continue;
    await facts.rows(
      `insert into config_analysis (id, config_id, analyzer, analysis_type, severity, status, summary, first_observed, last_observed)
       values ($1, $2, 'story', 'cost', 'high', 'open', 'Too dear', now(), now())`,
      [randomUUID(), id],
    );
    await facts.rows(
      `insert into config_changes (id, config_id, change_type, severity, source, summary, count, created_at, first_observed)
       select gen_random_uuid(), $1, 'diff', 'info', 'story', 'changed', 1, now() - make_interval(hours => n), now()
       from generate_series(1, 3) n`,
      [id],
    );
  }
  return { type, team, names: kinds.map(({ name }) => name) };
}

test('the summary by provider and type, a favourite, and the table of a type', async ({
  facts,
  signedIn,
}) => {
  const { type, names } = await createItems(facts);
  const page = await signedIn('viewer', { path: '/configs' });
  await expect(page).toHaveURL(/\/catalog$/u);
  await expect(grid(page, 'Types').getByRole('columnheader')).toHaveText([
    'Type',
    'Count',
    'Health',
    'Changes (30d)',
    'Analysis (30d)',
    'Cost (30d)',
  ]);
  const name = type.split('::')[1] ?? '';
  const row = rows(page, 'Types').filter({ hasText: name });
  await expect(row).toContainText('3');
  await expect(row).toContainText('1 unhealthy');
  // What only the server counts.
  await expect(row).toContainText('1 cost');
  await expect(row).toContainText('$1.5k');
  await expectNoAxeFindings(page, 'the types');

  await row.hover();
  await row.getByRole('button', { name: `Favourite ${type}` }).click();
  await page.goto('/health');
  await page.goto('/catalog');
  await expect(rows(page, 'Types').first()).toContainText('Favourites');
  await expect(rows(page, 'Types').nth(1)).toContainText(name);

  await row.getByRole('link').click();
  await expect(rows(page, 'Configs')).toHaveCount(3);
  expect(parameters(page)).toEqual({ configType: type.replace('::', '__') });
  await expect(chip(page, `Type: ${type}`)).toBeVisible();
  await expect(grid(page, 'Configs').getByRole('columnheader')).toHaveText([
    'Name',
    'Type',
    'Status',
    'Changes',
    'Tags',
    'Analysis',
    'Cost',
    'Created',
    'Updated',
    'Deleted At',
    'Changed',
  ]);
  await expect(rows(page, 'Configs').first()).toContainText(names[0] ?? '');
  await expect(rows(page, 'Configs').first()).toContainText('3 changes in the last 7 days');
  await expect(rows(page, 'Configs').first()).toContainText('open insights: 1 high');
  await expect(rows(page, 'Configs').nth(1)).toContainText('$1.5k');
  await expectNoAxeFindings(page, 'the configs');

  // The browser's own dialog would hold up the page.
  await page.evaluate(() => Reflect.set(globalThis, 'print', () => undefined));
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Print' }).click();
  await page.emulateMedia({ media: 'print' });
  const paper = page.getByRole('article');
  await expect(paper.getByText(`3 rows · Type: ${type} · as of`)).toBeVisible();
  await expect(paper.getByRole('row')).toHaveCount(4);
  await expect(paper.getByRole('row').nth(1)).toContainText(names[0] ?? '');
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('grid')).toHaveCount(0);
});

test('filters, groups and the search, online and without the network', async ({ facts, signedIn, wire }) => {
  const { type, team, names } = await createItems(facts);
  const path = `/catalog?configType=${type.replace('::', '__')}`;
  const page = await signedIn('viewer', { path, serviceWorkers: 'allow' });
  await waitForServiceWorker(page);
  await expect(rows(page, 'Configs')).toHaveCount(3);
  await wire.disconnect();
  await page.reload();
  await expect(rows(page, 'Configs')).toHaveCount(3);

  await page.getByRole('button', { name: 'Health', exact: true }).click();
  await page.getByRole('group', { name: 'Unhealthy' }).getByRole('radio', { name: 'Not' }).click();
  await page.keyboard.press('Escape');
  await expect(rows(page, 'Configs')).toHaveCount(2);
  await expect.poll(() => parameters(page)['health']).toBe('unhealthy:-1');
  // Of other filters it is counted what they would leave of these.
  await page.getByRole('button', { name: 'Status', exact: true }).first().click();
  await expect(page.getByRole('group', { name: 'Running, 1' })).toBeVisible();
  await expect(page.getByRole('group', { name: /CrashLoop/u })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await chip(page, 'Health: not: unhealthy').click();

  // From the cell.
  await rows(page, 'Configs').nth(1).hover();
  await rows(page, 'Configs').nth(1).getByRole('button', { name: 'Only Running' }).click();
  await expect(rows(page, 'Configs')).toHaveCount(1);
  await page.getByRole('button', { name: 'Clear all' }).click();

  // Gathered by a tag, closed until somebody opens a group; by what the insights say; and by several at once.
  await page.goto(`${path}&groupBy=zone__tag`);
  await expect(rows(page, 'Configs')).toHaveText([/^a/u, /^b/u]);
  await rows(page, 'Configs').first().click();
  await expect(rows(page, 'Configs')).toHaveCount(4);
  await page.goto(`${path}&groupBy=analysis`);
  await expect(rows(page, 'Configs')).toHaveText([/^No open insights/u, /^high/u]);
  await page.goto(`${path}&groupBy=provider,type,zone__tag,status`);
  await expect(rows(page, 'Configs').first()).toContainText(`Story / ${type} / a / CrashLoop`);
  // The summary too, and a row of it opens what it stands for.
  await page.goto(`/catalog?tags=team____${team}:1&groupBy=type,zone__tag`);
  await expect(rows(page, 'Types')).toHaveText([new RegExp(`^${type}`, 'u'), /^a/u, /^b/u]);
  await rows(page, 'Types').nth(1).getByRole('link').click();
  await expect(rows(page, 'Configs')).toHaveCount(2);
  await expect(chip(page, 'Tag: zone=a')).toBeVisible();

  // By name and by what it is for, with each key.
  await page.goto('/catalog');
  // What only the server counts has its own age, or is said to be missing.
  await expect(page.getByText(/changes, analysis and costs (?:as of|are not on this device)/u)).toBeVisible();
  await page.getByLabel('Search for configs').pressSequentially(names[2] ?? '');
  await expect(rows(page, 'Configs')).toHaveCount(1);
  await page.getByLabel('Search for configs').fill(`what ${names[1]} is`);
  await expect(rows(page, 'Configs')).toHaveCount(1);
  await expect(rows(page, 'Configs')).toContainText(names[1] ?? '');
  await page.getByLabel('Search for configs').fill('nothing is called this');
  await expect(page.getByText('No data available')).toBeVisible();
  await expect(page.getByText(/tags, labels and descriptions are searched\. Properties/u)).toBeVisible();
});

test('the search puts the best fit first, marks it, and forgives a slip', async ({
  facts,
  signedIn,
  wire,
}) => {
  const { names } = await createItems(facts);
  const mark = (names[0] ?? '').replace('alpha-', '');
  const page = await signedIn('viewer', { path: '/catalog', serviceWorkers: 'allow' });
  await expect(rows(page, 'Types').first()).toBeVisible();
  await wire.disconnect();
  const search = page.getByLabel('Search for configs');
  // By a label, a tag and the type: all of one team, the one in worst health first.
  await search.fill(`zone=a team=team-${mark}`);
  await expect(rows(page, 'Configs')).toHaveCount(2);
  await expect(rows(page, 'Configs').first()).toContainText('alpha');
  await search.fill(`beta-${mark}`);
  await expect(rows(page, 'Configs')).toHaveCount(1);
  await expect(rows(page, 'Configs').locator('mark')).toHaveText(`beta-${mark}`);
  await search.fill(`gmama-${mark}`);
  await expect(rows(page, 'Configs')).toHaveCount(1);
  await expect(rows(page, 'Configs').locator('mark').first()).toHaveText('gamma');
  await expect(page.getByText(`Showing 1 that come close to “gmama-${mark}”`)).toBeVisible();
  await expectNoAxeFindings(page, 'what was found nearly');
  // Worse health first, until somebody sorts.
  await search.fill(mark);
  await expect(rows(page, 'Configs')).toHaveText([/alpha/u, /gamma/u, /beta/u]);
  await grid(page, 'Configs').getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  await expect(rows(page, 'Configs')).toHaveText([/alpha/u, /beta/u, /gamma/u]);
  await expect.poll(() => parameters(page)).toEqual({ search: mark, sortBy: 'name' });
});

test('deleted configs are asked of the server when somebody wants them, and kept with their age', async ({
  facts,
  signedIn,
  wire,
}) => {
  const { type, team, names } = await createItems(facts);
  await facts.rows(`update config_items set deleted_at = now() - interval '3 hours' where name = $1`, [
    names[2],
  ]);
  const page = await signedIn('viewer', {
    path: `/catalog?configType=${type.replace('::', '__')}`,
    serviceWorkers: 'allow',
  });
  await waitForServiceWorker(page);
  await expect(rows(page, 'Configs')).toHaveCount(2);
  await expect(page.getByText('Deleted configs are on the server only')).toBeHidden();
  await page.getByText('Hide Deleted Catalog').click();
  await expect(page.getByText('Deleted configs are on the server only')).toBeVisible();
  await page.getByRole('button', { name: 'Show deleted configs' }).click();
  const deleted = page.getByRole('grid', { name: 'Deleted configs' }).locator('tbody tr');
  await expect(deleted).toHaveCount(1);
  await expect(deleted).toContainText(`${names[2]}, deleted`);
  await expect(deleted).toContainText('3h');
  await expect(chip(page, 'Deleted: yes')).toBeVisible();
  await expectNoAxeFindings(page, 'the deleted configs');
  // The filters narrow what the server is asked for.
  await page.getByLabel('Search for configs').fill('nothing is called this');
  await expect(page.getByText('No data available')).toBeVisible();
  await page.getByLabel('Search for configs').fill(team.replace('team-', ''));
  await expect(deleted).toHaveCount(1);

  await wire.disconnect();
  await page.reload();
  await expect(deleted).toHaveCount(1);
  await expect(page.getByText(/The server cannot be reached|This device is offline/u)).toBeVisible();
  await page.getByRole('button', { name: 'Export' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'JSON' }).click();
  expect(await readFile(await (await downloading).path(), 'utf8')).toContain(names[2] ?? '');
  await chip(page, 'Deleted: yes').click();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await page.goto(`/catalog?tags=team____${team}:1&groupBy=name`);
  await expect(rows(page, 'Configs')).toHaveCount(2);

  // A file has the counts that the columns have, of every row.
  await page.goto(`/catalog?configType=${type.replace('::', '__')}`);
  await expect(rows(page, 'Configs')).toHaveCount(2);
  await page.getByRole('button', { name: 'Export' }).click();
  const saving = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'JSON' }).click();
  const saved: unknown = JSON.parse(await readFile(await (await saving).path(), 'utf8'));
  expect(saved).toMatchObject([{ Changes: '3', Analysis: '1 high' }, { Changes: '0' }]);
});

test('the keys open a type, and a type is kept on the way to its changes', async ({ facts, signedIn }) => {
  const { type } = await createItems(facts);
  const name = type.split('::')[1] ?? '';
  const page = await signedIn('viewer', { path: '/catalog' });
  const row = rows(page, 'Types').filter({ hasText: name });
  await row.focus();
  await page.keyboard.press('Enter');
  await expect(rows(page, 'Configs')).toHaveCount(3);
  await page
    .getByRole('navigation', { name: 'Catalog pages' })
    .getByRole('link', { name: 'Changes' })
    .click();
  await expect(page).toHaveURL(new RegExp(`/catalog/changes\\?configType=${type.replace('::', '__')}`, 'u'));
  await expect(page.getByRole('grid', { name: 'Changes' }).locator('tbody tr')).toHaveCount(3);
});
