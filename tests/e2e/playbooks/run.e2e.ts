import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright';
import type { RunScript } from '#tests/backend/runs/run-script.ts';
import { expectNoAxeFindings } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { waitForServiceWorker } from '../sign-in-page.ts';
import { controlRuns, createPlaybook } from './playbook-scene.ts';

const steps = (page: Page): Locator => page.getByRole('list', { name: 'Actions' }).getByRole('listitem');
const output = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const facts = (page: Page): Locator => page.locator('dl').first();

const OUTPUT =
  '\u001B[32mready\u001B[0m see https://runs.example/a. not javascript:alert(1) nor ftp://b.example\n';
const SCRIPT: RunScript = {
  steps: [
    { end: 'completed', isOnAgent: false, stdout: OUTPUT, stderr: '', repeat: 1, error: '' },
    {
      end: 'failed',
      isOnAgent: false,
      stdout: 'line\n',
      stderr: 'gave up',
      repeat: 5_000,
      error: 'exit status 3',
    },
  ],
};

test('a run is followed from before its first step to its end, with what each step wrote', async ({
  facts: server,
  stack,
  signedIn,
  wire,
}) => {
  const { title, itemId, itemName, runs } = await createPlaybook(server);
  await controlRuns(stack, 'script', { runId: runs.scheduled, script: SCRIPT });
  const turn = (): Promise<void> => controlRuns(stack, `turn?run=${runs.scheduled}`);
  const page = await signedIn('viewer', { path: `/catalog/${itemId}/playbooks` });
  await page
    .getByRole('grid', { name: 'Playbook runs' })
    .locator('tbody tr')
    .first()
    .getByRole('link')
    .click();
  await expect(page).toHaveURL(new RegExp(`/playbooks/runs/${runs.scheduled}$`, 'u'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page.getByText('No step has begun yet.')).toBeVisible();
  await expect(page.getByRole('link', { name: itemName })).toHaveAttribute('href', `/catalog/${itemId}`);
  await expect(facts(page)).toContainText('Amara Okafor');
  await page.getByRole('tab', { name: 'Parameters' }).click();
  await expect(page.getByText('45s')).toBeVisible();
  await page.getByRole('tab', { name: 'Actions' }).click();

  // A run that has yet to begin is asked about by a press; one that runs is followed by itself.
  await turn();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(steps(page)).toHaveText([/Roll the pods.*Running/u]);
  await expect(page.getByText('No output yet')).toBeVisible();
  await turn();
  await turn();
  await expect(steps(page)).toHaveText([/Roll the pods.*Completed/u, /Wait until ready.*Running/u]);
  await turn();
  await turn();
  await expect(steps(page).nth(1)).toContainText('Failed');
  await expect(output(page, 'Error of Wait until ready')).toHaveText('exit status 3');
  await expect(output(page, 'Error output of Wait until ready')).toHaveText('gave up');
  // Of five thousand lines those in view are drawn.
  await expect(output(page, 'Output of Wait until ready').getByText('line').first()).toBeVisible();
  expect(await output(page, 'Output of Wait until ready').getByText('line').count()).toBeLessThan(200);
  await expectNoAxeFindings(page, 'a run');
  const asked = (): number => wire.seen.filter(({ path }) => path.includes(`id=eq.${runs.scheduled}`)).length;
  const before = asked();
  await page.getByRole('button', { name: /Roll the pods/u }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?action=/u);
  const wrote = output(page, 'Output of Roll the pods');
  await expect(wrote.getByText('ready')).toHaveClass(/text-healthy/u);
  await expect(wrote.getByRole('link')).toHaveCount(1);
  await expect(wrote.getByRole('link')).toHaveAttribute('href', 'https://runs.example/a');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download logs' }).click(),
  ]);
  await expect(page.getByText('Downloaded logs')).toBeVisible();
  expect(file.suggestedFilename()).toMatch(/^Roll the pods-.*\.log$/u);
  expect(await readFile(await file.path(), 'utf8')).toContain('ready see https://runs.example/a.');
  expect(asked(), 'a run that has ended is not asked about again').toBe(before);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(new RegExp(`/catalog/${itemId}/playbooks$`, 'u'));
});

test('steps that were skipped, a run that did not begin, none at all, and what is left without a network', async ({
  facts: server,
  scene,
  visit,
  wire,
}) => {
  const { runs, title } = await createPlaybook(server);
  const step = (name: string, status: string, at: number): Promise<unknown> =>
    server.rows(
      `insert into playbook_run_actions (name, status, playbook_run_id, start_time, end_time, result)
       values ($1, $2, $3, now() - interval '1 day' + $4 * interval '1 second', now() - interval '1 day' + $4 * interval '2 seconds', $5)`,
      [name, status, runs.completed, at, at === 1 ? '{"stdout": "kept"}' : null],
    );
  await step('First', 'completed', 1);
  await step('Empty', 'completed', 2);
  await step('Left out', 'skipped', 3);
  await server.rows(`update playbook_runs set error = 'no such template' where id = $1`, [runs.failed]);
  const { page } = await visit('responder');
  await waitForServiceWorker(page);
  await page.goto(`/playbooks/runs/${runs.completed}`);
  await expect(page.getByText('No result')).toBeVisible();
  await expect(steps(page).nth(2).getByRole('button')).toHaveCount(0);
  await page.getByRole('button', { name: /First/u }).click();
  await expect(output(page, 'Output of First')).toHaveText('kept');
  await page.getByRole('button', { name: 'Attach as Evidence' }).click();
  const linking = page.getByRole('dialog', { name: 'Link to Incident' });
  await linking.getByRole('combobox', { name: /^Incident/u }).fill(scene.title);
  await page.getByRole('option', { name: scene.title }).filter({ hasNotText: 'Create a new' }).click();
  await linking.getByRole('button', { name: 'Link', exact: true }).click();
  await expect(linking).toBeHidden();
  const frozen = `select evidence -> 'lines' -> 0 ->> 'message' as message, evidence -> 'lines' -> 0 -> 'labels' ->> 'run' as run
    from evidences where hypothesis_id = $1`;
  await expect
    .poll(() => server.rows(frozen, [scene.hypothesisId]))
    .toEqual([{ message: 'kept', run: runs.completed }]);
  await page.goto(`/playbooks/runs/${runs.failed}`);
  await expect(steps(page)).toHaveText([/^Initialization/u]);
  await expect(output(page, 'Error of Initialization')).toHaveText('no such template');
  await page.goto('/playbooks/runs/00000000-0000-4000-8000-000000000000');
  await expect(page.getByText('No details found')).toBeVisible();

  await wire.disconnect();
  await page.goto(`/playbooks/runs/${runs.completed}?action=none`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await page.getByRole('button', { name: /First/u }).click();
  await expect(output(page, 'Output of First')).toHaveText('kept');
  await expect(page.getByText(/Shown as of/u)).toBeVisible();
  // Its steps are here, what was never opened is not.
  await page.goto(`/playbooks/runs/${runs.scheduled}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await page.getByRole('tab', { name: 'Parameters' }).click();
  await expect(page.getByText('They were not read on this device.')).toBeVisible();
  await page.goto(`/playbooks/runs/${runs.old}`);
  await expect(page.getByText('Not on this device yet')).toBeVisible();
  await expect(page.getByText('No details found')).toHaveCount(0);
});
