import type { Locator, Page } from 'playwright';
import { expect, test as base } from 'playwright/test';
import { expectNoAxeFindings } from '../axe.ts';
import { createSitting, type Size } from '../device.ts';
import { startFaultProxy } from '../fault-proxy.ts';
import { waitForServiceWorker } from '../sign-in-page.ts';
import { serveStories, type StoryBuild } from '../story-build.ts';

/*
 * Code and graphs as chunks: kept by the service worker of a page that has neither, and opened for the first time when
 * the network is gone, under the policy of a deployment.
 */

interface Opened {
  readonly page: Page;
  /** What the page complained of; a refused style or script is such a thing. */
  readonly complaints: readonly string[];
}

const test = base.extend<{ size: Size; opened: Opened }, { stories: StoryBuild }>({
  stories: [
    async ({ browserName: _browserName }, provide) => {
      const stories = await serveStories();
      await provide(stories);
      await stories.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  size: ['laptop', { option: true }],
  opened: async ({ browser, stories, size }, provide) => {
    const wire = await startFaultProxy(stories.url);
    const context = await createSitting(browser, { origin: wire.url, size });
    const page = await context.newPage();
    await page.goto('/login');
    await waitForServiceWorker(page);
    // Kept, and not fetched: nothing of it was shown yet.
    expect(wire.seen.filter(({ path }) => /graph-canvas.*\.js$/u.test(path)).length).toBe(1);
    await wire.disconnect();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy|TrustedScript/u.test(message.text())) complaints.push(message.text());
    });
    page.on('pageerror', ({ message }) => complaints.push(message));
    await page.goto('/ui/heavy');
    await provide({ page, complaints });
    await context.close();
    await wire.stop();
  },
});

// One build and one server for all of them.
test.describe.configure({ mode: 'default' });

const text = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true });
const editor = (page: Page, name: string): Locator =>
  page.locator('.cm-editor').filter({ has: text(page, name) });
const number = (page: Page, line: number): Locator =>
  editor(page, 'To read')
    .locator('.cm-lineNumbers .cm-gutterElement')
    .filter({ hasText: new RegExp(`^${line}$`, 'u') });

test('a text is shown in its own looks and marked by line', async ({ opened: { page, complaints } }) => {
  await expect(text(page, 'To read')).toContainText('https://shop.example/health');
  // The editor's own styles came as constructed sheets; a refused one would leave plain boxes.
  await expect(editor(page, 'To read').locator('.cm-scroller')).toHaveCSS('display', 'flex');
  await expect(editor(page, 'To read').locator('.cm-gutters')).toHaveCSS('position', 'sticky');
  await number(page, 2).click();
  await expect(page.getByText('Line 2 selected', { exact: true })).toBeVisible();
  await number(page, 4).click({ modifiers: ['Shift'] });
  await expect(page.getByText('Lines 2–4 selected', { exact: true })).toBeVisible();
  await expect(editor(page, 'To read').locator('.cm-line.cm-picked-line')).toHaveCount(3);
  await number(page, 1).click({ modifiers: ['Control'] });
  await number(page, 3).click({ modifiers: ['Control'] });
  await expect(page.getByText('Lines 1–2, 4 selected', { exact: true })).toBeVisible();
  // By keys, without a pointer.
  await text(page, 'To read').focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Line 1 selected', { exact: true })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Control+Shift+Enter');
  await expect(page.getByText('Lines 1–2 selected', { exact: true })).toBeVisible();
  // To be read only.
  await page.keyboard.type('x');
  await expect(text(page, 'To read')).not.toContainText('x:');
  expect(complaints).toEqual([]);
});

test.describe('by finger', () => {
  test.use({ size: 'tablet' });

  test('a line is marked by a tap on its number, and a text to be read calls no keyboard', async ({
    opened: { page },
  }) => {
    await number(page, 3).tap();
    await expect(page.getByText('Line 3 selected', { exact: true })).toBeVisible();
    await number(page, 3).tap();
    await expect(page.getByText('No line is selected', { exact: true })).toBeVisible();
    await expect(text(page, 'To read')).toHaveAttribute('inputmode', 'none');
    await expect(text(page, 'To edit')).not.toHaveAttribute('inputmode');
  });
});

test('a text is searched and folded', async ({ opened: { page } }) => {
  await text(page, 'To read').focus();
  await page.keyboard.press('Control+f');
  const find = editor(page, 'To read').getByRole('textbox', { name: 'Find' });
  await expect(find).toHaveAttribute('autocomplete', 'off');
  await find.pressSequentially('accept');
  await expect(editor(page, 'To read').locator('.cm-searchMatch')).toHaveCount(1);
  await expectNoAxeFindings(page, 'with a search');
  await page.keyboard.press('Escape');
  await expect(find).toBeHidden();
  await expect(text(page, 'To read')).toBeFocused();
  await text(page, 'To read').getByText('headers').click();
  await page.keyboard.press('Control+Shift+[');
  await expect(text(page, 'To read')).not.toContainText('accept');
});

