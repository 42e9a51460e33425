import { randomUUID } from 'node:crypto';
import { roles } from '#tests/backend/seed/accounts.ts';
import { expectNoAxeFindings } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { syncChip, syncPanel } from '../sync-panel.ts';
import { checkPage } from './check-page.ts';
import { createCheck } from './check-scene.ts';

test('the history is filtered by status, duration and time, and paged', async ({ facts, signedIn }) => {
  const scene = await createCheck(facts);
  const page = await signedIn('viewer', { path: '/health' });
  const check = checkPage(page, scene);
  await check.open('&timeRange=2h');
  await expect(check.history.getByRole('columnheader')).toHaveText([
    'Time',
    'Duration',
    'Message',
    'Error',
    'Status',
  ]);
  await expect(check.count).toHaveText('1–50 of 90');
  await check.dialog.getByRole('button', { name: 'Next page' }).click();
  await expect(check.count).toHaveText('51–90 of 90');
  await check.choose(/^Rows:/, '100');
  await expect(check.count).toHaveText('1–90 of 90');
  await check.choose(/^Status:/, 'Unhealthy');
  await expect(check.count).toHaveText('1–9 of 9');
  await expect(check.history.getByText(/^timed out after 7s/)).toHaveCount(9);
  await check.choose(/^Status:/, 'Healthy');
  const duration = check.dialog.getByRole('combobox', { name: 'Duration' });
  await duration.fill('150ms');
  await duration.press('Enter');
  await expect(check.count).toHaveText('1–37 of 37');
  await duration.fill('half a second');
  await duration.press('Enter');
  await expect(check.dialog.getByText('duration is allowed only in milli seconds & seconds')).toBeVisible();
  await duration.fill('5s');
  await duration.press('Enter');
  await expect(check.dialog.getByText('No data available')).toBeVisible();
  await check.dialog.getByRole('button', { name: 'Clear filters' }).click();
  await expect(check.count).toHaveText('1–90 of 90');
  await check.choose(/^Time Range:/, 'Last 15 minutes');
  await expect(page).toHaveURL(/timeRange=15m/);
  // One a minute until the check was made; how long ago that is depends on the machine.
  await expect(check.count).toHaveText(/^1–(?:1[0-5]|[1-9]) of (?:1[0-5]|[1-9])$/);
  await expectNoAxeFindings(page, 'the dialog of a check');
});

test('a run opens with its whole words, and Escape closes one layer after the other', async ({
  facts,
  signedIn,
}) => {
  const scene = await createCheck(facts);
  const page = await signedIn('viewer', { path: '/health' });
  await expect(page.getByRole('heading', { level: 1, name: 'Health' })).toBeVisible();
  const check = checkPage(page, scene);
  await check.open('&timeRange=2h');
  await check.history
    .getByText(/^timed out after 7s/)
    .first()
    .click();
  const run = page.getByRole('dialog', { name: /^Run of/ });
  await expect(run.getByText(/^timed out after 7s/)).toBeVisible();
  // A tooltip of what lies under a pointer that rests is a layer of its own.
  await page.mouse.move(0, 0);
  await page.keyboard.press('Escape');
  await expect(run).toBeHidden();
  await expect(check.dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(check.dialog).toBeHidden();
  await expect(page).not.toHaveURL(/checkId/);
});

test('the dialog leads to the check before and after in the list, and Back to the list', async ({
  facts,
  signedIn,
}) => {
  // Found by no other test: the next of the two is one press away.
  const word = `pair-${randomUUID().slice(0, 8)}`;
  const [first, second] = [await createCheck(facts, `-${word}`), await createCheck(facts, `-${word}`)];
  const [before, after] = [first, second].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const page = await signedIn('viewer', { path: `/health?query=${word}&groupBy=no_grouping` });
  await page.getByRole('link', { name: before!.name }).click();
  const dialogs = { before: checkPage(page, before!), after: checkPage(page, after!) };
  await expect(dialogs.before.history).toBeVisible();
  await dialogs.before.tab('Spec').click();
  await page.keyboard.press(']');
  await expect(dialogs.after.tab('Spec')).toHaveAttribute('aria-selected', 'true');
  await expect(dialogs.after.dialog.getByText('https://shop.example/health')).toBeVisible();
  await page.keyboard.press('[');
  await expect(dialogs.after.dialog).toBeHidden();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`query=${word}`));
});

for (const role of roles) {
  test(`Run Now as ${role}: there for who may run, a run is written once and seen`, async ({
    facts,
    signedIn,
  }) => {
    const scene = await createCheck(facts);
    const countOf = (): Promise<number> =>
      facts.value('select count(*)::int from check_statuses where check_id = $1', [scene.checkId]);
    const page = await signedIn(role, { path: '/health' });
    const check = checkPage(page, scene);
    await check.open('&timeRange=2h');
    await expect(check.dialog.getByText('Severity')).toBeVisible();
    const mayRun = role !== 'viewer';
    await expect(check.runNow).toHaveCount(mayRun ? 1 : 0);
    await expect(check.dialog.getByRole('button', { name: 'Playbooks' })).toHaveCount(
      role === 'admin' || role === 'editor' ? 1 : 0,
    );
    await expect(check.dialog.getByRole('button', { name: 'Attach as Evidence' })).toHaveCount(
      mayRun ? 1 : 0,
    );
    const before = await countOf();
    if (mayRun) {
      await check.runNow.click();
      await expect(page.getByText('You have successfully initiated the check run.')).toBeVisible();
      expect(await countOf()).toBe(before + 1);
      await expect(check.count).toContainText(`of ${before + 1}`);
      return;
    }
    // Nor by hand, with nothing but the session of this page.
    const status = await page.evaluate(
      async (id) => (await fetch(`/api/canary/run/check/${id}`, { method: 'POST' })).status,
      scene.checkId,
    );
    expect([status, await countOf()]).toEqual([403, before]);
  });
}

