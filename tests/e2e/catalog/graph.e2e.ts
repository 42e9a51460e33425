import type { Locator, Page } from 'playwright';
import { expectNoAxeFindings } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { waitForServiceWorker } from '../sign-in-page.ts';
import { createBlast, createGraph, createWideTree } from './graph-scene.ts';

const graphOf = (page: Page): Locator => page.getByRole('region', { name: /^Relationships of / });
const outlineOf = (page: Page): Locator => page.getByRole('treegrid', { name: /^Outline: / });
const edges = (page: Page): Locator => graphOf(page).locator('.react-flow__edge');
const placesOf = (page: Page): Promise<Readonly<Record<string, string>>> =>
  graphOf(page)
    .locator('.react-flow__node')
    .evaluateAll((nodes) =>
      Object.fromEntries(
        // as: the library draws nodes as HTML
        nodes.map((each) => [each.dataset['id'] ?? '', (each as HTMLElement).style.transform]),
      ),
    );

test('relationships as a graph: gathered, opened, turned, walked by keys, and all of it offline', async ({
  facts,
  visit,
  wire,
}) => {
  const at = await createGraph(facts);
  const { page } = await visit('viewer');
  await waitForServiceWorker(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`/catalog/${at.itemId}/relationships`);
  const graph = graphOf(page);
  const node = (name: RegExp | string): Locator =>
    graph.locator('.react-flow__node').filter({ hasText: name });
  await page.getByRole('radio', { name: 'Graph' }).click();
  await expect(page).toHaveURL(/\?view=graph$/u);
  // Three of a type stand open by themselves, five do not; what is behind them waits there, too.
  await expect(node(`3 × ${at.mapType}`)).toHaveAttribute('aria-expanded', 'true');
  const pods = node(`5 × ${at.podType}`);
  await expect(pods).toHaveAttribute('aria-expanded', 'false');
  await expect(pods).toContainText('1 unhealthy, 4 healthy');
  for (const name of at.maps) await expect(node(name)).toBeAttached();
  await expect(node(at.pods[0] ?? '')).toHaveCount(0);
  await expect(page.getByText('5 items, 6 more in closed groups')).toBeVisible();
  // One group for both that it hangs on.
  await expect(edges(page)).toHaveCount(7);
  await expect(graph).toHaveAttribute('aria-busy', 'false');
  const before = await placesOf(page);
  await expectNoAxeFindings(page, 'relationships as a graph');

  // Without a network, and from the address alone, the same graph is drawn the same.
  await wire.disconnect();
  await page.reload();
  await expect(edges(page)).toHaveCount(7);
  await expect(graph).toHaveAttribute('aria-busy', 'false');
  expect(await placesOf(page)).toEqual(before);

  // By keys: to the root, over to the group, open it, and on to what stands in it.
  await node(at.name).focus();
  await page.keyboard.press('ArrowRight');
  await expect(node(at.name)).not.toBeFocused();
  await pods.focus();
  await page.keyboard.press('Enter');
  await expect(pods).toHaveAttribute('aria-expanded', 'true');
  await expect(node(at.node)).toContainText('Running');
  await expect(page.getByText('11 items', { exact: true })).toBeVisible();
  const moving = await node(at.node).evaluate((each) => getComputedStyle(each).transitionDuration);
  expect(moving).toBe('0s');

  await page.getByText('Incoming', { exact: true }).click();
  // The one above it by a link, and the one above that by the path alone.
  await expect(node(at.namespace)).toBeAttached();
  await expect(node(at.cluster)).toBeAttached();
  await page.getByText('Soft', { exact: true }).click();
  await expect(node(at.volume)).toBeAttached();
  await page.getByText('Hide deleted', { exact: true }).click();
  // Its link is deleted, and it is not.
  await expect(node(at.old)).toBeAttached();
  await expect(graph.getByText('deleted', { exact: true })).toBeVisible();
  await page.getByRole('radio', { name: /^TB/u }).click();
  await page.getByRole('radio', { name: 'Smoothstep' }).click();
  await expect(page).toHaveURL(/direction=TB&edges=smoothstep/u);
  await expect(edges(page).first().locator('path').first()).toHaveAttribute('d', /^[^C]*$/u);
  await expect
    .poll(async () => {
      const [root, below] = [await node(at.name).boundingBox(), await node(at.twin).boundingBox()];
      return (below?.y ?? 0) - (root?.y ?? 0);
    })
    .toBeGreaterThan(50);
  // What a filter leaves out is led over: the node behind the pods hangs on what they hang on.
  await page.getByRole('button', { name: 'Type', exact: true }).click();
  await page.getByRole('group', { name: at.podType }).getByRole('radio', { name: 'Not' }).click();
  await page.keyboard.press('Escape');
  await expect(pods).toHaveCount(0);
  await expect(node(at.node)).toBeAttached();
  await node(at.node).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: at.node })).toBeVisible();
});

