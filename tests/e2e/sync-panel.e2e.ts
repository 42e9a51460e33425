import type { Page } from 'playwright';
import { expectNoAxeFindings } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { incidentPage } from './incident-page.ts';

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
  const page = await signedIn('responder', { path: '/incidents?panel=sync' });
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
