import type { Locator, Page } from 'playwright';
import { expectNoAxeFindings } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { createChecks } from '../health/list-scene.ts';

/* The list of a select stands over the page without making it inert; what lies around it is still out of reach. */

/** Presses the middle of what lies there, whatever lies over it. */
async function pressAt(page: Page, what: Locator): Promise<void> {
  const box = await what.boundingBox();
  if (box === null) throw new Error('nothing to press');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

test('a press beside the list of a select closes it and does nothing else', async ({ stack, signedIn }) => {
  const { path, word } = await createChecks(stack);
  const page = await signedIn('viewer', { path: path() });
  const trigger = page.getByRole('button', { name: /Group By:/ });
  const options = page.getByRole('option');
  const group = page.getByRole('row', { name: new RegExp(`${word}-back 3 checks`) });
  await expect(group).toHaveAttribute('aria-expanded', 'false');
  const address = page.url();

  await trigger.click();
  await expect(options.first()).toBeVisible();
  await expectNoAxeFindings(page, 'a list over the page');
  await pressAt(page, group);
  await expect(options).toHaveCount(0);
  await expect(trigger).toBeFocused();
  await expect(group).toHaveAttribute('aria-expanded', 'false');
  expect(page.url()).toBe(address);

  await trigger.click();
  await expect(options.first()).toBeVisible();
  await pressAt(page, trigger);
  await expect(options).toHaveCount(0);
  await expect(trigger).toBeFocused();

  await trigger.click();
  await options.filter({ hasText: 'Description' }).click();
  await expect(trigger).toContainText('Description');
  await expect(trigger).toBeFocused();
});

test('in a dialog only the list of a select closes: by a press beside it, by Escape, by a choice', async ({
  stack,
  signedIn,
}) => {
  const { path } = await createChecks(stack);
  const page = await signedIn('viewer', { path: path() });
  await page.setViewportSize({ width: 900, height: 800 });
  await page.getByRole('button', { name: /^View and filters/ }).click();
  const dialog = page.getByRole('dialog', { name: 'View and filters' });
  const trigger = dialog.getByRole('button', { name: /Layout:/ });
  const options = page.getByRole('option');

  await trigger.click();
  await expect(options).toHaveText(['Table', 'Cards']);
  await expectNoAxeFindings(page, 'a list over a dialog');
  // What lies beside the dialog: a press there closes the dialog when nothing is open in it.
  await page.mouse.click(40, 400);
  await expect(options).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await expect(trigger).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(options).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(options).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await expect(trigger).toBeFocused();

  await trigger.click();
  await options.filter({ hasText: 'Cards' }).click();
  await expect(trigger).toContainText('Cards');
  await expect(dialog).toBeVisible();
  await page.mouse.click(40, 400);
  await expect(dialog).toBeHidden();
});
