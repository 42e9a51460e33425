import { describe, expect, it } from 'vitest';
import { ada, opOf, snapOf, storedOf } from '#tests/support/op-fixture.ts';
import type { RowRef, RowSnapshot } from '../../ports.ts';
import type { Command } from '../../protocol/command.ts';
import { parseCommand } from '../../protocol/command.ts';
import type { JsonRow, Op } from '../../protocol/op.ts';
import { tables } from '../../protocol/tables.ts';
import { writeRequest } from '../../transport/write-request.ts';
import { decideCheck } from '../check/check.ts';
import { keepable } from '../check/keepable.ts';
import { applyDecision } from '../outbox/conflict.ts';
import { mergeOps } from '../outbox/coalesce.ts';
import { withPathValues } from '../../protocol/json-path.ts';
import { describeOp } from '../outbox/notice-text.ts';
import { NO_STAMP } from '../outbox/plan.ts';
import { pendingOf } from '../outbox/row-change.ts';
import { commandRefs, planCommand } from './commands.ts';
import { parentsOf } from './references.ts';

const T0 = '2026-01-01T00:00:00+00:00';
const DELETED = '2026-01-02T00:00:00+00:00';
const wire = { userId: 'ada', isConstrained: false };
const team = (values: JsonRow = {}): JsonRow => ({
  id: 't1',
  name: 'Payments',
  icon: null,
  source: null,
  created_by: 'ben',
  created_at: T0,
  updated_at: T0,
  deleted_at: null,
  ...values,
});
const here = snapOf({ row: storedOf(team()) });
const member = snapOf({ row: storedOf({ _k: 't1~p1', team_id: 't1', person_id: 'p1' }) });
const beingMade = snapOf({
  row: storedOf(team()),
  shadow: {
    tbl: 'teams',
    id: 't1',
    base: null,
    pending: [
      pendingOf(opOf({ id: 'make', kind: 'insert', tbl: 'teams', rowId: 't1', patch: team(), guard: null })),
    ],
    fence: 0,
  },
});

function plan(command: Command, rows: Readonly<Record<string, RowSnapshot>> = { t1: here }): readonly Op[] {
  let made = 0;
  const context = {
    identity: ada,
    tables,
    nowMs: Date.UTC(2026, 2, 1, 9),
    serverSkewMs: 0,
    origin: { screen: '/settings/teams', tabId: 't1', appVersion: 'test' },
    newRowId: () => `row${(made += 1)}`,
    newOpId: () => `op${(made += 1)}`,
  };
  const at = (ref: RowRef): RowSnapshot => rows[ref.id] ?? snapOf();
  return planCommand(command, { at, under: [] }, context).map((draft, seq) => ({ ...draft, seq }));
}

function only(command: Command, rows?: Readonly<Record<string, RowSnapshot>>): Op {
  const [op, ...more] = plan(command, rows);
  if (op === undefined || more.length > 0) throw new Error(`${more.length} more operations than one`);
  return op;
}

const create = (row: JsonRow): Command => ({ kind: 'row.create', table: 'teams', rows: [row] });
const add = (...people: string[]): Command => ({
  kind: 'row.create',
  table: 'team_members',
  rows: people.map((person_id) => ({ team_id: 't1', person_id })),
});
const revive: Command = {
  kind: 'row.revive',
  table: 'teams',
  rowId: 't1',
  opened: team({ deleted_at: DELETED, spec: { secret: 'x' } }),
};

describe('a command of rows', () => {
  it('[ROW1] is refused where the table does not say what people set', () => {
    for (const table of ['people', 'incidents', 'properties'] as const) {
      expect(() => plan({ kind: 'row.create', table, rows: [{ name: 'x' }] })).toThrow(
        'cannot be changed here',
      );
      expect(() => plan({ kind: 'row.delete', table, rowId: 't1' })).toThrow('cannot be changed here');
      expect(() => plan({ kind: 'row.update', table, rowId: 't1', set: { name: 'x' } })).toThrow('here');
      expect(() => plan({ kind: 'row.revive', table, rowId: 't1', opened: {} })).toThrow('here');
    }
    const unknown = { kind: 'row.delete', table: 'views', rowId: 'v1' };
    expect(() => parseCommand(unknown, { screen: '/', appVersion: 'x' })).toThrow('a command that is none');
  });

  it('[ROW1] is refused where rows are not made or deleted so', () => {
    const kept: readonly Command[] = [
      { kind: 'row.create', table: 'hypotheses', rows: [{}] },
      { kind: 'row.delete', table: 'hypotheses', rowId: 't1' },
      { kind: 'row.revive', table: 'hypotheses', rowId: 't1', opened: {} },
    ];
    for (const command of kept) {
      expect(() => plan(command)).toThrow('A hypothesis cannot be changed here.');
    }
  });

  it('[ROW1] is refused for columns that people do not set, or not any more', () => {
    for (const column of ['created_by', 'deleted_at', 'id', '_k', 'constructor']) {
      expect(() => plan(create({ name: 'x', [column]: 'y' }))).toThrow(`The column ${column} cannot`);
      const set = { [column]: 'y' };
      expect(() => plan({ kind: 'row.update', table: 'teams', rowId: 't1', set })).toThrow(column);
    }
    const moved: Command = {
      kind: 'row.update',
      table: 'team_members',
      rowId: 't1~p1',
      set: { person_id: 'p2' },
    };
    expect(() => plan(moved, { 't1~p1': member })).toThrow('The column person_id cannot be changed here.');
  });
});