test('a check becomes evidence with what is known of it', async ({ facts, scene: incident, signedIn }) => {
  const scene = await createCheck(facts);
  const page = await signedIn('responder', { path: '/health' });
  const check = checkPage(page, scene);
  await check.open('&timeRange=2h');
  await expect(check.count).toHaveText('1–50 of 90');
  await check.dialog.getByRole('button', { name: 'Attach as Evidence' }).click();
  const link = page.getByRole('dialog', { name: 'Link to Incident' });
  await link.getByRole('combobox', { name: /^Incident/ }).fill(incident.title);
  // The other option of this name would make a new one.
  await page.getByRole('option', { name: incident.title }).filter({ hasNotText: 'Create a new' }).click();
  await expect(link.getByRole('combobox', { name: /^Hypothesis/ })).toHaveValue(incident.hypothesisTitle);
  await link.getByRole('button', { name: 'Link', exact: true }).click();
  await expect(page.getByText('Linked to incident successfully')).toBeVisible();
  await expect
    .poll(() =>
      facts.rows<{ runs: number; name: string }>(
        `select jsonb_array_length(evidence -> 'snapshot' -> 'runs') as runs, evidence -> 'snapshot' ->> 'name' as name
         from evidences where check_id = $1 and hypothesis_id = $2`,
        [scene.checkId, incident.hypothesisId],
      ),
    )
    .toEqual([{ runs: 30, name: scene.name }]);
  await expect(check.dialog).toBeVisible();
});

test('on a tall screen the graph stands above the tabs, and its tab comes back', async ({
  facts,
  signedIn,
}) => {
  const scene = await createCheck(facts);
  const page = await signedIn('viewer', { path: '/health', size: 'tablet' });
  const check = checkPage(page, scene);
  await check.open('&timeRange=2h');
  await expect(check.dialog.locator('canvas')).toBeVisible();
  await expect(check.tab('Graph')).toHaveCount(0);
  await expectNoAxeFindings(page, 'the dialog of a check on a tall screen');
  await page.setViewportSize({ width: 1180, height: 820 });
  await check.tab('Graph').click();
  await expect(check.dialog.locator('canvas')).toBeVisible();
  await page.setViewportSize({ width: 820, height: 1180 });
  await expect(check.tab('History')).toHaveAttribute('aria-selected', 'true');
  await expect(check.dialog.locator('canvas')).toBeVisible();
  await page.setViewportSize({ width: 1180, height: 820 });
  await expect(check.tab('Graph')).toHaveAttribute('aria-selected', 'true');
});

test('a prepared run leads back to its check, and asks again on whatever page the person is', async ({
  facts,
  visit,
  wire,
}) => {
  const scene = await createCheck(facts);
  const { page } = await visit('commander');
  const check = checkPage(page, scene);
  await check.open('&timeRange=2h');
  const kept = check.dialog.getByText(/The run is prepared on this device/);
  const panel = syncPanel(page);
  const prepared = panel.dialog.getByRole('list', { name: 'Prepared actions' });
  await wire.disconnect();
  await check.runNow.click();
  await expect(kept).toBeVisible();
  await page.goto('/incidents');
  await expect(syncChip(page)).toHaveAccessibleName(/^Sync: (Server unreachable|Offline) – 1 prepared$/);
  await panel.open();
  await expect(prepared.getByText(`Run ${scene.name}`)).toBeVisible();
  await prepared.getByRole('link', { name: 'Open health' }).click();
  await expect(kept).toBeVisible();
  await page.goto('/incidents');
  await wire.connect();
  const question = page.getByRole('alertdialog').filter({ hasText: '1 prepared action waits for you' });
  await expect(question).toContainText(`Run ${scene.name}. It is sent only when you say so.`);
  await expect(syncChip(page)).toHaveAccessibleName(/^Sync: (Live|Updated .*) – 1 prepared$/);
  await question.getByRole('link', { name: 'Open the prepared actions' }).click();
  await expect(prepared.getByText(`Run ${scene.name}`)).toBeVisible();
  const sent = (): number =>
    wire.seen.filter(({ method, path }) => method === 'POST' && path.includes('/canary/run/check/')).length;
  expect(sent()).toBe(0);
  await prepared.getByRole('button', { name: 'Drop', exact: true }).click();
  await expect(syncChip(page)).toHaveAccessibleName(/^Sync: (Live|Updated[^–]*)$/);
  expect(sent()).toBe(0);
});
