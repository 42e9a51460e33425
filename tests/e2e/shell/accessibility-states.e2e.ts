import type { Locator, Page } from 'playwright';
import { axeFindingsInBothThemes } from '../axe.ts';
import { captivePortal, type FaultProxy } from '../fault-proxy.ts';
import { expect, test } from '../fixtures.ts';
import { incidentPage, type IncidentPage } from '../incident-page.ts';
import type { Scene } from '../scene.ts';
import type { ServerFacts } from '../server-facts.ts';
import { syncPanel } from '../sync-panel.ts';

const refusal = {
  do: 'lie',
  status: 403,
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify({
    code: '42501',
    details: null,
    hint: null,
    message: 'permission denied for table comments',
  }),
} as const;

const flowError = {
  do: 'lie',
  status: 500,
  contentType: 'application/json',
  body: JSON.stringify({
    id: 'e-1',
    error: { code: 500, status: 'Internal Server Error', message: 'no luck' },
  }),
} as const;

/** One device with everything a look needs. `look` names the moment and keeps what axe says about it. */
interface Tour {
  readonly page: Page;
  readonly wire: FaultProxy;
  readonly scene: Scene;
  readonly facts: ServerFacts;
  readonly incident: IncidentPage;
  readonly look: (name: string) => Promise<void>;
}

/** Opens with a press, looks, and leaves with Escape. */
async function lookInside({ page, look }: Tour, button: Locator, name: string): Promise<void> {
  await button.click();
  const inside = page.getByRole('menu').or(page.getByRole('listbox')).or(page.getByRole('dialog')).first();
  await expect(inside, name).toBeVisible();
  await look(name);
  await page.keyboard.press('Escape');
  await expect(inside, name).toBeHidden();
}

async function menus(tour: Tour): Promise<void> {
  const { page, incident } = tour;
  await page.goto('/incidents');
  await expect(page.getByRole('grid', { name: 'Incidents' })).toBeVisible();
  await lookInside(tour, page.getByRole('button', { name: /user menu/ }), 'user menu');
  await lookInside(tour, page.getByRole('button', { name: 'Help' }), 'help menu');
  for (const filter of ['Type', 'Severity', 'Status', 'Owner', 'Component']) {
    await lookInside(tour, page.getByRole('button', { name: `${filter} filter` }), `${filter} filter`);
  }
  await incident.open();
  await lookInside(tour, incident.node.getByRole('button', { name: /Status of/ }), 'hypothesis status');
  const composer = incident.node.getByRole('textbox').first();
  await composer.fill('@');
  await expect(page.getByRole('listbox', { name: 'People' })).toBeVisible();
  await tour.look('mention list');
  await composer.fill('');
}

/** A setting that cannot be: what is said of it, and that it is not the one that holds. */
async function refusedLimit({ page, look }: Tour): Promise<void> {
  const panel = syncPanel(page);
  await panel.open();
  await panel.tab('On this device');
  const limit = panel.dialog.getByRole('textbox', { name: 'Incidents' });
  await limit.fill('90');
  await expect(limit).toHaveAccessibleDescription(/It stays 1\.$/);
  await look('freshness limit out of bounds');
  await limit.fill('1');
  await panel.close();
}

/** A conflict to decide, on the incident and in the outbox, and what asks before work goes away. */
async function unsentWork(tour: Tour): Promise<void> {
  const { page, wire, scene, facts, incident, look } = tour;
  await wire.disconnect();
  await incident.retitle(`Mine ${scene.hypothesisTitle}`);
  await look('pending title');
  await page.getByRole('button', { name: /user menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  const leaving = page.getByRole('alertdialog', { name: 'Sign out' });
  await expect(leaving.getByText(/has not been sent/)).toBeVisible();
  await look('sign-out dialog with unsent work');
  await leaving.getByRole('button', { name: 'Stay' }).click();
  await facts.rows('update hypotheses set title = $2 where id = $1', [
    scene.hypothesisId,
    `Theirs ${scene.hypothesisTitle}`,
  ]);
  await wire.connect();
  const { review } = incident;
  await expect(review).toBeVisible();
  await look('conflict review');
  await review.getByRole('button', { name: 'Edit' }).click();
  await expect(review.getByRole('button', { name: 'Apply edited' })).toBeVisible();
  await look('conflict review, editing');
  await review.getByRole('button', { name: 'Cancel' }).click();
  const panel = syncPanel(page);
  await panel.open();
  await expect(panel.dialog.getByRole('button', { name: 'Keep theirs' })).toBeVisible();
  await look('outbox with a conflict');
  await panel.close();
  await review.getByRole('button', { name: 'Keep theirs' }).click();
  await expect(review).toBeHidden();
}

/** A change the server refuses: the message, the notice, and what is left of it. */
async function refusedWork(tour: Tour): Promise<void> {
  const { page, wire, scene, look } = tour;
  const incident = incidentPage(page, { ...scene, hypothesisTitle: `Theirs ${scene.hypothesisTitle}` });
  wire.add({ method: 'POST', path: /\/api\/db\/comments/, fault: refusal, times: 1 });
  // The refusal may come before the comment was seen on the page.
  await incident.node.getByRole('textbox').first().fill('The server will not have this');
  await incident.node.getByRole('button', { name: 'Comment', exact: true }).click();
  // Under the pointer a message stays. It may count the decision asked for a moment ago, too.
  await page
    .getByRole('alertdialog')
    .filter({ hasText: /not saved/i })
    .hover();
  await look('message of a refused change');
  const panel = syncPanel(page);
  await panel.open();
  await expect(panel.notices).toBeVisible();
  await look('notice in the outbox');
  await panel.dialog.getByRole('button', { name: 'Dismiss' }).click();
  await panel.close();
}

async function errorPages(tour: Tour): Promise<void> {
  const { page, wire, look } = tour;
  const portal = wire.add({ path: /self-service\/errors/, fault: captivePortal });
  await page.goto('/error?id=e-1');
  await expect(page.getByRole('heading', { level: 1, name: 'An error occurred' })).toBeVisible();
  await expect(page.locator('pre')).toContainText('unreachable');
  await look('/error?id=… without an answer');
  wire.remove(portal);
  wire.add({ path: /self-service\/errors/, fault: flowError });
  await page.reload();
  await expect(page.locator('pre')).toContainText('no luck');
  await look('/error?id=…');
}

for (const size of ['laptop', 'tablet'] as const) {
  test(`axe finds nothing in what opens over a page, on a ${size}`, async ({ wire, scene, facts, visit }) => {
    const { page, incident } = await visit('responder', { size });
    const findings: string[] = [];
    const look = async (name: string): Promise<void> => {
      for (const finding of await axeFindingsInBothThemes(page)) findings.push(`${name}: ${finding}`);
    };
    const tour: Tour = { page, wire, scene, facts, incident, look };
    await menus(tour);
    await refusedLimit(tour);
    await unsentWork(tour);
    await refusedWork(tour);
    await page.getByRole('button', { name: /user menu/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByRole('alertdialog', { name: 'Sign out' })).toBeVisible();
    await look('sign-out dialog');
    await page.keyboard.press('Escape');
    await errorPages(tour);
    expect(findings).toEqual([]);
  });
}