describe('making a row', () => {
  it('[ROW2] makes it whole, under a key of this device, by whoever is signed in', () => {
    const op = only(create({ name: 'Search', spec: { components: [] } }));
    expect(op).toMatchObject({
      kind: 'insert',
      tbl: 'teams',
      rowId: 'row1',
      lane: 'teams:row1',
      guard: null,
    });
    expect(op.patch).toMatchObject({
      id: 'row1',
      name: 'Search',
      icon: null,
      created_by: 'ada',
      deleted_at: null,
    });
    expect(JSON.parse(writeRequest(tables.teams, wire, op).body ?? '')).toEqual({
      id: 'row1',
      name: 'Search',
      spec: { components: [] },
      created_by: 'ada',
    });
    expect(describeOp(op)).toBe('Your new team');
    expect(() => plan(create({ icon: 'group' }))).toThrow('The name of the team is missing or unusable.');
  });

  it('[ROW2] several rows are one ordered group, without those that are here under their natural key', () => {
    const ops = plan(add('p1', 'p2', 'p3', 'p2'), { t1: here, 't1~p1': member });
    expect(ops.map(({ rowId, group }) => [rowId, group?.step, group?.of, group?.onFail])).toEqual([
      ['t1~p2', 1, 2, 'stop'],
      ['t1~p3', 2, 2, 'stop'],
    ]);
    expect(plan(add('p1'), { 't1~p1': member })).toEqual([]);
    expect(commandRefs(add('p1'), () => snapOf(), tables).map(({ id }) => id)).toEqual(['t1~p1', 't1', 'p1']);
  });

  it('[ROW3] goes in the lane of what it belongs to, and waits for its insert', () => {
    const op = only(add('p2'), { t1: beingMade });
    expect(op).toMatchObject({ lane: 'teams:t1', deps: ['make'] });
    expect(parentsOf(op, tables)).toEqual([
      { tbl: 'teams', id: 't1' },
      { tbl: 'people', id: 'p2' },
    ]);
  });
});

describe('a row of something that is not here', () => {
  it('[ROW3] is refused where people make that', () => {
    expect(() => plan(add('p2'), {})).toThrow('The team is not on this device.');
  });
});

describe('a row of a row', () => {
  const proof = snapOf({ row: storedOf({ id: 'e1', hypothesis_id: 'h1', updated_at: T0 }) });
  const node = snapOf({ row: storedOf({ id: 'h1', incident_id: 'i1' }) });
  const tick: Command = { kind: 'row.update', table: 'evidences', rowId: 'e1', set: { done: true } };

  it('[ROW3] goes in the lane of the root, which what lies between them says', () => {
    expect(only(tick, { e1: proof, h1: node }).lane).toBe('incident:i1');
    const gone = only({ kind: 'row.delete', table: 'evidences', rowId: 'e1' }, { e1: proof, h1: node });
    expect(gone.lane).toBe('incident:i1');
    expect(() => plan(tick, { e1: proof })).toThrow('The hypothesis of the evidence is not on this device.');
    const rows: Readonly<Record<string, RowSnapshot>> = { e1: proof, h1: node };
    const read = (known: Readonly<Record<string, RowSnapshot>>): readonly string[] =>
      commandRefs(tick, ({ id }) => known[id] ?? snapOf(), tables).map(({ tbl, id }) => `${tbl} ${id}`);
    expect([read({}), read(rows)]).toEqual([['evidences e1'], ['evidences e1', 'hypotheses h1']]);
  });
});

