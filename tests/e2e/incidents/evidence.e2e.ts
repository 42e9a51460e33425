import { TYPE_WORDS, WIZARD_TYPES } from '#src/features/incidents/evidence/wizard-types.ts';
import { expectNoAxeFindings } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { createCheck } from '../health/check-scene.ts';
import { expectArrived, expectCalm } from '../sync-panel.ts';
import { createEvidence, demoSubjects, evidenceOf } from './evidence-page.ts';

test('every type of evidence shows what it points at, online and offline', async ({
  stack,
  scene,
  visit,
  wire,
}) => {
  const { check, component, config, change, insight } = await demoSubjects(stack);
  const lines = ['apiVersion: apps/v1', 'kind: Deployment', 'spec:', '  replicas: 1'];
  await createEvidence(stack, scene, [
    { type: 'check', description: 'The check', check_id: check.id },
    {
      type: 'config',
      description: 'The config',
      config_id: config.id,
      evidence: {
        lines,
        configName: config.name,
        configType: 'Deployment',
        selected_lines: { '3': lines[3] },
      },
    },
    { type: 'config_change', description: 'The change', config_change_id: change.id },
    { type: 'config_analysis', description: 'The insight', config_analysis_id: insight.id },
    {
      type: 'log',
      description: 'The log',
      component_id: component.id,
      evidence: {
        lines: [{ timestamp: '2026-01-02T03:04:05Z', message: 'OOMKilled', labels: { pod: 'a' } }],
      },
    },
    { type: 'topology', description: 'The component', component_id: component.id },
    { type: 'comment', description: 'seen', evidence: { comment: 'rolled **back**' } },
  ]);
  const { page, incident } = await visit('viewer');
  const { item, list } = evidenceOf(page, scene);
  await expect(list.locator(':scope > li')).toHaveCount(7);
  await expect(item('The check').getByRole('link', { name: check.name })).toHaveAttribute(
    'href',
    `/health?checkId=${check.id}&timeRange=1h`,
  );
  await expect(item('The check').getByText('Now', { exact: true })).toBeVisible();
  await expect(item('The config').locator('mark')).toHaveText('4  replicas: 1');
  await expect(item('The config').getByRole('link')).toHaveAttribute('href', `/catalog/${config.id}`);
  await expect(item('The change').getByText(change.type, { exact: true })).toBeVisible();
  await item('The change').getByRole('button', { name: 'What changed' }).click();
  await expect(item('The change').getByRole('region', { name: 'Diff' })).toContainText('@@');
  await expect(item('The insight').getByText(insight.analyzer, { exact: true })).toBeVisible();
  await expect(item('The log').getByText('OOMKilled')).toBeVisible();
  await expect(item('The log').getByText('pod=a')).toBeVisible();
  await expect(item('The component').getByRole('link', { name: component.name })).toBeVisible();
  await expect(item('rolled').getByText('back')).toBeVisible();
  await expectNoAxeFindings(page, 'evidence of every type');

  await wire.disconnect();
  await page.reload();
  await expect(incident.node).toBeVisible();
  await expect(item('The config').locator('mark')).toHaveText('4  replicas: 1');
  await expect(item('The component').getByText('Now', { exact: true })).toBeVisible();
  // Seen before, so it is here; what was not says so.
  await item('The change').getByRole('button', { name: 'What changed' }).click();
  await expect(item('The change').getByRole('region', { name: 'Diff' })).toContainText('@@');
  await item('The insight').getByRole('button', { name: 'Message' }).click();
  await expect(
    item('The insight').getByText(/The message of this insight is not on this device/),
  ).toBeVisible();
  // It is fetched as soon as there is a server again.
  await wire.connect();
  await expect(item('The insight').getByText(/is not on this device/)).toBeHidden();
});

