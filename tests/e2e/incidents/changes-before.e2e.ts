import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright';
import { expectNoAxeFindings } from '../axe.ts';
import { createChanges } from '../catalog/change-scene.ts';
import { expect, test } from '../fixtures.ts';
import { waitForServiceWorker } from '../sign-in-page.ts';
import { createEvidence } from './evidence-page.ts';

const panel = (page: Page): Locator => page.getByRole('region', { name: 'Changes before this incident' });
const lines = (page: Page): Locator =>
  panel(page).getByRole('list', { name: 'Changes' }).getByRole('listitem');

async function within(page: Page, time: string): Promise<void> {
  await panel(page)
    .getByRole('button', { name: /How long before the incident/u })
    .click();
  await page.getByRole('option', { name: time }).click();
}

test('what was changed before an incident, and from a change back to the incident', async ({
  stack,
  scene,
  facts,
  signedIn,
}) => {
  const { itemId, name, summaries, ids } = await createChanges(facts);
  await createEvidence(stack, scene, [{ type: 'config', config_id: itemId, evidence: { id: itemId } }]);
  const page = await signedIn('commander', { path: `/incidents/${scene.incidentId}` });
  await page.getByRole('tab', { name: 'What changed before' }).click();
  await expect(panel(page)).toContainText('1 catalog item');
  await expect(lines(page)).toHaveCount(5);
  await expect(panel(page)).toContainText('5 changes, from the server');
  await expect(lines(page).first()).toContainText(/^(?:5\ds|1m) before/u);
  await expect(lines(page).nth(1)).toContainText(/^1h(?: 1m)? before/u);
  await expect(lines(page).first()).toContainText(name);
  await expectNoAxeFindings(page, 'the changes before an incident');
  await within(page, '1 hour before');
  await expect(lines(page)).toHaveCount(1);

  // A change goes to the evidence.
  await lines(page)
    .first()
    .getByRole('button', { name: /^Attach as Evidence/u })
    .click();
  await expect(page.getByRole('dialog', { name: 'Link to Incident' })).toContainText(summaries[0] ?? '');
  await page.keyboard.press('Escape');
  // By keys into the change, and from there back.
  await lines(page).first().getByRole('link').first().focus();
  await page.keyboard.press('Enter');
  const change = page.getByRole('dialog');
  await expect(change).toContainText(summaries[0] ?? '');
  await change.getByRole('button', { name: 'Incidents around this change', exact: true }).click();
  const sure = change.getByRole('list', { name: 'With evidence' });
  await expect(sure).toContainText(scene.title);
  await expect(sure).toContainText('has its item as evidence');
  await expectNoAxeFindings(page, 'the incidents around a change');
  await sure.getByRole('link', { name: scene.title }).click();
  await expect(page.getByRole('heading', { level: 1, name: scene.title })).toBeVisible();
  expect(ids).toHaveLength(5);
});

test('without a network: what this device has of the items of a component', async ({
  stack,
  scene,
  facts,
  visit,
  wire,
}) => {
  const { itemId, name, summaries } = await createChanges(facts);
  // The evidence is a component, and the item is what it is linked to.
  const componentId = randomUUID();
  await facts.rows(
    `insert into components (id, name, type, external_id, status) values ($1, $2, 'Service', $2, 'healthy')`,
    [componentId, `of-${name}`],
  );
  await facts.rows(
    `insert into config_component_relationships (component_id, config_id, selector_id) values ($1, $2, 'e2e')`,
    [componentId, itemId],
  );
  await createEvidence(stack, scene, [{ type: 'topology', component_id: componentId, evidence: {} }]);
  const { page } = await visit('viewer');
  await waitForServiceWorker(page);
  // The changes have come when the item's own list can count them.
  await page.goto(`/catalog?search=${summaries[0]?.split(' ').at(-1) ?? ''}`);
  await expect(page.getByRole('grid').locator('tbody tr').first()).toContainText('5');
  await wire.disconnect();
  await page.goto(`/incidents/${scene.incidentId}`);
  await page.getByRole('tab', { name: 'What changed before' }).click();
  await expect(lines(page)).toHaveCount(5);
  await expect(panel(page)).toContainText('5 changes, from this device, as of');
  await expect(panel(page)).not.toContainText('are not here');
  await expect(
    lines(page)
      .first()
      .getByRole('button', { name: /Attach/u }),
  ).toHaveCount(0);
  await expectNoAxeFindings(page, 'the changes of this device before an incident');
});

test('an incident without a catalog item in its evidence says what to do', async ({ scene, signedIn }) => {
  const page = await signedIn('viewer', { path: `/incidents/${scene.incidentId}` });
  await page.getByRole('tab', { name: 'What changed before' }).click();
  await expect(panel(page)).toContainText('No catalog item in the evidence');
});
