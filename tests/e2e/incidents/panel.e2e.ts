import { readFile } from 'node:fs/promises';
import { roles } from '#tests/backend/seed/accounts.ts';
import { expectNoAxeFindings } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { expectCalm } from '../sync-panel.ts';
import { createEvidence, panelPage } from './panel-page.ts';

test('resolving asks for contributing factors: cancel, nothing chosen, then one of them', async ({
  scene,
  facts,
  signedIn,
}) => {
  const chosen = await createEvidence(facts, scene, { description: 'The pool was exhausted' });
  const other = await createEvidence(facts, scene, { description: 'A deploy at nine' });
  const page = await signedIn('commander');
  const panel = panelPage(page, scene);
  await panel.open();
  await panel.choose('Status', 'Resolved');
  await expect(panel.question.getByRole('checkbox')).toHaveCount(2);
  await expectNoAxeFindings(page, 'contributing factors');
  await panel.question.getByRole('button', { name: 'Submit' }).click();
  await expect(panel.question.getByText('Please select atleast one evidence')).toBeVisible();
  await panel.question.getByRole('button', { name: 'Cancel' }).click();
  await expect(panel.question).toBeHidden();
  await expect(panel.field('Status')).toHaveAccessibleName(/^Open/u);
  await panel.choose('Status', 'Resolved');
  await panel.question.getByRole('checkbox', { name: /pool was exhausted/u }).click({ force: true });
  await panel.question.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Incident status updated successfully').first()).toBeVisible();
  const part = (id: string): Promise<boolean> =>
    facts.value('select definition_of_done from evidences where id = $1', [id]);
  expect(await part(chosen)).toBe(true);
  expect(await part(other)).toBe(false);
  expect(await facts.incident()).toMatchObject({ status: 'resolved' });
  expect(await facts.historyRows('evidence.done_definition_added')).toBe(1);
  expect(await facts.historyRows('incident.status_updated')).toBe(1);
  // The server filled the time of the step.
  await expect(panel.details.getByRole('listitem').filter({ hasText: 'Resolved' })).toHaveAttribute(
    'aria-current',
    'step',
  );
});

for (const network of ['with', 'without'] as const) {
  test(`definition of done ${network} a network: automatic with a script, manual, ticked, edited, taken out`, async ({
    scene,
    facts,
    visit,
    wire,
  }) => {
    const leave = async (): Promise<void> => (network === 'without' ? wire.disconnect() : undefined);
    const comeBack = async (): Promise<void> => (network === 'without' ? wire.connect() : undefined);
    const evidenceId = await createEvidence(facts, scene, {
      type: 'check',
      description: 'Probe of the shop',
    });
    const { page } = await visit('responder');
    const panel = panelPage(page, scene);
    await leave();
    await panel.show('Definition of done');
    await panel.done.getByRole('button', { name: 'Add to definition of done' }).click();
    await expect(panel.adding.getByRole('button', { name: 'Next' })).toHaveAttribute('aria-disabled', 'true');
    await panel.adding.getByRole('checkbox').first().click({ force: true });
    await panel.adding.getByRole('button', { name: 'Next' }).click();
    await expect(panel.adding.getByRole('textbox')).toHaveValue(
      'check.status == "healthy" && check.age > duration("5m")',
    );
    await expectNoAxeFindings(page, 'script of the definition of done');
    await panel.adding.getByRole('button', { name: 'Add', exact: true }).click();
    await panel.addManual('Backups are restored');
    const item = panel.item('Backups are restored');
    await item.getByRole('checkbox').click({ force: true });
    await expect(item.getByRole('checkbox')).toBeChecked();
    await expect(panel.done.getByText('1 of 2 done').or(page.getByText('1 of 2 done'))).toBeVisible();
    await item.getByRole('button', { name: /^Edit/u }).click();
    const editor = page.getByRole('dialog', { name: 'Edit definition of done' });
    await editor.getByRole('textbox').fill('Backups are restored and read');
    await editor.getByRole('button', { name: 'Save' }).click();
    await expect(panel.item('Backups are restored and read')).toBeVisible();
    await comeBack();
    const rows = (): Promise<object[]> =>
      facts.rows(
        `select type, definition_of_done, done, script, evidence ->> 'comment' as comment
         from evidences where hypothesis_id = $1 order by type`,
        [scene.hypothesisId],
      );
    const script = 'check.status == "healthy" && check.age > duration("5m")';
    await expect.poll(rows).toEqual([
      { type: 'check', definition_of_done: true, done: false, script, comment: null },
      {
        type: 'comment',
        definition_of_done: true,
        done: true,
        script: null,
        comment: 'Backups are restored and read',
      },
    ]);
    await expectCalm(page);
    await leave();
    await panel.done
      .getByRole('button', { name: /^Remove .* from definition of done$/u })
      .first()
      .click();
    await expect(panel.done.getByRole('listitem')).toHaveCount(1);
    await comeBack();
    await expect
      .poll(() => facts.value('select definition_of_done from evidences where id = $1', [evidenceId]))
      .toBe(false);
    expect(await facts.historyRows('evidence.done_definition_added')).toBe(1);
    expect(await facts.historyRows('evidence.created')).toBe(2);
  });
}