describe('changing a row', () => {
  const change = (set: JsonRow, opened?: JsonRow): Command => ({
    kind: 'row.update',
    table: 'teams',
    rowId: 't1',
    set,
    opened,
  });

  it('[ROW6] is held against what the person saw, pulled or not', () => {
    expect(only(change({ name: 'Pay' }))).toMatchObject({
      kind: 'update',
      lane: 'teams:t1',
      patch: { name: 'Pay' },
      guard: { updatedAt: T0, fields: { name: 'Payments' } },
    });
    expect(only(change({ name: 'Pay' }, { name: 'Older', icon: 'x' })).guard).toEqual({
      updatedAt: NO_STAMP,
      fields: { name: 'Older' },
    });
  });

  it('[WRT10] of a JSON column is the values that the person changed', () => {
    const spec = only(change({ spec: { a: 1, b: 2 } }, { spec: { a: 1, b: 1, c: 'kept' } }));
    expect(spec).toMatchObject({
      patch: { 'spec/b': 2, 'spec/c': null },
      guard: { updatedAt: NO_STAMP, fields: { 'spec/b': 1, 'spec/c': 'kept' } },
    });
    const now = (definition: JsonRow): JsonRow =>
      withPathValues(team({ spec: definition }), spec.patch, ['spec']);
    expect(decideCheck(spec, now({ a: 5, b: 1, c: 'kept', password: 'x' }), tables.teams)).toMatchObject({
      is: 'queued',
      guard: { updatedAt: T0, fields: { 'spec/b': 1, 'spec/c': 'kept' } },
    });
    expect(decideCheck(spec, now({ b: 3, c: 'kept' }), tables.teams)).toMatchObject({
      is: 'conflict',
      fields: ['spec/b'],
    });
    expect(decideCheck(spec, now({ b: 2 }), tables.teams).is).toBe('acked');
  });

  it('[WRT10] says nothing of what was left out where it was kept', () => {
    const seen = { jira: { url: 'a', password: '[not kept]' }, list: [['[not kept]']] };
    expect(
      only(change({ spec: { ...seen, jira: { ...seen.jira, url: 'b' } } }, { spec: seen })).patch,
    ).toEqual({ 'spec/jira/url': 'b' });
    // Neither taken away nor moved: nobody here knows what it is.
    expect(() => plan(change({ spec: { ...seen, jira: { url: 'a' } } }, { spec: seen }))).toThrow(
      'Part of spec › jira › password is not on this device',
    );
    expect(() => plan(change({ spec: { ...seen, list: [] } }, { spec: seen }))).toThrow('spec › list');
    // Without what stood in the form it would be the whole column.
    expect(() => plan(change({ spec: seen }))).toThrow('Part of spec is not on this device');
    expect(only(change({ spec: { a: 1 } })).patch).toEqual({ spec: { a: 1 } });
  });

  it('[WRT10] is part of a row that is still to be made, whole', () => {
    const next = only(change({ spec: { a: 1 } }, { spec: {} }));
    expect(next.patch).toEqual({ 'spec/a': 1 });
    for (const patch of [team(), team({ spec: null })]) {
      const made = opOf({ seq: 1, kind: 'insert', tbl: 'teams', rowId: 't1', patch, guard: null });
      const merged = mergeOps(made, next);
      expect(typeof merged === 'object' ? merged?.patch : merged).toEqual({ ...patch, spec: { a: 1 } });
    }
  });

  it('[WRT10] is one with the change before it', () => {
    const first: Op = { ...only(change({ spec: { a: { b: 2 } } }, { spec: {} })), seq: 1 };
    expect(first.patch).toEqual({ 'spec/a': { b: 2 } });
    const next = only(change({ spec: { a: { b: 3 } } }, { spec: { a: { b: 2 } } }));
    expect(mergeOps(first, next)).toMatchObject({
      patch: { 'spec/a': { b: 3 } },
      guard: { fields: { 'spec/a': null } },
    });
  });

  it('[WRT10] stays apart from the one before it where that took an element out of the list it sets whole', () => {
    const list = (...names: readonly string[]): JsonRow => ({ steps: names.map((name) => ({ name })) });
    const first: Op = { ...only(change({ spec: list('b') }, { spec: list('a', 'b') })), seq: 1 };
    const second = only(change({ spec: list('c') }, { spec: list('b') }));
    expect([Object.keys(first.patch), Object.keys(second.patch)]).toEqual([
      ['spec/steps/name=a'],
      ['spec/steps'],
    ]);
    expect(mergeOps(first, second)).toBeNull();
  });

  it('[ROW6] looks at what it sets alone: other columns may not have been read yet', () => {
    const { name: _notRead, ...known } = team();
    const row = snapOf({ row: storedOf(known) });
    expect(only(change({ icon: 'group' }), { t1: row }).patch).toEqual({ icon: 'group' });
    expect(() => plan(change({ icon: 7 }), { t1: row })).toThrow('The icon of the team is missing');
  });

  it('[ROW6] is none where nothing changes, and is refused without the row or with a value it cannot have', () => {
    expect(plan(change({ name: 'Payments', icon: null }))).toEqual([]);
    expect(() => plan(change({ name: 'x' }), {})).toThrow('The team is not on this device.');
    expect(() => plan(change({ name: null }))).toThrow('The name of the team is missing or unusable.');
  });
});

