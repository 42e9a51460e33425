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

test('two runs are chosen in the list by keys, by the pointer and on touch, and the second leads to both', async ({
  facts: server,
  signedIn,
}) => {
  const { id, runs } = await createPlaybook(server);
  const { id: otherId, title: otherTitle, runs: others } = await createPlaybook(server);
  const both = new RegExp(`/playbooks/runs/compare\\?a=${runs.completed}&b=${runs.failed}$`, 'u');
  const rowOf = (page: Page, run: string): Locator =>
    page
      .getByRole('grid', { name: 'Playbook runs' })
      .getByRole('row')
      .filter({ has: page.locator(`a[href*="/playbooks/runs/${run}"]`) });
  const page = await signedIn('viewer', { path: `/playbooks/runs?playbook=${id}` });
  await rowOf(page, runs.failed).focus();
  await page.keyboard.press('x');
  await expect(page).toHaveURL(new RegExp(`compare=${runs.failed}`, 'u'));
  await expect(
    rowOf(page, runs.failed).getByRole('button', { name: 'Compare this run', pressed: true }),
  ).toBeVisible();
  await expect(page.getByText(/^Comparing a run of .*: choose the other one$/u)).toBeVisible();
  await expectNoAxeFindings(page, 'a run chosen to be compared');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('x');
  await expect(page).toHaveURL(both);
  await expect(page.getByRole('table', { name: 'Facts' })).toBeVisible();

  // By the pointer, from a run of another playbook: it says why not, and is let go of.
  await page.goto(`/playbooks/runs?playbook=${otherId}`);
  await rowOf(page, others.failed).hover();
  await rowOf(page, others.failed).getByRole('button', { name: 'Compare this run' }).click();
  await expect(page).toHaveURL(/compare=/u);
  await page.getByRole('button', { name: /^Remove filter Playbook/u }).click();
  const refused = rowOf(page, runs.completed).getByRole('button', { name: 'Compare with the chosen run' });
  await expect(refused).toHaveAttribute('aria-disabled', 'true');
  await rowOf(page, runs.completed).hover();
  await refused.click({ force: true });
  const why = `Only two runs of the same playbook can be compared; the first is one of ${otherTitle}`;
  await expect(page.getByText(why, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Stop comparing' }).click();
  await expect(page).not.toHaveURL(/compare=/u);
  await expect(page.getByRole('button', { name: 'Stop comparing' })).toHaveCount(0);

  // On touch the way in is always there.
  const phone = await signedIn('viewer', { path: `/playbooks/runs?playbook=${id}`, size: 'phone' });
  await rowOf(phone, runs.completed).getByRole('button', { name: 'Compare this run' }).tap();
  await rowOf(phone, runs.failed).getByRole('link', { name: 'Compare with the chosen run' }).tap();
  await expect(phone).toHaveURL(both);
});
