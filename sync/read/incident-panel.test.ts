import { describe, expect, it } from 'vitest';
import { feed, makeOp } from '#tests/contract/store/fixtures.ts';
import { createReadFixture, incident, row } from '#tests/contract/store/read-fixture.ts';
import { pendingFlag } from '../protocol/stored.ts';
import type { Op } from '../protocol/op.ts';
import type { HistoryLine } from './incident-history.ts';

const fixture = createReadFixture('panel');

async function makeTree(): Promise<void> {
  await fixture.put('incidents', incident('1'));
  await fixture.put('people', row({ id: 'p1', name: 'Ada' }), row({ id: 'p2', name: 'Bo' }));
  await fixture.put('teams', row({ id: 't1', name: 'Platform' }));
  await fixture.put('checks', row({ id: 'k1', name: 'checkout-http' }));
  await fixture.put('hypotheses', row({ id: 'h1', incident_id: '1', type: 'root', title: 'Queue is full' }));
  await fixture.put(
    'evidences',
    row({ id: 'e1', hypothesis_id: 'h1', type: 'check', check_id: 'k1', created_at: '2024-09-01T10:00:01Z' }),
    row({ id: 'e2', hypothesis_id: 'h1', type: 'comment', description: 'Gone', created_at: 'b' }),
  );
}

const at = (second: number): string => `2024-09-01T10:00:${String(second).padStart(2, '0')}Z`;

async function storeOps(...ops: readonly Op[]): Promise<void> {
  await fixture.journal.mutate({ ids: [] }, () => ({ put: ops, result: undefined }));
}

describe('changelog', () => {
  const lines = async (): Promise<readonly HistoryLine[]> => (await fixture.model.history('1')).data;

  it('joins what each line speaks of, newest first, lines of one transaction by id', async () => {
    await makeTree();
    await fixture.put(
      'responders',
      row({ id: 'r1', incident_id: '1', person_id: 'p2' }),
      row({ id: 'r2', incident_id: '1', team_id: 't1', deleted_at: at(9) }),
    );
    await fixture.put(
      'comments',
      row({ id: 'c1', incident_id: '1', hypothesis_id: 'h1', comment: 'from the ticket' }),
    );
    const history = (id: string, columns: object): ReturnType<typeof row> =>
      row({ id, incident_id: '1', created_by: 'p1', description: null, ...columns });
    await fixture.put(
      'incident_histories',
      history('a1', { type: 'incident.created', description: '1', created_at: at(0) }),
      history('a2', { type: 'evidence.created', evidence_id: 'e1', hypothesis_id: 'h1', created_at: at(1) }),
      history('a3', { type: 'responder.created', responder_id: 'r1', created_at: at(2) }),
      history('a4', { type: 'responder.created', responder_id: 'r2', created_at: at(2) }),
      history('a5', { type: 'responder.commented', comment_id: 'c1', created_at: at(3) }),
      history('a6', { type: 'incident.status_updated', description: 'resolved', created_at: at(4) }),
      history('a7', { type: 'incident_status.updated', description: 'closed', created_at: at(5) }),
      history('a8', { type: 'evidence.done_definition_added', evidence_id: 'gone', created_at: at(6) }),
      history('a9', { type: 'moon.landed', description: 'x', created_at: at(7) }),
    );
    const found = await lines();
    expect(found.map((line) => line.id)).toEqual(['a9', 'a8', 'a7', 'a6', 'a5', 'a4', 'a3', 'a2', 'a1']);
    const byId = (id: string): HistoryLine | undefined => found.find((line) => line.id === id);
    expect(byId('a1')).toMatchObject({ author: { name: 'Ada' }, status: null, pending: null });
    expect(byId('a2')).toMatchObject({
      evidence: { id: 'e1', type: 'check', name: 'checkout-http' },
      hypothesis: { title: 'Queue is full' },
    });
    expect(byId('a3')?.responder).toEqual({ id: 'r1', name: 'Bo', isTeam: false });
    expect(byId('a4')?.responder).toEqual({ id: 'r2', name: 'Platform', isTeam: true });
    expect(byId('a5')?.comment).toBe('from the ticket');
    // The server notes who made the row, not who changed it.
    expect(byId('a6')).toMatchObject({ type: 'incident.status_updated', status: 'resolved', author: null });
    expect(byId('a7')).toMatchObject({ type: 'incident.status_updated', status: 'closed', author: null });
    expect(byId('a8')).toMatchObject({ evidence: null, author: null });
    expect(byId('a9')).toMatchObject({ type: 'moon.landed', status: null, author: null });
  });

  it('names what an evidence is about as it was kept, where this device has no name for it', async () => {
    await makeTree();
    const kept = { configName: 'payments', snapshot: { at: at(0), name: 'old name' } };
    await fixture.put(
      'evidences',
      row({ id: 'e3', hypothesis_id: 'h1', type: 'config', config_id: 'x', evidence: kept }),
      row({ id: 'e4', hypothesis_id: 'h1', type: 'check', check_id: 'k1', evidence: kept }),
    );
    const added = (id: string): ReturnType<typeof row> =>
      row({ id, incident_id: '1', type: 'evidence.created', evidence_id: id, created_at: at(1) });
    await fixture.put('incident_histories', added('e2'), added('e3'), added('e4'));
    expect((await lines()).map(({ id, evidence }) => [id, evidence?.name])).toEqual([
      ['e4', 'checkout-http'],
      ['e3', 'payments'],
      ['e2', null],
    ]);
  });

  it('shows what the triggers will write of unsent changes, newest on top, of this incident alone', async () => {
    await makeTree();
    await fixture.put('incident_histories', row({ id: 'a1', incident_id: '1', created_at: '2999-01-01' }));
    const lane = 'incident:1';
    const update = (id: string, seq: number, columns: Partial<Op>): Op =>
      makeOp(fixture.identity, { id, seq, lane, kind: 'update', ...columns });
    await storeOps(
      update('o1', 1, { tbl: 'incidents', rowId: '1', patch: { status: 'mitigated' } }),
      update('o2', 2, { tbl: 'incidents', rowId: '1', patch: { title: 'other' } }),
      update('o3', 3, { tbl: 'evidences', rowId: 'e2', patch: { definition_of_done: true } }),
      update('o4', 4, { tbl: 'evidences', rowId: 'e2', patch: { definition_of_done: false } }),
      update('o5', 5, { tbl: 'hypotheses', rowId: 'h1', patch: { status: 'proven' }, state: 'parked' }),
      update('o6', 6, { tbl: 'evidences', rowId: 'e1', kind: 'delete', patch: {} }),
      update('o7', 7, { tbl: 'hypotheses', rowId: 'h1', kind: 'insert', patch: { id: 'h1', title: 'x' } }),
      update('o8', 8, { tbl: 'incidents', rowId: '1', patch: { status: 'closed' }, state: 'acked' }),
      update('o9', 9, { tbl: 'incidents', rowId: '2', patch: { status: 'closed' }, lane: 'incident:2' }),
    );
    const found = await lines();
    expect(found.map((line) => [line.id, line.type, line.pending])).toEqual([
      ['o7', 'hypothesis.created', 'queued'],
      ['o5', 'hypothesis.status_updated', 'parked'],
      ['o3', 'evidence.done_definition_added', 'queued'],
      ['o1', 'incident.status_updated', 'queued'],
      ['a1', '', null],
    ]);
    expect(found[1]).toMatchObject({ status: 'proven', hypothesis: { title: 'Queue is full' } });
    expect(found[2]?.evidence?.description).toBe('Gone');
    expect(found[3]?.author?.id).toBe(fixture.identity.userId);
  });

  it('[I23] claims nothing before its collection was pulled', async () => {
    expect(await fixture.model.history('1')).toMatchObject({ data: [], state: 'never' });
    await fixture.feeds(feed('incident_histories'));
    expect(await fixture.model.history('1')).toMatchObject({ data: [], state: 'complete' });
  });
});

