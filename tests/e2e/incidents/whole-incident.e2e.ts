import type { Page } from 'playwright';
import { captivePortal, startFaultProxy, type FaultProxy } from '../fault-proxy.ts';
import { expect, test } from '../fixtures.ts';
import { incidentPage } from '../incident-page.ts';
import { sessionCookie } from '../people.ts';
import type { Scene } from '../scene.ts';
import type { ServerFacts } from '../server-facts.ts';
import { waitForServiceWorker } from '../sign-in-page.ts';
import { expectCalm } from '../sync-panel.ts';
import { evidenceOf } from './evidence-page.ts';
import { panelPage } from './panel-page.ts';

/** An incident without ages and marks: the same on every screen and in Postgres when all is said. */
interface Standing {
  readonly head: readonly string[];
  readonly nodes: readonly string[];
  readonly comments: readonly string[];
  readonly done: readonly string[];
  readonly lines: number;
}

/** What a person sees of it. */
async function seen(page: Page, scene: Scene): Promise<Standing & { readonly changelog: string[] }> {
  const panel = panelPage(page, scene);
  const all = page.getByRole('button', { name: 'Expand all' });
  if (await all.isVisible()) await all.click();
  await expect(page.getByRole('button', { name: 'Collapse', exact: true })).toBeVisible();
  const titles = await page.locator('main :is(h3, h4, h5) button[aria-expanded]').allInnerTexts();
  const statuses = await page.getByRole('button', { name: /Status of/ }).allInnerTexts();
  const comments = await page.getByRole('list', { name: 'Comments' }).locator('p').allInnerTexts();
  await panel.show('Definition of done');
  const done: string[] = [];
  for (const item of await panel.done.getByRole('checkbox').all()) {
    const label = await item.evaluate((box) => box.closest('label')?.textContent ?? '');
    done.push(`${label}: ${(await item.isChecked()) ? 'yes' : 'no'}`);
  }
  await panel.show('Changelog');
  const lines = panel.changelog.getByRole('listitem');
  await expect(lines.first()).toBeVisible();
  const changelog = await lines.locator('p:first-child').allInnerTexts();
  await panel.show('Details');
  const head = [
    await page.getByRole('heading', { level: 1 }).innerText(),
    await panel.field('Status').innerText(),
    // What follows says for others what the bars say.
    (await panel.field('Severity').innerText()).split('\n')[0] ?? '',
  ];
  return {
    head: head.map(plain),
    nodes: titles.map((title, at) => plain(`${title}: ${statuses[at] ?? 'no status'}`)),
    comments: comments.map(plain).toSorted(),
    done: done.map(plain).toSorted(),
    lines: changelog.length,
    changelog: changelog.map(plain).toSorted(),
  };
}

/** Words of a screen as a database spells them. */
function plain(words: string): string {
  return words.trim().toLowerCase();
}

/** What Postgres has of it. */
async function stands(facts: ServerFacts, incidentId: string): Promise<Standing> {
  const lines = async (sql: string): Promise<string[]> => {
    const rows = await facts.rows<{ line: string }>(sql, [incidentId]);
    return rows.map(({ line }) => plain(line));
  };
  const [incident] = await facts.rows<{ title: string; status: string; severity: string }>(
    'select title, status, severity from incidents where id = $1',
    [incidentId],
  );
  return {
    head: Object.values(incident ?? {}).map(plain),
    nodes: await lines(
      `select title || ': ' || status as line from hypotheses where incident_id = $1 order by created_at`,
    ),
    comments: (await lines('select comment as line from comments where incident_id = $1')).toSorted(),
    done: (
      await lines(
        `select (e.evidence ->> 'comment') || ': ' || case when e.done then 'yes' else 'no' end as line
         from evidences e join hypotheses h on h.id = e.hypothesis_id
         where h.incident_id = $1 and e.definition_of_done`,
      )
    ).toSorted(),
    lines: await facts.value('select count(*)::int from incident_histories where incident_id = $1', [
      incidentId,
    ]),
  };
}

