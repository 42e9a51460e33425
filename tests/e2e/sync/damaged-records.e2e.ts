import { readFile } from 'node:fs/promises';
import { expect, test } from '../fixtures.ts';
import { damageOps } from '../stored-text.ts';
import { expectCalm, syncPanel } from '../sync-panel.ts';

/** Behind the two that are damaged; more than go side by side. */
const BEHIND = Array.from({ length: 8 }, (_none, at) => `Waiting behind the damage ${at + 1}`);

test('two damaged changes at the head of a full outbox: the others arrive once, and the two are told, exported and removed', async ({
  wire,
  facts,
  visit,
}) => {
  const { page, incident } = await visit();
  await wire.disconnect();
  for (const text of ['The first one', 'The second one', ...BEHIND]) await incident.comment(text);
  const met = await damageOps(page, [
    { text: 'The first one', set: { patch: 'The first one, as text' } },
    { text: 'The second one', set: { patch: {}, lane: 7, createdAt: 'yesterday', note: 'The second one' } },
  ]);
  expect(met).toBe(2);
  // Under the worker that has them in its hands, and after a start that finds them so.
  await page.reload();
  await expect(incident.node).toBeVisible();
  await wire.connect();
  await expect.poll(() => facts.commentCounts(BEHIND)).toEqual(BEHIND.map(() => 1));
  expect(await facts.commentEvents()).toBe(BEHIND.length);

  const panel = syncPanel(page);
  await panel.open();
  const lying = panel.dialog.getByRole('region', { name: 'Saved changes that could not be read' });
  await expect(lying).toContainText('2 saved changes could not be read');
  await expect(panel.dialog.getByText('Everything you changed is on the server.')).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    lying.getByRole('button', { name: 'Export' }).click(),
  ]);
  const exported = await readFile(await download.path(), 'utf8');
  expect(exported).toContain('The first one, as text');
  expect(exported).toContain('The second one');

  await lying.getByRole('button', { name: 'Remove' }).click();
  const question = page.getByRole('alertdialog', { name: 'Remove these 2 records?' });
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(lying).toHaveCount(0);
  await panel.close();
  await expectCalm(page);
  await page.reload();
  await expectCalm(page);
  expect(await facts.commentEvents()).toBe(BEHIND.length);
});
