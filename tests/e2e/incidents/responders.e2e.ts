import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright';
import {
  optionTypes,
  responderFields,
  responderTypes,
  type ResponderType,
} from '#sync/protocol/ticketing.ts';
import {
  effectTitle,
  fieldLabel,
  responderTypeLabels,
} from '#src/features/incidents/responders/responder-labels.ts';
import { expectNoAxeFindings } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { demoAccount } from '../people.ts';
import type { ServerFacts } from '../server-facts.ts';
import { storedText } from '../stored-text.ts';
import { expectCalm } from '../sync-panel.ts';

const respondersPath = /\/api\/db\/responders/;

/** The field of the right panel, and the dialog it opens. */
function respondersOf(page: Page): {
  readonly field: Locator;
  readonly dialog: Locator;
  readonly prepared: Locator;
  open(): Promise<void>;
  pick(label: 'Team' | 'Person', name: string): Promise<void>;
} {
  const field = page.getByRole('region', { name: 'Responders' });
  const dialog = page.getByRole('dialog', { name: 'Add Responder' });
  return {
    field,
    dialog,
    prepared: field.getByRole('list', { name: 'Prepared responders' }),
    open: () => field.getByRole('button', { name: 'Add responder' }).click(),
    pick: async (label, name) => {
      await dialog.getByRole('combobox', { name: label }).fill(name);
      await page.getByRole('option', { name }).click();
    },
  };
}

/** A team of this test alone. */
async function makeTeam(facts: ServerFacts, clients: object): Promise<{ id: string; name: string }> {
  const id = randomUUID();
  const name = `Team ${id.slice(0, 8)}`;
  await facts.rows('insert into teams (id, name, created_by, spec) values ($1, $2, $3, $4)', [
    id,
    name,
    demoAccount('admin').id,
    JSON.stringify({ responder_clients: clients }),
  ]);
  return { id, name };
}

const rowsQuery = `select count(*)::int from responders where incident_id = $1`;

