import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { plantCanaries } from '#tests/support/secret-columns.ts';
import { expect, test as base } from '../fixtures.ts';
import { checkPage } from '../health/check-page.ts';
import { createCheck } from '../health/check-scene.ts';
import { createEvidence, demoSubjects, evidenceOf } from '../incidents/evidence-page.ts';
import { incidentPage } from '../incident-page.ts';
import { openScreen, screens } from '../screens.ts';
import { signIn, waitForServiceWorker } from '../sign-in-page.ts';
import { startStack, type Stack } from '../stack.ts';
import { everythingAtRest, storesWith } from '../stored-text.ts';
import { expectCalm, syncPanel } from '../sync-panel.ts';

/*
 * I26 in a browser: whatever a person looks at, nothing that may be a secret stays on the device. The server has a canary
 * in every such column, so it is one of its own: other stories would stumble over them.
 */

const CANARY = 'canary-4e61';
/** What a person writes, which is kept: shows that the scan finds what is there. */
const TYPED = 'typed-8d05';

const test = base.extend<object, { readonly stack: Stack }>({
  stack: [
    async ({ browserName: _browserName }, provide) => {
      const stack = await startStack();
      await provide(stack);
      await stack.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

/** What a button of the sync panel saves, as text. */
async function saved(page: Page, button: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    syncPanel(page).dialog.getByRole('button', { name: button }).click(),
  ]);
  return readFile(await download.path(), 'utf8');
}

test('nothing secret is at rest, whatever was looked at, written and prepared', async ({
  stack,
  scene,
  makeScene,
  facts,
  person,
  openDevice,
  wire,
}) => {
  test.slow();
  const shown = await createCheck(facts);
  const { check, component, config, change, insight } = await demoSubjects(stack);
  await createEvidence(stack, scene, [
    { type: 'check', description: 'The check', check_id: check.id },
    { type: 'config', description: 'The config', config_id: config.id },
    { type: 'config_change', description: 'The change', config_change_id: change.id },
    { type: 'config_analysis', description: 'The insight', config_analysis_id: insight.id },
    { type: 'topology', description: 'The component', component_id: component.id },
  ]);
  expect(await plantCanaries(stack.backend.pool, '2024', CANARY)).toEqual([]);
  const admin = await person('admin');
  const device = await openDevice();
  const page = await device.newPage();
  await signIn(page, admin);
  await waitForServiceWorker(page);
  await expectCalm(page);
  const session = (await page.context().cookies()).find(({ httpOnly }) => httpOnly)?.value ?? '';
  expect(session.length).toBeGreaterThan(16);
  const secrets = [CANARY, admin.password, session];
  const expectNothing = async (where: string): Promise<void> => {
    const held = await everythingAtRest(page);
    // Said by name: the text itself is megabytes.
    expect(
      secrets.filter((secret) => held.includes(secret)),
      where,
    ).toEqual([]);
  };

  const other = await makeScene();
  for (const screen of screens) await openScreen(page, screen, other);
  const opened = checkPage(page, shown);
  await opened.open('&timeRange=2h');
  for (const tab of ['Graph', 'Relationships', 'Spec'] as const) await opened.tab(tab).click();
  // On this screen, and nowhere on the device.
  await expect(opened.dialog.getByText(CANARY).first()).toBeVisible();
  const incident = incidentPage(page, scene);
  await incident.open();
  const { item, list } = evidenceOf(page, scene);
  await expect(list.locator(':scope > li')).toHaveCount(5);
  await item('The change').getByRole('button', { name: 'What changed' }).click();
  await expect(item('The change').getByRole('region', { name: 'Diff' })).toBeVisible();
  await item('The insight').getByRole('button', { name: 'Message' }).click();
  await expectCalm(page);
  await expectNothing('after looking around');

  await wire.disconnect();
  await incident.comment(`${TYPED} comment`);
  await incident.composer.fill(`${TYPED} draft`);
  await expect.poll(() => storesWith(page, `${TYPED} draft`)).not.toEqual([]);
  await opened.open('&timeRange=2h');
  await opened.runNow.click();
  await expect(opened.dialog.getByText(/The run is prepared on this device and not sent/)).toBeVisible();
  await page.goto('/incidents?panel=sync');
  const panel = syncPanel(page);
  await panel.tab('On this device');
  const unsent = await saved(page, 'Export unsent work');
  expect(unsent).toContain(TYPED);
  await panel.tab('Diagnostics');
  const report = await saved(page, 'Export diagnostics');
  expect(report).toContain('incidents');
  for (const text of [unsent, report]) expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  const held = await everythingAtRest(page);
  for (const text of [`${TYPED} comment`, `${TYPED} draft`, `"check.run"`]) expect(held).toContain(text);
  await expectNothing('with work that waits');

  await wire.connect();
  await expect.poll(() => facts.commentRows(`${TYPED} comment`)).toBe(1);
  await incident.open();
  await expectCalm(page);
  await expectNothing('after it was sent');
  // What scripts cannot read: the HTTP cache, and whatever else the browser writes.
  await device.close();
  expect(await device.filesWith(`${TYPED} comment`)).not.toEqual([]);
  for (const secret of secrets) expect(await device.filesWith(secret)).toEqual([]);
});
