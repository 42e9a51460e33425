import { expectNoAxeFindings } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import type { ServerFacts } from '../server-facts.ts';
import { createPlaybook } from './playbook-scene.ts';

/** A run that waits until this person approves it. */
async function waitingRun(facts: ServerFacts, email: string): Promise<{ id: string; title: string }> {
  const approval = { type: 'any', approvers: { people: [email], teams: [] } };
  const { title, runs } = await createPlaybook(facts, { approval });
  await facts.rows(`update playbook_runs set status = 'pending' where id = $1`, [runs.scheduled]);
  return { id: runs.scheduled, title };
}

test('a run begins when the person whom its playbook names approves it; others see who that is', async ({
  facts,
  signedIn,
  person,
}) => {
  const { email } = await person('editor');
  const { id } = await waitingRun(facts, email);
  const path = `/playbooks/runs/${id}`;
  const other = await signedIn('admin', { path });
  await expect(other.getByRole('button', { name: 'Approve' })).toHaveAccessibleDescription(
    `This playbook is approved by ${email}.`,
  );
  const viewer = await signedIn('viewer', { path });
  await expect(viewer.getByText(`Waits for approval by ${email}`)).toBeVisible();
  await expect(viewer.getByRole('button', { name: 'Approve' })).toHaveCount(0);

  const page = await signedIn('editor', { path });
  const approve = page.getByRole('button', { name: 'Approve' });
  await expect(approve).toHaveAccessibleDescription('');
  await expectNoAxeFindings(page, 'a run that waits for approval');
  await approve.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('You approved the run.')).toBeVisible();
  await expect(approve).toHaveCount(0);
  expect(await facts.value('select status from playbook_runs where id = $1', [id])).not.toBe('pending');
});

test('an approval without an answer is looked up, and one without a network is kept and asked again', async ({
  facts,
  wire,
  signedIn,
  person,
}) => {
  const { email } = await person('editor');
  const [lost, kept] = [await waitingRun(facts, email), await waitingRun(facts, email)];
  const page = await signedIn('editor', { path: `/playbooks/runs/${lost.id}`, serviceWorkers: 'allow' });
  const approve = page.getByRole('button', { name: 'Approve' });
  wire.add({ method: 'POST', path: /\/run\/approve\//u, fault: { do: 'lose-reply' } });
  await approve.press('Enter');
  await expect(approve).toHaveCount(0);
  expect(await facts.value('select count(*)::int from playbook_approvals where run_id = $1', [lost.id])).toBe(
    1,
  );
  wire.clear();

  await page.goto(`/playbooks/runs/${kept.id}`);
  await expect(approve).toBeVisible();
  await wire.disconnect();
  await page.reload();
  await approve.press('Enter');
  await expect(page.getByText(/^The approval is prepared on this device and not sent/u)).toBeVisible();
  await wire.connect();
  await page.getByRole('button', { name: 'Send it now' }).click();
  await expect(approve).toHaveCount(0);
  expect(await facts.value('select count(*)::int from playbook_approvals where run_id = $1', [kept.id])).toBe(
    1,
  );
});
