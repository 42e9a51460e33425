import { expect, test } from '../fixtures.ts';
import { incidentPage } from '../incident-page.ts';
import { expectCalm, syncPanel } from '../sync-panel.ts';

const evicted = /The browser removed what Holdfast kept on this device/;

test('storage that the browser cleared is said once, and everything is fetched again', async ({
  wire,
  scene,
  visit,
}) => {
  const { device, page } = await visit();
  const panel = syncPanel(page);
  await panel.open();
  await expect(panel.dialog.getByText('Everything you changed is on the server.')).toBeVisible();
  await expect(panel.dialog.getByText(evicted)).toHaveCount(0);
  // As a browser does it: with no page of the site open.
  await page.goto('about:blank');
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Storage.clearDataForOrigin', { origin: wire.url, storageTypes: 'indexeddb' });

  const incident = incidentPage(page, scene);
  await incident.open();
  await expectCalm(page);
  await panel.open();
  await expect(panel.dialog.getByText(evicted)).toBeVisible();
  await expect(panel.dialog.getByText(/Changes that were not sent yet are lost/)).toBeVisible();

  await device.close();
  const later = await device.newPage();
  await incidentPage(later, scene).open();
  const laterPanel = syncPanel(later);
  await laterPanel.open();
  await expect(laterPanel.dialog.getByText('Everything you changed is on the server.')).toBeVisible();
  await expect(laterPanel.dialog.getByText(evicted)).toHaveCount(0);
});