describe('definition of done', () => {
  it('tells not evaluated from not done, and leaves out what was deleted here', async () => {
    await makeTree();
    await fixture.put(
      'evidences',
      row({
        id: 'e3',
        hypothesis_id: 'h1',
        type: 'check',
        check_id: 'k1',
        definition_of_done: true,
        done: null,
        script: 'check.status == "healthy"',
        script_result: 'no such key: check',
        created_at: 'c',
      }),
      row({ id: 'e4', hypothesis_id: 'h1', definition_of_done: true, done: false, created_at: 'd' }),
      row({ id: 'e5', hypothesis_id: 'h1', created_at: 'e' }, pendingFlag.deletedLocally),
    );
    await storeOps(
      makeOp(fixture.identity, { id: 'o1', tbl: 'evidences', rowId: 'e4', patch: { done: true } }),
    );
    const { data } = await fixture.model.evidences('1');
    expect(data.map((item) => [item.id, item.isPart, item.done])).toEqual([
      ['e1', false, null],
      ['e2', false, null],
      ['e3', true, null],
      ['e4', true, false],
    ]);
    expect(data[2]).toMatchObject({
      hypothesisTitle: 'Queue is full',
      subject: { kind: 'check', name: 'checkout-http' },
      script: 'check.status == "healthy"',
      scriptResult: 'no such key: check',
    });
    expect(data[3]?.ops.map((each) => each.id)).toEqual(['o1']);
  });
});

describe('states of operations', () => {
  it('gives ended ones too, and leaves out what the journal has forgotten', async () => {
    await storeOps(
      makeOp(fixture.identity, { id: 'o1', state: 'done' }),
      makeOp(fixture.identity, { id: 'o2', state: 'failed' }),
    );
    const found = await fixture.model.opStates(['o1', 'o2', 'never']);
    expect(Object.fromEntries(found.map((each) => [each.id, each.state]))).toEqual({
      o1: 'done',
      o2: 'failed',
    });
  });
});

describe('stars', () => {
  it('[DOC9] are the pins of changelog lines, and outlive the cache', async () => {
    await fixture.journal.putPin({ kind: 'incident', id: 'i1', at: 1 });
    await fixture.journal.putPin({ kind: 'changelog-line', id: 'l1', at: 2 });
    await fixture.cache.wipe();
    expect(await fixture.model.pinned('changelog-line')).toEqual(['l1']);
  });
});
