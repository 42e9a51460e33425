import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright';
import { expectNoAxeFindings } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import type { ServerFacts } from '../server-facts.ts';
import { waitForServiceWorker } from '../sign-in-page.ts';
import { expectCalm } from '../sync-panel.ts';

const list = (page: Page): Locator => page.getByRole('grid', { name: 'Teams' });
const rowOf = (page: Page, name: string): Locator => list(page).locator('tbody tr').filter({ hasText: name });
const dialog = (page: Page): Locator => page.getByRole('dialog');
const tabs = (page: Page): Locator =>
  page.getByRole('navigation', { name: 'Team', exact: true }).getByRole('link');
const members = (page: Page): Locator => page.getByRole('list', { name: 'Members' }).getByRole('listitem');
const SPEC = { components: [{ types: ['Service'] }] };

interface TeamScene {
  readonly id: string;
  readonly name: string;
  /** Three people with names of their own; the first is in this team and in `other`. */
  readonly people: readonly { readonly id: string; readonly name: string }[];
  readonly other: string;
}

const emailOf = (name: string): string => `${name.replace(' ', '.').toLowerCase()}@example.com`;

/** Two teams with one member in common, made for one test alone. */
async function createTeams(facts: ServerFacts): Promise<TeamScene> {
  const [id, other] = [randomUUID(), randomUUID()];
  const people = ['Ines', 'Juno', 'Kofi'].map((first) => ({
    id: randomUUID(),
    name: `${first} ${id.slice(0, 6)}`,
  }));
  for (const person of people)
    await facts.rows('insert into people (id, name, email) values ($1, $2, $3)', [
      person.id,
      person.name,
      emailOf(person.name),
    ]);
  for (const [team, name] of [
    [id, `team-${id.slice(0, 8)}`] as const,
    [other, `team-${other.slice(0, 8)}`] as const,
  ]) {
    await facts.rows(
      `insert into teams (id, name, icon, spec, created_by)
       values ($1, $2, 'group', $3, (select id from people where name is not null limit 1))`,
      [team, name, JSON.stringify(SPEC)],
    );
    await facts.rows('insert into team_members (team_id, person_id) values ($1, $2)', [team, people[0]?.id]);
  }
  await facts.rows(
    `insert into job_history (id, name, resource_type, resource_id, status, time_start, created_at)
     values (gen_random_uuid(), 'SyncTeam', 'team', $1, 'FAILED', now(), now())`,
    [id],
  );
  return { id, name: `team-${id.slice(0, 8)}`, people, other };
}

const membersOf = async (facts: ServerFacts, team: string): Promise<unknown[]> => {
  const rows = await facts.rows<{ name: string }>(
    'select p.name from team_members m join people p on p.id = m.person_id where m.team_id = $1 order by p.name',
    [team],
  );
  return rows.map(({ name }) => name);
};

