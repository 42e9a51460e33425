import type { Locator, Page } from 'playwright';
import { expectNoAxeFindings } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import type { ServerFacts } from '../server-facts.ts';
import { waitForServiceWorker } from '../sign-in-page.ts';
import { createChanges, type ChangeScene } from './change-scene.ts';

const code = (page: Page): Locator => page.getByRole('textbox', { name: 'Config' });
const panel = (page: Page): Locator => page.getByRole('complementary', { name: 'Catalog item' });
const tab = (page: Page, name: RegExp): Locator =>
  page.getByRole('navigation', { name: 'Catalog item' }).getByRole('link', { name });
const rows = (page: Page): Locator => page.getByRole('grid', { name: 'Changes' }).locator('tbody tr');
const lineNumber = (page: Page, line: number): Locator =>
  page.locator('.cm-lineNumbers .cm-gutterElement').filter({ hasText: new RegExp(`^${line}$`, 'u') });
const selected = (page: Page): string | null => new URL(page.url()).searchParams.get('selected');

/** An item with content, facts of every kind, five changes, and a child that changed once. */
async function createItem(facts: ServerFacts): Promise<ChangeScene & { readonly childSummary: string }> {
  const scene = await createChanges(facts);
  const { itemId, name } = scene;
  await facts.rows(
    `update config_items set config = $2, labels = $3, properties = $4, status = 'Degraded', health = 'warning',
            description = 'One of two replicas is up', config_class = 'Workload', cost_total_30d = 1234,
            scraper_id = (select id from config_scrapers limit 1),
            last_scraped_time = now() - interval '3 hours', updated_at = now() - interval '3 hours'
      where id = $1`,
    [
      itemId,
      { kind: 'Deployment', metadata: { name }, spec: { replicas: 5 } },
      {
        'topology.kubernetes.io/region': 'eu-west-1',
        'topology.kubernetes.io/zone': 'eu-west-1a',
        app: name,
        ...Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((key) => [`note/${key}`, `value ${key}`])),
      },
      JSON.stringify([{ name: 'Image', text: 'web:1.4.2' }]),
    ],
  );
  const childSummary = `child of ${name}`;
  await facts.rows(
    `with child as (
       insert into config_items (id, name, type, config_class, config, created_at)
       values (gen_random_uuid(), $2, 'Kubernetes::Pod', 'Pod', '{}', now()) returning id
     ), edge as (
       insert into config_relationships (config_id, related_id, relation) select $1, id, 'DeploymentPod' from child
     )
     insert into config_changes (id, config_id, change_type, severity, source, summary, created_at)
     select gen_random_uuid(), id, 'Killing', 'info', 'kubernetes', $3, now() - interval '5 minutes' from child`,
    [itemId, `${name}-1`, childSummary],
  );
  return { ...scene, childSummary };
}

test(
  'is opened from the list and has its facts, its content and lines of it in the address',
  { tag: '@first' },
  async ({ facts, signedIn }) => {
    const { itemId, name } = await createItem(facts);
    const page = await signedIn('responder', { path: `/catalog?search=${name}` });
    await page.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/catalog/${itemId}$`, 'u'));

    for (const text of [
      `team=${name}`,
      'Degraded',
      'One of two replicas is up',
      'Last scraped',
      'Workload',
      '$1.2k in 30 days',
    ])
      await expect(panel(page)).toContainText(text);
    await expect(panel(page).getByRole('link', { name: 'Kubernetes::Deployment' })).toHaveAttribute(
      'href',
      '/catalog?configType=Kubernetes__Deployment',
    );
    await expect(panel(page).getByRole('link').first()).toHaveAttribute('href', /^\/catalog\/scrapers\//u);
    await panel(page).getByRole('button', { name: 'Labels', exact: true }).click();
    await expect(panel(page)).toContainText('value e');
    await expect(panel(page)).not.toContainText('value f');
    await panel(page).getByRole('button', { name: 'show more' }).click();
    await expect(panel(page)).toContainText('value f');
    await expect(panel(page)).toContainText('region/zone');
    await expect(panel(page)).toContainText('eu-west-1 / eu-west-1a');
    await panel(page).getByRole('button', { name: 'Properties', exact: true }).click();
    await expect(panel(page)).toContainText('web:1.4.2');

    await expect(code(page)).toContainText('"replicas": 5');
    await lineNumber(page, 2).click();
    await expect.poll(() => selected(page)).toBe('2');
    await lineNumber(page, 4).click({ modifiers: ['Shift'] });
    await expect.poll(() => selected(page)).toBe('2-4');
    await page.reload();
    await expect(page.locator('.cm-line.cm-picked-line')).toHaveCount(3);
    await expect(page.getByText('Lines 2–4 selected').first()).toBeVisible();
    // By keys.
    await code(page).focus();
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect.poll(() => selected(page)).toBe('1');
    await page.getByRole('button', { name: 'Link to incident', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Link to Incident' })).toContainText(`1 line of ${name}`);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await page.getByRole('button', { name: /^Format: / }).click();
    await page.getByRole('option', { name: 'YAML' }).click();
    await expect(code(page)).toContainText('replicas: 5');
    await expect.poll(() => new URL(page.url()).search).toBe('?format=yaml');
    await expectNoAxeFindings(page, 'an item');
  },
);

test('its changes: those of what is below it until that is turned off, and one of them', async ({
  facts,
  signedIn,
  wire,
}) => {
  const { itemId, summaries, childSummary } = await createItem(facts);
  const page = await signedIn('viewer', { path: `/catalog/${itemId}` });
  await expect(tab(page, /^Changes\s*6$/u)).toBeVisible();
  await tab(page, /^Changes/u).click();
  await expect(rows(page)).toHaveCount(6);
  await expect(rows(page).nth(1)).toContainText(childSummary);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByRole('switch', { name: 'Downstream' })).toBeChecked();
  await expect(page.getByRole('switch', { name: 'Upstream' })).not.toBeChecked();
  const asked = () =>
    wire.seen
      .filter(({ path: to }) => to === '/api/catalog/changes')
      .map(({ body }) => JSON.parse(body) as Record<string, unknown>) // written by the engine
      .at(-1);
  expect(asked()).toMatchObject({ id: itemId, recursive: 'downstream', depth: 5 });
  await page.getByText('Upstream', { exact: true }).click();
  await expect.poll(asked).toMatchObject({ recursive: 'all' });
  await page.getByText('Upstream', { exact: true }).click();
  await page.getByText('Downstream', { exact: true }).click();
  await expect(rows(page)).toHaveCount(5);
  expect(asked()).toMatchObject({ recursive: 'none' });
  await expect(page).toHaveURL(new RegExp(`/catalog/${itemId}/changes\\?downstream=false$`, 'u'));
  await expectNoAxeFindings(page, 'changes of an item');

  await page.getByRole('link', { name: summaries[0] ?? '' }).click();
  await expect(page.getByRole('dialog').getByRole('region', { name: 'Diff' })).toContainText('replicas: 5');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/changes\?downstream=false$/u);
  await tab(page, /^Config/u).click();
  await expect(code(page)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/catalog/${itemId}$`, 'u'));
});

