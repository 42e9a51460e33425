import { expect, test as base } from '../fixtures.ts';
import { setRole } from '../people.ts';
import { startStack, type Stack } from '../stack.ts';
import { expectCalm, syncChip, syncPanel } from '../sync-panel.ts';

/** A server that is as narrow as the real one: viewers and editors read no incidents there. */
const test = base.extend<object, { readonly stack: Stack }>({
  stack: [
    async ({ browserName: _browserName }, provide) => {
      const stack = await startStack('demo', 'server');
      await provide(stack);
      await stack.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

test(
  '[NET4] a viewer without permission for incidents has a console that is live, and is offered nothing of them',
  { tag: '@first' },
  async ({ signedIn }) => {
    // Calm is what waited for ever: the chip said "Starting".
    const page = await signedIn('viewer', { path: '/incidents' });
    await expect(page.getByRole('heading', { name: 'Unauthorized' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'New incident' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Severity' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Incidents' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Go to Dashboard' }).click();
    await expect(page).toHaveURL(/\/topology/u);
    // Numbers that are not known are said to be so, and are not small ones.
    await expect(page.getByText('Incidents are not counted: your role may not read them.')).toBeVisible();
    await expect(page.getByText('Incidents: not for your role').first()).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Unauthorized' })).toHaveCount(0);
    await expect(syncChip(page)).toHaveAccessibleName(/^Sync: Live/u);

    const panel = syncPanel(page);
    await panel.open();
    const refused = panel.dialog.getByRole('region', { name: 'No permission' });
    await expect(refused).toContainText('Comments');
    await expect(refused).toContainText('Incidents');
    await expect(refused).toContainText('Hypotheses');
  },
);

test('[NET4] a permission that is granted or taken is noticed without a reload', async ({
  stack,
  scene,
  person,
  signedIn,
}) => {
  const page = await signedIn('viewer', { path: '/incidents' });
  await expect(page.getByRole('heading', { name: 'Unauthorized' })).toBeVisible();
  await page.evaluate(() => Reflect.set(globalThis, 'isSamePage', true));
  const pull = async (): Promise<void> => {
    const panel = syncPanel(page);
    await panel.open();
    await panel.dialog.getByRole('button', { name: 'Sync now' }).click();
    await panel.close();
  };

  await setRole(stack, await person('viewer'), 'commander');
  await pull();
  await expect(page.getByRole('button', { name: 'New incident' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Incidents' }).first()).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(globalThis, 'isSamePage'))).toBe(true);
  await page.goto(`/incidents/${scene.incidentId}`);
  await expect(page.getByRole('heading', { name: new RegExp(scene.title, 'u') })).toBeVisible();
  await expectCalm(page);

  await page.evaluate(() => Reflect.set(globalThis, 'isSamePage', true));
  await setRole(stack, await person('viewer'), 'viewer');
  await pull();
  await expect(page.getByRole('heading', { name: 'Unauthorized' })).toBeVisible();
  await expect(page.getByText(scene.title)).toHaveCount(0);
  expect(await page.evaluate(() => Reflect.get(globalThis, 'isSamePage'))).toBe(true);
  await expectCalm(page);
});

for (const role of ['viewer', 'editor'] as const) {
  test(`[NET4] what the server's ${role} may not read is refused on its page, and absent from the others`, async ({
    stack,
    signedIn,
  }) => {
    const idOf = async (sql: string): Promise<string> => (await stack.sql<{ id: string }>(sql))[0]?.id ?? '';
    const scraper = await idOf('select id::text from config_scrapers order by id limit 1');
    const item = await idOf('select config_id::text id from evidences where config_id is not null limit 1');
    const change = await idOf(
      `select id::text from config_changes where created_at > now() - interval '1 day' order by id limit 1`,
    );
    const page = await signedIn(role, { path: '/catalog/scrapers' });
    const refusal = page.getByText('You do not have permission to access this page');
    await expect(refusal).toBeVisible();
    await expect(page.getByText(/^Showing/u)).toHaveCount(0);
    for (const path of [`/catalog/scrapers/${scraper}`, `/catalog/scrapers/${scraper}/jobs`]) {
      await page.goto(path);
      await expect(refusal, path).toBeVisible();
      await expect(page.getByRole('grid'), path).toHaveCount(0);
    }

    await page.goto(`/catalog/${item}/blast-radius`);
    await expect(page.getByRole('heading', { name: /^What depends on it/u })).toBeVisible();
    await expect(page.getByRole('heading', { name: /incident/iu })).toHaveCount(0);

    await page.goto(`/catalog/changes?changeId=${change}`);
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('tab', { name: 'Details' })).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Attach as Evidence' })).toHaveCount(0);
  });
}
