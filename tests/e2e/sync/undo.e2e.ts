import { expect, test } from '../fixtures.ts';
import { commentsPath } from '../incident-page.ts';
import { expectCalm, syncChip } from '../sync-panel.ts';

const titleQuery = 'select title from hypotheses where id = $1';

test('the last change is taken back: unsent it is cancelled, accepted it is put back, a sent comment stays', async ({
  wire,
  scene,
  facts,
  visit,
}) => {
  const { page, incident } = await visit();
  const button = page.getByRole('button', { name: 'Undo the last change' });
  await expect(button).toHaveCount(0);

  await wire.disconnect();
  // What leaves before the device knows may have arrived, and is nobody's to cancel.
  await expect(syncChip(page)).toHaveAccessibleName(/Offline|Server unreachable/);
  await incident.comment('Sent by mistake');
  await expect(syncChip(page)).toHaveAccessibleName(/– 1 waiting$/);
  await button.click();
  await expect(incident.written('Sent by mistake')).toHaveCount(0);
  await expect(page.getByText('Undone').first()).toBeVisible();
  await button.click();
  await expect(page.getByText('Nothing to undo').first()).toBeVisible();
  await wire.connect();
  await expectCalm(page);
  expect(wire.seen.filter(({ method, path }) => method === 'POST' && commentsPath.test(path))).toEqual([]);

  await incident.retitle('A title nobody wanted');
  await expect
    .poll(() => facts.rows(titleQuery, [scene.hypothesisId]))
    .toEqual([{ title: 'A title nobody wanted' }]);
  await expectCalm(page);
  await page.locator('body').press('u');
  await expect(incident.node).toBeVisible();
  await expect
    .poll(() => facts.rows(titleQuery, [scene.hypothesisId]))
    .toEqual([{ title: scene.hypothesisTitle }]);

  await incident.comment('This one stays');
  await expect.poll(() => facts.commentRows('This one stays')).toBe(1);
  await expectCalm(page);
  // In a field the same keys belong to its text.
  await incident.composer.blur();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page.getByText(/This cannot be undone/).first()).toBeVisible();
  await expect(incident.written('This one stays')).toBeVisible();
  expect(await facts.commentRows('This one stays')).toBe(1);
});
