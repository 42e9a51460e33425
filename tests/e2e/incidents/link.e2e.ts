import type { Page } from 'playwright';
import { expectNoAxeFindings } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { checkPage } from '../health/check-page.ts';
import { createCheck } from '../health/check-scene.ts';
import type { Scene } from '../scene.ts';
import { expectCalm, syncPanel } from '../sync-panel.ts';
import { createEvidence, demoSubjects, evidenceOf } from './evidence-page.ts';

/** Types into a field that completes, and takes an option. */
async function pick(page: Page, field: RegExp, text: string): Promise<void> {
  const box = page.getByRole('dialog', { name: 'Link to Incident' }).getByRole('combobox', { name: field });
  await box.fill(text);
  await page.getByRole('option', { name: text }).first().click();
}

/** The same for an incident that exists: the other option of its name would make a new one. */
async function pickExisting(page: Page, { title, hypothesisTitle }: Scene): Promise<void> {
  const linking = page.getByRole('dialog', { name: 'Link to Incident' });
  await linking.getByRole('combobox', { name: /^Incident/ }).fill(title);
  await page.getByRole('option', { name: title }).filter({ hasNotText: 'Create a new' }).click();
  await expect(linking.getByRole('combobox', { name: /^Hypothesis/ })).toHaveValue(hypothesisTitle);
}

test('a check goes to another incident, with its snapshot', async ({
  stack,
  scene,
  makeScene,
  signedIn,
  facts,
}) => {
  const { check } = await demoSubjects(stack);
  const other = await makeScene();
  const snapshot = { at: '2026-01-02T03:04:05Z', name: check.name, status: 'unhealthy' };
  await createEvidence(stack, scene, [
    { type: 'check', description: 'down', check_id: check.id, evidence: { check_id: check.id, snapshot } },
  ]);
  const page = await signedIn('responder', { path: `/incidents/${scene.incidentId}` });
  const { act, linking } = evidenceOf(page, scene);
  await act('down', /^Attach as Evidence/);
  await expect(linking.getByRole('combobox', { name: /^Incident/ })).toBeVisible();
  await expectNoAxeFindings(page, 'the link dialog');
  await linking.getByRole('button', { name: 'Link', exact: true }).click();
  await expect(linking.getByText('Must select or create an incident')).toBeVisible();
  await pick(page, /^Incident/, other.title);
  // Its only hypothesis is chosen ahead.
  await expect(linking.getByRole('combobox', { name: /^Hypothesis/ })).toHaveValue(other.hypothesisTitle);
  await linking.getByRole('button', { name: 'Link', exact: true }).click();
  await expect(linking).toBeHidden();
  const toast = page.getByRole('alertdialog').filter({ hasText: 'Linked to incident successfully' });
  await toast.getByRole('link', { name: 'Open incident' }).click();
  await expect(page).toHaveURL(new RegExp(`/incidents/${other.incidentId}$`));
  await expect(evidenceOf(page, other).item('down').getByText('When attached')).toBeVisible();
  const rows = await facts.rows<{ check_id: string; snapshot: unknown }>(
    `select check_id, evidence -> 'snapshot' as snapshot from evidences where hypothesis_id = $1`,
    [other.hypothesisId],
  );
  expect(rows).toEqual([{ check_id: check.id, snapshot }]);
});

