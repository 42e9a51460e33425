import type { Locator, Page } from 'playwright';
import { expect } from 'playwright/test';
import type { CheckScene } from './check-scene.ts';

/** The dialog of a check; the only place that knows its labels. */
export interface CheckPage {
  readonly page: Page;
  readonly dialog: Locator;
  readonly history: Locator;
  /** "1–50 of 90". */
  readonly count: Locator;
  readonly runNow: Locator;
  open(query?: string): Promise<void>;
  tab(name: 'History' | 'Graph' | 'Spec' | 'Relationships'): Locator;
  choose(control: RegExp, option: string): Promise<void>;
}

export function checkPage(page: Page, { checkId, name }: CheckScene): CheckPage {
  const dialog = page.getByRole('dialog', { name });
  const history = dialog.getByRole('grid', { name: 'Status history' });
  return {
    page,
    dialog,
    history,
    count: dialog.getByText(/^\d+–\d+ of [\d,]+/),
    runNow: dialog.getByRole('button', { name: /Run Now/ }),
    open: async (query = '') => {
      await page.goto(`/health?checkId=${checkId}${query}`);
      await expect(history).toBeVisible();
    },
    tab: (tab) => dialog.getByRole('tab', { name: tab }),
    choose: async (control, option) => {
      await dialog.getByRole('button', { name: control }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    },
  };
}

/** Goes through the tabs of the dialog, each with its content there; on a tall screen the graph is none of them. */
export async function eachTab(
  { dialog, history, ...check }: CheckPage,
  look: (tab: string) => Promise<void>,
): Promise<void> {
  const contents = {
    History: history,
    Graph: dialog.locator('canvas'),
    Spec: dialog.getByRole('region', { name: 'Definition' }),
    Relationships: dialog.getByText(/belongs to no component/),
  } as const;
  await expect(check.tab('Spec')).toBeVisible();
  for (const name of ['History', 'Graph', 'Spec', 'Relationships'] as const) {
    if (name === 'Graph' && (await check.tab(name).count()) === 0) continue;
    await check.tab(name).click();
    await expect(contents[name]).toBeVisible();
    await look(name);
  }
}
