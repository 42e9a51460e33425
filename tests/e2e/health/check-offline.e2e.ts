import { expect, test } from '../fixtures.ts';
import { expectCalm } from '../sync-panel.ts';
import { checkPage } from './check-page.ts';
import { createCheck } from './check-scene.ts';

/* A check in the hands of somebody whose network is away. */

const LATENCY = 'Latency and status over time';

test('a run that was asked for offline waits, asks again, and is sent once', async ({
  facts,
  visit,
  wire,
}) => {
  const scene = await createCheck(facts);
  const { page } = await visit('responder');
  const check = checkPage(page, scene);
  await check.open('&timeRange=2h');
  await expectCalm(page);
  await wire.disconnect();
  await expect(check.runNow).toHaveText('Prepare Run Now');
  await check.runNow.click();
  await expect(check.dialog.getByText(/The run is prepared on this device and not sent/)).toBeVisible();
  await page.reload();
  await expect(check.dialog.getByText(/The run is prepared on this device and not sent/)).toBeVisible();
  await wire.connect();
  await expect(check.dialog.getByText(/Still run this check/)).toBeVisible();
  const sent = (): number =>
    wire.seen.filter(({ method, path }) => method === 'POST' && path.includes('/canary/run/check/')).length;
  expect(sent()).toBe(0);
  await check.dialog.getByRole('button', { name: 'Run it now' }).click();
  await expect(page.getByText('You have successfully initiated the check run.')).toBeVisible();
  await expect(check.dialog.getByText(/Still run this check/)).toBeHidden();
  expect(sent()).toBe(1);
});

test('one failure, one message: a run whose answer was lost stands in the dialog, and in no toast', async ({
  facts,
  visit,
  wire,
}) => {
  const scene = await createCheck(facts);
  const { page } = await visit('responder');
  const check = checkPage(page, scene);
  await check.open('&timeRange=2h');
  await expectCalm(page);
  wire.add({ method: 'POST', path: /\/canary\/run\/check\//, fault: { do: 'truncate' }, times: 1 });
  await check.runNow.click();
  await expect(check.dialog.getByText(/no answer came: it may have happened/)).toBeVisible();
  // Everything that was a toast stands in the message log, and nothing but the run that is answered is in it.
  await check.runNow.click();
  await expect(page.getByText('You have successfully initiated the check run.')).toBeVisible();
  await expect(page.getByText(/^It (?:passed|failed) in /)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Messages/ }).click();
  const log = page.getByRole('dialog', { name: 'Messages' });
  await expect(log.locator('ol > li')).toHaveCount(1);
  await expect(log.locator('ol > li')).toContainText('You have successfully initiated the check run.');
});

test('the menu of playbooks lists what the server offers, keeps it, and says offline what it does not have', async ({
  facts,
  visit,
  wire,
}) => {
  const [fits, unfit, unseen] = [
    await createCheck(facts),
    await createCheck(facts),
    await createCheck(facts),
  ];
  await facts.rows(`update checks set type = 'dns' where id = $1`, [unfit.checkId]);
  const { page } = await visit('editor');
  const menu = page.getByRole('menu', { name: 'Playbooks' });
  const offered = menu.getByRole('menuitem', { name: 'Collect diagnostics' });
  const openMenu = async (scene: typeof fits): Promise<void> => {
    const check = checkPage(page, scene);
    await check.open('&timeRange=2h');
    await check.dialog.getByRole('button', { name: 'Playbooks' }).click();
    await expect(menu).toBeVisible();
  };
  await openMenu(fits);
  await expect(offered).toHaveAttribute('href', new RegExp(`/run\\?check_id=${fits.checkId}$`, 'u'));
  await expect(menu.getByRole('menuitem')).toHaveText(['Collect diagnostics', 'Load test']);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(checkPage(page, fits).dialog.getByRole('button', { name: 'Playbooks' })).toBeFocused();
  await openMenu(unfit);
  await expect(menu).toContainText('No playbook fits this check');

  await wire.disconnect();
  await openMenu(fits);
  await expect(offered).toBeVisible();
  await openMenuUnopened();
  await expect(menu).toContainText('The playbooks of this check are not on this device.');

  async function openMenuUnopened(): Promise<void> {
    await page.goto(`/health?checkId=${unseen.checkId}`);
    const { dialog } = checkPage(page, unseen);
    await dialog.getByRole('button', { name: 'Playbooks' }).click();
  }
});

test('history and graph of an opened check are there cold, without a network', async ({
  facts,
  visit,
  wire,
}) => {
  const scene = await createCheck(facts);
  const { page, device } = await visit('viewer');
  const check = checkPage(page, scene);
  await check.open('&timeRange=2h');
  await expect(check.count).toHaveText('1–50 of 90');
  await check.tab('Relationships').click();
  await expect(check.dialog.getByText(/belongs to no component/)).toBeVisible();
  await check.tab('Spec').click();
  await expect(check.dialog.getByText('https://shop.example/health')).toBeVisible();
  await page.close();
  await wire.disconnect();
  const cold = await device.newPage();
  const again = checkPage(cold, scene);
  await again.open('&timeRange=2h');
  await expect(again.count).toHaveText('1–50 of 90');
  await expect(again.dialog.getByText('Uptime: 81 passed, 9 failed')).toBeAttached();
  await again.tab('Graph').click();
  await expect(again.dialog.locator('canvas')).toBeVisible();
  const cursor = again.dialog.getByRole('slider', { name: 'Cursor of the graph' });
  await cursor.focus();
  const newest = await cursor.getAttribute('aria-valuetext');
  await cursor.press('ArrowLeft');
  await expect(cursor).not.toHaveAttribute('aria-valuetext', newest ?? '');
  await again.dialog.getByRole('button', { name: 'Show as table' }).click();
  await expect(again.dialog.getByRole('grid', { name: LATENCY })).toHaveAttribute('aria-rowcount', '91');
  await again.tab('Spec').click();
  await expect(again.dialog.getByText('https://shop.example/health')).toBeVisible();
  // Escape belongs to the search first: the dialog stays.
  const definition = again.dialog.getByRole('textbox', { name: 'Definition' });
  await definition.focus();
  await definition.press('Control+f');
  const find = again.dialog.getByRole('textbox', { name: 'Find' });
  await expect(find).toBeFocused();
  await find.press('Escape');
  await expect(find).toBeHidden();
  await expect(definition).toBeFocused();
  await again.tab('Relationships').click();
  await expect(again.dialog.getByText(/belongs to no component/)).toBeVisible();
});

test('a check whose history was never opened says so offline', async ({ facts, visit, wire }) => {
  const scene = await createCheck(facts);
  const { page } = await visit('viewer');
  await page.goto('/health?query=probe-&groupBy=no_grouping');
  await expect(page.getByRole('link', { name: scene.name })).toBeVisible();
  await wire.disconnect();
  await page.getByRole('link', { name: scene.name }).click();
  const { dialog } = checkPage(page, scene);
  await expect(dialog.getByText('Not on this device yet')).toBeVisible();
  await expect(dialog.getByText('No data available')).toHaveCount(0);
});