test('offline it makes a new incident, is one line in the outbox, and arrives in order', async ({
  stack,
  scene,
  visit,
  wire,
  facts,
  person,
}) => {
  const { component } = await demoSubjects(stack);
  await createEvidence(stack, scene, [{ type: 'topology', description: 'slow', component_id: component.id }]);
  const { page } = await visit('responder');
  const title = `Linked offline ${(await person('responder')).id.slice(0, 8)}`;
  const { act, linking } = evidenceOf(page, scene);
  await wire.disconnect();
  await act('slow', /^Attach as Evidence/);
  await pick(page, /^Incident/, title);
  await expect(linking.getByRole('combobox', { name: /^Hypothesis/ })).toBeHidden();
  await linking.getByRole('button', { name: 'Link', exact: true }).click();
  await expect(linking.getByText('Please select incident severity')).toBeVisible();
  await expect(linking.getByText('Please select an incident type')).toBeVisible();
  await linking.getByRole('button', { name: /Severity/ }).click();
  await page.getByRole('option', { name: 'Warning' }).click();
  await linking.getByRole('button', { name: /Type/ }).click();
  await page.getByRole('option', { name: 'Reliability' }).click();
  await linking.getByRole('button', { name: 'Link', exact: true }).click();
  await expect(linking).toBeHidden();
  await expect(page.getByText('Linked to incident successfully')).toBeHidden();
  const panel = syncPanel(page);
  await panel.open();
  await expect(panel.change(`New incident “${title}”`)).toHaveCount(1);
  await panel.close();
  wire.add({ method: 'POST', path: /\/api\/db\/evidences/, fault: { do: 'lose-reply' }, times: 1 });
  await wire.connect();
  await expect(page.getByText('Linked to incident successfully').first()).toBeVisible();
  await expectCalm(page);
  const rows = await facts.rows(
    `select i.severity, i.type, h.title, h.type as root, e.component_id, e.description
     from incidents i join hypotheses h on h.incident_id = i.id join evidences e on e.hypothesis_id = h.id
     where i.title = $1`,
    [title],
  );
  expect(rows).toEqual([
    {
      severity: 'warning',
      type: 'reliability',
      title,
      root: 'root',
      component_id: component.id,
      description: 'slow',
    },
  ]);
});

test('offline a check goes from its own page to an incident that exists, as one line, and once', async ({
  scene,
  makeScene,
  visit,
  wire,
  facts,
}) => {
  const check = await createCheck(facts);
  const other = await makeScene();
  const { page, incident } = await visit('responder');
  const probe = checkPage(page, check);
  await probe.open('&timeRange=2h');
  await expect(probe.count).toHaveText('1–50 of 90');
  await expectCalm(page);
  await wire.disconnect();
  await incident.open();
  await incident.comment('Written first');
  await probe.open('&timeRange=2h');
  await probe.dialog.getByRole('button', { name: 'Attach as Evidence' }).click();
  await pickExisting(page, other);
  const { linking } = evidenceOf(page, other);
  await linking.getByRole('textbox', { name: 'Description' }).fill('down since ten');
  await linking.getByRole('button', { name: 'Link', exact: true }).click();
  await expect(linking).toBeHidden();
  await incident.open();
  const panel = syncPanel(page);
  await panel.open();
  await expect(
    panel.dialog.getByRole('list', { name: 'Changes on this device' }).getByRole('listitem'),
  ).toHaveCount(2);
  await expect(panel.change(/evidence/i)).toHaveCount(1);
  await panel.close();
  wire.add({ method: 'POST', path: /\/api\/db\/evidences/, fault: { do: 'lose-reply' }, times: 1 });
  await wire.connect();
  await expectCalm(page);
  const rows = await facts.rows(
    `select type, description, check_id = $2 as points, evidence -> 'snapshot' ->> 'name' as name,
            jsonb_array_length(evidence -> 'snapshot' -> 'runs') as runs
     from evidences where hypothesis_id = $1`,
    [other.hypothesisId, check.checkId],
  );
  expect(rows).toEqual([
    { type: 'check', description: 'down since ten', points: true, name: check.name, runs: 30 },
  ]);
  expect(await facts.commentRows('Written first')).toBe(1);
  expect(
    await facts.value('select count(*)::int from evidences where hypothesis_id = $1', [scene.hypothesisId]),
  ).toBe(0);
});

