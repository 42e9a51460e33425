import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { expectNoAxeFindings } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import type { ServerFacts } from '../server-facts.ts';
import { waitForServiceWorker } from '../sign-in-page.ts';
import { storedText } from '../stored-text.ts';
import { expectCalm } from '../sync-panel.ts';
import { createPlaybook } from './playbook-scene.ts';

const LOAD_TEST = "select id from playbooks where name = 'load-test'";
const RUNS = 'select count(*)::int from playbook_runs where playbook_id = $1';
const runButton = (page: Page) => page.getByRole('button', { name: 'Run', exact: true });

async function idOf(facts: ServerFacts, sql: string): Promise<string> {
  const [row] = await facts.rows<{ id: string }>(sql);
  if (row === undefined) throw new Error(`The demo has none: ${sql}`);
  return row.id;
}

const PLACES = [
  {
    kind: 'config',
    sql: `select id from config_items where type = 'Kubernetes::Deployment' and deleted_at is null limit 1`,
    open: async (page: Page, id: string) => {
      await page.goto(`/catalog/${id}`);
      await page.getByRole('button', { name: 'Playbooks', exact: true }).click();
    },
  },
  {
    kind: 'component',
    sql: `select id from components where type = 'Service' and deleted_at is null limit 1`,
    open: async (page: Page, id: string) => {
      await page.goto(`/topology/${id}`);
      const heading = page.getByRole('heading', { level: 1 });
      await expect(heading).not.toHaveText('Topology');
      const name = await heading.textContent();
      await page
        .getByRole('button', { name: `Actions of ${name}`, exact: true })
        .first()
        .click();
    },
  },
  {
    kind: 'check',
    sql: `select id from checks where type = 'http' and deleted_at is null limit 1`,
    open: async (page: Page, id: string) => {
      await page.goto(`/health?checkId=${id}`);
      await page.getByRole('dialog').getByRole('button', { name: 'Playbooks', exact: true }).click();
    },
  },
] as const;

for (const { kind, sql, open } of PLACES) {
  test(`every kind of parameter is asked for on a ${kind}, and sent as a text`, async ({
    signedIn,
    facts,
  }) => {
    const id = await idOf(facts, sql);
    const playbookId = await idOf(facts, LOAD_TEST);
    const page = await signedIn('editor');
    await open(page, id);
    await page.getByRole('menuitem', { name: 'Load test' }).click();
    await expect(page).toHaveURL(new RegExp(`/playbooks/${playbookId}/run\\?${kind}_id=${id}$`, 'u'));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Run Load test');
    const field = (name: string) => page.getByRole('textbox', { name, exact: true });
    if (kind === 'config') {
      // The server has made the default of what it is run on.
      await expect(field('Title')).toHaveValue(/^Load on (?!\$)\S/u);
    } else await field('Title').fill('By hand');
    await expect(runButton(page)).toHaveAttribute('aria-disabled', 'true');
    await runButton(page).focus();
    await expect(page.getByRole('tooltip', { name: 'Still needed: Namespace, Owner' })).toBeVisible();
    await field('Namespace').fill('Not a name!');
    await field('Namespace').blur();
    await expect(page.getByText(/^Use lowercase letters/u)).toBeVisible();
    await field('Namespace').fill('load-test');
    await field('Memory').fill('2');
    await page.getByRole('button', { name: /Unit$/u }).click();
    await page.getByRole('option', { name: 'Gi', exact: true }).click();
    await field('CPU').fill('9000');
    await field('CPU').blur();
    await expect(page.getByText('This must be 4000 or less')).toBeVisible();
    await field('CPU').fill('750');
    await page.getByRole('button', { name: /Profile$/u }).click();
    await page.getByRole('option', { name: 'Bursts' }).click();
    await page.getByRole('checkbox', { name: 'Record the answers' }).press('Space');
    await field('Notes').fill('One\nTwo');
    const pick = async (name: string, text: string): Promise<string> => {
      await page.getByRole('combobox', { name, exact: true }).click();
      await page.keyboard.type(text);
      const option = page.getByRole('option').filter({ hasText: text }).first();
      const key = (await option.getAttribute('data-key')) ?? '';
      await option.click();
      // The list gives the focus back before it is gone.
      await expect(page.getByRole('listbox')).toHaveCount(0);
      await expect(page.getByRole('combobox', { name, exact: true })).toBeFocused();
      return key;
    };
    const owner = await pick('Owner', 'Amara');
    const target = await pick('Deployment to watch', 'payments');
    await expectNoAxeFindings(page, `the form of a run on a ${kind}`);
    await page.getByLabel('API token').fill('t0p-s3cret');
    await runButton(page).click();
    await expect(page).toHaveURL(/\/playbooks\/runs\/[0-9a-f-]{36}/u);
    const [run] = await facts.rows<{ parameters: Record<string, string> }>(
      `select parameters from playbook_runs where playbook_id = $1 and ${kind}_id = $2 and status <> 'old'
       order by created_at desc limit 1`,
      [playbookId, id],
    );
    expect(run?.parameters).toMatchObject({
      namespace: 'load-test',
      memory: '2Gi',
      cpu: '750m',
      profile: 'bursts',
      record: 'false',
      notes: 'One\nTwo',
      plan: 'stages:\n  - duration: 5m\n    users: 50\n',
      owner,
      target,
      api_token: 't0p-s3cret',
    });
    expect(await storedText(page)).not.toContain('t0p-s3cret');
    // Back leads to what it was run on, and not to the form.
    await page.goBack();
    await expect(page).not.toHaveURL(/\/run\?/u);
  });
}

