import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { expect, test } from '../fixtures.ts';
import type { Scene } from '../scene.ts';
import type { ServerFacts } from '../server-facts.ts';

/** What the review of the scene's incident is about. */
interface Around {
  readonly checkName: string;
  readonly configName: string;
  readonly playbookName: string;
}

/** Evidence of a check that fails now, of a config that changed before, and a playbook run on that config. */
async function putAround(facts: ServerFacts, scene: Scene): Promise<Around> {
  const [check] = await facts.rows<{ id: string; name: string }>(
    `select id, name from checks where deleted_at is null order by id limit 1`,
  );
  const [config] = await facts.rows<{ id: string; name: string }>(
    `select c.id, c.name from config_items c where c.deleted_at is null and c.type not ilike '%secret%'
       and exists (select 1 from config_changes where config_id = c.id) order by c.id limit 1`,
  );
  const [playbook] = await facts.rows<{ id: string; name: string }>(`select id, name from playbooks limit 1`);
  if (check === undefined || config === undefined || playbook === undefined) throw new Error('no demo data');
  await facts.rows(
    `insert into check_statuses (check_id, time, status, duration, error)
     values ($1, now() - interval '31 seconds', true, 12, ''), ($1, now() - interval '3 seconds', false, 4000, 'timed out')
     on conflict do nothing`,
    [check.id],
  );
  await facts.rows(
    `insert into config_changes (id, config_id, change_type, summary, source, severity, created_at, external_change_id)
     values (gen_random_uuid(), $1, 'Restarted', 'by hand', 'e2e', 'info', now() - interval '20 seconds', $2)`,
    [config.id, `e2e-${scene.incidentId}`],
  );
  await facts.rows(
    `insert into playbook_runs (playbook_id, status, config_id, start_time, end_time)
     values ($1, 'completed', $2, now() - interval '10 seconds', now() - interval '5 seconds')`,
    [playbook.id, config.id],
  );
  await facts.rows(
    `insert into evidences (hypothesis_id, type, description, check_id, created_by)
     select $1, 'check', 'it fails', $2, created_by from hypotheses where id = $1`,
    [scene.hypothesisId, check.id],
  );
  await facts.rows(
    `insert into evidences (hypothesis_id, type, description, config_id, evidence, created_by)
     select $1, 'config', 'it changed', $2, '{"lines": ["a: 1"], "selected_lines": {"1": "a: 1"}}', created_by
       from hypotheses where id = $1`,
    [scene.hypothesisId, config.id],
  );
  return { checkName: check.name, configName: config.name, playbookName: playbook.name };
}

function events(page: Page) {
  return page.getByRole('list', { name: 'Events, oldest first' });
}

async function openTimeline(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Timeline' }).click();
  await expect(events(page)).toBeVisible();
}

test('an incident that was kept offline is reviewed without a network, from a cold start', async ({
  wire,
  scene,
  facts,
  visit,
}) => {
  const around = await putAround(facts, scene);
  const { device, page: first } = await visit('viewer');
  await first.getByRole('button', { name: 'Keep offline', exact: true }).click();
  await first.getByRole('switch', { name: /^Keep offline/ }).click({ force: true });
  await first.keyboard.press('Escape');
  await expect(first.getByRole('button', { name: 'Kept offline', exact: true })).toBeVisible({
    timeout: 30_000,
  });
  await wire.disconnect();
  await first.close();

  const page = await device.newPage();
  await page.goto(`/incidents/${scene.incidentId}`);
  await expect(page.getByRole('heading', { level: 1, name: scene.title })).toBeVisible();
  await openTimeline(page);
  await expect(events(page).getByText('created Incident')).toBeVisible();
  await expect(
    events(page).getByText(`${around.checkName} became unhealthy: timed out`).last(),
  ).toBeVisible();
  await expect(events(page).getByText(/Restarted, by hand/)).toBeVisible();
  await expect(
    events(page).getByText(`${around.playbookName} completed on ${around.configName}`),
  ).toBeVisible();
  await expect(page.getByText(/more parts? of this timeline/)).toBeHidden();

  await page.getByRole('button', { name: 'Review report' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download Markdown' }).click();
  const report = await readFile(await (await download).path(), 'utf8');
  expect(report).toContain(scene.title);
  expect(report).toContain('became unhealthy: timed out');
});

test('an incident in which the person takes part is kept without being asked for', async ({
  person,
  makeScene,
  facts,
  signedIn,
}) => {
  const commander = await person('commander');
  const scene = await makeScene({ by: commander });
  await putAround(facts, scene);
  const page = await signedIn('commander', { path: `/incidents/${scene.incidentId}` });
  await expect(page.getByRole('button', { name: 'Kept offline', exact: true })).toBeVisible({
    timeout: 90_000,
  });
  await page.getByRole('button', { name: 'Kept offline', exact: true }).click();
  await expect(page.getByText('Kept by itself while it is active and you take part in it.')).toBeVisible();
});

test('what is not here is said, and comes when the network does', async ({ wire, scene, facts, visit }) => {
  await putAround(facts, scene);
  const { page } = await visit('viewer');
  await wire.disconnect();
  await openTimeline(page);
  await expect(page.getByText(/Not on this device: \d+ more parts of this timeline/)).toBeVisible();
  await wire.connect();
  await expect(page.getByText(/more parts? of this timeline/)).toBeHidden({ timeout: 60_000 });
  await expect(
    events(page)
      .getByText(/became unhealthy: timed out/)
      .last(),
  ).toBeVisible();
});
