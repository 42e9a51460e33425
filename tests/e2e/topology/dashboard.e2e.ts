import type { Locator, Page } from 'playwright';
import { expectNoAxeFindings } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { createTopology } from './topology-scene.ts';

const cards = (page: Page): Locator => page.getByRole('region', { name: 'Components' }).getByRole('article');
const cardOf = (page: Page, name: string): Locator => page.getByRole('article', { name, exact: true });
const nameOf = (card: Locator): Locator => card.getByRole('heading').getByRole('link');

function parametersOf(page: Page): Record<string, string> {
  return Object.fromEntries(new URL(page.url()).searchParams);
}

test('the start leads to the dashboard; a card leads to what is below it, the worst first', async ({
  facts,
  signedIn,
}) => {
  const { rootId, root, apiId, api, web, hidden, team, teamId } = await createTopology(facts);
  const page = await signedIn('viewer', { path: `/?refererId=${rootId}` });
  await expect.poll(() => new URL(page.url()).pathname).toBe('/topology');
  expect(parametersOf(page)).toEqual({ refererId: rootId });
  await expect(page.getByRole('heading', { name: 'Topology', level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page');
  await page.keyboard.press('/');
  await page.keyboard.type(root);
  await expect(cards(page)).toHaveCount(1);
  const system = cardOf(page, root);
  await expect(system).toHaveAttribute('data-status', 'warning');
  for (const text of ['$1.2k in 30 days', '1 unhealthy', '2 healthy', api, web]) {
    await expect(system).toContainText(text);
  }
  await nameOf(system).focus();
  await page.keyboard.press('Enter');

  await expect.poll(() => new URL(page.url()).pathname).toBe(`/topology/${rootId}`);
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
  await expect(crumbs.getByRole('link', { name: 'Topology' })).toHaveAttribute('href', '/topology');
  await expect(cards(page)).toHaveCount(2);
  const service = cards(page).first();
  await expect(service).toHaveAccessibleName(api);
  await expect(service).toHaveAttribute('data-status', 'unhealthy');
  await expect(service).toContainText('Three of four pods wait');
  // "Usage over 70 percent is red."
  await expect(service.getByTitle('768 B of 1 KB (75%): over 70 percent')).toBeVisible();
  await expect(service.getByRole('link', { name: 'Grafana' })).toHaveAttribute(
    'href',
    'https://grafana.example/d/1',
  );
  await expect(service.getByRole('link', { name: 'no link' })).toHaveCount(0);
  await expect(service.getByText('Fact h')).toHaveCount(0);
  await service.getByRole('button', { name: 'Show 1 more' }).click();
  await expect(service.getByText('Fact h')).toBeVisible();
  await expect(service.getByRole('link', { name: '2 healthy' })).toHaveAttribute('href', '/health');
  const insight = service.getByRole('link', { name: /critical$/u }).first();
  await expect(insight).toHaveAttribute(
    'href',
    new RegExp(`^/catalog/insights\\?component=${apiId}&type=`, 'u'),
  );
  await expect(service.getByRole('link', { name: team })).toHaveAttribute(
    'href',
    `/settings/teams/${teamId}`,
  );
  await expectNoAxeFindings(page, 'the dashboard');

  // Arrow keys lead from card to card, and the way is kept.
  await nameOf(service).focus();
  await page.keyboard.press('ArrowRight');
  await expect(nameOf(cardOf(page, web))).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(nameOf(service)).toHaveAttribute('href', `/topology/${apiId}?refererId=${rootId}`);

  await expect(page.getByText('1 hidden')).toBeVisible();
  await page.getByRole('button', { name: 'Show hidden components' }).click();
  await expect(cardOf(page, hidden)).toBeVisible();
  await expect.poll(() => parametersOf(page)).toEqual({ showHiddenComponents: 'yes' });
});

test('filters, sort and width: what is chosen is in the address, the width on the device', async ({
  facts,
  signedIn,
}) => {
  const { rootId, root, api, web, team } = await createTopology(facts);
  const mark = root.split(' ')[1] ?? '';
  const page = await signedIn('viewer', { path: `/topology/${rootId}`, size: 'tablet' });
  await expect(cards(page)).toHaveCount(2);
  const choose = async (filter: string, option: string): Promise<void> => {
    await page.getByRole('button', { name: filter }).tap();
    await page.getByRole('option', { name: option, exact: true }).tap();
  };
  await choose('Health: All', 'healthy');
  await expect(cards(page)).toHaveCount(1);
  await expect(cardOf(page, web)).toBeVisible();
  await expect.poll(() => parametersOf(page)).toEqual({ status: 'healthy' });
  await page.goBack();
  await expect(cards(page)).toHaveCount(2);
  await choose('Team: All', team);
  await expect(cards(page)).toHaveCount(1);
  await expect(cardOf(page, api)).toBeVisible();
  await page.getByRole('button', { name: `Remove filter Team: ${team}` }).tap();
  await choose('Order: Worst first', 'Best first');
  await expect(cards(page).first()).toHaveAccessibleName(web);

  // A type is looked for everywhere, and All removes it.
  await page.goto(`/topology?type=Service-${mark}&labels=mark%3D${mark}&agent_id=All&team=All`);
  await expect(cards(page)).toHaveCount(2);
  await page.goto(`/topology?type=Service-${mark}`);
  await page.getByRole('button', { name: 'Labels: All' }).tap();
  const labels = page.getByRole('dialog', { name: 'Labels filter' });
  await labels.getByText(mark, { exact: true }).tap();
  await expect.poll(() => parametersOf(page)).toMatchObject({ labels: `mark=${mark}` });
  await expectNoAxeFindings(page, 'the labels of a dashboard');
  await page.goto(`/topology?type=Service-${mark}&labels=mark%3Dother`);
  await expect(page.getByText('There are no components matching this criteria')).toBeVisible();

  await page.goto(`/topology/${rootId}`);
  await page.getByRole('button', { name: 'Display' }).tap();
  const slider = page.getByRole('slider', { name: 'Card width' });
  await expect(slider).toHaveValue('554');
  await expect(slider).toHaveAttribute('min', '250');
  await expect(slider).toHaveAttribute('max', '768');
  await expect(slider).toHaveAttribute('step', '2');
  await page.getByRole('button', { name: 'Medium' }).tap();
  await expect(slider).toHaveValue('258');
  await page.reload();
  await expect.poll(async () => (await cards(page).first().boundingBox())?.width).toBe(258);
});

test('without a network the dashboard and the card alone are there, and say how old they are', async ({
  facts,
  wire,
  visit,
}) => {
  const { rootId, root, apiId, api } = await createTopology(facts);
  const { device } = await visit('viewer');
  await device.close();
  await wire.disconnect();
  const page = await device.newPage();
  await page.goto(`/topology/${rootId}`);
  await expect(cards(page)).toHaveCount(2);
  await expect(page.getByRole('heading', { name: root, level: 1 })).toBeVisible();
  // That of the cards; the panel has its own.
  await expect(page.getByText(/^As of/u).first()).toBeVisible();
  await expect(cardOf(page, api).getByRole('link', { name: '2 healthy' })).toBeVisible();
  await page.goto('/topology/00000000-0000-4000-8000-000000000000');
  await expect(page.getByText('Component not found')).toBeVisible();

  // The card alone: nothing around it, in the size that was asked for.
  await page.goto(`/view/topology/${apiId}?size=small`);
  await expect(cardOf(page, api)).toBeVisible();
  expect((await cardOf(page, api).boundingBox())?.width).toBe(198);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expectNoAxeFindings(page, 'the card alone');
  await page.goto(`/view/topology/${apiId}`);
  await expect.poll(async () => (await cardOf(page, api).boundingBox())?.width).toBe(356);
  await page.goto('/view/topology/00000000-0000-4000-8000-000000000000');
  await expect(page.getByText('Component not found')).toBeVisible();
});