test('a check shows how its last runs went, as they were when attached and as they are, also offline', async ({
  stack,
  scene,
  facts,
  visit,
  wire,
}) => {
  const check = await createCheck(facts);
  const frozen = [false, true, true].map((status, at) => ({
    time: `2026-01-02T03:0${at}:00Z`,
    status,
    duration: 1000,
    message: null,
    error: status ? null : 'refused',
  }));
  await createEvidence(stack, scene, [
    {
      type: 'check',
      description: 'Probe',
      check_id: check.checkId,
      evidence: {
        check_id: check.checkId,
        snapshot: { at: '2026-01-02T03:04:05Z', name: check.name, status: 'unhealthy', runs: frozen },
      },
    },
  ]);
  const { page, incident } = await visit('viewer');
  const { item } = evidenceOf(page, scene);
  const expectHistory = async (): Promise<void> => {
    const probe = item('Probe');
    await expect(probe.getByText('Runs when attached: 3 runs, 1 failed')).toBeAttached();
    await expect(probe.getByText('66.7 % of 3 runs, p95 1s')).toBeVisible();
    // Every tenth run failed and took seven seconds: three of the last thirty.
    await expect(probe.getByText('Last runs on this device: 30 runs, 3 failed')).toBeAttached();
    await expect(probe.getByText('90 % of 30 runs, p95 7s')).toBeVisible();
    const bars = probe.getByTitle(/^Last runs on this device/).locator('> [aria-hidden]');
    await expect(bars).toHaveCount(30);
    const heights = await bars.evaluateAll((all) => all.map((bar) => bar.getBoundingClientRect().height));
    expect(heights.filter((height) => height > 12)).toHaveLength(3);
  };
  await expectHistory();
  await expectCalm(page);
  await wire.disconnect();
  await page.reload();
  await expect(incident.node).toBeVisible();
  await expectHistory();
});

test('a viewer can neither add nor delete nor attach', async ({ stack, scene, signedIn }) => {
  await createEvidence(stack, scene, [{ type: 'comment', description: 'A note' }]);
  const page = await signedIn('viewer', { path: `/incidents/${scene.incidentId}` });
  const { item, add } = evidenceOf(page, scene);
  await item('A note')
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await expect(page.getByRole('menuitem')).toHaveCount(1);
  await expect(page.getByRole('menuitem', { name: /^Delete evidence/ })).toContainText('Read-only');
  await page.keyboard.press('Escape');
  await expect(add).toBeHidden();
});

test('components are found and attached in three steps, offline, by keys', async ({
  stack,
  scene,
  visit,
  wire,
  facts,
}) => {
  const { component } = await demoSubjects(stack);
  const { page } = await visit('responder');
  const { add, wizard, item } = evidenceOf(page, scene);
  await wire.disconnect();
  await add.focus();
  await page.keyboard.press('Enter');
  await expect(wizard.getByRole('list', { name: 'Steps' })).toContainText('Evidence type');
  await expectNoAxeFindings(page, 'the evidence wizard');
  await wizard.getByRole('option', { name: /^Component/ }).focus();
  await page.keyboard.press('Enter');
  await wizard.getByRole('searchbox', { name: 'Search components' }).fill(component.name);
  // By its own line: the name of one may be the namespace of another.
  const itsName = page.getByText(component.name, { exact: true });
  const found = wizard.getByRole('option').filter({ has: itsName }).first();
  await expect(wizard.getByText(/components on this device/)).toBeVisible();
  await found.focus();
  await page.keyboard.press('Space');
  await wizard.getByRole('button', { name: 'Next: 1 selected' }).press('Enter');
  await wizard.getByRole('textbox', { name: 'Description' }).fill('red since noon');
  await expectNoAxeFindings(page, 'the last step of the wizard');
  await wizard.getByRole('button', { name: 'Attach', exact: true }).press('Enter');
  await expect(wizard).toBeHidden();
  await expect(item('red since noon').getByText('When attached')).toBeVisible();
  await expect(item('red since noon').getByText('Saved on this device')).toBeVisible();
  await wire.connect();
  // Several may have the name: the server's own row of the chosen one is compared.
  const rows = (): Promise<object[]> =>
    facts.rows(
      `select c.name, e.type, e.evidence -> 'snapshot' ->> 'name' as frozen
       from evidences e join components c on c.id = e.component_id where e.hypothesis_id = $1`,
      [scene.hypothesisId],
    );
  await expectArrived(page, rows, [{ name: component.name, type: 'topology', frozen: component.name }]);
});