test('the outline says the same by keys, and what is too much for a graph is a table', async ({
  facts,
  visit,
}) => {
  const at = await createGraph(facts);
  const wide = await createWideTree(facts);
  const { page } = await visit('viewer', { size: 'tablet' });
  await page.goto(`/catalog/${at.itemId}/relationships?view=graph&incoming=true`);
  await page.getByRole('button', { name: 'Outline' }).tap();
  await expect(page).toHaveURL(/outline=true/u);
  const outline = outlineOf(page);
  const line = (name: string): Locator => outline.getByRole('row', { name: new RegExp(name, 'u') });
  await expect(line(at.name).first()).toHaveAttribute('aria-level', '1');
  await expect(line(at.namespace)).toHaveAttribute('aria-level', '2');
  await expect(line(at.namespace)).toContainText('incoming');
  const pods = line(`5 × ${at.podType}`);
  await expect(pods).toContainText(`also from ${at.twin}`);
  await expect(pods).toContainText('1 unhealthy, 4 healthy');
  await pods.focus();
  await page.keyboard.press('ArrowRight');
  await expect(pods).toHaveAttribute('aria-expanded', 'true');
  await expect(graphOf(page).locator('.react-flow__node').filter({ hasText: at.node })).toBeAttached();
  await page.keyboard.press('ArrowDown');
  await expect(line(at.pods[0] ?? '')).toBeFocused();
  await expectNoAxeFindings(page, 'the outline of a graph');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: at.pods[0] ?? '' })).toBeVisible();

  await page.goto(`/catalog/${wide}/relationships?view=graph`);
  await expect(page.getByText('The graph would have 255 nodes, so the table is shown.')).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Relationships' }).locator('tbody tr').first()).toBeVisible();
  await page.getByRole('button', { name: 'Show the graph' }).tap();
  await expect(page.getByText('255 items', { exact: true })).toBeVisible();
  await expect(graphOf(page).locator('.react-flow__node')).toHaveCount(255);
});

test('a blast radius: what hangs on it, who watches, what goes on and what was changed above, offline too', async ({
  facts,
  scene,
  visit,
  wire,
}) => {
  const at = await createBlast(facts, scene);
  const { page } = await visit('viewer');
  await waitForServiceWorker(page);
  await page.goto(`/catalog/${at.itemId}`);
  await page.getByRole('link', { name: 'Blast radius' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Blast radius of ${at.name}` })).toBeVisible();
  const section = (name: string): Locator => page.getByRole('region', { name, exact: true });
  const line = (of: string, name: string): Locator =>
    section(of)
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: new RegExp(`${name}$`, 'u') }) });
  const hit = 'What depends on it';
  // The item's five pods, three maps, twin and node, the component that it is a part of, and what that counts in.
  await expect(section(hit).getByRole('listitem')).toHaveCount(13);
  await expect(line(hit, at.component)).toContainText('1 step: linked');
  await expect(line(hit, at.system)).toContainText(`2 steps: ${at.component} → ${at.system}`);
  await expect(line(hit, at.node)).toContainText(`2 steps: ${at.pods[0] ?? ''} → ${at.node}`);
  await expect(line(hit, at.pods[4] ?? '')).toContainText('Running');
  await expect(line('Open incidents', scene.title)).toContainText(at.pods[4] ?? '');
  await expect(line('Changed upstream', at.change)).toContainText(`2 steps: ${at.namespace} → ${at.cluster}`);
  // What nobody has opened here is said, and read when it is wanted.
  await expect(section('Checks that watch it')).toContainText(
    'No check that is known on this device watches it.',
  );
  await expect(page.getByText(/The checks of 1[0-9] items are not on this device\./u)).toBeVisible();
  await page.getByRole('button', { name: 'Read them now' }).click();
  await expect(line('Checks that watch it', at.checkName)).toContainText(at.pods[0] ?? '');
  await expect(page.getByText(/are not on this device/u)).toHaveCount(0);
  await expectNoAxeFindings(page, 'a blast radius');

  await wire.disconnect();
  await page.reload();
  await expect(section(hit).getByRole('listitem')).toHaveCount(13);
  await expect(line('Checks that watch it', at.checkName)).toContainText('Healthy');
  await expect(line('Open incidents', scene.title)).toBeVisible();
  await expect(line('Changed upstream', at.change)).toBeVisible();
  await page.getByRole('radio', { name: 'Graph' }).click();
  await expect(page).toHaveURL(/\?view=graph$/u);
  const graph = page.getByRole('region', { name: /^Blast radius of / });
  const node = (name: string): Locator => graph.locator('.react-flow__node').filter({ hasText: name });
  await expect(node(at.cluster)).toContainText('1 change');
  await expect(node(at.system)).toBeAttached();
  await expect(node(`5 × ${at.podType}`)).toBeAttached();
  await page.getByRole('radio', { name: 'List' }).click();
  await line(hit, at.component).getByRole('link').press('Enter');
  await expect(page).toHaveURL(new RegExp(`/topology/${at.componentId}`, 'u'));

  // The same from the component, and what is around it as a graph.
  await page.getByRole('link', { name: 'Blast radius' }).click();
  await expect(page).toHaveURL(new RegExp(`/topology/${at.componentId}/blast-radius$`, 'u'));
  await expect(line(hit, at.name)).toContainText('1 step: linked');
  await expect(line(hit, at.system)).toContainText('1 step: contains it');
  await expect(line('Changed upstream', at.change)).toContainText('3 steps');
  await page.goto(`/topology/${at.componentId}/graph`);
  const around = page.getByRole('region', { name: `Graph of ${at.component}` });
  for (const name of [at.system, at.component, at.name])
    await expect(around.locator('.react-flow__node').filter({ hasText: name })).toBeAttached();
  await expectNoAxeFindings(page, 'the graph of a component');
  await page.getByText('Soft', { exact: true }).click();
  await expect(around.locator('.react-flow__node').filter({ hasText: at.name })).toHaveCount(0);
  await page.getByRole('radio', { name: 'Table' }).click();
  await expect(page.getByRole('list', { name: 'Components and items' })).toContainText(at.system);
  await expect(page).toHaveURL(/\?relation=hard&view=table$/u);
  await expectNoAxeFindings(page, 'the table of what is around a component');
  // What nobody opened: nothing is claimed of it.
  await page.goto(`/catalog/${at.idOf(at.volume)}/blast-radius`);
  await expect(page.getByText(/so what depends on it is not known\./u)).toBeVisible();
  await expect(section(hit)).toContainText('Its relationships are not on this device.');
  await expect(section(hit)).not.toContainText(/Nothing|0/u);
});
