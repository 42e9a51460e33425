import type { Locator, Page } from 'playwright';
import { expectNoAxeFindings } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { waitForServiceWorker } from '../sign-in-page.ts';
import { createPanel } from './panel-scene.ts';

const panel = (page: Page): Locator => page.getByRole('complementary', { name: 'Component' });
const heading = (page: Page, name: string): Locator => panel(page).getByRole('button', { name, exact: true });
const dialog = (page: Page): Locator => page.getByRole('dialog');
const menu = async (page: Page, name: string): Promise<void> => {
  await panel(page)
    .getByRole('button', { name: `Actions of ${name}` })
    .click();
};

const linkHref = (page: Page, name: string | RegExp): Promise<string | null> =>
  panel(page).getByRole('link', { name }).first().getAttribute('href');

/** What a section above has to show pushes the next one from under the pointer: then it is pressed again. */
async function openSections(page: Page): Promise<void> {
  for (const title of ['Changes', 'Checks', 'Playbooks', 'Teams', 'Insights'])
    await expect(async () => {
      const isOpen = async (): Promise<boolean> =>
        (await heading(page, title).getAttribute('aria-expanded')) === 'true';
      if (!(await isOpen())) await heading(page, title).click();
      expect(await isOpen(), title).toBe(true);
    }).toPass();
}

test(
  'the panel of a component has its eight sections with their links, and is collapsed and expanded',
  { tag: '@first' },
  async ({ facts, signedIn }) => {
    const scene = await createPanel(facts);
    const { componentId, componentName, itemId, name } = scene;
    const page = await signedIn('viewer', { path: `/topology/${componentId}` });
    await expect(panel(page).getByRole('heading', { level: 2, name: componentName })).toBeVisible();
    await expect(panel(page).getByRole('heading', { level: 3 })).toHaveText([
      'Details',
      'Catalog',
      'Incidents',
      'Changes',
      'Checks',
      'Playbooks',
      'Teams',
      'Insights',
    ]);
    await openSections(page);
    await expect(panel(page)).toContainText('One of two is down');
    await expect(panel(page)).toContainText('value 6');
    await expect(panel(page)).not.toContainText('value 7');
    await panel(page).getByRole('button', { name: 'show more' }).first().click();
    await expect(panel(page)).toContainText('value 7');
    const changes = panel(page).getByRole('list', { name: 'Changes' });
    await expect(changes.getByRole('listitem')).toHaveCount(6);

    await expect(panel(page).getByRole('link', { name: scene.incidentTitle })).toBeVisible();
    await expect(panel(page).getByRole('link', { name: scene.checkName })).toBeVisible();
    const incidentId = await facts.value('select id from incidents where title = $1', [scene.incidentTitle]);
    expect(await linkHref(page, scene.incidentTitle)).toBe(`/incidents/${String(incidentId)}`);
    expect(await linkHref(page, 'All its incidents')).toBe(`/incidents?component=${componentId}`);
    expect(await linkHref(page, scene.checkName)).toMatch(/^\/health\?.*checkId=/u);
    expect(await linkHref(page, name)).toBe(`/catalog/${itemId}`);
    expect(await linkHref(page, /^team-/u)).toBe(`/settings/teams/${scene.teamId}`);
    expect(await linkHref(page, /^topology-/u)).toBe(`/settings/topologies/${scene.topologyId}`);
    await expect(panel(page).getByRole('list', { name: 'Playbook runs' }).getByRole('link')).toHaveAttribute(
      'href',
      `/playbooks/runs/${scene.runId}`,
    );
    const insights = panel(page).getByRole('list', { name: 'Insights' });
    await expect(insights.getByRole('listitem')).toHaveCount(3);
    // The worst first.
    await expect(insights.getByRole('listitem').first()).toContainText(scene.summaries[0] ?? '');
    await expect(insights.getByRole('link', { name: 'security', exact: true })).toHaveAttribute(
      'href',
      `/catalog/insights?component=${componentId}&type=security&severity=critical`,
    );
    await expectNoAxeFindings(page, 'the panel of a component');

    // A viewer reads: nothing is offered that would be refused.
    await expect(panel(page).getByRole('button', { name: /^Unlink/u })).toHaveCount(0);
    await menu(page, componentName);
    await expect(page.getByRole('menuitem')).toHaveText([/^View Logs/u, /^Zoom In/u, /^Snapshot/u]);
    await expect(page.getByRole('menuitem', { name: 'View Logs' })).toHaveAttribute(
      'href',
      `/logs?topologyId=${componentId}`,
    );
    await page.keyboard.press('Escape');

    // Collapsed by keys; it is so when the page is opened again.
    await panel(page).getByRole('button', { name: 'Collapse the panel' }).press('Enter');
    await expect(heading(page, 'Details')).toHaveCount(0);
    await page.reload();
    await panel(page).getByRole('button', { name: 'Expand the panel' }).click();
    await expect(heading(page, 'Details')).toHaveAttribute('aria-expanded', 'true');
    // Links to pages that are to come say so.
    await panel(page)
      .getByRole('link', { name: /^topology-/u })
      .click();
    await expect(page.getByRole('heading', { name: 'Not in this version yet' })).toBeVisible();
  },
);

