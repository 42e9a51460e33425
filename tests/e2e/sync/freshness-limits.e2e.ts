import type { Locator, Page } from 'playwright';
import { expectNoAxeFindings } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { createChecks } from '../health/list-scene.ts';
import { throughReload } from '../reload.ts';
import { waitForServiceWorker } from '../sign-in-page.ts';
import { syncPanel } from '../sync-panel.ts';

const LIST = 'groupBy=no_grouping';

/** Marks of the list that say healthy; behind the panel they have no role. */
const healthy = (page: Page): Locator =>
  page.locator('[aria-label="Checks"] [data-status="healthy"] svg[data-shape]');
const old = (page: Page): Locator =>
  page.locator('[aria-label="Checks"] [data-status="healthy"] svg[data-stale="true"]');
/** What would pass for live: a list that is still being filled has more of either kind in a moment, never of this. */
const fresh = (page: Page): Locator =>
  page.locator('[aria-label="Checks"] [data-status="healthy"] svg[data-shape]:not([data-stale="true"])');
const field = (page: Page): Locator =>
  syncPanel(page).dialog.getByRole('textbox', { name: 'Least time of a check' });

test('a freshness limit is edited: marks follow on every page, offline too, and after a reload', async ({
  stack,
  wire,
  signedIn,
}) => {
  const { path, word } = await createChecks(stack);
  // Ten minutes without a run, of one that is due every minute.
  await stack.sql(
    `update checks set last_runtime = now() - interval '10 minutes' where labels ->> 'suite' = $1`,
    [word],
  );
  const page = await signedIn('viewer', { path: path(LIST), serviceWorkers: 'allow' });
  const second = await page.context().newPage();
  await second.goto(path(LIST));
  for (const each of [page, second]) {
    await expect(each.getByText('44 overdue')).toBeVisible();
    await expect(healthy(each).first()).toBeVisible();
    await expect(fresh(each)).toHaveCount(0);
    await expect(old(each)).not.toHaveCount(0);
  }

  await syncPanel(page).open();
  await syncPanel(page).tab('On this device');
  await expect(field(page)).toHaveValue('5');
  await field(page).fill('30');
  await expect(old(page)).toHaveCount(0);
  await expect(page.getByText('44 overdue')).toHaveCount(0);
  await expect(old(second)).toHaveCount(0);
  await expect(second.getByText('44 overdue')).toHaveCount(0);

  // What is no limit leaves what holds.
  await field(page).fill('90');
  await expect(field(page)).toHaveAccessibleDescription(
    '60 minutes or less. With more, old data would look new. It stays 30.',
  );
  await expectNoAxeFindings(page, 'a limit that cannot be');
  await expect(old(second)).toHaveCount(0);

  await waitForServiceWorker(page);
  await wire.disconnect();
  await throughReload(page, async () => {
    await page.reload();
  });
  await expect(healthy(page).first()).toBeVisible();
  await expect(old(page)).toHaveCount(0);
  // A longer limit says nothing of the server.
  await expect(page.getByText(/^The server cannot be reached.* Changes are kept/)).toBeVisible();
  await syncPanel(page).tab('On this device');
  await expect(field(page)).toHaveValue('30');
  await syncPanel(page).dialog.getByRole('button', { name: 'Reset least time of a check to 5' }).click();
  await expect(field(page)).toHaveValue('5');
  for (const each of [page, second]) {
    await expect(old(each)).not.toHaveCount(0);
    await expect(each.getByText('44 overdue')).toHaveCount(1);
  }
});