test('a person is added and deleted offline, and both arrive once', async ({
  visit,
  scene,
  wire,
  facts,
  person,
}) => {
  const { name, id } = await person('commander');
  const { page } = await visit('responder');
  const responders = respondersOf(page);
  await wire.disconnect();
  await responders.open();
  await responders.dialog.getByRole('tab', { name: 'Person' }).click();
  await expect(responders.dialog.getByRole('button', { name: 'Add', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await responders.pick('Person', name);
  await responders.dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(responders.field.getByRole('listitem').filter({ hasText: name })).toBeVisible();
  wire.add({ method: 'POST', path: respondersPath, fault: { do: 'lose-reply' }, times: 1 });
  await wire.connect();
  await expect(page.getByText('Responder added successfully')).toBeVisible();
  expect(await facts.value(`${rowsQuery} and person_id = $2`, [scene.incidentId, id])).toBe(1);
  await responders.field.getByRole('button', { name: `Delete responder ${name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete responder' }).click();
  await expect(page.getByText('Responder deleted successfully')).toBeVisible();
  await expect(responders.field.getByText(name)).toBeHidden();
  // A soft delete: the row stays.
  expect(await facts.value(`${rowsQuery} and deleted_at is not null`, [scene.incidentId])).toBe(1);
});

test('a team with a ticket is deleted offline, and its row is kept as deleted, once', async ({
  visit,
  scene,
  wire,
  facts,
}) => {
  const team = await makeTeam(facts, { jira: {} });
  const [row] = await facts.rows<{ id: string }>(
    `insert into responders (incident_id, type, team_id, created_by, external_id, properties)
     values ($1, 'system', $2, $3, 'PAY-7', '{"responderType": {"label": "Jira", "value": "jira"}}') returning id`,
    [scene.incidentId, team.id, demoAccount('admin').id],
  );
  const { page } = await visit('responder');
  const { field } = respondersOf(page);
  const item = field.getByRole('listitem').filter({ hasText: team.name });
  await expect(item.getByText('PAY-7')).toBeVisible();
  await wire.disconnect();
  await field.getByRole('button', { name: `Delete responder ${team.name}` }).click();
  const question = page.getByRole('alertdialog');
  await expect(question.getByText(/A ticket that was opened for it stays open/)).toBeVisible();
  await question.getByRole('button', { name: 'Delete responder' }).click();
  await expect(item).toBeHidden();
  // Before the server knows, and when it is looked at again.
  await page.reload();
  await expect(field.getByText('Nobody yet')).toBeVisible();
  const deleted = `select deleted_at is not null as is_deleted, external_id from responders where id = $1`;
  expect(await facts.rows(deleted, [row?.id])).toEqual([{ is_deleted: false, external_id: 'PAY-7' }]);
  wire.add({ method: 'PATCH', path: respondersPath, fault: { do: 'lose-reply' }, times: 1 });
  await wire.connect();
  await expectCalm(page);
  expect(await facts.rows(deleted, [row?.id])).toEqual([{ is_deleted: true, external_id: 'PAY-7' }]);
  expect(await facts.value(rowsQuery, [scene.incidentId])).toBe(1);
  await expect(field.getByText(team.name)).toBeHidden();
});

test('every responder type of a team asks for its fields and opens one ticket', async ({
  signedIn,
  scene,
  facts,
  wire,
}) => {
  const team = await makeTeam(facts, Object.fromEntries(responderTypes.map((type) => [type, {}])));
  const { first, last } = demoAccount('editor').name;
  const someone = `${first} ${last}`;
  const page = await signedIn('responder', { path: `/incidents/${scene.incidentId}` });
  const responders = respondersOf(page);
  const { dialog } = responders;
  for (const type of responderTypes) {
    await responders.open();
    await responders.pick('Team', team.name);
    await dialog.getByRole('button', { name: 'Next' }).click();
    const list = dialog.getByRole('list', { name: 'Responder Type' });
    await expect(list.getByRole('listitem')).toHaveCount(11);
    await list.getByRole('button', { name: responderTypeLabels[type], exact: true }).click();
    // The choices of the other system are asked for when the form opens.
    if (type === 'jira' || type === 'ms_planner')
      await dialog.getByRole('button', { name: /Priority/ }).waitFor();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(dialog.getByText('Please provide valid value')).toHaveCount(responderFields[type].length);
    for (const field of responderFields[type]) {
      if (field === 'person') await responders.pick('Person', someone);
      else await fillField(page, dialog, fieldLabel(field), `${type} ${field}`);
    }
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect
      .poll(() =>
        facts.value(`${rowsQuery} and team_id = $2 and properties -> 'responderType' ->> 'value' = $3`, [
          scene.incidentId,
          team.id,
          type,
        ]),
      )
      .toBe(1);
  }
  await expectCalm(page);
  expect(await facts.value(rowsQuery, [scene.incidentId])).toBe(11);
  expect(wire.seen.filter(({ method, path }) => method === 'POST' && respondersPath.test(path))).toHaveLength(
    11,
  );
  const subject = await facts.value<string>(
    `select properties ->> 'subject' from responders where incident_id = $1 and properties ? 'subject'`,
    [scene.incidentId],
  );
  expect(subject).toBe('email subject');
});

/** A field of the form; where the other system names choices the first is taken. Answers what was put in. */
async function fillField(page: Page, dialog: Locator, label: string, value: string): Promise<string> {
  const text = dialog.getByRole('textbox', { name: label, exact: true });
  const button = dialog.getByRole('button', { name: new RegExp(label) });
  let filled = value;
  // What the other system offers may come while somebody types: the field of text becomes one of choices.
  await expect(async () => {
    if ((await text.count()) > 0) {
      await text.fill(value, { timeout: 2_000 });
      return;
    }
    await button.click({ timeout: 2_000 });
    const choice = page.getByRole('option').first();
    // Its name is for people; this is what the other system calls it.
    filled = (await choice.getAttribute('data-key', { timeout: 2_000 })) ?? '';
    await choice.click({ timeout: 2_000 });
    await expect(button).not.toContainText('Choose…', { timeout: 2_000 });
  }).toPass();
  return filled;
}

test('what a team has fixed stands, its defaults may be changed, and choices come from its system', async ({
  signedIn,
  scene,
  facts,
}) => {
  const page = await signedIn('responder', { path: `/incidents/${scene.incidentId}` });
  const responders = respondersOf(page);
  const { dialog } = responders;
  await responders.open();
  await expect(dialog.getByRole('button', { name: 'Next' })).toHaveAttribute('aria-disabled', 'true');
  await responders.pick('Team', 'Payments');
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expectNoAxeFindings(page, 'the responder types');
  await dialog.getByRole('button', { name: 'Jira', exact: true }).click();
  // Once the other system has named its projects, the one that is set has its name.
  await expect(dialog.getByRole('textbox', { name: 'Project' })).toHaveValue('Payments');
  await expect(dialog.getByRole('textbox', { name: 'Project' })).toHaveAttribute('readonly', '');
  await dialog.getByRole('button', { name: /Priority/ }).click();
  await expect(page.getByRole('option')).toHaveText(['Highest', 'High', 'Medium', 'Low']);
  await page.getByRole('option', { name: 'Medium' }).click();
  await dialog.getByRole('textbox', { name: 'Summary' }).fill('Checkout is slow');
  await dialog.getByRole('button', { name: 'Back' }).click();
  await dialog.getByRole('button', { name: 'Jira', exact: true }).click();
  await expect(dialog.getByRole('textbox', { name: 'Summary' })).toHaveValue('Checkout is slow');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Since ten');
  await expectNoAxeFindings(page, 'the form of a ticket');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Responder added successfully')).toBeVisible();
  const [row] = await facts.rows<{ properties: object }>(
    'select properties from responders where incident_id = $1',
    [scene.incidentId],
  );
  expect(row?.properties).toEqual({
    responderType: { label: 'Jira', value: 'jira' },
    project: 'PAY',
    issueType: 'Incident',
    priority: 'Medium',
    summary: 'Checkout is slow',
    description: 'Since ten',
  });
  await expect(responders.field.getByRole('button', { name: /^Payments/ })).toBeVisible();
});

test('a team without types says so; without a connection the types are not known', async ({
  visit,
  wire,
  facts,
}) => {
  const team = await makeTeam(facts, {});
  const { page } = await visit('responder');
  const responders = respondersOf(page);
  await responders.open();
  await responders.pick('Team', team.name);
  await responders.dialog.getByRole('button', { name: 'Next' }).click();
  await expect(
    responders.dialog.getByText('There were no responders configured for this team'),
  ).toBeVisible();
  await responders.dialog.getByRole('button', { name: 'Back' }).click();
  await wire.disconnect();
  await responders.pick('Team', 'Platform');
  await responders.dialog.getByRole('button', { name: 'Next' }).click();
  await expect(responders.dialog.getByText(/Needs connection/)).toBeVisible();
});

test('a team prepared offline is sent by a person and by nothing else', async ({
  visit,
  scene,
  wire,
  facts,
}) => {
  const secret = `set by the team ${randomUUID()}`;
  const begun = `begun by the team ${randomUUID()}`;
  const team = await makeTeam(facts, {
    email: { values: { subject: '${incident.title}', body: secret }, defaults: { to: begun } },
  });
  const { device, page: first } = await visit('responder');
  const before = respondersOf(first);
  await before.open();
  await before.pick('Team', team.name);
  await before.dialog.getByRole('button', { name: 'Next' }).click();
  await before.dialog.getByRole('button', { name: 'Email', exact: true }).click();
  await expect(before.dialog.getByRole('textbox', { name: 'Subject' })).toHaveValue(scene.title);
  await wire.disconnect();
  await expect(before.dialog.getByRole('textbox', { name: 'Body' })).toHaveValue(secret);
  await before.dialog.getByRole('textbox', { name: 'External ID' }).fill('typed-7');
  await before.dialog.getByRole('button', { name: 'Prepare' }).click();
  await expect(before.prepared.getByText(/prepared, not sent/)).toBeVisible();
  await expect(before.prepared.getByText('Set by the team when it is sent: To, Subject, Body')).toBeVisible();
  // What a person typed is kept; what the team has written is in no storage of the device (D22).
  const kept = await storedText(first);
  expect(kept).toContain('typed-7');
  expect(kept).not.toContain(secret);
  expect(kept).not.toContain(begun);
  await expect(before.prepared.getByRole('button', { name: 'Send it…' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await device.close();

  await wire.connect();
  const page = await device.newPage();
  await page.goto(`/incidents/${scene.incidentId}`);
  await expectCalm(page);
  const responders = respondersOf(page);
  await expect(responders.prepared.getByText(/prepared, not sent/)).toBeVisible();
  expect(await facts.value(rowsQuery, [scene.incidentId])).toBe(0);
  await responders.prepared.getByRole('button', { name: 'Send it…' }).click();
  const question = page.getByRole('alertdialog', { name: 'Still send it?' });
  await expect(question.getByText(/the incident is now open/)).toBeVisible();
  await expect(question.getByText(secret)).toBeVisible();
  expect(await facts.value(rowsQuery, [scene.incidentId])).toBe(0);
  await question.getByRole('button', { name: 'Send it now' }).click();
  await expect(page.getByText('Responder added successfully')).toBeVisible();
  await expect(responders.prepared).toBeHidden();
  const [row] = await facts.rows<{ properties: object }>(
    'select properties from responders where incident_id = $1 and team_id = $2',
    [scene.incidentId, team.id],
  );
  expect(row?.properties).toEqual({
    responderType: { label: 'Email', value: 'email' },
    to: begun,
    subject: scene.title,
    body: secret,
    external_id: 'typed-7',
  });
  expect(await storedText(page)).not.toContain(secret);
  expect(await facts.value(rowsQuery, [scene.incidentId])).toBe(1);
  expect(wire.seen.filter(({ method, path }) => method === 'POST' && respondersPath.test(path))).toHaveLength(
    1,
  );
});

test('eleven types scroll under their head, and many responders leave the rest of the panel in reach', async ({
  signedIn,
  scene,
  facts,
}) => {
  const team = await makeTeam(facts, Object.fromEntries(responderTypes.map((type) => [type, {}])));
  for (let count = 0; count < 12; count += 1) {
    const { id } = await makeTeam(facts, {});
    await facts.rows(
      `insert into responders (incident_id, type, team_id, created_by) values ($1, 'system', $2, $3)`,
      [scene.incidentId, id, demoAccount('admin').id],
    );
  }
  const page = await signedIn('responder', { path: `/incidents/${scene.incidentId}` });
  const responders = respondersOf(page);
  const { field, dialog } = responders;
  const items = field.getByRole('list', { name: 'Responders' }).getByRole('listitem');
  await expect(items).toHaveCount(12);
  await items.last().getByRole('button').first().focus();
  await expect(items.last()).toBeInViewport({ ratio: 1 });
  const changelog = page.getByRole('button', { name: 'Changelog', exact: true });
  await changelog.scrollIntoViewIfNeeded();
  await expect(changelog).toBeInViewport({ ratio: 1 });
  await responders.open();
  await responders.pick('Team', team.name);
  await dialog.getByRole('button', { name: 'Next' }).click();
  const types = dialog.getByRole('list', { name: 'Responder Type' });
  const rows = types.getByRole('listitem');
  await expect(rows).toHaveCount(11);
  // Six whole, and a part of the next, so that one sees that there is more.
  await expect(rows.nth(5)).toBeInViewport({ ratio: 1 });
  await expect(rows.nth(6)).toBeInViewport();
  await expect(rows.nth(6)).not.toBeInViewport({ ratio: 1 });
  await expect(rows.nth(8)).not.toBeInViewport();
  await expect(dialog.getByRole('button', { name: 'Back' })).toBeInViewport({ ratio: 1 });
  await rows.last().getByRole('button').focus();
  await expect(rows.last()).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('combobox', { name: 'Person' })).toBeVisible();
});

test('every responder type is prepared offline, and each is sent once when a person says so', async ({
  visit,
  scene,
  wire,
  facts,
}) => {
  test.slow();
  const team = await makeTeam(facts, Object.fromEntries(responderTypes.map((type) => [type, {}])));
  const { id: someoneId, name } = demoAccount('editor');
  const { page, incident } = await visit('responder');
  const responders = respondersOf(page);
  const { dialog, prepared } = responders;
  const types = dialog.getByRole('list', { name: 'Responder Type' });
  const choose = (type: ResponderType): Promise<void> =>
    types.getByRole('button', { name: responderTypeLabels[type], exact: true }).click();
  const posts = (): number =>
    wire.seen.filter(({ method, path }) => method === 'POST' && respondersPath.test(path)).length;

  // What was heard of the team while there was a network stands for as long as the page does.
  await responders.open();
  await responders.pick('Team', team.name);
  await dialog.getByRole('button', { name: 'Next' }).click();
  for (const type of optionTypes) {
    await choose(type);
    await dialog.getByRole('button', { name: /Priority/ }).waitFor();
    await dialog.getByRole('button', { name: 'Back' }).click();
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await wire.disconnect();

  const typed = new Map<ResponderType, Record<string, string>>();
  for (const type of responderTypes) {
    await responders.open();
    // Closed in the middle it is there again; sent or prepared it begins anew.
    if (typed.size > 0) {
      await responders.pick('Team', team.name);
      await dialog.getByRole('button', { name: 'Next' }).click();
    }
    await choose(type);
    const values: Record<string, string> = {};
    for (const field of responderFields[type]) {
      if (field === 'person') await responders.pick('Person', `${name.first} ${name.last}`);
      const label = fieldLabel(field);
      values[field] =
        field === 'person' ? someoneId : await fillField(page, dialog, label, `${type} ${field}`);
    }
    await dialog.getByRole('button', { name: 'Prepare' }).click();
    await expect(dialog).toBeHidden();
    typed.set(type, values);
    await expect(prepared.getByRole('listitem')).toHaveCount(typed.size);
  }

  // Written after them, and there before them: nothing of them goes by itself.
  await incident.comment('Written last');
  await wire.connect();
  await expect.poll(() => facts.commentRows('Written last')).toBe(1);
  await expectCalm(page);
  expect([posts(), await facts.value(rowsQuery, [scene.incidentId])]).toEqual([0, 0]);

  for (const [at, type] of responderTypes.entries()) {
    await prepared
      .getByRole('listitem')
      .filter({ hasText: effectTitle(type, team.name) })
      .first()
      .getByRole('button', { name: 'Send it…' })
      .click();
    const question = page.getByRole('alertdialog', { name: 'Still send it?' });
    await question.getByRole('button', { name: 'Send it now' }).click();
    await expect(question).toBeHidden();
    await expect(prepared.getByRole('listitem')).toHaveCount(responderTypes.length - at - 1);
    expect([type, posts()]).toEqual([type, at + 1]);
  }
  const rows = await facts.rows<{ properties: object }>(
    'select properties from responders where incident_id = $1 and team_id = $2 order by created_at',
    [scene.incidentId, team.id],
  );
  expect(rows.map(({ properties }) => properties)).toEqual(
    responderTypes.map((type) => ({
      responderType: { label: responderTypeLabels[type], value: type },
      ...typed.get(type),
    })),
  );
  await expectCalm(page);
  expect(posts()).toBe(responderTypes.length);
});

test('a responder tells about itself after a second, on focus and on a press, and links to its ticket', async ({
  signedIn,
  scene,
  facts,
}) => {
  const team = await makeTeam(facts, { jira: { linkUrl: 'https://jira.e2e.example/browse/ID' } });
  await facts.rows(
    `insert into responders (incident_id, type, team_id, created_by, external_id, properties)
     values ($1, 'system', $2, $3, 'PAY-7', '{"responderType": {"label": "Jira", "value": "jira"}, "summary": "Slow"}')`,
    [scene.incidentId, team.id, demoAccount('admin').id],
  );
  const page = await signedIn('viewer', { path: `/incidents/${scene.incidentId}` });
  const { field } = respondersOf(page);
  const trigger = field.getByRole('button', { name: new RegExp(`^${team.name}`) });
  const card = page.getByRole('region', { name: `About ${team.name}` });
  await trigger.hover();
  await expect(card).toBeVisible();
  await expect(card.getByText('Slow')).toBeVisible();
  await expect(card.getByRole('link', { name: 'PAY-7' })).toHaveAttribute(
    'href',
    'https://jira.e2e.example/browse/PAY-7',
  );
  // It can be pointed at without going away, and Escape closes it and not the page.
  await card.hover();
  await expect(card).toBeVisible();
  await expectNoAxeFindings(page, 'the card of a responder');
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
  await expect(page).toHaveURL(new RegExp(scene.incidentId));
  await page.mouse.move(0, 0);
  await trigger.focus();
  await expect(card).toBeVisible();
  await expect(field.getByRole('button', { name: 'Add responder' })).toHaveAttribute('aria-disabled', 'true');
  await expect(field.getByRole('button', { name: /^Delete responder/ })).toHaveCount(0);
});
