import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright';
import { demoAccount } from '../people.ts';
import type { Scene } from '../scene.ts';
import type { Stack } from '../stack.ts';

/** Things of the demo that evidence can point at. */
export interface Subjects {
  readonly check: { readonly id: string; readonly name: string };
  readonly component: { readonly id: string; readonly name: string };
  readonly config: { readonly id: string; readonly name: string };
  readonly change: { readonly id: string; readonly type: string };
  readonly insight: { readonly id: string; readonly analyzer: string };
}

/** Looks them up: newest first, so that what is kept for a while only is among what is kept. */
export async function demoSubjects(stack: Stack): Promise<Subjects> {
  const one = async <T extends object>(sql: string): Promise<T> => {
    const [row] = await stack.sql<T>(sql);
    if (row === undefined) throw new Error(`the demo has no such row: ${sql}`);
    return row;
  };
  return {
    check: await one(`select id, name from checks where deleted_at is null order by name limit 1`),
    component: await one(
      `select id, name from components where deleted_at is null and hidden is not true order by name limit 1`,
    ),
    config: await one(
      `select id, name from config_items where deleted_at is null and type like '%Deployment' order by name limit 1`,
    ),
    change: await one(
      `select id, change_type as type from config_changes where diff is not null
       order by created_at desc limit 1`,
    ),
    insight: await one(
      `select id, analyzer from config_analysis where status = 'open' and message is not null
       order by last_observed desc nulls last limit 1`,
    ),
  };
}

/** Columns of an evidence beside its hypothesis. */
export type EvidenceRow = Readonly<Record<string, unknown>> & { readonly type: string };

/** Inserts evidence under the scene's hypothesis, in this order. */
export async function createEvidence(
  stack: Stack,
  { hypothesisId }: Pick<Scene, 'hypothesisId'>,
  rows: readonly EvidenceRow[],
): Promise<void> {
  for (const [at, row] of rows.entries()) {
    const columns = { id: randomUUID(), description: '', created_by: demoAccount('admin').id, ...row };
    const all = {
      ...columns,
      hypothesis_id: hypothesisId,
      created_at: new Date(Date.now() - 60_000 + at * 1000),
    };
    const names = Object.keys(all);
    await stack.sql(
      `insert into evidences (${names.join(', ')}) values (${names.map((_, place) => `$${place + 1}`).join(', ')})`,
      Object.values(all),
    );
  }
}

/** Evidence of the scene's hypothesis; the only place that knows its labels. */
export function evidenceOf(
  page: Page,
  scene: Scene,
): {
  readonly list: Locator;
  readonly add: Locator;
  readonly wizard: Locator;
  readonly linking: Locator;
  readonly item: (text: string | RegExp) => Locator;
  readonly act: (text: string | RegExp, action: RegExp) => Promise<void>;
} {
  const list = page
    .getByRole('region', { name: scene.hypothesisTitle })
    .getByRole('list', { name: 'Evidence' });
  const item = (text: string | RegExp): Locator => list.locator(':scope > li').filter({ hasText: text });
  return {
    list,
    item,
    add: page.getByRole('button', { name: `Add evidence to ${scene.hypothesisTitle}` }),
    wizard: page.getByRole('dialog', { name: 'Add evidence' }),
    linking: page.getByRole('dialog', { name: 'Link to Incident' }),
    act: async (text, action) => {
      await item(text)
        .getByRole('button', { name: /^Actions for/ })
        .click();
      await page.getByRole('menuitem', { name: action }).click();
    },
  };
}