test('a text that is edited is held against its schema by a worker', async ({
  opened: { page, complaints },
}) => {
  const problems = page.getByRole('list', { name: 'Problems' }).getByRole('listitem');
  const edited = text(page, 'To edit');
  await edited.focus();
  for (const key of ['Control+Home', 'ArrowDown', 'End', 'Backspace']) await page.keyboard.press(key);
  await page.keyboard.type('often');
  await expect(problems).toHaveText(['Line 2: Type "string" is invalid. Expected "integer".']);
  await expect(editor(page, 'To edit').locator('.cm-lintRange-warning')).toHaveText('often');
  await expect(editor(page, 'To edit').locator('.cm-lint-marker-warning')).toBeVisible();
  for (const _letter of 'often') await page.keyboard.press('Backspace');
  await page.keyboard.type('5');
  await expect(problems).toHaveCount(0);
  await expect(edited).toContainText('retries: 5');
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('- ');
  await expect(problems.first()).toHaveText(/^Line \d+: /u);
  expect(complaints).toEqual([]);
});

test('five megabytes are shown without being drawn', async ({ opened: { page } }) => {
  await page.evaluate(() => {
    const longest = { ms: 0 };
    Reflect.set(globalThis, 'longest', longest);
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest.ms = Math.max(longest.ms, duration);
    }).observe({ type: 'longtask' });
  });
  await page.getByRole('button', { name: 'Show 5 MB' }).click();
  await expect(text(page, 'To read')).toContainText('a value that somebody wrote down');
  await text(page, 'To read').focus();
  await page.keyboard.press('Control+End');
  await expect(editor(page, 'To read').locator('.cm-lineNumbers')).toContainText(/67\d{3}/u);
  expect(await editor(page, 'To read').locator('.cm-line').count()).toBeLessThan(200);
  const ms = await page.evaluate(() => (Reflect.get(globalThis, 'longest') as { ms: number }).ms);
  test.info().annotations.push({ type: 'longest task', description: `${ms} ms` });
});

test('a difference is told in one column or side by side', async ({ opened: { page, complaints } }) => {
  const changed = page.getByRole('region', { name: 'What changed' });
  await expect(changed.locator('.cm-deletedChunk')).toHaveCount(2);
  await expect(changed.locator('.cm-deletedChunk').first()).toHaveText(/retries: 3/u);
  await page.getByRole('button', { name: 'Side by side' }).click();
  await expect(text(page, 'What changed, before')).toContainText('retries: 3');
  await expect(text(page, 'What changed, after')).toContainText('retries: 5');
  await expectNoAxeFindings(page, 'code and graphs');
  expect(complaints).toEqual([]);
});

test('a graph is laid out, the same graph the same, and walked by keys', async ({
  opened: { page, complaints },
}) => {
  const graph = page.getByRole('region', { name: 'Services' });
  const node = (name: string): Locator => graph.getByRole('group', { name: `Service ${name}` });
  const places = (): Promise<Record<string, string>> =>
    graph
      .locator('.react-flow__node')
      .evaluateAll((nodes) =>
        Object.fromEntries(
          nodes.map((each) => [each.dataset['id'] ?? '', (each as HTMLElement).style.transform]),
        ),
      );
  // What it holds is text.
  await expect(node('web')).toHaveText('<b>web</b>');
  await expect(graph.locator('.react-flow__edge')).toHaveCount(7);
  const first = await places();
  await page.getByRole('button', { name: 'Other order' }).click();
  await expect(graph).toHaveAttribute('aria-busy', 'false');
  expect(await places()).toEqual(first);
  await node('web').focus();
  await page.keyboard.press('ArrowRight');
  await expect(node('api')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Opened api')).toBeVisible();
  const curve = await graph.locator('.react-flow__edge-path').first().getAttribute('d');
  expect(curve).toContain('C');
  await page.getByRole('button', { name: 'Angular edges' }).click();
  await expect(graph.locator('.react-flow__edge-path').first()).toHaveAttribute('d', /^[^C]*$/u);
  await page.getByRole('button', { name: 'Top to bottom' }).click();
  await expect
    .poll(async () => {
      const [web, api] = [await node('web').boundingBox(), await node('api').boundingBox()];
      return (api?.y ?? 0) > (web?.y ?? 0) + (web?.height ?? 0);
    })
    .toBe(true);
  await page.getByRole('button', { name: 'Fewer nodes' }).click();
  await expect(node('mail')).toHaveCount(0);
  await expect(node('web')).toBeInViewport();
  expect(complaints).toEqual([]);
});
