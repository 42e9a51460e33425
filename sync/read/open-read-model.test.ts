import { describe, expect, it } from 'vitest';
import { feed, makeOp } from '#tests/contract/store/fixtures.ts';
import { anyIncident, incident, row, createReadFixture } from '#tests/contract/store/read-fixture.ts';
import { pendingFlag } from '../protocol/stored.ts';
import { cacheName } from '../store/device/names.ts';
import { narrowedBy } from './incident-list.ts';
import type { IncidentFilter } from './types.ts';
import { componentsRead, peopleRead } from './names.ts';
import { scrapersRead } from './scrapers.ts';

const fixture = createReadFixture('read');

const nothingClaimed = { state: 'never', basis: 'device', asOf: null, lacks: [], reason: null };

describe('incident list', () => {
  const titles = async (filter: Partial<IncidentFilter>): Promise<string[]> =>
    (await fixture.model.incidentList({ ...anyIncident, ...filter })).data.rows.map((each) => each.title);

  it('[I23] before the first pull it claims nothing', async () => {
    expect(await fixture.model.incidentList(anyIncident)).toEqual({
      data: { rows: [], others: [], hidden: { total: 0, byStatus: {} } },
      ...nothingClaimed,
    });
  });

  it('is newest first, with normal spellings on reading', async () => {
    await fixture.put(
      'incidents',
      incident('1', { severity: 'Medium', type: 'technical_debt', status: 'Open' }),
      incident('3', { type: 'technicalDebt', severity: 'CRITICAL' }),
      incident('2', { severity: 'Apocalyptic', type: 'vibes', status: 'simmering' }),
    );
    const { rows } = (await fixture.model.incidentList(anyIncident)).data;
    expect(rows.map((each) => [each.number, each.severity, each.type, each.status])).toEqual([
      ['INC-3', 'critical', 'technicalDebt', 'open'],
      ['INC-2', 'apocalyptic', 'vibes', 'simmering'],
      ['INC-1', 'medium', 'technicalDebt', 'open'],
    ]);
    expect(await titles({ type: 'technicalDebt' })).toEqual(['Incident 3', 'Incident 1']);
    expect(await titles({ severity: 'medium' })).toEqual(['Incident 1']);
    expect(await titles({ status: 'simmering' })).toEqual(['Incident 2']);
    expect(await titles({ search: '  iNCIDENT 1' })).toEqual(['Incident 1']);
    expect(await titles({ owner: 'p2' })).toEqual([]);
  });

  it('[ux need 6] counts active incidents the status filter hides, under the other filters', async () => {
    await fixture.put(
      'incidents',
      incident('1'),
      incident('2', { status: 'investigating' }),
      incident('3', { status: 'Mitigated' }),
      incident('4', { status: 'new' }),
      incident('5', { status: 'new', severity: 'high' }),
      incident('6', { status: 'resolved' }),
      incident('7', { status: 'cancelled' }),
    );
    const open = await fixture.model.incidentList({ ...anyIncident, status: 'open', severity: 'low' });
    expect(open.data.rows.map((each) => each.id)).toEqual(['1']);
    expect(open.data.hidden).toEqual({ total: 3, byStatus: { new: 1, investigating: 1, mitigated: 1 } });
    const all = await fixture.model.incidentList(anyIncident);
    expect(all.data.rows).toHaveLength(7);
    expect(all.data.hidden).toEqual({ total: 0, byStatus: {} });
  });

  it('a search over a list that was read gives what a read with that search gives', async () => {
    await fixture.put(
      'incidents',
      incident('1', { title: 'Disk is full' }),
      incident('2', { title: 'Disk is slow', status: 'investigating' }),
      incident('3', { title: 'Queue is FULL', status: 'new' }),
    );
    for (const status of ['open', null]) {
      const list = (await fixture.model.incidentList({ ...anyIncident, status })).data;
      for (const search of ['', ' ', 'full', '  DISK ', 'is', 'nothing'])
        expect(narrowedBy(list, search)).toEqual(
          (await fixture.model.incidentList({ ...anyIncident, status, search })).data,
        );
    }
  });

  it('joins responders in their order, then commenters, each once', async () => {
    await fixture.put('incidents', incident('1'), incident('2'));
    await fixture.put(
      'people',
      row({ id: 'p1', name: 'Ada' }),
      row({ id: 'p2', name: 'Bo', avatar: '/b.png' }),
    );
    await fixture.put('teams', row({ id: 't1', name: 'Platform' }));
    await fixture.put(
      'responders',
      row({ id: 'r1', incident_id: '1', type: 'system', index: 2, team_id: 't1', created_at: 'a' }),
      row({ id: 'r2', incident_id: '1', type: 'system', index: 1, person_id: 'p2', created_at: 'b' }),
      row({ id: 'r3', incident_id: '1', person_id: 'p3', deleted_at: '2024-09-02' }),
      row({ id: 'r4', incident_id: '2', person_id: 'p1' }),
    );
    await fixture.put(
      'comments',
      row({ id: 'c1', incident_id: '1', created_by: 'p2', comment: 'again' }),
      row({ id: 'c2', incident_id: '1', created_by: 'p1', comment: 'hi' }),
      row({ id: 'c3', incident_id: '1', created_by: '12345678-aaaa', comment: 'stranger' }),
    );
    const { rows } = (await fixture.model.incidentList(anyIncident)).data;
    const first = rows.find((each) => each.id === '1');
    expect(first?.responders).toEqual([
      { id: 'p2', name: 'Bo', avatar: '/b.png' },
      { id: 't1', name: 'Platform', avatar: null },
      { id: '12345678-aaaa', name: 'Unknown person', avatar: null },
      { id: 'p1', name: 'Ada', avatar: null },
    ]);
    expect(first?.commander).toEqual({ id: 'p1', name: 'Ada', avatar: null });
  });

  it('scans instead of asking per incident when the list is long, with the same result', async () => {
    const many = Array.from({ length: 230 }, (_, at) => String(at));
    await fixture.put('incidents', ...many.map((id) => incident(id, { created_at: 'same' })));
    await fixture.put('people', row({ id: 'p1', name: 'Ada' }), row({ id: 'p2', name: 'Bo' }));
    await fixture.put('responders', row({ id: 'r1', incident_id: '7', person_id: 'p2' }));
    await fixture.put('comments', row({ id: 'c1', incident_id: '7', created_by: 'p1', comment: 'x' }));
    const { rows } = (await fixture.model.incidentList(anyIncident)).data;
    expect(rows).toHaveLength(230);
    expect(rows.find((each) => each.id === '7')?.responders.map((each) => each.name)).toEqual(['Bo', 'Ada']);
    expect(rows.find((each) => each.id === '8')?.responders).toEqual([]);
  });

  it('filters by component through evidence of any node of the tree', async () => {
    await fixture.put('incidents', incident('1'), incident('2'));
    await fixture.put('hypotheses', row({ id: 'h1', incident_id: '1', type: 'root', title: 'x' }));
    await fixture.put(
      'evidences',
      row({ id: 'e1', hypothesis_id: 'h1', component_id: 'k1', type: 'topology' }),
    );
    expect(await titles({ component: 'k1' })).toEqual(['Incident 1']);
    expect(await titles({ component: 'k2' })).toEqual([]);
  });

  it('[D3] decodes marks and hides what was deleted here', async () => {
    await fixture.put(
      'incidents',
      incident('1', {}, pendingFlag.pending | pendingFlag.conflict),
      incident('2', {}, pendingFlag.pending | pendingFlag.deletedLocally),
      incident('3', {}, pendingFlag.failed | pendingFlag.parked),
    );
    const { rows } = (await fixture.model.incidentList(anyIncident)).data;
    expect(rows.map((each) => [each.id, each.marks])).toEqual([
      ['3', { pending: false, failed: true, conflict: false, parked: true }],
      ['1', { pending: true, failed: false, conflict: true, parked: false }],
    ]);
  });

  it('[I24] is as old as the oldest feed it shows, and complete when the incidents are', async () => {
    await fixture.feeds(
      feed('incidents', { asOf: '2024-09-01T10:00:09.000Z' }),
      feed('responders', { asOf: '2024-09-01T10:00:08.000Z' }),
      feed('comments', { asOf: '2024-09-01T10:00:08.500Z' }),
      feed('people', { asOf: '2024-09-01T09:00:00.000Z' }),
      feed('teams', { status: 'forbidden', asOf: null }),
      feed('hypotheses', { status: 'partial', asOf: '2024-09-01T08:00:00.000Z' }),
      feed('evidences', { asOf: '2024-09-01T10:00:08.000Z' }),
    );
    const plain = await fixture.model.incidentList(anyIncident);
    expect([plain.state, plain.asOf]).toEqual(['complete', '2024-09-01T09:00:00.000Z']);
    const byComponent = await fixture.model.incidentList({ ...anyIncident, component: 'k1' });
    expect([byComponent.state, byComponent.asOf]).toEqual(['partial', '2024-09-01T08:00:00.000Z']);
  });

  it('[D24] survives rows of any shape', async () => {
    await fixture.put(
      'incidents',
      row({ id: '1' }),
      row({ id: '2', title: 7, severity: {}, status: [], created_at: null }),
    );
    const { rows } = (await fixture.model.incidentList(anyIncident)).data;
    expect(rows.map((each) => [each.id, each.title, each.severity, each.number])).toEqual([
      ['2', '', '', null],
      ['1', '', '', null],
    ]);
  });
});

