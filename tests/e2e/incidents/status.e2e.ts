import type { Page } from 'playwright';
import { expectNoAxeFindings } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import type { Scene } from '../scene.ts';
import type { ServerFacts } from '../server-facts.ts';
import { expectCalm } from '../sync-panel.ts';
import { panelPage, type PanelPage } from './panel-page.ts';

/** The table of the specification, section 4. */
const MOVES = {
  new: ['New', 'Open', 'Investigating', 'Mitigated', 'Resolved', 'Closed'],
  open: ['Open', 'Investigating', 'Mitigated', 'Resolved', 'Closed'],
  investigating: ['Investigating', 'Mitigated', 'Resolved', 'Closed'],
  mitigated: ['Open', 'Mitigated', 'Resolved', 'Closed'],
  resolved: ['Open', 'Resolved', 'Closed'],
  closed: ['Open', 'Closed'],
} as const;
const FROM = ['new', 'open', 'investigating', 'mitigated', 'resolved', 'closed'] as const;

const statusOf = (facts: ServerFacts, { incidentId }: Scene): Promise<string> =>
  facts.value('select status from incidents where id = $1', [incidentId]);

/** Presses every move the table does not have: none is made, and none is asked about. */
async function expectRefused(page: Page, panel: PanelPage, refused: readonly string[]): Promise<void> {
  const before = await panel.field('Status').innerText();
  for (const goal of refused) {
    await panel.field('Status').click();
    await page.getByRole('option', { name: new RegExp(`^${goal}`, 'u') }).click({ force: true });
    await page.keyboard.press('Escape');
    await expect(page.getByRole('option')).toHaveCount(0);
    await expect(panel.question).toBeHidden();
    await expect(panel.field('Status')).toHaveText(before);
  }
}

for (const from of FROM) {
  test(`from ${from}: the moves of the table and no others`, async ({ makeScene, signedIn, facts }) => {
    const goals = MOVES[from].filter((goal) => goal.toLowerCase() !== from);
    const scenes = await Promise.all(goals.map(() => makeScene({ status: from })));
    const page = await signedIn('responder');
    for (const [at, goal] of goals.entries()) {
      const scene = scenes[at];
      if (scene === undefined) throw new Error('no scene');
      const panel = panelPage(page, scene);
      await panel.open();
      if (at === 0) {
        const { allowed, refused } = await panel.statusOptions();
        expect(allowed).toEqual(MOVES[from]);
        expect([...allowed, ...refused].toSorted()).toEqual([...MOVES.new].toSorted());
        await expectRefused(page, panel, refused);
        await expect.poll(() => statusOf(facts, scene)).toBe(from);
      }
      await panel.choose('Status', goal);
      if (goal === 'Mitigated' || goal === 'Resolved') {
        await panel.question.getByRole('button', { name: 'Skip' }).click();
      }
      await expect(panel.field('Status')).toHaveAccessibleName(new RegExp(`^${goal}`, 'u'));
      await expect.poll(() => statusOf(facts, scene)).toBe(goal.toLowerCase());
      await expect(page.getByText('Incident status updated successfully').first()).toBeVisible();
    }
  });
}

test('a move from every status is made offline and arrives once', async ({
  makeScene,
  visit,
  wire,
  facts,
}) => {
  const moves = [
    ['new', 'Open'],
    ['open', 'Investigating'],
    ['investigating', 'Mitigated'],
    ['mitigated', 'Resolved'],
    ['resolved', 'Closed'],
    ['closed', 'Open'],
  ] as const;
  const scenes = await Promise.all(moves.map(([status]) => makeScene({ status })));
  const { page } = await visit('responder');
  await wire.disconnect();
  for (const [at, [from, goal]] of moves.entries()) {
    const scene = scenes[at];
    if (scene === undefined) throw new Error('no scene');
    const panel = panelPage(page, scene);
    await panel.open();
    const { allowed } = await panel.statusOptions();
    expect(allowed).toEqual(MOVES[from]);
    await panel.choose('Status', goal);
    if (goal === 'Mitigated' || goal === 'Resolved') {
      await panel.question.getByRole('button', { name: 'Skip' }).click();
    }
    await expect(panel.field('Status')).toHaveAccessibleName(new RegExp(`^${goal}`, 'u'));
    expect(await statusOf(facts, scene)).toBe(from);
  }
  wire.add({ method: 'PATCH', path: /\/api\/db\/incidents/u, fault: { do: 'lose-reply' }, times: 2 });
  await wire.connect();
  await expectCalm(page);
  const made = await facts.rows(
    `select i.status, count(h.id)::int as lines from incidents i
     left join incident_histories h on h.incident_id = i.id and h.type = 'incident.status_updated'
     where i.id = any($1::uuid[]) group by i.id, i.status order by array_position($1::uuid[], i.id)`,
    [scenes.map(({ incidentId }) => incidentId)],
  );
  expect(made).toEqual(moves.map(([, goal]) => ({ status: goal.toLowerCase(), lines: 1 })));
});

test('a status that moved meanwhile asks, and only with the moves the table allows', async ({
  wire,
  scene,
  facts,
  visit,
}) => {
  const { page } = await visit('responder');
  const panel = panelPage(page, scene);
  await panel.show('Details');
  await wire.disconnect();
  await panel.choose('Status', 'Investigating');
  await expect(panel.details.getByText(/Status (saved on this device|is being sent)/u)).toBeAttached();
  await facts.rows(`update incidents set status = 'closed' where id = $1`, [scene.incidentId]);
  await wire.connect();
  const review = page.getByRole('group', { name: 'The status was changed on the server too' });
  await expect(review).toBeVisible();
  await expect(review.getByRole('button', { name: 'Apply mine' })).toHaveAttribute('aria-disabled', 'true');
  await expectNoAxeFindings(page, 'status review');
  await review.getByRole('button', { name: 'Keep theirs' }).click();
  await expect(review).toBeHidden();
  await expect(panel.field('Status')).toHaveAccessibleName(/^Closed/u);
  expect(await facts.incident()).toMatchObject({ status: 'closed' });
});

test('a refused status is told and taken back', async ({ wire, scene, facts, signedIn }) => {
  const page = await signedIn('responder');
  const panel = panelPage(page, scene);
  await panel.open();
  wire.add({
    method: 'PATCH',
    path: /\/api\/db\/incidents/u,
    fault: {
      do: 'lie',
      status: 400,
      contentType: 'application/json; charset=utf-8',
      body: '{"code":"23514","message":"no such status","details":null,"hint":null}',
    },
  });
  await panel.choose('Status', 'Closed');
  await expect(page.getByText('Incident status updated failed').first()).toBeVisible();
  await expect(panel.field('Status')).toHaveAccessibleName(/^Open/u);
  expect(await facts.incident()).toMatchObject({ status: 'open' });
});
