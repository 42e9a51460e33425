import type { Locator, Page } from 'playwright';
import { expect, signIn, waitForServiceWorker, type Role, type Scene } from './fixtures.ts';

/** What a person does on the page of one incident; the only place that knows its labels. */
export interface IncidentPage {
  readonly node: Locator;
  readonly chip: Locator;
  open(origin: string): Promise<void>;
  comment(text: string): Promise<void>;
  retitle(title: string): Promise<void>;
  setStatus(status: string): Promise<void>;
}

/** The page of the scene's incident, looking at its one hypothesis. */
export function incidentPage(page: Page, scene: Scene): IncidentPage {
  const node = page.getByRole('region', { name: scene.hypothesisTitle });
  return {
    node,
    chip: syncChip(page),
    open: async (origin) => {
      await page.goto(`${origin}/incidents/${scene.incidentId}`);
      await expect(page.getByRole('heading', { level: 1, name: scene.title })).toBeVisible();
      await expect(node).toBeVisible();
    },
    comment: async (text) => {
      const composer = node.getByLabel(`Comment on ${scene.hypothesisTitle}`).locator('textarea').first();
      await composer.fill(text);
      await node.getByRole('button', { name: 'Comment', exact: true }).click();
      await expect(node.getByRole('listitem').filter({ hasText: text })).toBeVisible();
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

/** The one indicator of syncing, on every page. */
export function syncChip(page: Page): Locator {
  return page.getByRole('button', { name: /^Sync: / });
}

/** Waits until nothing waits and nothing needs a person. */
export async function expectCalm(page: Page): Promise<void> {
  await expect(syncChip(page)).toHaveAccessibleName(/^Sync: (Live|Updated)/);
}

/** First visit: signed in, everything pulled, shell cached, the scene's incident open. */
export async function visit(
  page: Page,
  origin: string,
  scene: Scene,
  role: Role = 'responder',
): Promise<IncidentPage> {
  await signIn(page, origin, role, `/incidents/${scene.incidentId}`);
  const incident = incidentPage(page, scene);
  await expect(incident.node).toBeVisible();
  await waitForServiceWorker(page);
  await expectCalm(page);
  return incident;
}
