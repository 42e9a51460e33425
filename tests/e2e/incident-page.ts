import type { Locator, Page } from 'playwright';
import { expect } from 'playwright/test';
import type { Scene } from './scene.ts';
import { syncChip } from './sync-panel.ts';

/** Where comments are read and written. */
export const commentsPath = /\/api\/db\/comments/;

/** What a person does on the page of one incident; the only place that knows its labels. */
export interface IncidentPage {
  readonly node: Locator;
  readonly chip: Locator;
  /** Where a comment on the node is written. */
  readonly composer: Locator;
  readonly send: Locator;
  /** The box in which a title or status is decided that was changed on both sides. */
  readonly review: Locator;
  open(): Promise<void>;
  /** A comment of the node, as long as it stands there. */
  written(text: string): Locator;
  comment(text: string): Promise<void>;
  retitle(title: string): Promise<void>;
  setStatus(status: string): Promise<void>;
}

/** The page of the scene's incident, looking at its one hypothesis. */
export function incidentPage(page: Page, scene: Scene): IncidentPage {
  const node = page.getByRole('region', { name: scene.hypothesisTitle });
  const written = (text: string): Locator => node.getByRole('listitem').filter({ hasText: text });
  // By its first words: its name follows a title that another tab changes meanwhile.
  const composer = node
    .getByLabel(/^Comment on /)
    .locator('textarea')
    .first();
  const send = node.getByRole('button', { name: 'Comment', exact: true });
  return {
    node,
    composer,
    send,
    chip: syncChip(page),
    review: page.getByRole('group', { name: /changed on the server too/i }),
    written,
    open: async () => {
      await page.goto(`/incidents/${scene.incidentId}`);
      await expect(page.getByRole('heading', { level: 1, name: scene.title })).toBeVisible();
      await expect(node).toBeVisible();
    },
    comment: async (text) => {
      await composer.fill(text);
      await send.click();
      await expect(written(text)).toBeVisible();
    },
    retitle: async (title) => {
      await node.getByRole('button', { name: 'Edit title' }).click();
      const field = page.getByRole('textbox', { name: 'Hypothesis title' });
      await field.fill(title);
      await field.press('Enter');
      await expect(page.getByRole('region', { name: title })).toBeVisible();
    },
    setStatus: async (status) => {
      await node.getByRole('button', { name: /^(Possible )?Status of|Status of/ }).click();
      await page.getByRole('option', { name: status, exact: true }).click();
    },
  };
}