test('a team is added, edited and deleted, and people join and leave it', async ({ facts, signedIn }) => {
  const { id, name, people, other } = await createTeams(facts);
  const [ines = '', juno = '', kofi = ''] = people.map((person) => person.name);
  const page = await signedIn('admin', { path: '/incidents' });
  await page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Teams' }).click();
  await expect(page).toHaveURL(/\/settings\/teams$/u);
  await expect(list(page).getByRole('columnheader')).toHaveText([
    'Name',
    'Members',
    'Source',
    'Last run',
    'Started',
    'Last failed',
    'Created By',
    'Created',
    'Updated',
  ]);
  await expect(rowOf(page, name).getByRole('img', { name: `Members: ${ines}` })).toBeVisible();
  await expect(rowOf(page, name)).toContainText('Failed');
  await expect(rowOf(page, `team-${other.slice(0, 8)}`)).toContainText('Has not run');
  await expectNoAxeFindings(page, 'the teams');

  // By keyboard alone: the form, what it lacks, and what it may not keep.
  await page.keyboard.press('c');
  await expect(dialog(page)).toContainText('Add team');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('This field is required')).toBeVisible();
  const added = `night-${id.slice(0, 8)}`;
  await page.keyboard.type(added);
  const editor = dialog(page).getByRole('textbox', { name: 'Spec' });
  await editor.fill('password: hunter22');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page).getByText('It holds what looks like a password', { exact: false })).toBeVisible();
  await editor.fill('components:\n  - types: [Service]');
  await expectNoAxeFindings(page, 'a new team');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Team added successfully')).toBeVisible();
  await expect
    .poll(() => facts.rows('select icon, spec from teams where name = $1', [added]))
    .toEqual([{ icon: 'group', spec: SPEC }]);

  await page.keyboard.press('/');
  await page.keyboard.type(`${juno} nobody`);
  await expect(page.getByText('No data available')).toBeVisible();
  await page.goto(`/settings/teams/${id}`);
  await expect(tabs(page)).toHaveText(['Spec', 'Members', 'Job History']);
  await expect(page.getByRole('region', { name: 'Spec content' })).toContainText('types:');
  await page.getByRole('button', { name: 'Edit' }).click();
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill(`${name}-b`);
  await dialog(page).getByRole('textbox', { name: 'Spec' }).fill('components: []');
  await dialog(page).getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Team updated successfully')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${name}-b`);
  await expect(page.getByRole('region', { name: 'Spec content' })).toContainText('components: []');
  await expectNoAxeFindings(page, 'a team');

  await tabs(page).filter({ hasText: 'Members' }).click();
  await expect(page).toHaveURL(new RegExp(`/settings/teams/${id}/manageTeam$`, 'u'));
  await page.getByRole('button', { name: 'Add members' }).click();
  await dialog(page).getByRole('button', { name: 'Add' }).click();
  await expect(dialog(page).getByText('Select at least one user')).toBeVisible();
  for (const person of [juno, kofi])
    await dialog(page).getByRole('checkbox', { name: person }).check({ force: true });
  await expectNoAxeFindings(page, 'who joins a team');
  await dialog(page).getByRole('button', { name: 'Add' }).click();
  await expect(page.getByText(`${juno}, ${kofi} added to the team successfully`)).toBeVisible();
  await expect(members(page)).toHaveCount(3);
  for (const person of [ines, juno, kofi])
    await expect(members(page).filter({ hasText: person })).toContainText(emailOf(person));
  await page.getByRole('button', { name: `Remove ${ines} from the team` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText(`${ines} removed from team successfully`)).toBeVisible();
  expect(await membersOf(facts, id)).toEqual([juno, kofi]);
  expect(await membersOf(facts, other)).toEqual([ines]);
  await expectNoAxeFindings(page, 'the members');

  await tabs(page).filter({ hasText: 'Job History' }).click();
  await expect(page).toHaveURL(new RegExp(`/settings/teams/${id}/jobHistory$`, 'u'));
  await expect(page.getByText('SyncTeam')).toBeVisible();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete team' }).click();
  await expect(page.getByText('Team deleted successfully')).toBeVisible();
  expect(await facts.value('select deleted_at is not null from teams where id = $1', [id])).toBe(true);
  await page.goto(`/settings/teams/${id}`);
  await expect(page.getByText('No resources found')).toBeVisible();
});

