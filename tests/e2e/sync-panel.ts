import type { Locator, Page } from 'playwright';
import { expect } from 'playwright/test';

/** The one indicator of syncing, on every page. */
export function syncChip(page: Page): Locator {
  return page.getByRole('button', { name: /^Sync: / });
}

/** A server that came back is found by the next look, a minute after the last one at most. */
const LOOK_AND_PULL_MS = 90_000;

/** Waits until nothing waits and nothing needs a person. */
export async function expectCalm(page: Page): Promise<void> {
  await expect(syncChip(page)).toHaveAccessibleName(/^Sync: (Live|Updated)/, { timeout: LOOK_AND_PULL_MS });
}

/**
 * Waits until the server has what was written, and looks again once nothing waits: it came once. Calm alone says little
 * of a change of this moment: the chip hears of it a little after the page shows it.
 */
export async function expectArrived(
  page: Page,
  read: () => Promise<unknown>,
  expected: unknown,
): Promise<void> {
  await expect.poll(read).toEqual(expected);
  await expectCalm(page);
  expect(await read()).toEqual(expected);
}

/** Where changes that are not on the server are seen and decided; the only place that knows its labels. */
export interface SyncPanel {
  readonly dialog: Locator;
  readonly notices: Locator;
  /** The line of a change, by what its sentence says. */
  change(text: string | RegExp): Locator;
  open(): Promise<void>;
  close(): Promise<void>;
  tab(name: 'Changes' | 'On this device' | 'Diagnostics'): Promise<void>;
  /** Takes a change back, with the question that is asked. */
  discard(text: string | RegExp): Promise<void>;
}

/** The sync panel of a page, opened by the chip. */
export function syncPanel(page: Page): SyncPanel {
  const dialog = page.getByRole('dialog', { name: 'Sync' });
  const change = (text: string | RegExp): Locator =>
    dialog
      .getByRole('list', { name: 'Changes on this device' })
      .getByRole('listitem')
      .filter({ hasText: text });
  return {
    dialog,
    notices: dialog.getByRole('list', { name: 'Notices' }),
    change,
    open: async () => {
      await syncChip(page).click();
      await expect(dialog).toBeVisible();
    },
    close: async () => {
      await dialog.getByRole('button', { name: 'Close' }).click();
      await expect(dialog).toBeHidden();
    },
    tab: (name) => dialog.getByRole('tab', { name }).click(),
    discard: async (text) => {
      await change(text).getByRole('button', { name: 'Discard' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Discard change' }).click();
      await expect(change(text)).toHaveCount(0);
    },
  };
}
