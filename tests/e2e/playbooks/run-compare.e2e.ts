import type { Locator, Page } from 'playwright';
import { expectNoAxeFindings } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { waitForServiceWorker } from '../sign-in-page.ts';
import { createPlaybook } from './playbook-scene.ts';

const row = (page: Page, table: string, name: string): Locator =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: name });

test('where the time of a run went, and what is different from the run before, also without a network', async ({
  facts: server,
  visit,
  wire,
}) => {
  const { runs, title } = await createPlaybook(server);
  const step = (run: string, name: string, from: number, to: number, more: object): Promise<unknown> =>
    server.rows(
      `insert into playbook_run_actions (name, status, playbook_run_id, start_time, end_time, result)
       select $2, 'completed', id, start_time + $3 * interval '1 second', start_time + $4 * interval '1 second', $5
       from playbook_runs where id = $1`,
      [run, name, from, to, JSON.stringify(more)],
    );
  const stamped = (hour: string, pods: number): object => ({
    stdout: `${hour}:00:01 begin\n${hour}:00:02 ${pods} pods\n${hour}:00:03 end\n`,
  });
  for (const [run, hour, pods] of [
    [runs.completed, '09', 3],
    [runs.failed, '10', 2],
  ] as const) {
    await step(run, 'Roll out', 2, pods * 10, stamped(hour, pods));
    await step(run, 'Tell', 60, 61, { stdout: 'told\n' });
  }
  await server.rows(`update playbook_runs set parameters = '{"grace": "90s"}' where id = $1`, [runs.failed]);
  const { page } = await visit('responder');
  await waitForServiceWorker(page);
  await page.goto(`/playbooks/runs/${runs.failed}`);
  await page.getByRole('tab', { name: 'Time per step' }).click();
  const times = page.getByRole('table', { name: 'Time per step' });
  await expect(times.locator('tbody tr')).toHaveText([
    /Queued.*1s/u,
    /Wait before Roll out.*2s/u,
    /Roll out.*Completed.*18s/u,
    /Wait before Tell.*40s/u,
    /Tell.*Completed.*1s/u,
  ]);
  await expect(times.locator('tfoot')).toContainText('1m 2s');
  await expectNoAxeFindings(page, 'the time of a run per step');

  // By the keys, from the run to the one before it.
  const compare = page.getByRole('link', { name: 'Compare with the run before' });
  await compare.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/playbooks\/runs\/compare\?/u);
  await expect(page.getByRole('region', { name: 'Left run' })).toContainText(`${title}Completed`);
  await expect(page.getByRole('region', { name: 'Right run' })).toContainText(`${title}Failed`);
  await expect(row(page, 'Facts', 'Status')).toContainText('Different');
  await expect(row(page, 'Facts', 'Resource')).toContainText('Same');
  await expect(row(page, 'Parameters', 'grace')).toHaveText('grace45s90sDifferent');
  await expect(row(page, 'Steps', 'Roll out')).toHaveText('Roll outCompleted, 28sCompleted, 18s10s shorter');
  const output = page.getByRole('region', { name: 'Output', exact: true });
  await expect(output.getByText('The same, but for the times in it.')).toBeVisible();
  await output.getByRole('button', { name: /^Step/u }).click();
  await page.getByRole('option', { name: 'Roll out' }).click();
  const diff = page.getByRole('region', { name: 'Output of Roll out, left and right' });
  await expect(diff.locator('tbody tr')).toHaveText([
    / 10:00:01 begin 10:00:01 begin/u,
    /-09:00:02 3 pods\+10:00:02 2 pods/u,
    / 10:00:03 end 10:00:03 end/u,
  ]);
  await expectNoAxeFindings(page, 'two runs compared');

  // What was read is compared without a network, what was not is named.
  await wire.disconnect();
  await page.reload();
  await expect(diff.locator('tbody tr')).toHaveCount(3);
  await expect(row(page, 'Parameters', 'grace')).toContainText('Different');
  await page.getByRole('region', { name: 'Right run' }).getByRole('link', { name: 'Another run' }).click();
  const choices = page.getByRole('region', { name: 'Runs to compare with' });
  await expect(choices.getByRole('listitem')).toHaveCount(2);
  await choices.getByRole('listitem').filter({ hasText: 'Scheduled' }).getByRole('link').click();
  await expect(
    page.getByText(/The parameters of one of the runs were not read on this device/u),
  ).toBeVisible();
  await expect(page.getByText('No step has run in both of them: there is nothing to compare.')).toBeVisible();
  await page.goto(`/playbooks/runs/compare?a=${runs.completed}&b=${runs.old}`);
  await expect(page.getByRole('region', { name: 'Right run' })).toContainText(
    'It is not on this device yet.',
  );
});