describe('one incident', () => {
  it('[I23] is missing only when the local copy is complete', async () => {
    expect((await fixture.model.incident('nope')).data).toEqual({ found: 'unknown' });
    await fixture.feeds(feed('incidents', { status: 'partial' }));
    expect((await fixture.model.incident('nope')).data).toEqual({ found: 'unknown' });
    await fixture.feeds(feed('incidents', { status: 'forbidden' }));
    expect((await fixture.model.incident('nope')).data).toEqual({ found: 'unknown' });
    await fixture.feeds(feed('incidents'));
    expect((await fixture.model.incident('nope')).data).toEqual({ found: 'missing' });
  });

  it('returns the tree with comments, evidence, names, marks and operations', async () => {
    await fixture.put('incidents', incident('1', { description: 'Pods restart', communicator_id: 'p2' }));
    await fixture.put('people', row({ id: 'p1', name: 'Ada' }));
    await fixture.put(
      'hypotheses',
      row({
        id: 'h1',
        incident_id: '1',
        type: 'root',
        title: 'Root',
        status: 'likely',
        created_by: 'p1',
        created_at: '1',
      }),
      row({
        id: 'h3',
        incident_id: '1',
        parent_id: 'h1',
        type: 'odd',
        title: 'B',
        status: null,
        created_at: '3',
      }),
      row({ id: 'h2', incident_id: '1', parent_id: 'h1', type: 'solution', title: 'A', created_at: '2' }, 1),
      row({ id: 'h4', incident_id: '1', parent_id: 'h1', type: 'factor', title: 'Gone', created_at: '4' }, 9),
    );
    await fixture.put(
      'comments',
      row(
        {
          id: 'c2',
          incident_id: '1',
          hypothesis_id: 'h2',
          comment: 'mine',
          created_by: 'p1',
          created_at: '2',
        },
        1,
      ),
      row({
        id: 'c1',
        incident_id: '1',
        hypothesis_id: null,
        comment: 'on the incident',
        created_at: '1',
        created_by: 'p1',
        external_created_by: 'jira-bot',
        responder_id: 'r1',
      }),
    );
    await fixture.put('teams', row({ id: 't1', name: 'Payments' }));
    await fixture.put('responders', row({ id: 'r1', incident_id: '1', team_id: 't1', deleted_at: '2' }));
    await fixture.put('checks', row({ id: 'k1', name: 'http-api' }));
    await fixture.put('components', row({ id: 'm1', name: 'checkout' }));
    await fixture.put(
      'evidences',
      row({
        id: 'e1',
        hypothesis_id: 'h1',
        type: 'check',
        check_id: 'k1',
        evidence: { start: 'x' },
        created_at: '1',
      }),
      row({
        id: 'e2',
        hypothesis_id: 'h2',
        type: 'topology',
        component_id: 'm1',
        evidence: 'text',
        done: true,
        created_at: '2',
      }),
      row({
        id: 'e3',
        hypothesis_id: 'h2',
        type: 'config',
        component_id: 'unknown-component',
        created_at: '3',
      }),
    );
    const op = makeOp(fixture.identity, {
      id: 'o1',
      tbl: 'hypotheses',
      rowId: 'h2',
      patch: { title: 'A' },
    });
    await fixture.journal.mutate({ ids: [] }, () => ({ put: [op], result: undefined }));

    const read = await fixture.model.incident('1');
    if (read.data.found !== 'yes') throw new Error('not found');
    const { incident: got } = read.data;
    expect(got).toMatchObject({
      description: 'Pods restart',
      createdBy: { name: 'Ada' },
      communicator: { id: 'p2', name: 'Unknown person' },
    });
    expect(got.components).toEqual([
      { id: 'm1', name: 'checkout' },
      { id: 'unknown-component', name: 'Unknown component' },
    ]);
    expect(got.tree).toHaveLength(1);
    const [root] = got.tree;
    expect(root).toMatchObject({ id: 'h1', type: 'root', status: 'likely', author: { name: 'Ada' } });
    expect(root?.comments).toMatchObject([
      {
        id: 'c1',
        isExternal: true,
        author: { id: 'external:jira-bot', name: 'jira-bot' },
        team: { id: 't1', name: 'Payments' },
      },
    ]);
    expect(root?.evidences).toMatchObject([
      { id: 'e1', payload: { start: 'x' }, subject: { kind: 'check', name: 'http-api' } },
    ]);
    expect(root?.children.map((node) => [node.id, node.type, node.status])).toEqual([
      ['h2', 'solution', null],
      ['h3', 'factor', null],
    ]);
    const [solution] = root?.children ?? [];
    expect(solution?.marks.pending).toBe(true);
    expect(solution?.ops).toMatchObject([
      { id: 'o1', state: 'queued', base: { title: 'Disk?' }, screen: '/incidents' },
    ]);
    expect(solution?.comments).toMatchObject([
      { id: 'c2', text: 'mine', isExternal: false, team: null, marks: { pending: true } },
    ]);
    expect(solution?.evidences).toMatchObject([
      { id: 'e2', payload: {}, done: true, subject: { kind: 'component', id: 'm1', name: 'checkout' } },
      { id: 'e3', subject: null, done: false },
    ]);
  });

  it('shows every node once, even with parents that are missing or form a ring', async () => {
    await fixture.put('incidents', incident('1'));
    await fixture.put(
      'hypotheses',
      row({ id: 'a', incident_id: '1', parent_id: 'b', type: 'factor', title: 'a', created_at: '1' }),
      row({ id: 'b', incident_id: '1', parent_id: 'a', type: 'factor', title: 'b', created_at: '2' }),
      row({ id: 'c', incident_id: '1', parent_id: 'nowhere', type: 'factor', title: 'c', created_at: '3' }),
    );
    const read = await fixture.model.incident('1');
    if (read.data.found !== 'yes') throw new Error('not found');
    const shape = read.data.incident.tree.map((node) => [node.id, node.children.map((child) => child.id)]);
    expect(shape).toEqual([
      ['c', []],
      ['a', ['b']],
    ]);
  });
});