test('a thing is chosen first; what the server refuses is said in its words; a run is run again with its values', async ({
  signedIn,
  facts,
  wire,
}) => {
  const { id, itemId, itemName, title, runs } = await createPlaybook(facts, {
    configs: [
      { types: ['Kubernetes::Deployment'], tagSelector: 'team in (ours)', fieldSelector: 'external_id=1' },
    ],
  });
  // One of the two is meant, by a tag that the other has not.
  await facts.rows(`update config_items set tags = '{"team": "ours"}' where id = $1`, [itemId]);
  await facts.rows(
    `insert into config_items (name, type, config_class, config, tags)
     values ($1, 'Kubernetes::Deployment', 'Deployment', '{}', '{"team": "theirs"}')`,
    [`${itemName}-b`],
  );
  const page = await signedIn('editor', { path: `/playbooks/${id}/run` });
  await expect(page.getByText('Please select a resource to see the parameters.')).toBeVisible();
  await expect(page.getByText(/^Last run/u)).toBeVisible();
  await expect(
    page.getByText(/^Of type Kubernetes::Deployment Not narrowed by fieldSelector:/u),
  ).toBeVisible();
  await page.getByRole('combobox', { name: 'Config' }).fill(itemName);
  await expect(page.getByRole('option')).toHaveText([new RegExp(itemName, 'u')]);
  await page.getByRole('option', { name: itemName }).click();
  await expect(page).toHaveURL(new RegExp(`config_id=${itemId}$`, 'u'));
  await expect(page.getByText('Last run on it')).toBeVisible();
  await page.getByRole('textbox', { name: 'Grace period' }).fill('90s');
  await expect.poll(() => storedText(page)).toContain('90s');
  const asked = page.waitForResponse(/\/playbook\/[^/]+\/params$/u);
  await page.reload();
  await (await asked).finished();
  await expect(page.getByRole('textbox', { name: 'Grace period' })).toHaveValue('90s');
  // The form in front of the person is the old one for as long as the new one does not come.
  const unread = wire.add({ method: 'GET', path: /\/playbooks\b/u, fault: { do: 'stall' } });
  const unasked = wire.add({ path: /\/playbook\/(?!run$)/u, fault: { do: 'stall' } });
  await facts.rows(
    `update playbooks set spec = jsonb_set(spec, '{parameters,0,name}', '"pause"') where id = $1`,
    [id],
  );
  await runButton(page).click();
  await expect(page.getByText('unknown parameter(s): grace')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Grace period' })).toHaveValue('90s');
  await facts.rows(
    `update playbooks set spec = jsonb_set(spec, '{parameters,0,name}', '"grace"') where id = $1`,
    [id],
  );
  for (const rule of [unread, unasked]) wire.remove(rule);

  await page.goto(`/playbooks/runs/${runs.completed}`);
  await page.getByRole('link', { name: 'Re-run playbook' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Run ${title}`);
  await expect(page.getByRole('combobox', { name: 'Config' })).toHaveValue(itemName);
  await expect(page.getByRole('textbox', { name: 'Grace period' })).toHaveValue('45s');
  await runButton(page).press('Enter');
  await expect(page).toHaveURL(/\/playbooks\/runs\/(?!.*\/run)/u);
  const newest =
    'select parameters from playbook_runs where playbook_id = $1 order by created_at desc limit 1';
  expect(await facts.rows(newest, [id])).toEqual([{ parameters: { grace: '45s' } }]);

  const freeze = await idOf(facts, "select id from playbooks where name = 'freeze-deployments'");
  await page.goto(`/playbooks/${freeze}/run`);
  await expect(page.getByText('No parameters for this playbook.')).toBeVisible();
  await runButton(page).click();
  await expect(page).toHaveURL(/\/playbooks\/runs\//u);
});

test('ten runs whose answers are lost are all found again, and none is started twice', async ({
  signedIn,
  facts,
  wire,
}) => {
  const { id, itemId } = await createPlaybook(facts, { configs: [{ types: ['Kubernetes::Deployment'] }] });
  const before = await facts.value(RUNS, [id]);
  wire.endConnections();
  const page = await signedIn('editor');
  wire.add({ method: 'POST', path: /\/playbook\/run$/u, fault: { do: 'lose-reply' } });
  const found = new Set<string>();
  for (let at = 0; at < 10; at += 1) {
    await page.goto(`/playbooks/${id}/run?config_id=${itemId}`);
    await page.getByRole('textbox', { name: 'Grace period' }).fill(`${at}s`);
    await runButton(page).click();
    await expect(page).toHaveURL(/\/playbooks\/runs\/[0-9a-f-]{36}/u);
    const runId = page.url().split('/').at(-1) ?? '';
    expect(await facts.rows('select parameters from playbook_runs where id = $1', [runId])).toEqual([
      { parameters: { grace: `${at}s` } },
    ]);
    found.add(runId);
  }
  expect(found.size).toBe(10);
  expect(await facts.value(RUNS, [id])).toBe(Number(before) + 10);
});

test('a run is prepared without a network and sent by a press alone; one that nobody can find is settled first', async ({
  visit,
  facts,
  wire,
}) => {
  const { id, itemId, itemName, title } = await createPlaybook(facts, {
    configs: [{ types: ['Kubernetes::Deployment'] }],
  });
  const before = Number(await facts.value(RUNS, [id]));
  const { page } = await visit('editor');
  const path = `/playbooks/${id}/run?config_id=${itemId}`;
  await page.goto(path);
  await expect(page.getByRole('textbox', { name: 'Grace period' })).toHaveValue('30s');
  await waitForServiceWorker(page);
  await wire.disconnect();
  await page.reload();
  await page.getByRole('textbox', { name: 'Grace period' }).fill('75s');
  await page.getByRole('button', { name: 'Prepare the run' }).click();
  await expect(page.getByText(/^The run is prepared on this device and not sent/u)).toBeVisible();
  await wire.connect();
  const bar = page.getByText(/^Still run it\?/u);
  await expect(bar).toBeVisible();
  await expectCalm(page);
  expect(await facts.value(RUNS, [id])).toBe(before);
  // Nobody can say whether it began: neither its answer nor the look at the runs comes.
  const lost = wire.add({ method: 'POST', path: /\/playbook\/run$/u, fault: { do: 'cut' } });
  const blind = wire.add({
    path: /\/db\/playbook_runs\?select=id,created_at,parameters/u,
    fault: { do: 'cut' },
  });
  await page.getByRole('button', { name: 'Run it now' }).click();
  await expect(page.getByText(/no answer came: it may have started/u)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await expectNoAxeFindings(page, 'a run without an answer');
  wire.remove(lost);
  wire.remove(blind);
  expect(await facts.value(RUNS, [id])).toBe(before);
  await page.getByRole('button', { name: 'I have looked' }).click();
  await page.getByRole('textbox', { name: 'Grace period' }).fill(randomUUID().slice(0, 4));
  await runButton(page).click();
  await expect(page).toHaveURL(/\/playbooks\/runs\//u);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page.getByRole('link', { name: itemName })).toBeVisible();
  expect(await facts.value(RUNS, [id])).toBe(before + 1);
});

test('who may not run playbooks is offered none, and the address says why', async ({ signedIn, facts }) => {
  const { id, itemId } = await createPlaybook(facts, { configs: [{ types: ['Kubernetes::Deployment'] }] });
  const page = await signedIn('viewer', { path: `/catalog/${itemId}` });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Blast radius' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Playbooks', exact: true })).toHaveCount(0);
  await page.goto(`/playbooks/${id}/run?config_id=${itemId}`);
  await expect(page.getByRole('status').getByText('Your role may not run playbooks')).toBeVisible();
  await expect(runButton(page)).toHaveCount(0);
});