describe('what looks like a secret', () => {
  const secret = { responder_clients: { jira: { values: { password: 'hunter22' } } } };

  it('[ROW7] is in no operation, neither as it was nor as it is wanted', () => {
    expect(() => plan(create({ name: 'x', spec: secret }))).toThrow(
      'The spec holds what looks like a password',
    );
    const wants = (set: JsonRow, opened: JsonRow): Command => ({
      kind: 'row.update',
      table: 'teams',
      rowId: 't1',
      set,
      opened,
    });
    expect(() => plan(wants({ spec: secret }, { spec: {} }))).toThrow('not kept on this device');
    expect(() => plan(wants({ spec: {} }, { spec: secret }))).toThrow('not kept on this device');
    expect(() => plan(wants({ spec: { note: 'Authorization: Bearer abcdefgh' } }, { spec: {} }))).toThrow(
      'spec',
    );
    const named = { responder_clients: { jira: { values: { password: 'secret://jira/password' } } } };
    expect(plan(wants({ spec: named }, { spec: {} }))).toHaveLength(1);
  });

  it('[ROW7] is not in the row that a conflict shows, and mine is asked about again', () => {
    const guard = { updatedAt: T0, fields: { spec: { a: 1 } } };
    const op = opOf({ tbl: 'teams', rowId: 't1', patch: { spec: { b: 2 } }, guard });
    const theirs = keepable(team({ spec: secret }), tables.teams);
    expect(theirs).toEqual(team());
    expect(keepable(team({ spec: { a: 3 } }), tables.teams)).toEqual(team({ spec: { a: 3 } }));
    const fields = ['spec'];
    const asked: Op = { ...op, state: 'conflict', conflict: { theirs, fields } };
    const mine = applyDecision(asked, { take: 'mine' });
    expect(decideCheck(mine, team({ spec: secret }), tables.teams).is).toBe('conflict');
    const inside = { 'spec/jira/password': 'hunter22', 'spec/jira/url': 'b' };
    expect(keepable(inside, tables.teams)).toEqual({ 'spec/jira/url': 'b' });
  });
});

describe('deleting a row', () => {
  it('[ROW5] names all columns of a natural key, without a stamp where there is none', () => {
    const op = only({ kind: 'row.delete', table: 'team_members', rowId: 't1~p1' }, { 't1~p1': member });
    expect(op).toMatchObject({ kind: 'delete', lane: 'teams:t1', guard: null });
    const { method, path } = writeRequest(tables.team_members, wire, op);
    expect(method).toBe('DELETE');
    expect(path.replace(/&select=.*/u, '')).toBe('/db/team_members?team_id=eq.t1&person_id=eq.p1');
    expect(() => plan({ kind: 'row.delete', table: 'team_members', rowId: 't1~p9' })).toThrow(
      'The team member is not on this device.',
    );
  });

  it('[ROW5] is soft where the table keeps its rows', () => {
    const request = writeRequest(
      tables.teams,
      wire,
      only({ kind: 'row.delete', table: 'teams', rowId: 't1' }),
    );
    expect(request).toMatchObject({ method: 'PATCH', body: '{"deleted_at":"now()"}' });
  });
});

describe('bringing a row back', () => {
  it('[ROW4] takes its deletion back and sets nothing else', () => {
    const op = only(revive, {});
    expect(op).toMatchObject({ kind: 'insert', patch: { id: 't1', name: 'Payments', deleted_at: null } });
    const request = writeRequest(tables.teams, wire, op);
    expect(request).toMatchObject({ method: 'PATCH', body: '{"deleted_at":null}' });
    expect(decodeURIComponent(request.path)).toContain(`id=eq.t1&deleted_at=eq.${DELETED}`);
    expect(describeOp(op)).toBe('Bringing back the team');
    expect(plan(revive)).toEqual([]);
    const hard: Command = { ...revive, table: 'team_members' };
    expect(() => plan(hard)).toThrow('A team member is deleted for good.');
  });

  it('[ROW4] has what it wanted where the row is there, tries again under another deletion, and ends with the row', () => {
    const op = only(revive, {});
    const back = team({ created_by: 'cleo' });
    expect(decideCheck(op, back, tables.teams)).toEqual({ is: 'acked', row: back });
    expect(decideCheck(op, team({ deleted_at: T0 }), tables.teams)).toMatchObject({
      is: 'queued',
      guard: { fields: { deleted_at: T0 } },
    });
    expect(decideCheck(op, null, tables.teams)).toEqual({ is: 'gone' });
  });

  it('[ROW4] takes no later change into itself', () => {
    const back = { ...only(revive, {}), seq: 1 };
    const later = opOf({ tbl: 'teams', rowId: 't1', lane: 'teams:t1', patch: { name: 'Pay' } });
    expect(mergeOps(back, later)).toBeNull();
  });
});