describe('small reads', () => {
  it('people and components by name, without agents, hidden and deleted ones', async () => {
    await fixture.put(
      'people',
      row({ id: 'p1', name: 'zoe' }),
      row({ id: 'p2', name: 'Ada' }),
      row({ id: 'p3', name: 'robot', type: 'agent' }),
      row({ id: 'p4', name: 'left', deleted_at: '2024-01-01' }),
    );
    await fixture.put(
      'components',
      row({ id: 'm1', name: 'b' }),
      row({ id: 'm2', name: 'A' }),
      row({ id: 'm3', name: 'h', hidden: true }),
    );
    expect((await fixture.model.late(peopleRead)).data.map((each) => each.name)).toEqual(['Ada', 'zoe']);
    expect((await fixture.model.late(componentsRead)).data.map((each) => each.id)).toEqual(['m2', 'm1']);
  });

  it('scrapers by name with their agent and author, the server itself being no agent, without deleted ones', async () => {
    await fixture.put('people', row({ id: 'p1', name: 'Ada' }));
    await fixture.put('agents', row({ id: 'a1', name: 'edge' }));
    const local = '00000000-0000-0000-0000-000000000000';
    await fixture.put(
      'config_scrapers',
      row({ id: 's1', name: 'kubernetes', agent_id: local, created_by: 'p1', source: 'UI' }),
      row({ id: 's2', name: 'AWS', agent_id: 'a1', namespace: 'monitoring', description: 'Accounts' }),
      row({ id: 's3', name: 'other', agent_id: 'a2' }),
      row({ id: 's4', name: 'left', deleted_at: '2024-01-01' }),
    );
    const { data } = await fixture.model.late(scrapersRead);
    expect(data.map(({ id, agent, author }) => [id, agent, author?.name])).toEqual([
      ['s2', { id: 'a1', name: 'edge' }, undefined],
      ['s1', null, 'Ada'],
      ['s3', { id: 'a2', name: null }, undefined],
    ]);
    expect(data[0]).toMatchObject({ namespace: 'monitoring', description: 'Accounts', source: null });
  });

  it('roles: unknown until pulled, viewer when the complete list has none', async () => {
    expect(await fixture.model.roles('u1')).toEqual({ data: [], ...nothingClaimed });
    await fixture.put('people_roles', row({ id: 'u2', roles: ['admin', 7, 'everyone'] }));
    await fixture.feeds(feed('people_roles'));
    expect((await fixture.model.roles('u1')).data).toEqual(['viewer']);
    expect((await fixture.model.roles('u2')).data).toEqual(['admin', 'everyone']);
  });

  it('properties: only flags with text', async () => {
    await fixture.put(
      'properties',
      row({ name: 'incidents.disable', value: 'true' }),
      row({ name: 'logs.disable', value: true }),
      row({ name: 'canary.retention', value: '3d' }),
      row({ name: 'constructor', value: 'x' }),
    );
    expect((await fixture.model.properties()).data).toEqual({ 'incidents.disable': 'true' });
  });

  it('[I6] the outbox shows open operations, and ended ones until their notice is dismissed', async () => {
    const identity = fixture.identity;
    await fixture.journal.mutate({ ids: [] }, () => ({
      put: [
        makeOp(identity, { id: 'o2', seq: 2, state: 'failed' }),
        makeOp(identity, { id: 'o3', seq: 3, state: 'done' }),
        makeOp(identity, { id: 'o1', seq: 1, guard: null }),
      ],
      notices: [{ id: 'o2', kind: 'failed', message: 'No', opIds: ['o2'], createdAt: 1, readAt: null }],
      drafts: [{ key: 'k', text: 't', savedAt: 1, fromOpId: null }],
      result: undefined,
    }));
    expect((await fixture.model.outbox()).map((op) => [op.id, op.base])).toEqual([
      ['o1', {}],
      ['o2', { title: 'Disk?' }],
    ]);
    expect(await fixture.model.notices()).toMatchObject([{ id: 'o2' }]);
    expect(await fixture.model.draft('k')).toMatchObject({ text: 't' });
    expect(await fixture.model.draft('other')).toBeNull();
    expect(await fixture.model.drafts()).toHaveLength(1);
  });

  it('feeds tell what they know', async () => {
    await fixture.feeds(feed('people', { badRows: 2, lastError: 'Bad rows' }));
    // Dropped, and not asked for since: there is nothing to tell.
    await fixture.feeds(feed('notifications', { status: 'never', asOf: null }));
    expect(await fixture.model.feeds()).toEqual([
      {
        tbl: 'people',
        status: 'complete',
        asOf: '2024-09-01T10:00:05.000Z',
        badRows: 2,
        lastError: 'Bad rows',
      },
    ]);
  });

  it('[D22] stays closed once the database is deleted elsewhere', async () => {
    await fixture.model.late(peopleRead);
    expect(fixture.model.isClosed()).toBe(false);
    await fixture.cache.wipe();
    expect(fixture.model.isClosed()).toBe(true);
    await expect(fixture.model.late(peopleRead)).rejects.toMatchObject({ info: { kind: 'storage-lost' } });
    const left = (await indexedDB.databases()).map((each) => each.name);
    expect(left).not.toContain(cacheName(fixture.identity));
  });
});
