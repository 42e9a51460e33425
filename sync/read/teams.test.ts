import { expect, it } from 'vitest';
import { feed } from '#tests/contract/store/fixtures.ts';
import { createReadFixture, row } from '#tests/contract/store/read-fixture.ts';
import { pendingFlag } from '../protocol/stored.ts';
import { teamsRead } from './teams.ts';

const fixture = createReadFixture('teams');

it('[I23] teams are read with their members, and with who could join them', async () => {
  expect(await fixture.model.late(teamsRead)).toMatchObject({
    data: { teams: [], people: [] },
    state: 'never',
  });
  await fixture.put(
    'teams',
    row({ id: 't2', name: 'search', created_by: 'p1' }),
    row({ id: 't1', name: 'Payments', icon: 'group', source: 'UI' }, pendingFlag.pending),
    row({ id: 't3', name: 'Gone', deleted_at: '2026-01-01T00:00:00Z' }),
  );
  await fixture.put(
    'people',
    row({ id: 'p1', name: 'Zoe' }),
    row({ id: 'p2', name: 'ada' }),
    row({ id: 'p3', name: 'Robot', type: 'agent' }),
    row({ id: 'p4', name: 'Left', deleted_at: '2026-01-01T00:00:00Z' }),
  );
  await fixture.put(
    'team_members',
    row({ _k: 't1~p1', team_id: 't1', person_id: 'p1' }),
    row({ _k: 't1~p2', team_id: 't1', person_id: 'p2' }, pendingFlag.pending),
    row({ _k: 't1~p4', team_id: 't1', person_id: 'p4' }, pendingFlag.deletedLocally),
  );
  await fixture.feeds(feed('teams', { status: 'complete' }), feed('team_members', { status: 'complete' }));
  const { data, state } = await fixture.model.late(teamsRead);
  expect(state).toBe('complete');
  expect(data.people.map(({ name }) => name)).toEqual(['ada', 'Zoe']);
  expect(
    data.teams.map(({ name, author, marks, members }) => [
      name,
      author?.name ?? null,
      marks.pending,
      members.map(({ key, person, marks: { pending } }) => [key, person.name, pending]),
    ]),
  ).toEqual([
    [
      'Payments',
      null,
      true,
      [
        ['t1~p2', 'ada', true],
        ['t1~p1', 'Zoe', false],
      ],
    ],
    ['search', 'Zoe', false, []],
  ]);
});
