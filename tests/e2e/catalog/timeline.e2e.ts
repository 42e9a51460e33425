import type { Locator, Page } from 'playwright';
import { expectNoAxeFindings } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { waitForServiceWorker } from '../sign-in-page.ts';
import { createChanges } from './change-scene.ts';

const rows = (page: Page): Locator => page.getByRole('grid', { name: 'Changes' }).locator('tbody tr');
const timeline = (page: Page): Locator => page.getByRole('region', { name: 'Timeline' });
const plot = (page: Page): Locator => timeline(page).getByRole('listbox');
const marks = (page: Page): Locator => plot(page).getByRole('option');
const chosen = (page: Page): Locator => plot(page).getByRole('option', { selected: true });
const dialog = (page: Page): Locator => page.getByRole('dialog');

async function choose(page: Page, lanes: string): Promise<void> {
  await page.getByRole('button', { name: /^Timeline: / }).click();
  await page.getByRole('option', { name: lanes }).click();
}

function parametersOf(page: Page): Record<string, string> {
  const { searchParams } = new URL(page.url());
  return Object.fromEntries([...searchParams].filter(([name]) => name !== 'id'));
}

test('the changes over their time: lanes, keys, zoom, and a stretch that becomes the range of the list', async ({
  facts,
  signedIn,
}) => {
  const { path, summaries, ids } = await createChanges(facts);
  const page = await signedIn('viewer', { path: path('rangeType=relative&range=now-6h') });
  await expect(rows(page)).toHaveCount(5);
  await expect(timeline(page)).toHaveCount(0);
  await choose(page, 'By type');
  await expect.poll(() => parametersOf(page)['timeline']).toBe('type');
  await expect(timeline(page)).toContainText('5 changes');
  const lanes = timeline(page).getByRole('list', { name: 'Rows of the timeline' }).getByRole('listitem');
  await expect(lanes).toHaveText(['ScalingReplicaSet3', 'BackOff1', 'diff1']);
  await expect(marks(page)).toHaveCount(5);
  await expectNoAxeFindings(page, 'the timeline of changes');

  // Keys: one stop, the newest first, from there along the lane and to others.
  await plot(page).focus();
  await expect(chosen(page)).toHaveAccessibleName(
    new RegExp(`High · diff · web-.* · ${summaries[0]} · by Ada Byron`, 'u'),
  );
  await page.keyboard.press('ArrowUp');
  await expect(chosen(page)).toHaveAccessibleName(/BackOff .*x12 over 3h/u);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowLeft');
  await expect(chosen(page)).toHaveAccessibleName(new RegExp(`${summaries[3]}`, 'u'));
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText(summaries[3] ?? '');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(plot(page)).toBeFocused();
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  await expect(marks(page)).toHaveCount(1);
  await expect(timeline(page).getByRole('status')).toHaveText(/: 1 of 5$/u);
  // The list has its rows still; what is zoomed may become its range.
  await expect(rows(page)).toHaveCount(5);
  await page.keyboard.press('0');
  await expect(marks(page)).toHaveCount(5);
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  await timeline(page).getByRole('button', { name: 'Set as time range' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect.poll(() => parametersOf(page)['rangeType']).toBe('absolute');
  await page.goBack();
  await expect(rows(page)).toHaveCount(5);

  // By pointer: a mark opens, a stretch over the axis is the range of both.
  await marks(page).filter({ hasText: '' }).last().click();
  await expect(dialog(page)).toContainText(summaries[0] ?? '');
  await page.keyboard.press('Escape');
  const box = await plot(page).boundingBox();
  if (box === null) throw new Error('the axis is not drawn');
  await page.mouse.move(box.x + box.width - 2, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.74, box.y + 20, { steps: 4 });
  await page.mouse.up();
  await expect(rows(page)).toHaveCount(2);
  await expect(marks(page)).toHaveCount(2);
  await expect.poll(() => parametersOf(page)['rangeType']).toBe('absolute');

  await page.goto(path('pageSize=2&timeline=author'));
  await expect(timeline(page)).toContainText('The newest 2 of 5 changes');
  await expect(lanes).toHaveText(['Ada Byron1', 'kubelet1']);
  await timeline(page).getByRole('button', { name: 'Show 5' }).click();
  await expect(timeline(page)).toContainText('5 changes');
  expect(ids).toHaveLength(5);
});

test('dense moments are counts that open; without a network the kept page is drawn with its age', async ({
  facts,
  visit,
  wire,
}) => {
  const { itemId, name } = await createChanges(facts);
  await facts.rows(
    `insert into config_changes (id, config_id, change_type, severity, source, summary, count, created_at, first_observed)
     select gen_random_uuid(), $1, 'Pulled', case when n = 7 then 'critical' else 'info' end, 'kubernetes',
            'pulled ' || n, 1, now() - interval '20 hours' - make_interval(secs => n), now()
     from generate_series(1, 600) n`,
    [itemId],
  );
  const { page } = await visit('viewer');
  await waitForServiceWorker(page);
  await page.goto(`/catalog/${itemId}/changes?timeline=item&pageSize=1000`);
  await expect(timeline(page)).toContainText('605 changes');
  const many = marks(page).filter({ hasText: '600' });
  await expect(many).toHaveAccessibleName(/^600 changes, .*: 1 critical, 599 info$/u);
  // What is chosen by keys is read out under the axis.
  await plot(page).focus();
  await page.keyboard.press('Home');
  await expect(timeline(page).getByText(/^600 changes, /u)).toBeVisible();
  await many.click();
  await expect(timeline(page).getByRole('status')).toHaveText(/: 600 of 605$/u);
  await expect(marks(page).filter({ hasText: '600' })).toHaveCount(0);

  await wire.disconnect();
  await page.reload();
  await expect(timeline(page)).toContainText(/605 changes, read .*now/u);
  await expect(timeline(page).getByRole('list', { name: 'Rows of the timeline' })).toContainText(name);
  // Another range is not here: the axis alone goes nearer, and says why the list does not.
  const box = await plot(page).boundingBox();
  if (box === null) throw new Error('the axis is not drawn');
  await page.mouse.move(box.x + box.width * 0.5, box.y + 8);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.7, box.y + 8, { steps: 4 });
  await page.mouse.up();
  await expect(timeline(page).getByRole('status')).toHaveText(/ of 605$/u);
  await expect(timeline(page).getByRole('button', { name: 'Set as time range' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await expectNoAxeFindings(page, 'the timeline of kept changes');
});

test('by finger: a mark opens, and the buttons zoom', async ({ facts, signedIn }) => {
  const { path, summaries } = await createChanges(facts);
  const page = await signedIn('viewer', {
    path: path('rangeType=relative&range=now-6h&timeline=type'),
    size: 'tablet',
  });
  await expect(marks(page)).toHaveCount(5);
  await marks(page).last().tap();
  await expect(dialog(page)).toContainText(summaries[0] ?? '');
  await dialog(page).getByRole('button', { name: 'Close' }).tap();
  await timeline(page).getByRole('button', { name: 'Zoom in' }).tap();
  await expect(timeline(page).getByRole('status')).toHaveText(/ of 5$/u);
  await timeline(page).getByRole('button', { name: 'Whole range' }).tap();
  await expect(marks(page)).toHaveCount(5);
});