test('without a network changes of a team wait, and one that clashes is told', async ({
  facts,
  visit,
  wire,
}) => {
  const { id, name, people } = await createTeams(facts);
  const [ines = '', juno = ''] = people.map((person) => person.name);
  const { page } = await visit('admin');
  await waitForServiceWorker(page);
  await page.goto(`/settings/teams/${id}`);
  await expect(page.getByRole('region', { name: 'Spec content' })).toContainText('types:');
  await expectCalm(page);
  await wire.disconnect();

  await page.goto(`/settings/teams/${id}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  await dialog(page).getByRole('textbox', { name: 'Spec' }).fill('components: [mine]');
  await dialog(page).getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Saved on this device').first()).toBeVisible();
  await page.goto(`/settings/teams/${id}/manageTeam`);
  await page.getByRole('button', { name: `Remove ${ines} from the team` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText("You haven't added any team members to the team yet.")).toBeVisible();
  await page.getByRole('button', { name: 'Add members' }).click();
  await dialog(page).getByRole('checkbox', { name: juno }).check({ force: true });
  await dialog(page).getByRole('button', { name: 'Add' }).click();
  await expect(members(page)).toHaveText([new RegExp(juno, 'u')]);
  await expect(page.getByText('Email addresses are not kept on this device')).toBeVisible();
  await page.goto('/settings/teams');
  await page.getByRole('button', { name: 'Add team' }).click();
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Payments');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(rowOf(page, 'Payments')).toHaveCount(2);
  await expectNoAxeFindings(page, 'teams that wait');

  // A colleague was quicker with the definition, and there is such a name already.
  const theirs = { components: ['theirs'] };
  await facts.rows('update teams set spec = $2 where id = $1', [id, JSON.stringify(theirs)]);
  await wire.connect();
  await expect.poll(() => membersOf(facts, id), { timeout: 90_000 }).toEqual([juno]);
  await expect(rowOf(page, 'Payments')).toHaveCount(1);
  await expect(rowOf(page, name).getByText('Changed on the server too')).toBeAttached();
  expect(await facts.rows('select spec from teams where id = $1', [id])).toEqual([{ spec: theirs }]);
  await page.getByRole('button', { name: /^Sync: / }).click();
  await expect(dialog(page)).toContainText('Your new team was not saved on the server');
  await dialog(page).getByRole('button', { name: 'Apply mine' }).first().click();
  await expect
    .poll(() => facts.value('select spec from teams where id = $1', [id]))
    .toEqual({ components: ['mine'] });
});

test('who may not write reads, and a viewer has no settings', async ({ facts, signedIn }) => {
  const { id, name } = await createTeams(facts);
  const reader = await signedIn('responder', { path: `/settings/teams/${id}/manageTeam` });
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(reader.getByRole('button', { name: 'Add members' })).toHaveCount(0);
  await expect(reader.getByRole('button', { name: /^Remove / })).toHaveCount(0);
  await expect(reader.getByRole('button', { name: 'Edit' })).toHaveAttribute('aria-disabled', 'true');
  await reader.goto('/settings/teams');
  await expect(rowOf(reader, name)).toBeVisible();
  await expect(reader.getByRole('button', { name: 'Add team' })).toHaveCount(0);

  const viewer = await signedIn('viewer', { path: '/settings/teams' });
  await expect(rowOf(viewer, name)).toBeVisible();
  const areas = viewer.getByRole('navigation', { name: 'Areas' });
  await expect(areas.getByRole('link', { name: 'Catalog' })).toBeVisible();
  await expect(areas.getByRole('link', { name: 'Teams' })).toHaveCount(0);
});

test('a definition with a password in it is edited without a network, and the password stays', async ({
  facts,
  visit,
  wire,
}) => {
  const { id } = await createTeams(facts);
  const login = { user: 'ops', password: 'correct-horse-9' };
  const stored = { ...SPEC, note: 'first', responder_clients: { jira: { values: login } } };
  await facts.rows('update teams set spec = $2 where id = $1', [id, JSON.stringify(stored)]);
  const { page } = await visit('admin');
  await waitForServiceWorker(page);
  await page.goto(`/settings/teams/${id}`);
  const shown = page.getByRole('region', { name: 'Spec content' });
  await expect(shown).toContainText('note: first');
  await expectCalm(page);
  await wire.disconnect();

  await page.goto(`/settings/teams/${id}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  await expect(dialog(page)).toContainText('[not kept] stands for texts that may be secrets');
  const spec = dialog(page).getByRole('textbox', { name: 'Spec' });
  await expect(spec).toContainText('[not kept]');
  const text = (value: string, password = '[not kept]'): string =>
    JSON.stringify({
      ...SPEC,
      note: value,
      responder_clients: { jira: { values: { user: 'ops', password } } },
    });
  // A new one is none for this form, and the old one cannot be taken away unseen.
  await spec.fill(text('mine', 'hunter22'));
  await dialog(page).getByRole('button', { name: 'Update' }).click();
  await expect(dialog(page)).toContainText('looks like a password');
  await spec.fill(text('mine'));
  await expectNoAxeFindings(page, 'a definition without its secrets');
  await dialog(page).getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Saved on this device').first()).toBeVisible();
  await expect(shown).toContainText('note: mine');

  // A colleague changes something else in it meanwhile.
  await facts.rows('update teams set spec = $2 where id = $1', [
    id,
    JSON.stringify({ ...stored, components: [{ types: ['theirs'] }] }),
  ]);
  await wire.connect();
  await expect
    .poll(() => facts.value('select spec from teams where id = $1', [id]), { timeout: 90_000 })
    .toEqual({ ...stored, components: [{ types: ['theirs'] }], note: 'mine' });
  await expectCalm(page);
  await expect(shown).toContainText('theirs');
});
