import type { Locator, Page } from 'playwright';
import { expectNoAxeFindings } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { waitForServiceWorker } from '../sign-in-page.ts';
import { createLogSource } from './log-scene.ts';

const grid = (page: Page): Locator => page.getByRole('grid', { name: /^Lines of / });
/** Rows without the headers. */
const rows = (page: Page): Locator => grid(page).locator('[data-line]');
const box = (page: Page, at: number): Locator => rows(page).nth(at).getByRole('checkbox');
const search = (page: Page): Locator => page.getByRole('searchbox', { name: 'Search logs' });
const attach = (page: Page): Locator => page.getByRole('button', { name: 'Attach as Evidence' });

function parametersOf(page: Page): Record<string, string> {
  return Object.fromEntries(new URL(page.url()).searchParams);
}

/** How many lines are here, as the page says it. */
async function shownCount(page: Page): Promise<number> {
  return Number((await grid(page).getAttribute('aria-rowcount')) ?? '0') - 1;
}

test('a component is chosen, its lines are read page by page, narrowed and made one’s own', async ({
  facts,
  signedIn,
}) => {
  const { name, path } = await createLogSource(facts);
  const page = await signedIn('responder', { path: '/logs' });
  await expect(page.getByText('Please select a component to view the logs')).toBeVisible();
  await expectNoAxeFindings(page, 'logs of nothing');
  const component = page.getByRole('combobox', { name: 'Component' });
  await component.fill(name);
  await page.getByRole('option', { name }).click();
  await expect(rows(page).first()).toBeVisible();
  await expect(grid(page).getByRole('columnheader')).toHaveText([
    'Selected',
    /Timestamp/u,
    /Level/u,
    'Message',
    /Labels/u,
  ]);
  await expect(rows(page).first()).toContainText(/\d{4}-\d\d-\d\d \d\d:\d\d\.\d\d\.\d{3}/u);
  await expectNoAxeFindings(page, 'lines of logs');

  // The first of its selectors, until another one is chosen; and a longer time.
  await page.getByRole('button', { name: 'Selector: application' }).click();
  await page.getByRole('option', { name: 'ingress' }).click();
  await page.getByRole('button', { name: /^Time Range/ }).click();
  await page.getByRole('option', { name: 'Last day' }).click();
  await expect.poll(() => parametersOf(page)).toMatchObject({ logsSelector: 'ingress', start: '1d' });
  await expect.poll(() => shownCount(page)).toBe(500);
  await expect(page.getByText('500 lines, and there are older ones')).toBeVisible();

  // To the end of what is here, and the next page is there. The lines of the last hour were as many and may stand there a
  // moment longer: a press upon them is lost with them.
  await expect(async () => {
    await rows(page).first().focus();
    await page.keyboard.press('End');
    await expect.poll(() => shownCount(page), { timeout: 3_000 }).toBeGreaterThan(500);
  }).toPass();

  // What is typed is looked for at once among the lines that are here; then the server is asked.
  await search(page).fill('warn');
  await expect(rows(page).first()).toContainText('WARN');
  await expect.poll(() => parametersOf(page)).toMatchObject({ query: 'warn' });
  await expect(rows(page).first().locator('mark').first()).toHaveText(/warn/iu);
  await search(page).fill('nothing is called this');
  await expect(page.getByText('There are no logs matching the search query')).toBeVisible();
  await search(page).fill('IllegalStateException');
  await expect(rows(page).first()).toContainText('Error');
  // A stack trace is cut until somebody wants it; colours are text, not orders.
  const more = rows(page)
    .getByRole('button', { name: /^Show \d+ more lines/ })
    .first();
  await more.click();
  await expect(rows(page).getByRole('button', { name: 'Show less' })).toBeVisible();
  await search(page).fill('pool at');
  await expect(rows(page).first()).toContainText('WARN pool at 92 %');

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download all lines that are here' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`${name}-ingress-1d.log`);
  await expect(page.getByText('Downloaded logs')).toBeVisible();

  // Widths stay on this device.
  const edge = page.getByRole('separator', { name: 'Width of Labels' });
  const before = Number(await edge.getAttribute('aria-valuenow'));
  await edge.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(edge).toHaveAttribute('aria-valuenow', String(before + 16));
  await page.reload();
  await expect(page.getByRole('separator', { name: 'Width of Labels' })).toHaveAttribute(
    'aria-valuenow',
    String(before + 16),
  );

  await page.getByRole('combobox', { name: 'Component' }).click();
  await page.getByRole('option', { name: 'None', exact: true }).click();
  await expect(page.getByText('Please select a component to view the logs')).toBeVisible();
  // What was read before is a press away.
  await page.getByRole('link', { name: `${name} · ingress` }).click();
  await expect(rows(page).first()).toBeVisible();

  await page.goto(path('logsSelector=nobody'));
  await expect(page.getByText('The server knows no log selector “nobody” of this component')).toBeVisible();
  await page.getByRole('button', { name: 'application', exact: true }).click();
  await expect(rows(page).first()).toBeVisible();
});

