import { expectNoAxeFindings } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { waitForServiceWorker } from '../sign-in-page.ts';
import { createPlaybook } from './playbook-scene.ts';

test('where the time of a run went, step by step, also without a network', async ({
  facts: server,
  visit,
  wire,
}) => {
  const { runs } = await createPlaybook(server);
  const step = (run: string, name: string, from: number, to: number, more: object): Promise<unknown> =>
    server.rows(
      `insert into playbook_run_actions (name, status, playbook_run_id, start_time, end_time, result)
       select $2, 'completed', id, start_time + $3 * interval '1 second', start_time + $4 * interval '1 second', $5
       from playbook_runs where id = $1`,
      [run, name, from, to, JSON.stringify(more)],
    );
  await step(runs.failed, 'Roll out', 2, 20, { stdout: 'rolled\n' });
  await step(runs.failed, 'Tell', 60, 61, { stdout: 'told\n' });
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

  await wire.disconnect();
  await page.reload();
  await page.getByRole('tab', { name: 'Time per step' }).click();
  await expect(times.locator('tbody tr')).toHaveCount(5);
});
