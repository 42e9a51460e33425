import type { Locator, Page } from 'playwright';
import { expect, test } from '../fixtures.ts';
import { commentsPath } from '../incident-page.ts';
import { syncChip, syncPanel } from '../sync-panel.ts';

/* Leaving a device with work on it that is not on the server (D22). */

const refusal = {
  do: 'lie',
  status: 403,
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify({ code: '42501', details: null, hint: null, message: 'permission denied' }),
} as const;

async function askToLeave(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /user menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Sign out' });
  await expect(dialog).toBeVisible();
  return dialog;
}

/** Databases of this origin that hold a person's work. */
const journals = (page: Page): Promise<string[]> =>
  page.evaluate(async () =>
    (await indexedDB.databases()).map(({ name = '' }) => name).filter((name) => /journal|cache/u.test(name)),
  );

test(
  'what was not sent is sent, and then the device is left empty',
  { tag: '@first' },
  async ({ wire, facts, visit }) => {
    const { page, incident } = await visit('responder');
    const text = 'Written before leaving';
    // Held, so that the change waits while the server can be reached.
    const held = wire.add({ method: 'POST', path: commentsPath, fault: { do: 'stall' } });
    await incident.comment(text);
    await expect(syncChip(page)).toHaveAccessibleName(/^Sync: Sending 1/);
    const dialog = await askToLeave(page);
    await expect(dialog.getByRole('list', { name: 'Changes that were not sent' })).toContainText(text);
    expect(await journals(page)).not.toEqual([]);
    await dialog.getByRole('button', { name: 'Send and sign out' }).click();
    wire.remove(held);
    await expect(page).toHaveURL(/\/login/);
    expect(await facts.commentRows(text)).toBe(1);
    await expect.poll(() => journals(page)).toEqual([]);
  },
);

test('what the server refuses keeps the person here, with what was typed', async ({ wire, facts, visit }) => {
  const { page, incident } = await visit('responder');
  const text = 'The server will not have this';
  const held = wire.add({ method: 'POST', path: commentsPath, fault: { do: 'stall' } });
  await incident.comment(text);
  await expect(syncChip(page)).toHaveAccessibleName(/^Sync: Sending 1/);
  const dialog = await askToLeave(page);
  await dialog.getByRole('button', { name: 'Send and sign out' }).click();
  wire.add({ method: 'POST', path: commentsPath, fault: refusal });
  wire.remove(held);
  await expect(dialog).toContainText('1 change was not saved on the server: see Sync for the reason.');
  await expect(dialog).toContainText('1 draft on this device has not been sent. Signing out removes it.');
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(page).toHaveURL(/\/incidents\//);
  const panel = syncPanel(page);
  await panel.open();
  await expect(panel.notices).toBeVisible();
  await expect(panel.dialog).toContainText(text);
  expect(await facts.commentRows(text)).toBe(0);
});
