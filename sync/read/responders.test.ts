import { describe, expect, it } from 'vitest';
import { feed, makeOp } from '#tests/contract/store/fixtures.ts';
import { createReadFixture, row } from '#tests/contract/store/read-fixture.ts';
import { pendingFlag } from '../protocol/stored.ts';
import { teamNamesRead } from './names.ts';

const fixture = createReadFixture('responders');

async function makeRows(): Promise<void> {
  await fixture.put('people', row({ id: 'p1', name: 'Ada' }), row({ id: 'p2', name: 'Bo' }));
  await fixture.put(
    'teams',
    row({ id: 't1', name: 'platform' }),
    row({ id: 't2', name: 'Data' }),
    row({ id: 't3', name: 'Gone', deleted_at: '2024-09-01T10:00:00Z' }),
  );
  const responder = (id: string, columns: object, flags = 0): ReturnType<typeof row> =>
    row(
      {
        id,
        incident_id: '1',
        created_by: 'p1',
        created_at: `2024-09-01T10:00:0${id.slice(1)}Z`,
        ...columns,
      },
      flags,
    );
  await fixture.put(
    'responders',
    // Other clients write `system` for people too.
    responder('r1', { type: 'system', person_id: 'p2' }),
    responder('r2', { type: 'system', team_id: 't1', external_id: 'PAY-7', index: 1 }),
    responder('r3', { person_id: 'p9', created_by: null }, pendingFlag.pending),
    responder('r4', { person_id: 'p1', deleted_at: '2024-09-01T11:00:00Z' }),
    responder('r5', { person_id: 'p1' }, pendingFlag.deletedLocally),
    row({ id: 'r6', incident_id: '2', person_id: 'p1', created_at: 'x' }),
  );
}

describe('responders of an incident', () => {
  it('are people and teams in their order, without those that were deleted', async () => {
    await makeRows();
    const patch = { id: 'r3', incident_id: '1', person_id: 'p9' };
    const op = makeOp(fixture.identity, { id: 'o1', tbl: 'responders', rowId: 'r3', kind: 'insert', patch });
    await fixture.journal.mutate({ ids: [] }, () => ({ put: [op], result: undefined }));
    const { data } = await fixture.model.responders('1');
    expect(data.map(({ id, kind, who, externalId }) => [id, kind, who.name, externalId])).toEqual([
      ['r2', 'team', 'platform', 'PAY-7'],
      ['r1', 'person', 'Bo', null],
      ['r3', 'person', 'Unknown person', null],
    ]);
    expect(data.map(({ addedBy }) => addedBy?.name ?? null)).toEqual(['Ada', 'Ada', null]);
    expect(data[2]).toMatchObject({ marks: { pending: true }, ops: [{ id: 'o1' }] });
  });

  it('[I23] are called none only when all of them are here', async () => {
    expect(await fixture.model.responders('1')).toMatchObject({ data: [], state: 'never' });
    await fixture.feeds(feed('responders'));
    expect(await fixture.model.responders('1')).toMatchObject({ data: [], state: 'complete' });
  });
});

it('teams come by name, without those that are gone', async () => {
  await makeRows();
  const { data } = await fixture.model.late(teamNamesRead);
  expect(data.map(({ name }) => name)).toEqual(['Data', 'platform']);
});