test('the script of an automatic item is edited offline and arrives once', async ({
  wire,
  scene,
  facts,
  visit,
}) => {
  const before = 'check.status == "healthy"';
  const after = 'check.status == "healthy" && check.age > duration("1h")';
  const evidenceId = await createEvidence(facts, scene, {
    type: 'check',
    description: 'Probe',
    isPart: true,
  });
  await facts.rows('update evidences set script = $2 where id = $1', [evidenceId, before]);
  const { page } = await visit('responder');
  const panel = panelPage(page, scene);
  const stored = (): Promise<object[]> =>
    facts.rows('select script, definition_of_done, done from evidences where id = $1', [evidenceId]);
  await panel.show('Definition of done');
  await expect(panel.done.getByText(before, { exact: true })).toBeVisible();
  await wire.disconnect();
  await panel.done.getByRole('button', { name: /^Edit/u }).click();
  const editor = page.getByRole('dialog', { name: 'Edit definition of done' });
  await expect(editor.getByRole('textbox')).toHaveValue(before);
  await editor.getByRole('textbox').fill(after);
  await expectNoAxeFindings(page, 'the editor of a script');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(editor).toBeHidden();
  await page.reload();
  await panel.show('Definition of done');
  await expect(panel.done.getByText(after, { exact: true })).toBeVisible();
  expect(await stored()).toEqual([{ script: before, definition_of_done: true, done: false }]);
  wire.add({ method: 'PATCH', path: /\/api\/db\/evidences/u, fault: { do: 'lose-reply' }, times: 1 });
  await wire.connect();
  await expectCalm(page);
  expect(await stored()).toEqual([{ script: after, definition_of_done: true, done: false }]);
  const bodies = wire.seen.filter(({ method, path }) => method === 'PATCH' && /\/db\/evidences/u.test(path));
  // The answer to the first was lost: whether it had arrived is asked, or the guard refuses the second.
  expect(new Set(bodies.map(({ body }) => body))).toEqual(new Set([JSON.stringify({ script: after })]));
  await expect(panel.done.getByText(after, { exact: true })).toBeVisible();
});