test('offline lines of a catalog item and a component go elsewhere from the wizard', async ({
  stack,
  scene,
  makeScene,
  visit,
  wire,
  facts,
}) => {
  const { config, component } = await demoSubjects(stack);
  const other = await makeScene();
  const { page } = await visit('responder');
  const { add, wizard, linking } = evidenceOf(page, scene);
  const find = async (label: string, many: string, name: string): Promise<void> => {
    await add.click();
    await wizard.getByRole('option', { name: new RegExp(`^${label}`) }).click();
    await wizard.getByRole('searchbox', { name: `Search ${many}` }).fill(name);
    const itsName = page.getByText(name, { exact: true });
    await wizard.getByRole('option').filter({ has: itsName }).first().click();
    await wizard.getByRole('button', { name: 'Next: 1 selected' }).click();
  };
  const goElsewhere = async (name: string): Promise<void> => {
    await wizard.getByRole('button', { name: `Attach as Evidence to another incident: ${name}` }).click();
  };
  const link = async (words: string): Promise<void> => {
    await linking.getByRole('textbox', { name: 'Description' }).fill(words);
    await linking.getByRole('button', { name: 'Link', exact: true }).click();
    await expect(linking).toBeHidden();
  };
  const lines = wizard.getByRole('listbox', { name: `Lines of ${config.name}` });
  await find('Catalog item', 'catalog items', config.name);
  await wizard.getByRole('button', { name: `Choose lines of ${config.name}` }).click();
  await expect(lines.getByRole('option').first()).toBeVisible();
  await wire.disconnect();
  await lines.getByRole('option').first().click();
  const text = (await lines.getByRole('option').first().locator('span').last().innerText()).trim();
  await goElsewhere(config.name);
  await pickExisting(page, other);
  await link('its first line');
  await find('Component', 'components', component.name);
  await goElsewhere(component.name);
  // The incident of the last time is offered first, and its only hypothesis with it.
  await expect(linking.getByRole('combobox', { name: /^Hypothesis/ })).toHaveValue(other.hypothesisTitle);
  await link('red since noon');
  await wire.connect();
  await expectCalm(page);
  const rows = await facts.rows(
    `select e.type, e.description, coalesce(k.name, c.name) as name,
            e.evidence -> 'snapshot' ->> 'name' is not null as is_frozen,
            (select array_agg(trim(value)) from jsonb_each_text(e.evidence -> 'selected_lines')) as chosen
     from evidences e left join components c on c.id = e.component_id
     left join config_items k on k.id = e.config_id where e.hypothesis_id = $1 order by e.type`,
    [other.hypothesisId],
  );
  expect(rows).toEqual([
    { type: 'config', description: 'its first line', name: config.name, is_frozen: true, chosen: [text] },
    { type: 'topology', description: 'red since noon', name: component.name, is_frozen: true, chosen: null },
  ]);
  expect(
    await facts.value('select count(*)::int from evidences where hypothesis_id = $1', [scene.hypothesisId]),
  ).toBe(0);
});

test('a note is written over the list, and the incident of the last time is offered first', async ({
  scene,
  signedIn,
  facts,
}) => {
  const page = await signedIn('commander', { path: '/incidents?panel=attach' });
  const { linking } = evidenceOf(page, scene);
  await pick(page, /^Incident/, scene.title);
  await linking.getByRole('combobox', { name: /^Hypothesis/ }).fill('');
  await pick(page, /^Hypothesis/, 'Something else');
  await linking.getByRole('textbox', { name: 'Note' }).fill('Fans are loud');
  await linking.getByRole('button', { name: 'Link', exact: true }).click();
  await expect(linking).toBeHidden();
  await expectCalm(page);
  await expect
    .poll(() =>
      facts.rows(
        `select h.title, h.type, h.parent_id, e.evidence ->> 'comment' as text from evidences e
         join hypotheses h on h.id = e.hypothesis_id where h.incident_id = $1`,
        [scene.incidentId],
      ),
    )
    .toEqual([{ title: 'Something else', type: 'root', parent_id: null, text: 'Fans are loud' }]);
  await page.goto('/incidents?panel=attach');
  await expect(linking.getByRole('combobox', { name: /^Incident/ })).toHaveValue(scene.title);
});

test('it is not there for a viewer', async ({ signedIn }) => {
  const page = await signedIn('viewer', { path: '/incidents?panel=attach' });
  await expect(page.getByRole('heading', { level: 1, name: 'Incidents' })).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Link to Incident' })).toHaveCount(0);
});
