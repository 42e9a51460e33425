import type { Page } from 'playwright';
import { expectNoAxeFindings } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { incidentPage } from '../incident-page.ts';
import { createHypothesis, type Scene } from '../scene.ts';
import type { Stack } from '../stack.ts';
import { expectArrived, expectCalm } from '../sync-panel.ts';

async function add(page: Page, button: string, field: string, title: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  const input = page.getByRole('textbox', { name: field });
  await expect(input).toBeFocused();
  await input.fill(title);
  await input.press('Enter');
  const opener = page.getByRole('button', { name: title, exact: true });
  await expect(opener).toBeFocused();
  await expect(opener).toHaveAttribute('aria-expanded', 'true');
}

async function choose(page: Page, title: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

const nodesQuery = `select h.title, h.type, h.status, p.title as parent from hypotheses h
  left join hypotheses p on p.id = h.parent_id where h.incident_id = $1 order by h.created_at, h.id`;

/** A factor below the scene's hypothesis; answers its id. */
const makeFactor = (stack: Stack, { incidentId, hypothesisId }: Scene, title: string): Promise<string> =>
  createHypothesis(stack, { incidentId, parentId: hypothesisId, title });

test('a tree grown offline arrives whole, in order and once', async ({ visit, scene, wire, facts }) => {
  const { page, incident } = await visit('responder');
  await wire.disconnect();
  await add(page, `Add factor to ${scene.hypothesisTitle}`, 'New factor', 'Consumers died');
  await add(page, 'Add solution to Consumers died', 'New solution', 'Restart them');
  await expect(page.getByRole('button', { name: 'Add solution to Restart them' })).toBeHidden();
  await add(page, 'Add hypothesis', 'New hypothesis', 'It is the network');
  await choose(page, 'It is the network', 'Disprove');
  await expect(
    page.getByRole('region', { name: 'Consumers died' }).getByText('Saved on this device').first(),
  ).toBeAttached();
  await incident.comment('Looking at consumers');
  wire.add({ method: 'POST', path: /\/api\/db\/hypotheses/, fault: { do: 'lose-reply' }, times: 1 });
  await wire.connect();
  await expect
    .poll(() => facts.rows(nodesQuery, [scene.incidentId]))
    .toEqual([
      { title: scene.hypothesisTitle, type: 'root', status: 'possible', parent: null },
      { title: 'Consumers died', type: 'factor', status: 'possible', parent: scene.hypothesisTitle },
      { title: 'Restart them', type: 'solution', status: 'possible', parent: 'Consumers died' },
      { title: 'It is the network', type: 'root', status: 'disproven', parent: null },
    ]);
  await expectCalm(page);
});

test('deleting names everything that goes with a node, and takes it all', async ({
  stack,
  signedIn,
  scene,
  facts,
}) => {
  const factor = await makeFactor(stack, scene, 'Wrong lead');
  const by = await facts.value<string>('select created_by::text from incidents where id = $1', [
    scene.incidentId,
  ]);
  await facts.rows(
    'insert into comments (incident_id, hypothesis_id, comment, created_by) values ($1, $2, $3, $4)',
    [scene.incidentId, factor, 'Not this one', by],
  );
  await facts.rows(
    `insert into evidences (hypothesis_id, type, description, evidence, created_by, definition_of_done)
     values ($1, 'comment', 'Seen', '{"comment": "Seen"}', $2, false)`,
    [factor, by],
  );
  const page = await signedIn('responder', { path: `/incidents/${scene.incidentId}` });
  await page.getByRole('button', { name: 'Wrong lead', exact: true }).waitFor();
  await choose(page, 'Wrong lead', 'Delete…');
  const question = page.getByRole('alertdialog');
  await expect(question.getByText(/Deletes 1 hypothesis, 1 comment, 1 evidence/)).toBeVisible();
  await expect(question.getByRole('button', { name: 'Disprove Hypothesis' })).toBeVisible();
  await expectNoAxeFindings(page, 'the question before a deletion');
  await question.getByRole('button', { name: 'Delete Hypothesis' }).click();
  await expect(page.getByRole('region', { name: 'Wrong lead' })).toBeHidden();
  await expect
    .poll(() =>
      facts.rows(
        `select (select count(*)::int from hypotheses where id = $1) as nodes,
                (select count(*)::int from comments where hypothesis_id = $1) as comments,
                (select count(*)::int from evidences where hypothesis_id = $1) as evidences`,
        [factor],
      ),
    )
    .toEqual([{ nodes: 0, comments: 0, evidences: 0 }]);
  await expectCalm(page);
});

test('who is asked before a deletion may disprove instead, or leave it, also without a network', async ({
  stack,
  visit,
  scene,
  wire,
  facts,
}) => {
  const factor = await makeFactor(stack, scene, 'Wrong lead');
  const other = await makeFactor(stack, scene, 'Worse lead');
  const { page } = await visit('responder');
  const question = page.getByRole('alertdialog');
  await wire.disconnect();
  await choose(page, 'Wrong lead', 'Delete…');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await choose(page, 'Wrong lead', 'Delete…');
  await question.getByRole('button', { name: 'Disprove Hypothesis' }).click();
  await expect(page.getByRole('button', { name: /Status of Wrong lead/ })).toHaveText('Disproven');
  await choose(page, 'Worse lead', 'Delete…');
  await question.getByRole('button', { name: 'Delete Hypothesis' }).click();
  await expect(page.getByRole('region', { name: 'Worse lead' })).toBeHidden();
  wire.add({ method: 'DELETE', path: /\/api\/db\/hypotheses/, fault: { do: 'lose-reply' }, times: 1 });
  await wire.connect();
  const left = (): Promise<object[]> =>
    facts.rows('select id, status from hypotheses where id = any($1::uuid[])', [[factor, other]]);
  await expectArrived(page, left, [{ id: factor, status: 'disproven' }]);
  await expect(page.getByRole('region', { name: 'Wrong lead' })).toBeVisible();
});

test('a failed deletion comes back and says so', async ({ visit, scene, wire, facts }) => {
  const { page, incident } = await visit('responder');
  await incident.comment('Keep me');
  await expectCalm(page);
  wire.add({
    method: 'DELETE',
    path: /\/api\/db\/comments/,
    fault: { do: 'lie', status: 403, contentType: 'application/json', body: '{"code":"42501"}' },
  });
  await choose(page, scene.hypothesisTitle, 'Delete…');
  await page.getByRole('button', { name: 'Delete Hypothesis' }).click();
  await expect(incident.chip).toHaveAccessibleName(/Needs attention/);
  await expect(incident.node).toBeVisible();
  expect(await facts.commentRows('Keep me')).toBe(1);
});

test('the action plan is the work list, also without a network', async ({
  stack,
  visit,
  scene,
  wire,
  facts,
}) => {
  const factor = await makeFactor(stack, scene, 'Consumers died');
  const solution = await createHypothesis(stack, {
    incidentId: scene.incidentId,
    parentId: factor,
    type: 'solution',
    title: 'Restart them',
  });
  const { page } = await visit('responder');
  await wire.disconnect();
  await page.getByRole('tab', { name: 'Action Plan' }).click();
  const plan = page.getByRole('tabpanel', { name: 'Action Plan' });
  await expect(plan.getByText('0 of 1 solution proven')).toBeVisible();
  await plan.getByRole('button', { name: /Status of Restart them/ }).click();
  await page.getByRole('option', { name: 'Proven', exact: true }).click();
  await expect(plan.getByText('1 of 1 solution proven')).toBeVisible();
  await expectNoAxeFindings(page, 'the action plan');
  await plan.getByRole('button', { name: 'Restart them', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Restart them', exact: true })).toBeFocused();
  await wire.connect();
  await expect
    .poll(() => facts.value('select status from hypotheses where id = $1', [solution]))
    .toBe('proven');
});

test('comments=true opens every node, and a comment may be written to any', async ({
  stack,
  signedIn,
  scene,
  facts,
}) => {
  const factor = await makeFactor(stack, scene, 'Consumers died');
  const page = await signedIn('responder', { path: `/incidents/${scene.incidentId}?comments=true` });
  await expect(page.getByRole('button', { name: 'Consumers died', exact: true })).toHaveAttribute(
    'aria-expanded',
    'true',
  );
  const any = page.getByRole('region', { name: 'Comment on any hypothesis' });
  await any.locator('textarea').first().fill('Written from below');
  await any.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(any.getByText('Please select any hypothesis')).toBeVisible();
  await any.getByRole('button', { name: /Hypothesis/ }).click();
  await page.getByRole('option', { name: 'Consumers died' }).click();
  await any.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect
    .poll(() => facts.value('select count(*)::int from comments where hypothesis_id = $1', [factor]))
    .toBe(1);
});

test('a person is mentioned offline, by keys, and the server gets who it is', async ({
  wire,
  scene,
  facts,
  visit,
  person,
}) => {
  const who = await person('editor');
  const { page, incident } = await visit('responder');
  await wire.disconnect();
  await incident.composer.pressSequentially(`Ask @${who.name}`);
  const people = page.getByRole('listbox', { name: 'People' });
  await expect(people.getByRole('option', { name: who.name })).toBeVisible();
  await incident.composer.press('Enter');
  await expect(people).toBeHidden();
  await incident.composer.pressSequentially('first');
  await incident.send.click();
  await expect(incident.written(who.name)).toBeVisible();
  await wire.connect();
  const comments = (): Promise<object[]> =>
    facts.rows('select comment from comments where hypothesis_id = $1', [scene.hypothesisId]);
  await expectArrived(page, comments, [
    { comment: expect.stringContaining(`@[${who.name}](user:${who.id})`) },
  ]);
});

test('a viewer reads the tree and is offered nothing else', async ({ signedIn, scene }) => {
  const page = await signedIn('viewer', { path: `/incidents/${scene.incidentId}` });
  await expect(incidentPage(page, scene).node).toBeVisible();
  await expect(
    page.getByRole('button', { name: /^(Add (factor|solution|hypothesis)|Actions for Queue)/ }),
  ).toHaveCount(0);
});
