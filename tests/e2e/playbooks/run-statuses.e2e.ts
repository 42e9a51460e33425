import type { Locator, Page } from 'playwright';
import type { RunScript } from '#tests/backend/runs/run-script.ts';
import { expectNoAxeFindings } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { controlRuns, createPlaybook } from './playbook-scene.ts';

/** A status, how a run comes to it, and how it is to look. */
interface Standing {
  readonly status: string;
  /** As people read it, with the mark beside it: its shape tells it from others without colour. */
  readonly word: string;
  readonly mark: 'healthy' | 'unhealthy' | 'suspended' | 'unknown';
  /** The simulator goes so many turns by this script; without it the server is told to have such a run. */
  readonly by?: { readonly script: RunScript; readonly turns: number };
  /** Its steps; words in their place where it has none. */
  readonly steps: readonly RegExp[] | string;
  /** What the chosen step gave. */
  readonly gave?: string;
  readonly isPolled?: true;
}

const QUIET = { end: 'completed', isOnAgent: false, stdout: '', stderr: '', repeat: 1, error: '' } as const;
const FIRST_DONE = [/^Roll the pods.*Completed/u];
const WAITS = 'No step has begun yet.';

/** Spec 4: "completed, cancelled, failed, pending, waiting, running, scheduled, sleeping, skipped", and those of 2026. */
const STANDINGS: readonly Standing[] = [
  { status: 'scheduled', word: 'Scheduled', mark: 'unknown', steps: WAITS },
  {
    status: 'sleeping',
    word: 'Sleeping',
    mark: 'unknown',
    by: { script: { steps: [{ ...QUIET, result: null }] }, turns: 3 },
    steps: FIRST_DONE,
    gave: 'No result',
  },
  {
    status: 'completed',
    word: 'Completed',
    mark: 'healthy',
    by: {
      script: {
        steps: [
          { ...QUIET, stdout: 'ready\n' },
          { ...QUIET, end: 'skipped' },
        ],
      },
      turns: 5,
    },
    steps: [...FIRST_DONE, /^Wait until ready.*Skipped/u],
    gave: 'ready',
  },
  {
    status: 'failed',
    word: 'Failed',
    mark: 'unhealthy',
    by: { script: { steps: [], error: 'no such template' }, turns: 1 },
    steps: [/^Initialization.*Failed/u],
    gave: 'no such template',
  },
  {
    status: 'failed',
    word: 'Failed',
    mark: 'unhealthy',
    by: { script: { steps: [{ ...QUIET, end: 'failed', error: 'exit status 3' }] }, turns: 3 },
    steps: [/^Roll the pods.*Failed/u],
    gave: 'exit status 3',
  },
  {
    status: 'cancelled',
    word: 'Cancelled',
    mark: 'suspended',
    by: { script: { steps: [], endsAfter: { steps: 1, status: 'cancelled' } }, turns: 3 },
    steps: FIRST_DONE,
  },
  {
    status: 'timed_out',
    word: 'Timed out',
    mark: 'unhealthy',
    by: { script: { steps: [], endsAfter: { steps: 1, status: 'timed_out' } }, turns: 3 },
    steps: FIRST_DONE,
  },
  { status: 'skipped', word: 'Skipped', mark: 'suspended', steps: WAITS },
  { status: 'of_tomorrow', word: 'Of tomorrow', mark: 'unknown', steps: WAITS },
  {
    status: 'running',
    word: 'Running',
    mark: 'unknown',
    by: { script: { steps: [QUIET] }, turns: 1 },
    steps: [/^Roll the pods.*Running/u],
    gave: 'No output yet',
    isPolled: true,
  },
  {
    status: 'waiting',
    word: 'Waiting',
    mark: 'unknown',
    by: { script: { steps: [{ ...QUIET, isOnAgent: true }] }, turns: 1 },
    steps: [/^Roll the pods.*Waiting/u],
    gave: 'No output yet',
    isPolled: true,
  },
  { status: 'pending', word: 'Pending', mark: 'unknown', steps: WAITS, isPolled: true },
  { status: 'pending_approval', word: 'Pending approval', mark: 'unknown', steps: WAITS, isPolled: true },
];