test('evidence of every type of the wizard is attached offline and arrives once, frozen', async ({
  scene,
  visit,
  wire,
  facts,
}) => {
  const { page } = await visit('responder');
  const { add, wizard, item, list } = evidenceOf(page, scene);
  await wire.disconnect();
  for (const type of WIZARD_TYPES) {
    const { label, many } = TYPE_WORDS[type];
    await add.click();
    await wizard.getByRole('option', { name: new RegExp(`^${label}`) }).click();
    if (type !== 'comment') {
      await wizard
        .getByRole('listbox', { name: `Found ${many}` })
        .getByRole('option')
        .first()
        .click();
      await wizard.getByRole('button', { name: 'Next: 1 selected' }).click();
    }
    await wizard
      .getByRole('textbox', { name: type === 'comment' ? 'Note' : 'Description' })
      .fill(`${type} it is`);
    await wizard.getByRole('button', { name: 'Attach', exact: true }).click();
    await expect(wizard).toBeHidden();
    await expect(item(`${type} it is`).getByText('Saved on this device')).toBeVisible();
  }
  wire.add({ method: 'POST', path: /\/api\/db\/evidences/, fault: { do: 'lose-reply' }, times: 2 });
  await wire.connect();
  await expectCalm(page);
  await expect(list.getByText('Saved on this device')).toHaveCount(0);
  const rows = await facts.rows(
    `select type, count(*)::int as count, bool_and(coalesce(evidence -> 'snapshot' ->> 'at', '') <> '') as frozen,
            bool_and(case type when 'check' then check_id is not null
                               when 'topology' then component_id is not null
                               when 'config' then config_id is not null
                               when 'config_change' then config_change_id is not null
                               when 'config_analysis' then config_analysis_id is not null
                               else evidence ->> 'comment' = 'comment it is' end) as points
     from evidences where hypothesis_id = $1 group by type order by type`,
    [scene.hypothesisId],
  );
  expect(rows).toEqual(
    [...WIZARD_TYPES]
      .toSorted()
      .map((type) => ({ type, count: 1, frozen: type !== 'comment', points: true })),
  );
});

test('lines of a catalog item are chosen from its document and stay marked in the evidence', async ({
  stack,
  scene,
  signedIn,
  facts,
}) => {
  const { config } = await demoSubjects(stack);
  const page = await signedIn('responder', { path: `/incidents/${scene.incidentId}` });
  const { add, wizard, item } = evidenceOf(page, scene);
  await add.click();
  await wizard.getByRole('option', { name: /^Catalog item/ }).click();
  await wizard.getByRole('searchbox', { name: 'Search catalog items' }).fill(config.name);
  const itsName = page.getByText(config.name, { exact: true });
  await wizard.getByRole('option').filter({ has: itsName }).first().click();
  await wizard.getByRole('button', { name: 'Next: 1 selected' }).click();
  await wizard.getByRole('button', { name: `Choose lines of ${config.name}` }).click();
  await wizard.getByRole('searchbox', { name: `Find in the lines of ${config.name}` }).fill('kind');
  const line = wizard
    .getByRole('listbox', { name: `Lines of ${config.name}` })
    .getByRole('option')
    .first();
  await line.click();
  await expect(line).toHaveAttribute('aria-selected', 'true');
  await expectNoAxeFindings(page, 'the lines of a catalog item');
  const text = (await line.locator('span').last().innerText()).trim();
  await wizard.getByRole('textbox', { name: 'Description' }).fill('look at this');
  await wizard.getByRole('button', { name: 'Attach', exact: true }).click();
  await expect(item('look at this').locator('mark')).toContainText(text);
  await expectCalm(page);
  const rows = (): Promise<object[]> =>
    facts.rows(
      `select c.name, (select array_agg(trim(value)) from jsonb_each_text(e.evidence -> 'selected_lines')) as chosen
       from evidences e join config_items c on c.id = e.config_id where e.hypothesis_id = $1`,
      [scene.hypothesisId],
    );
  await expect.poll(rows).toEqual([{ name: config.name, chosen: [text] }]);
});

