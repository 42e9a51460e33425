import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { initials } from '#src/lib/initials.ts';
import { expect, test } from '../fixtures.ts';
import { demoAccount } from '../people.ts';
import type { Scene } from '../scene.ts';
import type { ServerFacts } from '../server-facts.ts';
import { evidenceOf } from './evidence-page.ts';
import { panelPage } from './panel-page.ts';

/** What the review of the scene's incident is about. */
interface Around {
  readonly checkName: string;
  readonly componentName: string;
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
  const [component] = await facts.rows<{ id: string; name: string }>(
    `select id, name from components where deleted_at is null and hidden is not true order by id limit 1`,
  );
  if (check === undefined || config === undefined || playbook === undefined || component === undefined)
    throw new Error('no demo data');
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
  await facts.rows(
    `insert into evidences (hypothesis_id, type, description, component_id, evidence, created_by)
     select $1, 'topology', 'it is red', $2,
            '{"snapshot": {"at": "2026-01-02T03:04:05Z", "health": "unhealthy", "reason": "no endpoints"}}', created_by
       from hypotheses where id = $1`,
    [scene.hypothesisId, component.id],
  );
  return {
    checkName: check.name,
    componentName: component.name,
    configName: config.name,
    playbookName: playbook.name,
  };
}

function events(page: Page) {
  return page.getByRole('list', { name: 'Events, oldest first' });
}

async function openTimeline(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Timeline' }).click();
  await expect(events(page)).toBeVisible();
}

test(
  'an incident that was kept offline is reviewed without a network, from a cold start',
  { tag: '@first' },
  async ({ wire, scene, facts, person, visit }) => {
    const around = await putAround(facts, scene);
    const { id: responderId, name: responderName } = await person('editor');
    await facts.rows(
      `insert into responders (incident_id, type, person_id, created_by) values ($1, 'person', $2, $2)`,
      [scene.incidentId, responderId],
    );
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
    // What the evidence points at, and who is concerned.
    const { item } = evidenceOf(page, scene);
    await expect(
      item('it fails').getByText(/^Last runs on this device: \d+ runs?, [1-9]\d* failed$/),
    ).toBeAttached();
    await expect(item('it changed').locator('mark')).toHaveText('1a: 1');
    await expect(item('it changed').getByText('Now', { exact: true })).toBeVisible();
    await expect(item('it is red').getByRole('link', { name: around.componentName })).toBeVisible();
    await expect(item('it is red').getByText('no endpoints')).toBeVisible();
    await expect(item('it is red').getByText('Now', { exact: true })).toBeVisible();
    const maker = `${demoAccount('admin').name.first} ${demoAccount('admin').name.last}`;
    await expect(item('it is red').getByText(maker)).toBeVisible();
    const panel = panelPage(page, scene);
    await panel.show('Details');
    await expect(panel.details.getByText(maker).first()).toBeVisible();
    const who = page.getByRole('region', { name: 'Responders' }).getByRole('button', { name: responderName });
    await expect(who.locator('[aria-hidden]').first()).toHaveText(initials(responderName));
    // All of it is here, and from when.
    await page.getByRole('button', { name: 'Kept offline', exact: true }).click();
    const kept = page.getByText(/parts are on this device, as of/);
    await expect(kept).toHaveText(/^(\d+) of \1 parts are on this device, as of .*(now|minute)/);
    await page.keyboard.press('Escape');
    await openTimeline(page);
    await expect(events(page).getByText(`${maker} created Incident`)).toBeVisible();
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
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    const report = await readFile(await (await download).path(), 'utf8');
    expect(report).toContain(scene.title);
    expect(report).toContain('became unhealthy: timed out');
    for (const name of [maker, responderName, around.componentName]) expect(report).toContain(name);
    const day = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC`;
    expect(report).toMatch(
      new RegExp(
        String.raw`Made on this device at ${day} from data as of ${day}\. (\d+) of \1 parts of the incident were on the device\.`,
      ),
    );
  },
);

test('the report is printed alone, whole, and black on white, whatever the screen looks like', async ({
  scene,
  facts,
  signedIn,
}) => {
  await putAround(facts, scene);
  await facts.rows(
    `insert into incident_histories (incident_id, created_by, type, description, created_at)
     select id, created_by, 'incident.status_updated', case n when 90 then 'closed' else 'open' end,
            now() - n * interval '2 minutes'
     from incidents, generate_series(1, 90) n where id = $1`,
    [scene.incidentId],
  );
  const path = `/incidents/${scene.incidentId}`;
  const page = await signedIn('responder', { path, size: 'tablet', colorScheme: 'dark' });
  await openTimeline(page);
  await expect(page.getByText(/more parts? of this timeline/)).toBeHidden();
  await page.getByRole('button', { name: 'Review report' }).click();
  await expect(page.getByRole('dialog', { name: 'Review report' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const heading = page.getByRole('heading', { level: 1, name: scene.title });
  await expect(heading).toBeVisible();
  expect(await page.evaluate(printed)).toEqual({
    others: [],
    cut: [],
    pale: [],
    paper: 'rgb(255, 255, 255)',
  });
  await expect(page.getByRole('article').getByText(/^Made on this device at/)).toBeVisible();
  // Paper as it comes out: of several sheets, since nothing is cut off where the window ends.
  const paper = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(paper.match(/\/Type\s*\/Page\b/gu)?.length).toBeGreaterThan(2);
  await page.emulateMedia({ media: 'screen' });
  await expect(page.getByRole('dialog', { name: 'Review report' })).toBeVisible();
});

/** What of the page would be on paper that should not, or not on it that should; goes into the page as it is. */
function printed(): { others: string[]; cut: string[]; pale: string[]; paper: string } {
  const name = (element: Element): string => element.outerHTML.slice(0, 120);
  const report = document.querySelector('[data-print-root]');
  const inside = [...(report?.querySelectorAll('*') ?? [])];
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const brightness = (color: string): number => {
    if (canvas === null) return 255;
    canvas.fillStyle = '#fff';
    canvas.fillRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 255, green = 255, blue = 255] = canvas.getImageData(0, 0, 1, 1).data;
    return 0.299 * red + 0.587 * green + 0.114 * blue;
  };
  return {
    others: [...document.body.children]
      .filter((element) => element !== report && element.checkVisibility())
      .map(name),
    cut: [document.documentElement, document.body, ...(report === null ? [] : [report]), ...inside]
      .filter((element) => /auto|scroll|hidden|clip/u.test(getComputedStyle(element).overflow))
      .filter(
        ({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>
          scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1,
      )
      .map(name),
    pale: inside.filter((element) => brightness(getComputedStyle(element).color) > 120).map(name),
    paper: getComputedStyle(document.documentElement).backgroundColor,
  };
}

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
  await expect(
    page.getByText('Kept automatically while it is active and you take part in it.'),
  ).toBeVisible();
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

test('on a phone the buttons of the report stand in one row', async ({ scene, signedIn }) => {
  const page = await signedIn('responder', { path: `/incidents/${scene.incidentId}`, size: 'phone' });
  await openTimeline(page);
  await page.getByRole('button', { name: 'Review report' }).click();
  const report = page.getByRole('dialog', { name: 'Review report' });
  const rows = async (): Promise<number> => {
    const buttons = report.getByRole('button', { name: /^(?:Copy|Download|Print)$/u });
    const tops = await buttons.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
    return tops.length === 3 ? new Set(tops).size : 0;
  };
  // All at one moment: the report grows while it is read.
  await expect.poll(rows).toBe(1);
});