test('everything of the panel works offline, is exported as pending and arrives once', async ({
  wire,
  scene,
  facts,
  visit,
}) => {
  await createEvidence(facts, scene, { description: 'The pool was exhausted' });
  const { page } = await visit('responder');
  const panel = panelPage(page, scene);
  await expect(page.getByText('The pool was exhausted').first()).toBeVisible();
  await wire.disconnect();
  await panel.retitle('Checkout stood still');
  await panel.choose('Severity', 'Critical');
  await panel.choose('Type', 'Technical debt');
  await expect(panel.details.getByText(/(saved on this device|is being sent)/u)).not.toHaveCount(0);
  await panel.show('Definition of done');
  await panel.addManual('Customers were told');
  await panel.item('Customers were told').getByRole('checkbox').click({ force: true });
  await expect(panel.item('Customers were told').getByRole('checkbox')).toBeChecked();
  await panel.show('Details');
  await panel.choose('Status', 'Mitigated');
  await panel.question.getByRole('checkbox', { name: /pool was exhausted/u }).click({ force: true });
  await panel.question.getByRole('button', { name: 'Submit' }).click();
  await panel.show('Changelog');
  await expect(panel.changelog.getByText('Pending', { exact: true })).toHaveCount(3);
  await panel.changelog.getByRole('button', { name: 'Export changelog' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export to JSON' }).click();
  const file = await downloading;
  const written: unknown = JSON.parse(await readFile(await file.path(), 'utf8'));
  // Status, mark and manual item wait; the server has incident, hypothesis and evidence.
  const waits = { pending: true };
  const known = { pending: false };
  expect(written).toMatchObject({ lines: [waits, waits, waits, known, known, known] });
  await panel.changelog.getByRole('button', { name: 'Export changelog' }).click();
  const downloadingText = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export to Markdown' }).click();
  const report = await readFile(await (await downloadingText).path(), 'utf8');
  expect(report).toMatch(/^# Changelog of /u);
  for (const text of ['Customers were told', 'pending']) expect(report).toContain(text);
  await wire.connect();
  await expectCalm(page);
  expect(await facts.incident()).toMatchObject({
    title: 'Checkout stood still',
    severity: 'critical',
    type: 'technicalDebt',
    status: 'mitigated',
  });
  const done = await facts.rows<object>(
    `select definition_of_done, done from evidences where hypothesis_id = $1 order by created_at`,
    [scene.hypothesisId],
  );
  expect(done).toEqual([
    { definition_of_done: true, done: false },
    { definition_of_done: true, done: true },
  ]);
  expect(await facts.historyRows('incident.status_updated')).toBe(1);
  expect(await facts.historyRows('evidence.done_definition_added')).toBe(1);
  expect(await facts.historyRows('evidence.created')).toBe(2);
  await expect(panel.changelog.getByText('Pending', { exact: true })).toHaveCount(0);
  await expect(panel.changelog.getByText('Marked as: Mitigated')).toHaveCount(1);
});

test('the changelog filters by type, and a star stays on the device', async ({ scene, facts, visit }) => {
  await facts.rows(`update incidents set status = 'investigating' where id = $1`, [scene.incidentId]);
  const { page, incident } = await visit('responder');
  const panel = panelPage(page, scene);
  await panel.show('Changelog');
  const line = panel.changelog.getByRole('listitem').filter({ hasText: 'Marked as: Investigating' });
  await expect(line).toBeVisible();
  await line.getByRole('button', { name: /^Star/u }).click();
  await expect(line.getByRole('button', { name: /^Star/u })).toHaveAttribute('aria-pressed', 'true');
  await panel.changelog.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('checkbox', { name: 'Starred only' }).click({ force: true });
  await page.keyboard.press('Escape');
  await expect(panel.changelog.getByRole('listitem')).toHaveCount(1);
  await expectNoAxeFindings(page, 'changelog');
  // The section is remembered, the star is kept, the filter is not.
  await incident.open();
  await expect(line.getByRole('button', { name: /^Star/u })).toHaveAttribute('aria-pressed', 'true');
  await expect(panel.changelog.getByRole('listitem')).not.toHaveCount(1);
});

test('who may write sees fields, who may not reads the same with the reason', async ({
  scene,
  facts,
  signedIn,
}) => {
  await createEvidence(facts, scene, { description: 'Customers were told', isPart: true });
  for (const role of roles) {
    const page = await signedIn(role, { path: `/incidents/${scene.incidentId}` });
    const panel = panelPage(page, scene);
    const mayWrite = role !== 'viewer';
    await panel.show('Details');
    for (const name of ['Status', 'Severity', 'Type'] as const) {
      await expect(panel.field(name), `${role} ${name}`).toHaveCount(mayWrite ? 1 : 0);
    }
    await expect(page.getByRole('button', { name: 'Edit incident title' })).toHaveCount(mayWrite ? 1 : 0);
    await expect(panel.details.getByText(/does not allow changing incidents/u)).toHaveCount(mayWrite ? 0 : 1);
    await panel.show('Definition of done');
    await expect(panel.item('Customers were told')).toBeVisible();
    await expect(panel.done.getByRole('checkbox')).toHaveCount(mayWrite ? 1 : 0);
    await expect(panel.done.getByRole('button', { name: /Add to|Edit|Remove/u })).toHaveCount(
      mayWrite ? 3 : 0,
    );
    await page.close();
  }
});

test('a long changelog is drawn in part and read to its end', async ({ scene, facts, signedIn }) => {
  await facts.rows(
    `insert into incident_histories (incident_id, created_by, type, description, created_at)
     select id, created_by, 'incident.status_updated', case n when 260 then 'closed' else 'open' end,
            now() - n * interval '2 hours'
     from incidents, generate_series(1, 260) n where id = $1`,
    [scene.incidentId],
  );
  const page = await signedIn('viewer', { path: `/incidents/${scene.incidentId}` });
  const panel = panelPage(page, scene);
  await panel.show('Changelog');
  const box = page.getByRole('region', { name: 'Changelog, 262 lines' });
  const lines = box.getByText(/^Marked as: /u);
  await expect(lines.first()).toBeVisible();
  expect(await lines.count()).toBeLessThan(100);
  await expectNoAxeFindings(page, 'long changelog');
  const oldest = box.getByText('Marked as: Closed');
  await expect(oldest).toHaveCount(0);
  await expect(async () => {
    await box.locator('[data-virtuoso-scroller]').evaluate((scroller) => {
      scroller.scrollTop = scroller.scrollHeight;
    });
    await expect(oldest).toBeVisible({ timeout: 2000 });
  }).toPass();
});