test('a config change is found in the catalog and keeps its diff', async ({ scene, signedIn, facts }) => {
  const page = await signedIn('commander', { path: `/incidents/${scene.incidentId}` });
  const { add, wizard, item } = evidenceOf(page, scene);
  await add.click();
  await wizard.getByRole('option', { name: /^Config change/ }).click();
  await wizard.getByRole('searchbox').fill('diff');
  const option = wizard.getByRole('listbox', { name: 'Found config changes' }).getByRole('option').first();
  const body = page.waitForResponse((response) => /config_changes\?id=eq/.test(response.url()));
  await option.click();
  await wizard.getByRole('button', { name: 'Next: 1 selected' }).click();
  await body;
  await wizard.getByRole('textbox', { name: 'Description' }).fill('this one');
  await wizard.getByRole('button', { name: 'Attach', exact: true }).click();
  await expect(item('this one')).toBeVisible();
  await expectCalm(page);
  await expect
    .poll(() =>
      facts.value<string | null>(
        `select evidence -> 'snapshot' ->> 'change_type' from evidences where description = 'this one'
         and hypothesis_id = $1`,
        [scene.hypothesisId],
      ),
    )
    .not.toBeNull();
});

test('evidence is deleted after asking, also without a network', async ({
  stack,
  scene,
  visit,
  wire,
  facts,
}) => {
  await createEvidence(stack, scene, [
    { type: 'comment', description: 'Wrong' },
    { type: 'comment', description: 'Worse' },
    { type: 'comment', description: 'Right' },
  ]);
  const { page } = await visit('responder');
  const { act, item } = evidenceOf(page, scene);
  const left = (): Promise<object[]> =>
    facts.rows('select description from evidences where hypothesis_id = $1 order by 1', [scene.hypothesisId]);
  const asking = page.getByRole('alertdialog', { name: 'Delete evidence?' });
  await act('Wrong', /^Delete evidence/);
  await asking.getByRole('button', { name: 'Cancel' }).click();
  await expect(item('Wrong')).toBeVisible();
  await act('Wrong', /^Delete evidence/);
  await asking.getByRole('button', { name: 'Delete' }).click();
  await expect(item('Wrong')).toBeHidden();
  await expect.poll(left).toEqual([{ description: 'Right' }, { description: 'Worse' }]);
  await wire.disconnect();
  await act('Worse', /^Delete evidence/);
  await asking.getByRole('button', { name: 'Delete' }).click();
  await expect(item('Worse')).toBeHidden();
  wire.add({ method: 'DELETE', path: /\/api\/db\/evidences/, fault: { do: 'lose-reply' }, times: 1 });
  await wire.connect();
  await expect.poll(left).toEqual([{ description: 'Right' }]);
  await expectCalm(page);
});

test('a server that refuses to delete it says so, and it stands there again', async ({
  stack,
  scene,
  signedIn,
  wire,
}) => {
  await createEvidence(stack, scene, [{ type: 'comment', description: 'Kept by its history' }]);
  const page = await signedIn('responder', { path: `/incidents/${scene.incidentId}` });
  const { act, item } = evidenceOf(page, scene);
  // What the reference database does while a line of the history points at it (reference schema.md 6).
  wire.add({
    method: 'DELETE',
    path: /\/api\/db\/evidences/,
    fault: {
      do: 'lie',
      status: 409,
      contentType: 'application/json',
      body: JSON.stringify({ code: '23503', message: 'still referenced', details: null, hint: null }),
    },
  });
  await act('Kept by', /^Delete evidence/);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Evidence delete failed').first()).toBeVisible();
  await expect(item('Kept by its history')).toBeVisible();
});