test('an editor links a component to the catalog and takes links away, asked first', async ({
  facts,
  signedIn,
}) => {
  const { componentId, componentName, name, otherId, otherName, itemId } = await createPanel(facts);
  const page = await signedIn('editor', { path: `/topology/${componentId}` });
  const catalog = panel(page).getByRole('list', { name: 'Catalog' });
  await expect(catalog.getByRole('listitem')).toHaveCount(1);
  const linked = (): Promise<readonly unknown[]> =>
    facts.rows(
      `select config_id, selector_id, deleted_at from config_component_relationships where component_id = $1`,
      [componentId],
    );

  await menu(page, componentName);
  await page.getByRole('menuitem', { name: 'Link to catalog' }).click();
  const link = dialog(page).getByRole('button', { name: 'Link', exact: true });
  await expect(link).toHaveAttribute('aria-disabled', 'true');
  await dialog(page).getByRole('combobox', { name: 'Catalog item' }).fill(otherName);
  await page.getByRole('option', { name: otherName }).click();
  await expect(link).not.toHaveAttribute('aria-disabled', 'true');
  await expectNoAxeFindings(page, 'the dialog that links to the catalog');
  await link.click();
  await expect(catalog.getByRole('link', { name: otherName })).toBeVisible();
  await expect(page.getByText('config link successful')).toBeVisible();
  await expect.poll(linked).toContainEqual({ config_id: otherId, selector_id: 'manual', deleted_at: null });

  await catalog.getByRole('button', { name: `Unlink ${name}` }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete config link?' });
  await expect(question).toContainText('Are you sure you want to delete this config link');
  // Focus is on the harmless button.
  await page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  await catalog.getByRole('button', { name: `Unlink ${name}` }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(catalog.getByRole('listitem')).toHaveCount(1);
  await expect(page.getByText('Deleted config link successfully')).toBeVisible();
  await expect.poll(linked).toEqual([{ config_id: otherId, selector_id: 'manual', deleted_at: null }]);

  // On the page of the item, too; a link of the server's is not for people to delete.
  await facts.rows(
    `insert into config_component_relationships (component_id, config_id, selector_id) values ($1, $2, 'a1b2')`,
    [componentId, itemId],
  );
  await page.goto(`/catalog/${otherId}`);
  const item = page.getByRole('complementary', { name: 'Catalog item' });
  await item.getByRole('button', { name: 'Components', exact: true }).click();
  await item.getByRole('button', { name: `Unlink ${componentName}` }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(linked).toEqual([{ config_id: itemId, selector_id: 'a1b2', deleted_at: null }]);
});

test('offline the panel is there, and a link waits until the server can be reached', async ({
  facts,
  visit,
  wire,
}) => {
  const scene = await createPanel(facts);
  const { componentId, componentName, name, otherId, otherName, itemId } = scene;
  const { page } = await visit('editor');
  await page.goto(`/topology/${componentId}`);
  await openSections(page);
  await expect(panel(page).getByRole('list', { name: 'Playbook runs' })).toBeVisible();
  await expect(panel(page).getByRole('list', { name: 'Insights' })).toBeVisible();
  await expect(panel(page).getByRole('link', { name: scene.checkName })).toBeVisible();
  await waitForServiceWorker(page);
  await wire.disconnect();
  await page.reload();
  for (const text of [name, scene.incidentTitle, scene.checkName, 'One of two is down', 'As of'])
    await expect(panel(page)).toContainText(text);
  await expect(panel(page).getByRole('list', { name: 'Changes' })).toBeVisible();
  await expect(panel(page).getByRole('list', { name: 'Playbook runs' })).toBeVisible();
  await expect(panel(page).getByRole('link', { name: /^team-/u })).toBeVisible();

  await menu(page, componentName);
  await page.getByRole('menuitem', { name: 'Link to catalog' }).click();
  await dialog(page).getByRole('combobox', { name: 'Catalog item' }).fill(otherName);
  await page.getByRole('option', { name: otherName }).click();
  await dialog(page).getByRole('button', { name: 'Link', exact: true }).click();
  const catalog = panel(page).getByRole('list', { name: 'Catalog' });
  await expect(catalog.getByRole('link', { name: otherName })).toBeVisible();
  await expect(page.getByText('Saved on this device').first()).toBeVisible();
  await catalog.getByRole('button', { name: `Unlink ${name}` }).click();
  await page
    .getByRole('alertdialog', { name: 'Delete config link?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(catalog.getByRole('link', { name })).toHaveCount(0);
  // Somebody has deleted the new one's row softly meanwhile: it comes back.
  await facts.rows(
    `insert into config_component_relationships (component_id, config_id, selector_id, deleted_at)
     values ($1, $2, 'a1b2', now())`,
    [componentId, otherId],
  );
  await wire.connect();
  await expect
    .poll(() =>
      facts.rows(
        `select config_id, selector_id, deleted_at from config_component_relationships where component_id = $1`,
        [componentId],
      ),
    )
    .toEqual([{ config_id: otherId, selector_id: 'manual', deleted_at: null }]);
  expect(itemId).not.toBe(otherId);
});

test('a snapshot is a file of the server, and each failure has a sentence', async ({
  facts,
  signedIn,
  wire,
}) => {
  const { componentId, componentName } = await createPanel(facts);
  const page = await signedIn('responder', { path: `/topology/${componentId}`, size: 'tablet' });
  // There is no room beside the cards: the panel is a dialog over them, which keeps the focus and gives it back.
  const opener = page.getByRole('button', { name: 'Details', exact: true });
  const over = page.getByRole('dialog', { name: componentName, exact: true });
  await opener.tap();
  await expect(over.getByRole('heading', { level: 3, name: 'Details' })).toBeVisible();
  await expectNoAxeFindings(page, 'the panel of a component over its cards');
  await page.keyboard.press('Shift+Tab');
  await expect(over.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(over).toHaveCount(0);
  await expect(opener).toBeFocused();
  await opener.tap();
  await over.getByRole('button', { name: `Actions of ${componentName}` }).tap();
  await page.getByRole('menuitem', { name: 'Snapshot' }).tap();
  const snapshot = page.getByRole('dialog', { name: 'Snapshot' });
  await expect(snapshot.getByRole('button', { name: /Last 15 minutes/u })).toBeVisible();
  await expectNoAxeFindings(page, 'the dialog of a snapshot');
  const ask = (): Promise<void> => snapshot.getByRole('button', { name: 'Download' }).tap();
  const path = /\/api\/snapshot\//u;

  const refusal = wire.add({
    path,
    fault: {
      do: 'lie',
      status: 500,
      contentType: 'application/json',
      body: '{"error":"dial tcp","message":"Error snapshotting topology"}',
    },
  });
  await ask();
  await expect(page.getByText('Error downloading file').first()).toBeVisible();
  await expect(snapshot).toContainText('The server could not make the file: Error snapshotting topology');
  wire.remove(refusal);
  const ended = wire.add({ path, fault: { do: 'cut' } });
  await ask();
  await expect(snapshot).toContainText('The connection was closed before the file came');
  wire.remove(ended);
  const [download] = await Promise.all([page.waitForEvent('download'), ask()]);
  expect(download.suggestedFilename()).toBe(`${componentName}-snapshot.zip`);
  // What is over the cards is still there.
  await expect(snapshot).toHaveCount(0);
  await expect(over).toBeVisible();
  expect(wire.seen.map(({ path: asked }) => asked)).toContain(
    `/api/snapshot/topology/${componentId}?start=15m&related=false`,
  );
});
