import type { Page } from 'playwright';
import { expectNoAxeFindings } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { expectCalm, syncPanel } from '../sync-panel.ts';
import { createEvidence, demoSubjects, evidenceOf } from './evidence-page.ts';

/** Types into a field that completes, and takes an option. */
async function pick(page: Page, field: RegExp, text: string): Promise<void> {
  const box = page.getByRole('dialog', { name: 'Link to Incident' }).getByRole('combobox', { name: field });
  await box.fill(text);
  await page.getByRole('option', { name: text }).first().click();
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