const steps = (page: Page): Locator => page.getByRole('list', { name: 'Actions' }).getByRole('listitem');
const rowOf = (page: Page, id: string): Locator =>
  page
    .getByRole('grid', { name: 'Playbook runs' })
    .getByRole('row')
    .filter({ has: page.locator(`a[href*="/playbooks/runs/${id}"]`) });

test('every status of a run has its word and shape in the list and on its page, and three of them are asked about again', async ({
  facts,
  stack,
  signedIn,
  wire,
}) => {
  test.setTimeout(90_000);
  const { id: playbook } = await createPlaybook(facts, {
    actions: [
      { name: 'Roll the pods', exec: { script: 'true' } },
      { name: 'Wait until ready', exec: { script: 'true' }, delay: '5m' },
    ],
  });
  await facts.rows('delete from playbook_runs where playbook_id = $1', [playbook]);
  const runs = await Promise.all(
    STANDINGS.map(async ({ status, by }) => {
      const id = await facts.value<string>(
        'insert into playbook_runs (playbook_id, status) values ($1, $2) returning id',
        [playbook, by === undefined ? status : 'scheduled'],
      );
      if (by !== undefined) await controlRuns(stack, 'script', { runId: id, script: by.script });
      for (let turn = 0; turn < (by?.turns ?? 0); turn += 1) await controlRuns(stack, `turn?run=${id}`);
      return id;
    }),
  );
  const asked = (id: string): number => wire.seen.filter(({ path }) => path.includes(`id=eq.${id}`)).length;

  const page = await signedIn('viewer', { path: '/playbooks' });
  await page.clock.install();
  await page.goto(`/playbooks/runs?playbook=${playbook}`);
  for (const [at, { word, mark }] of STANDINGS.entries()) {
    const row = rowOf(page, runs[at] ?? '');
    await expect(row.locator('[data-status]')).toHaveAttribute('data-status', mark);
    await expect(row.locator('[data-status]')).toHaveText(word);
  }
  await expectNoAxeFindings(page, 'runs of every status');

  for (const [at, { status, word, mark, steps: expected, gave, isPolled }] of STANDINGS.entries()) {
    await test.step(`${status} (${at})`, async () => {
      const id = runs[at] ?? '';
      await rowOf(page, id).getByRole('link').first().click();
      await expect(page).toHaveURL(new RegExp(`/playbooks/runs/${id}`, 'u'));
      // Beside the name of the playbook; its steps have marks of their own.
      const own = page.locator('main [data-status]').first();
      await expect(own).toHaveText(word);
      await expect(own).toHaveAttribute('data-status', mark);
      if (typeof expected === 'string') await expect(page.getByText(expected)).toBeVisible();
      else await expect(steps(page)).toHaveText([...expected]);
      if (gave !== undefined) await expect(page.getByText(gave, { exact: true })).toBeVisible();
      await expect(steps(page).filter({ hasText: 'Skipped' }).getByRole('button')).toHaveCount(0);
      if (status.startsWith('pending')) await expect(page.getByText('Waits for approval')).toBeVisible();
      await expect.poll(() => asked(id)).toBeGreaterThan(0);
      // Spec 9: "Playbook run poll every 5 seconds".
      await page.clock.runFor(5_000);
      if (isPolled === true) await expect.poll(() => asked(id), 'it is asked about again').toBeGreaterThan(1);
      await page.keyboard.press('Escape');
      await expect(page).toHaveURL(/\/playbooks\/runs\?playbook=/u);
    });
  }
  // The last that is asked about again was seen to be: whatever was asked before it has long left.
  const again = STANDINGS.filter((_standing, at) => asked(runs[at] ?? '') > 1);
  expect(again.map(({ status }) => status)).toEqual(['running', 'waiting', 'pending', 'pending_approval']);
});
