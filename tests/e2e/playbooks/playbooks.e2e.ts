import type { Locator, Page } from 'playwright';
import { expectNoAxeFindings } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { waitForServiceWorker } from '../sign-in-page.ts';
import { createPlaybook } from './playbook-scene.ts';

const cards = (page: Page): Locator => page.getByRole('region', { name: 'Playbooks' }).getByRole('listitem');
const runs = (page: Page): Locator => page.getByRole('grid', { name: 'Playbook runs' }).locator('tbody tr');
const chip = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: `Remove filter ${name}` });

function parametersOf(page: Page): Record<string, string> {
  return Object.fromEntries(new URL(page.url()).searchParams);
}

test('playbooks are found among their categories, and each leads to its runs, also the older ones', async ({
  facts,
  signedIn,
}) => {
  const { title, id, itemName, runs: ids } = await createPlaybook(facts);
  const page = await signedIn('viewer');
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await expect(page).toHaveURL(/\/playbooks$/u);
  await expect(page.getByRole('link', { name: 'Playbooks', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
  const headings = page.getByRole('region', { name: 'Playbooks' }).getByRole('heading', { level: 2 });
  await expect(headings).toHaveText([
    /^Databases/u,
    /^Investigation/u,
    /^Kubernetes/u,
    /^Releases/u,
    /^Other/u,
  ]);
  const card = cards(page).filter({ hasText: title });
  for (const text of ['Restarts what the test made', 'UI', 'Scheduled', '1h'])
    await expect(card).toContainText(text);
  await expectNoAxeFindings(page, 'the playbooks');
  await page.keyboard.press('/');
  await page.keyboard.type(title);
  await expect(cards(page)).toHaveCount(1);
  await expect.poll(() => parametersOf(page)).toEqual({ search: title });
  await page.getByRole('searchbox').fill('nothing is called this');
  await expect(page.getByText('No data available')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('button', { name: /^Category/u }).click();
  await page.getByRole('option', { name: 'Kubernetes' }).click();
  await expect(headings).toHaveText([/^Kubernetes/u]);
  await chip(page, 'Category: Kubernetes').click();

  // By the keys, card by card.
  await cards(page)
    .getByRole('link', { name: /^History/u })
    .first()
    .focus();
  for (let at = 0; at < 20; at += 1) {
    if ((await page.evaluate(() => document.activeElement?.textContent)) === `History of ${title}`) break;
    await page.keyboard.press('ArrowRight');
  }
  await page.keyboard.press('Enter');
  await expect.poll(() => parametersOf(page)).toEqual({ playbook: id });
  const grid = page.getByRole('grid', { name: 'Playbook runs' });
  await expect(grid.getByRole('columnheader')).toHaveText([
    'Name',
    'Resource',
    'Status',
    'Date',
    'Duration',
    'Created At',
    'Created By',
  ]);
  await expect(runs(page)).toHaveCount(3);
  for (const text of [title, itemName, 'Scheduled', '–'])
    await expect(runs(page).first()).toContainText(text);
  await expect(runs(page).nth(1)).toContainText(/Failed.*1m 34s.*Amara Okafor/u);
  await expectNoAxeFindings(page, 'the runs of playbooks');
  await page.getByRole('button', { name: 'Status filter' }).click();
  await page.getByRole('menuitem', { name: 'Failed' }).click();
  await expect(runs(page)).toHaveCount(1);
  await expect.poll(() => parametersOf(page)).toEqual({ playbook: id, status: 'failed' });
  await chip(page, 'Status: Failed').click();

  // A run moves on while it is looked at.
  await facts.rows(`update playbook_runs set status = 'cancelled', end_time = now() where id = $1`, [
    ids.scheduled,
  ]);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(runs(page).first()).toContainText('Cancelled');

  // Older ones are the server's, page by page.
  await page.getByRole('button', { name: /^Time range/u }).click();
  await page.getByRole('option', { name: 'Last 90 days' }).click();
  await expect(runs(page)).toHaveCount(4);
  await expect(page.getByText('1–4 of 4')).toBeVisible();
  await expect(runs(page).last()).toContainText(itemName);
  await page.goto(`/playbooks/runs?playbook=${id}&rangeType=relative&range=now-90d&pageSize=3`);
  await expect(page.getByText('1–3 of 4')).toBeVisible();
});

test('without a network: playbooks and the runs of this device with their age, of older ones what was read', async ({
  facts,
  stack,
  signedIn,
  visit,
  wire,
}) => {
  const { title, id } = await createPlaybook(facts);
  const { page } = await visit('responder');
  await waitForServiceWorker(page);
  const older = `/playbooks/runs?playbook=${id}&rangeType=relative&range=now-90d`;
  await page.goto(older);
  await expect(runs(page)).toHaveCount(4);
  await wire.disconnect();
  await page.goto(`/playbooks?search=${encodeURIComponent(title)}`);
  await expect(cards(page)).toHaveCount(1);
  await expect(page.getByText(/^As of/u)).toBeVisible();
  await cards(page)
    .getByRole('link', { name: `History of ${title}` })
    .click();
  await expect(runs(page)).toHaveCount(3);
  await page.goto(older);
  await expect(runs(page)).toHaveCount(4);
  await page.goto(`${older}&status=failed`);
  await expect(page.getByText('Not on this device yet')).toBeVisible();
  await expect(page.getByText('No data available')).toHaveCount(0);
  await wire.connect();
  await expect(runs(page)).toHaveCount(1);

  await stack.sql(`insert into properties (name, value) values ('playbooks.disable', 'true')`);
  try {
    const off = await signedIn('viewer', { path: '/playbooks/runs' });
    await expect(off.getByText('This feature is switched off')).toBeVisible();
    await expect(off.getByRole('link', { name: 'Playbooks' })).toHaveCount(0);
  } finally {
    await stack.sql(`delete from properties where name = 'playbooks.disable'`);
  }
});