test('without a network: what was opened with its age, and of another item its facts alone', async ({
  facts,
  visit,
  wire,
}) => {
  const { itemId, name } = await createItem(facts);
  const other = await createItem(facts);
  const open = await createItem(facts);
  const env = [{ name: 'DB_PASSWORD', value: 'hunter2' }];
  await facts.rows('update config_items set config = $2 where id = $1', [open.itemId, { replicas: 3, env }]);
  const { page } = await visit('viewer');
  await waitForServiceWorker(page);
  await page.goto(`/catalog/${open.itemId}`);
  await expect(code(page)).toContainText('hunter2');
  await expect(page.getByText(/is kept on this device without the texts in it/u)).toBeVisible();
  await page.goto(`/catalog/${itemId}/changes`);
  await expect(rows(page)).toHaveCount(6);
  await tab(page, /^Config/u).click();
  await expect(code(page)).toContainText('"replicas": 5');
  await page.goto(`/catalog?search=${other.name}`);
  await expect(page.getByRole('link', { name: other.name, exact: true })).toBeVisible();
  await wire.disconnect();

  await page.goto(`/catalog/${itemId}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(code(page)).toContainText('"replicas": 5');
  await expect(page.getByText(/Shown as of/u)).toBeVisible();
  await expectNoAxeFindings(page, 'a kept item');
  await tab(page, /^Changes/u).click();
  await expect(rows(page)).toHaveCount(6);

  await page.goto(`/catalog/${open.itemId}`);
  await expect(page.getByText(/Texts in it that may be secrets \(1\) are not on this device/u)).toBeVisible();
  await expect(code(page)).toContainText('"replicas": 3');
  await expect(code(page)).toContainText('"value": "[not kept]"');
  await expectNoAxeFindings(page, 'an item that is kept without a secret');

  await page.goto(`/catalog/${other.itemId}`);
  await expect(page.getByRole('heading', { level: 1, name: other.name })).toBeVisible();
  await expect(page.getByText(`The content of ${other.name} is not on this device.`)).toBeVisible();
  await expect(panel(page)).toContainText('Degraded');
  await page.goto('/catalog/00000000-0000-4000-8000-000000000000');
  await expect(page.getByText('Not on this device yet')).toBeVisible();
  await wire.connect();
  await expect(page.getByText('Details not found')).toBeVisible();
});

test('pages of the catalog that are to come say so, and the catalog can be switched off', async ({
  facts,
  stack,
  signedIn,
}) => {
  const { itemId } = await createChanges(facts);
  const page = await signedIn('viewer', { path: `/catalog/${itemId}/graph` });
  await expect(page.getByRole('heading', { name: 'Not in this version yet' })).toBeVisible();
  await stack.sql(`insert into properties (name, value) values ('config.disable', 'true')`);
  try {
    await page.goto(`/catalog/${itemId}`);
    await expect(page.getByText('config.disable')).toBeVisible();
  } finally {
    await stack.sql(`delete from properties where name = 'config.disable'`);
  }
});