/** Lines of the changelog by type; a line that stands for one and the same thing twice has a type of its own. */
async function historyOf(facts: ServerFacts, incidentId: string): Promise<Record<string, number>> {
  const rows = await facts.rows<{ type: string; lines: number; things: number }>(
    `select type, count(*)::int as lines, count(distinct
              concat_ws(' ', evidence_id, comment_id, responder_id, hypothesis_id, description))::int as things
       from incident_histories where incident_id = $1 group by 1`,
    [incidentId],
  );
  return Object.fromEntries(
    rows.map(({ type, lines, things }) => [lines === things ? type : `${type}, doubled`, lines]),
  );
}

/** What is made of the incident on the tablet, and must be there once. */
const definitions = `select count(*)::int from evidences e join hypotheses h on h.id = e.hypothesis_id
  where h.incident_id = $1 and e.definition_of_done`;

/** Opens an incident without a network: the server has neither a number nor anything else of it. */
async function openIncident(page: Page, title: string): Promise<Scene> {
  await page.getByRole('button', { name: 'New incident' }).click();
  const creating = page.getByRole('dialog', { name: 'Create New Incident' });
  await creating.getByRole('textbox', { name: 'Title' }).fill(title);
  await creating.getByRole('button', { name: /Severity/ }).click();
  await page.getByRole('option', { name: 'Critical' }).click();
  await creating.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  const incidentId = page.url().split('/').at(-1) ?? '';
  // Its root hypothesis has its title.
  return { incidentId, title, hypothesisTitle: title, hypothesisId: '', number: '' };
}

