import type { Locator, Page } from 'playwright';
import { expectNoAxeFindings } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { incidentPage } from '../incident-page.ts';
import { panelPage } from '../incidents/panel-page.ts';
import { expectCalm, syncPanel } from '../sync-panel.ts';

/** Moves along the tabs as a person without a mouse does; a tab is chosen with Enter. */
async function chooseTab(page: Page, name: string): Promise<void> {
  const tab = page.getByRole('tab', { name });
  for (let step = 0; step < 3; step += 1) {
    if (await tab.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('ArrowRight');
  }
  await expect(tab).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(tab).toHaveAttribute('aria-selected', 'true');
}

async function openWithKeys(page: Page, name: string): Promise<void> {
  const trigger = page.getByRole('button', { name, exact: true });
  if ((await trigger.getAttribute('aria-expanded')) === 'true') return;
  await trigger.focus();
  await page.keyboard.press('Enter');
  await expect(trigger).toHaveAttribute('aria-expanded', 'true');
}

test('the sync panel by keys: everything open, checked against the server, rebuilt', async ({
  wire,
  scene,
  signedIn,
}) => {
  const page = await signedIn('responder', { path: '/incidents?panel=sync', serviceWorkers: 'allow' });
  const panel = page.getByRole('dialog', { name: 'Sync' });
  await expect(panel.getByText('Connected')).toBeVisible();
  await expect(panel.getByText('Everything you changed is on the server.')).toBeVisible();

  await panel.getByRole('tab', { name: 'Changes' }).focus();
  await chooseTab(page, 'On this device');
  const incidents = panel
    .getByRole('region', { name: 'Coverage by collection' })
    .locator('table tr')
    .filter({ has: page.getByRole('rowheader', { name: 'Incidents', exact: true }) });
  await expect(incidents).toContainText('All of it');
  await expect(panel.getByText('for the local copy')).toBeVisible();
  await openWithKeys(page, 'Sizes by collection');
  await expectNoAxeFindings(page, 'on this device');

  await panel.getByRole('tab', { name: 'On this device' }).focus();
  await chooseTab(page, 'Diagnostics');
  for (const section of [
    'Feeds',
    'Comparisons with the server',
    'Tabs',
    'Clock and server',
    'Log of this tab',
  ]) {
    await openWithKeys(page, section);
  }
  await expect(panel.getByRole('region', { name: 'Feeds' })).toContainText('updated_at');
  await expect(panel.getByRole('region', { name: 'Log' })).toContainText('lead.begin');
  await panel.getByRole('button', { name: 'Verify against the server' }).press('Enter');
  await expect(panel.getByText(/ compared\. All agree with the server\.$/)).toBeVisible();
  await expectNoAxeFindings(page, 'diagnostics with everything open');

  await panel.getByRole('button', { name: 'Rebuild local copy' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rebuild' }).press('Enter');
  await panel.getByRole('tab', { name: 'Diagnostics' }).focus();
  await chooseTab(page, 'On this device');
  await expect(incidents).toContainText('All of it');

  await page.keyboard.press('Escape');
  const incident = incidentPage(page, scene);
  await incident.open();
  await wire.disconnect();
  await incident.comment('Written without a network');
  await page.goto('/incidents?panel=sync');
  await panel.getByRole('button', { name: 'Inspect row' }).press('Enter');
  const row = page.getByRole('dialog', { name: 'Row on this device' });
  await expect(row.getByRole('cell', { name: 'Written without a network' })).toBeVisible();
  await expectNoAxeFindings(page, 'the row behind a change');
});

test('the first download is paused and resumed, over a reload and from another page', async ({
  wire,
  signedIn,
}) => {
  const catalogPages = /\/config_items\?.*config_class/u;
  const stalled = wire.add({ path: catalogPages, fault: { do: 'stall' } });
  const page = await signedIn('responder', { path: '/incidents?panel=sync', serviceWorkers: 'allow' });
  const panel = page.getByRole('dialog', { name: 'Sync' });
  await expect(panel.getByText('The first download is under way')).toBeVisible();
  await expect(panel.getByRole('progressbar', { name: 'Catalog' })).toBeVisible();
  await panel.getByRole('button', { name: 'Pause' }).press('Enter');
  await expect(panel.getByText('The first download is paused')).toBeVisible();
  await expectNoAxeFindings(page, 'a paused download');
  wire.remove(stalled);

  await page.reload();
  await expect(panel.getByText('Connected')).toBeVisible();
  await expect(panel.getByText('The first download is paused')).toBeVisible();
  await expectCalm(page);
  const asked = wire.seen.length;
  await panel.getByRole('button', { name: 'Sync now' }).press('Enter');
  await expect.poll(() => wire.seen.slice(asked).some(({ path }) => path.includes('/incidents?'))).toBe(true);
  await panel.getByRole('tab', { name: 'On this device' }).click();
  const catalog = panel
    .getByRole('region', { name: 'Coverage by collection' })
    .locator('table tr')
    .filter({ has: page.getByRole('rowheader', { name: 'Catalog', exact: true }) });
  await expect(catalog).not.toContainText('All of it');

  const other = await page.context().newPage();
  await other.goto('/incidents?panel=sync');
  await other.getByRole('button', { name: 'Resume' }).press('Enter');
  await expect(catalog).toContainText('All of it');
  for (const each of [page, other]) {
    await expect(each.getByText(/^The first download is/u)).toHaveCount(0);
    await expect(each.getByRole('progressbar')).toHaveCount(0);
  }
  expect(
    wire.seen.slice(0, asked).filter(({ path, faulted }) => catalogPages.test(path) && !faulted),
  ).toEqual([]);
});

/** Whether two things lie on each other. */
async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (a === null || b === null) throw new Error('not on the page');
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

for (const size of ['laptop', 'tablet', 'phone'] as const) {
  test(`a message that comes while the panel is open on a ${size} leaves its head free`, async ({
    wire,
    scene,
    signedIn,
  }) => {
    const page = await signedIn('responder', { size, serviceWorkers: 'allow' });
    const incident = panelPage(page, scene);
    const panel = syncPanel(page);
    await incident.open();
    await wire.disconnect();
    await incident.choose('Status', 'Investigating');
    await panel.open();
    await expect(panel.change(/Investigating/u)).toBeVisible();
    await wire.connect();
    const message = page.getByRole('alertdialog').filter({ hasText: 'Incident status updated successfully' });
    await expect(message).toBeVisible();
    for (const part of [
      panel.dialog.getByRole('heading', { name: 'Sync' }),
      panel.dialog.getByRole('button', { name: 'Close' }),
      panel.dialog.getByRole('button', { name: 'Sync now' }),
      panel.dialog.getByRole('tablist'),
    ]) {
      expect(await overlap(message, part), String(part)).toBe(false);
    }
  });
}

test('on a phone the reason of a lost connection has the width of its bar', async ({ wire, signedIn }) => {
  const page = await signedIn('responder', { size: 'phone', serviceWorkers: 'allow' });
  await wire.disconnect();
  const panel = syncPanel(page);
  await panel.open();
  const words = await panel.dialog.getByText('The server cannot be reached').boundingBox();
  const button = await panel.dialog.getByRole('button', { name: 'Sync now' }).boundingBox();
  expect(button?.y).toBeGreaterThanOrEqual((words?.y ?? Infinity) + (words?.height ?? 0));
});
