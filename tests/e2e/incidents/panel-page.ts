import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright';
import { expect } from 'playwright/test';
import { demoAccount } from '../people.ts';
import type { Scene } from '../scene.ts';
import type { ServerFacts } from '../server-facts.ts';

type Section = 'Details' | 'Definition of done' | 'Changelog';

/** What a person does in the right panel of an incident; the only place that knows its labels. */
export interface PanelPage {
  readonly details: Locator;
  readonly done: Locator;
  readonly changelog: Locator;
  /** The question before mitigated and resolved. */
  readonly question: Locator;
  readonly adding: Locator;
  open(): Promise<void>;
  show(section: Section): Promise<void>;
  field(name: 'Status' | 'Severity' | 'Type'): Locator;
  choose(name: 'Status' | 'Severity' | 'Type', option: string): Promise<void>;
  /** Words of the options that may be chosen, and of those that may not. */
  statusOptions(): Promise<{ readonly allowed: string[]; readonly refused: string[] }>;
  retitle(title: string): Promise<void>;
  item(text: string): Locator;
  addManual(text: string): Promise<void>;
}

/** The right panel of the scene's incident. */
export function panelPage(page: Page, scene: Scene): PanelPage {
  const details = page.getByRole('group', { name: 'Details', exact: true });
  const done = page.getByRole('group', { name: 'Definition of done', exact: true });
  const question = page.getByRole('dialog', { name: 'Add contributing factors to definition of done' });
  const adding = page.getByRole('dialog', { name: 'Add definition of done' });
  const field: PanelPage['field'] = (name) =>
    details.getByRole('button', { name: new RegExp(`\\b${name}$`, 'u') });
  const show: PanelPage['show'] = async (section) => {
    const head = page.getByRole('button', { name: section, exact: true });
    if ((await head.getAttribute('aria-expanded')) !== 'true') await head.click();
    await expect(head).toHaveAttribute('aria-expanded', 'true');
  };
  return {
    details,
    done,
    question,
    adding,
    changelog: page.getByRole('group', { name: 'Changelog', exact: true }),
    field,
    show,
    open: async () => {
      await page.goto(`/incidents/${scene.incidentId}`);
      await expect(page.getByRole('heading', { level: 1, name: scene.title })).toBeVisible();
      await show('Details');
    },
    choose: async (name, option) => {
      await field(name).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    },
    statusOptions: async () => {
      await field('Status').click();
      await expect(page.getByRole('option').first()).toBeVisible();
      const words = (isRefused: boolean): Promise<string[]> =>
        page.locator(`[role=option]${isRefused ? '' : ':not'}([aria-disabled=true])`).evaluateAll(firstWords);
      const refused = await page.locator('[role=option][aria-disabled=true]').evaluateAll(firstWords);
      const allowed = await words(false);
      await page.keyboard.press('Escape');
      return { allowed, refused };
    },
    retitle: async (title) => {
      await page.getByRole('button', { name: 'Edit incident title' }).click();
      const input = page.getByRole('textbox', { name: 'Incident title' });
      await input.fill(title);
      await input.press('Enter');
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    },
    item: (text) => done.getByRole('listitem').filter({ hasText: text }),
    addManual: async (text) => {
      await done.getByRole('button', { name: 'Add to definition of done' }).click();
      await adding.getByRole('tab', { name: 'Manual' }).click();
      await adding.getByRole('textbox').fill(text);
      await adding.getByRole('button', { name: 'Add', exact: true }).click();
      await expect(adding).toBeHidden();
    },
  };
}

function firstWords(options: readonly Element[]): string[] {
  return options.map((option) => /^[A-Z][a-z]+/u.exec(option.textContent)?.[0] ?? '');
}

interface EvidenceOptions {
  readonly type?: string | undefined;
  readonly description: string;
  readonly isPart?: boolean | undefined;
}

/** Inserts an evidence under the scene's hypothesis; answers its id. */
export async function createEvidence(
  facts: ServerFacts,
  scene: Scene,
  { type = 'comment', description, isPart = false }: EvidenceOptions,
): Promise<string> {
  const id = randomUUID();
  const payload = type === 'comment' ? { comment: description } : {};
  await facts.rows(
    `insert into evidences (id, hypothesis_id, type, description, evidence, definition_of_done, done, created_by)
     values ($1, $2, $3, $4, $5, $6, false, $7)`,
    [id, scene.hypothesisId, type, description, payload, isPart, demoAccount('admin').id],
  );
  return id;
}