/** The network comes back lying, then losing what it was told, then cutting, until all has arrived. */
async function comeBackLying(
  network: FaultProxy,
  page: Page,
  hasArrived: () => Promise<void>,
): Promise<void> {
  const portal = network.add({ path: /\/api\//, fault: captivePortal, times: 2 });
  network.add({ method: 'POST', path: /\/api\/db\//, fault: { do: 'lose-reply' }, times: 2 });
  network.add({ method: 'POST', path: /\/api\/db\//, fault: { do: 'duplicate' }, times: 1 });
  network.add({ method: 'GET', path: /\/api\/db\//, fault: { do: 'truncate' }, times: 1 });
  await network.connect();
  await expect(async () => {
    // What a person does who has just accepted the terms of a portal.
    await page.getByRole('button', { name: 'Refresh' }).click();
    await hasArrived();
  }).toPass({ timeout: 180_000, intervals: [3_000] });
  network.remove(portal);
  network.clear();
}

async function addPerson(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add responder' }).click();
  const adding = page.getByRole('dialog', { name: 'Add Responder' });
  await adding.getByRole('tab', { name: 'Person' }).click();
  await adding.getByRole('combobox', { name: 'Person' }).fill(name);
  await page.getByRole('option', { name }).click();
  await adding.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Responder added successfully').first()).toBeVisible();
}

test('an incident opened offline on a tablet and worked by two people, one of them on a network that cuts and lies, ends as one', async ({
  stack,
  person,
  facts,
  signedIn,
  openDevice,
}) => {
  test.slow();
  const responder = await person('responder');
  const title = `Checkout is down ${responder.id.slice(0, 8)}`;
  const bad = await startFaultProxy(stack.appUrl);
  try {
    // On a tablet that was once in the list of incidents, started without a network.
    const device = await openDevice({
      origin: bad.url,
      size: 'tablet',
      cookies: [await sessionCookie(stack, responder)],
    });
    const tablet = await device.newPage();
    await tablet.goto('/incidents');
    await waitForServiceWorker(tablet);
    await expectCalm(tablet);
    await bad.disconnect();
    await tablet.reload();

    const scene = await openIncident(tablet, title);
    const { incidentId } = scene;
    const field = incidentPage(tablet, scene);
    const site = panelPage(tablet, scene);
    await field.comment('At the rack, no network');
    await tablet.getByRole('button', { name: `Add factor to ${title}` }).click();
    const factor = tablet.getByRole('textbox', { name: 'New factor' });
    await factor.fill('The switch is dead');
    await factor.press('Enter');
    const { add, wizard, item } = evidenceOf(tablet, scene);
    await add.click();
    await wizard.getByRole('option', { name: /^Note/ }).click();
    await wizard.getByRole('textbox', { name: 'Note' }).fill('The fans are silent');
    await wizard.getByRole('button', { name: 'Attach', exact: true }).click();
    await expect(item('The fans are silent')).toBeVisible();
    await site.show('Definition of done');
    await site.addManual('Switch replaced');

    await comeBackLying(bad, tablet, async () => {
      expect(await facts.value(definitions, [incidentId])).toBe(1);
    });

    // At a desk with a good network somebody else takes it from the list.
    const desk = await signedIn('commander', { path: `/incidents?search=${responder.id.slice(0, 8)}` });
    await desk.getByRole('link', { name: title }).click();
    const office = incidentPage(desk, scene);
    const panel = panelPage(desk, scene);
    await expect(desk.getByRole('button', { name: 'The switch is dead', exact: true })).toBeVisible();

    // The tablet loses the network again, while both go on.
    await bad.disconnect();
    await field.comment('The new switch is in');
    await site.show('Definition of done');
    await site.item('Switch replaced').getByRole('checkbox').click({ force: true });
    await expect(site.item('Switch replaced').getByRole('checkbox')).toBeChecked();
    await panel.show('Details');
    await panel.choose('Status', 'Investigating');
    await office.comment('Who is on site?');
    await desk.getByRole('button', { name: /Status of The switch is dead/ }).click();
    await desk.getByRole('option', { name: 'Proven', exact: true }).click();
    await addPerson(desk, responder.name);
    await expectCalm(desk);
    bad.add({ method: 'PATCH', path: /\/api\/db\//, fault: { do: 'lose-reply' }, times: 1 });
    bad.add({ method: 'POST', path: /\/api\/db\//, fault: { do: 'cut' }, times: 1 });
    bad.add({ method: 'GET', path: /\/api\/db\//, fault: { do: 'truncate' }, times: 2 });
    await bad.connect();

    // What it takes to be done is done, and the commander ends it with what had caused it.
    await panel.show('Definition of done');
    await expect(panel.item('Switch replaced').getByRole('checkbox')).toBeChecked({ timeout: 120_000 });
    await panel.show('Details');
    await panel.choose('Status', 'Resolved');
    await panel.question.getByRole('checkbox', { name: /fans are silent/u }).click({ force: true });
    await panel.question.getByRole('button', { name: 'Submit' }).click();
    await expect
      .poll(() => facts.value('select status from incidents where id = $1', [incidentId]))
      .toBe('resolved');

    await site.show('Details');
    await expect(site.field('Status')).toHaveAccessibleName(/^Resolved/u, { timeout: 120_000 });
    await expectCalm(tablet);
    await expectCalm(desk);
    const inPostgres = await stands(facts, incidentId);
    expect(inPostgres).toEqual({
      head: [plain(title), 'resolved', 'critical'],
      nodes: [plain(`${title}: possible`), 'the switch is dead: proven'],
      comments: ['at the rack, no network', 'the new switch is in', 'who is on site?'],
      done: ['switch replaced: yes', 'the fans are silent: no'],
      lines: 10,
    });
    await expect.poll(() => seen(tablet, scene), { timeout: 120_000 }).toMatchObject({ ...inPostgres });
    await expect.poll(() => seen(desk, scene), { timeout: 120_000 }).toMatchObject({ ...inPostgres });
    expect(await seen(tablet, scene)).toEqual(await seen(desk, scene));
    expect(await historyOf(facts, incidentId)).toEqual({
      'incident.created': 1,
      'incident.status_updated': 2,
      'hypothesis.created': 2,
      'hypothesis.status_updated': 1,
      'evidence.created': 2,
      'evidence.done_definition_added': 1,
      'responder.created': 1,
    });
  } finally {
    await bad.stop();
  }
});