test('chosen lines become evidence with those around them, and all of it is read without a network', async ({
  facts,
  scene,
  visit,
  wire,
}) => {
  const { id, path } = await createLogSource(facts);
  const { page } = await visit('responder');
  await waitForServiceWorker(page);
  await page.goto(path('start=6h'));
  await expect(rows(page).first()).toBeVisible();
  await expect(attach(page)).toHaveAttribute('aria-disabled', 'true');
  // A stretch by pointer, one more line by keys.
  await box(page, 4).click();
  await box(page, 6).click({ modifiers: ['Shift'] });
  await expect(page.getByText('3 lines selected')).toBeVisible();
  await rows(page).nth(6).focus();
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText('4 lines selected')).toBeVisible();
  await page.keyboard.press('Space');
  await expect(page.getByText('3 lines selected')).toBeVisible();
  await attach(page).click();
  const linking = page.getByRole('dialog', { name: 'Link to Incident' });
  await linking.getByRole('combobox', { name: /^Incident/ }).fill(scene.title);
  await page.getByRole('option', { name: scene.title }).filter({ hasNotText: 'Create a new' }).click();
  await linking.getByRole('textbox', { name: /Description/ }).fill('what it wrote');
  await linking.getByRole('button', { name: 'Link', exact: true }).click();
  await expect(linking).toBeHidden();
  await expect(page.getByText('3 lines selected')).toBeHidden();
  const kept = async (): Promise<unknown> =>
    (
      await facts.rows<{ type: string; component_id: string; lines: number; selected: number[] }>(
        `select type, component_id, jsonb_array_length(evidence -> 'lines') as lines, evidence -> 'selected' as selected
           from evidences where hypothesis_id = $1`,
        [scene.hypothesisId],
      )
    )[0];
  await expect.poll(kept).toEqual({ type: 'log', component_id: id, lines: 9, selected: [3, 4, 5] });

  await wire.disconnect();
  // Kept lines are searched as they are typed.
  await page.reload();
  await expect(rows(page).first()).toBeVisible();
  const whole = await shownCount(page);
  expect(whole).toBe(500);
  await search(page).fill('warn');
  await expect(rows(page).first()).toContainText('WARN');
  await expect(page.getByText(/The server could not be asked/u)).toBeVisible();
  expect(await shownCount(page)).toBeLessThan(whole);
  await expectNoAxeFindings(page, 'lines of logs without a network');
  await search(page).fill('nothing is called this');
  await expect(page.getByText('None of the lines on this device match')).toBeVisible();
  await page.goto(path('logsSelector=ingress'));
  await expect(page.getByText('Not on this device yet')).toBeVisible();

  await page.goto(`/incidents/${scene.incidentId}`);
  const evidence = page.getByRole('region', { name: 'Log lines, 9' });
  await expect(evidence).toBeVisible();
  await expect(evidence.getByRole('listitem')).toHaveCount(9);
  // Oldest first: what was chosen stands in the middle.
  await expect(evidence.getByTitle('Selected when it was attached')).toHaveCount(3);
});

test('new lines come by themselves while they are followed, and wait while somebody reads further down', async ({
  facts,
  signedIn,
  wire,
}) => {
  const { path } = await createLogSource(facts);
  const page = await signedIn('responder', { path: path('start=1d'), size: 'tablet' });
  await expect(rows(page).first()).toBeVisible();
  // A finger chooses, too.
  await box(page, 1).tap();
  await expect(page.getByText('1 line selected')).toBeVisible();
  await page.getByRole('button', { name: 'Clear selection' }).tap();
  await page.getByRole('button', { name: 'Follow' }).tap();
  await expect(page.getByText('New ones come by themselves')).toBeVisible();
  const asked = (): number => wire.seen.filter(({ path: at }) => at.endsWith('/logs')).length;
  const before = asked();
  await expect.poll(asked, { timeout: 15_000 }).toBeGreaterThan(before);
  // Further down the list stands still.
  await rows(page).first().focus();
  await page.keyboard.press('End');
  await expect(grid(page).locator('[aria-rowindex="2"]')).toHaveCount(0);
  const waiting = page.getByRole('button', { name: /^\d+ new lines?$/ });
  // Logs have gaps.
  await expect(waiting).toBeVisible({ timeout: 120_000 });
  await expectNoAxeFindings(page, 'followed lines on a tablet');
  await waiting.tap();
  await expect(waiting).toBeHidden();
  await expect(grid(page).locator('[aria-rowindex="2"]')).toBeVisible();
  await page.getByRole('button', { name: 'Pause' }).tap();
  await expect(page.getByText('New ones come by themselves')).toBeHidden();
});

test('on a phone, for a role that may not, and while the feature is off', async ({
  stack,
  facts,
  signedIn,
  wire,
}) => {
  const { name, path } = await createLogSource(facts);
  const phone = await signedIn('responder', { path: path(), size: 'phone' });
  await expect(rows(phone).first()).toBeVisible();
  await expectNoAxeFindings(phone, 'lines of logs on a phone');
  await phone.getByRole('button', { name: 'What to do with the lines' }).tap();
  await phone.getByRole('menuitem', { name: /Wrap/ }).tap();

  // A real server gives logs to fewer roles than its table of them says: refused is not empty.
  const fault = { do: 'lie', status: 403, contentType: 'text/plain', body: 'Access Denied' } as const;
  const refusals = [/\/components_with_logs/u, /\/logs$/u].map((each) => wire.add({ path: each, fault }));
  const refused = await signedIn('viewer', { path: path() });
  await expect(refused.getByText('You do not have permission to access this page')).toBeVisible();
  await expect(refused.getByText(/There are no logs|No component has logs/u)).toHaveCount(0);
  await refused.getByRole('combobox', { name: 'Component' }).fill(name);
  await expect(refused.getByRole('option', { name })).toBeVisible();
  await expect(
    refused.getByText(/may have no logs: you do not have permission to read that list/u).last(),
  ).toBeVisible();
  for (const refusal of refusals) wire.remove(refusal);
  await stack.sql(`insert into properties (name, value) values ('logs.disable', 'true')`);
  try {
    const page = await signedIn('viewer', { path: path() });
    await expect(page.getByText('This feature is switched off')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Logs' })).toHaveCount(0);
  } finally {
    await stack.sql(`delete from properties where name = 'logs.disable'`);
  }
});
