import { describe, expect, it } from 'vitest';
import { ada, insertOf, opOf, rowOf, snapOf, storedOf } from '#tests/support/op-fixture.ts';
import type { RowSnapshot } from '../ports.ts';
import type { JsonRow, Op } from '../protocol/op.ts';
import { tableNames } from '../protocol/table.ts';
import type { TableSpec, WriteSpec } from '../protocol/table.ts';
import { isWritten } from '../protocol/written-tables.ts';
import { tables } from '../protocol/tables.ts';
import { readOp } from '../store/journal/op-records.ts';
import { asWritten, writeRequest } from '../transport/write-request.ts';
import { decideCheck, guardOn } from './check/check.ts';
import { draftsOfOp } from './outbox/cascade.ts';
import { planSends, stuckOps } from './outbox/lanes.ts';
import { NO_STAMP, planEdit } from './outbox/plan.ts';
import { rebaseGuards } from './outbox/settle.ts';
import { wireBody } from './outbox/wire-body.ts';

const T0 = '2026-01-01T00:00:00+00:00';
const T1 = '2026-01-02T00:00:00+00:00';
const wire = { userId: 'ada', isConstrained: false };
const context = {
  identity: ada,
  tables,
  nowMs: 0,
  serverSkewMs: 0,
  origin: { screen: '/', tabId: 't1', appVersion: 'test' },
  newRowId: () => 'row',
  newOpId: () => 'op',
};

/** Hypotheses with other facts of writing. */
const withFacts = (write: WriteSpec): TableSpec => ({ ...tables.hypotheses, write });

const paramsOf = (path: string): readonly string[] =>
  (path.split('?')[1] ?? '').split('&').filter((param) => !param.startsWith('select='));
const selectOf = (path: string): string =>
  new URLSearchParams(path.slice(path.indexOf('?'))).get('select') ?? '';

function edit(wanted: JsonRow, row: JsonRow, opened?: JsonRow): Op['guard'] | undefined {
  const snap: RowSnapshot = snapOf({ row: storedOf(row) });
  const ref = { tbl: 'hypotheses', id: 'h1' } as const;
  return planEdit(ref, wanted, 'incident:i1', () => snap, context, opened)[0]?.guard;
}

describe('a column that is not pulled', () => {
  const op = opOf({ patch: { spec: 'mine' }, guard: { updatedAt: T0, fields: { spec: 'base' } } });

  it('[WRT1] is read back with the write and with the look after it', () => {
    expect(selectOf(writeRequest(tables.hypotheses, wire, op).path).split(',')).toContain('spec');
    expect(asWritten(tables.hypotheses, op).columns).toContain('spec');
    expect(asWritten(tables.hypotheses, insertOf({ patch: { _k: 'x' } })).columns).not.toContain('_k');
  });

  it('[WRT1] is not taken for one without a value', () => {
    const unread = rowOf({ updated_at: T1 });
    expect(decideCheck({ ...op, patch: { spec: null } }, unread, tables.hypotheses).is).toBe('conflict');
    const emptied = { ...op, guard: { updatedAt: T0, fields: { spec: null } } };
    expect(decideCheck(emptied, unread, tables.hypotheses).is).toBe('conflict');
    expect(guardOn(unread, { spec: 'mine' })).toEqual({ updatedAt: T1, fields: {} });
  });

  it('[WRT1] without a value that the person saw has no stamp either', () => {
    const { owner: _owner, ...unread } = rowOf();
    expect(edit({ owner: 'mine' }, unread)).toEqual({ updatedAt: NO_STAMP, fields: {} });
    expect(edit({ owner: null }, unread)).toEqual({ updatedAt: NO_STAMP, fields: {} });
    expect(edit({ owner: 'mine' }, unread, { owner: 'base' })).toEqual({
      updatedAt: NO_STAMP,
      fields: { owner: 'base' },
    });
  });

  it('[WRT1] holds what an earlier change set, although its answer is kept without it', () => {
    const acked = { ...op, state: 'acked' } as const;
    const fields = { spec: 'mine' };
    const later = opOf({ seq: 2, patch: { spec: 'mine 2' }, guard: { updatedAt: NO_STAMP, fields } });
    expect(rebaseGuards([acked, later], acked, rowOf({ updated_at: T1 }))).toEqual([
      { ...later, guard: { updatedAt: T1, fields } },
    ]);
  });
});

describe('a column that is not pulled, after a change of the row was acknowledged', () => {
  const team = { id: 't1', name: 'Payments', icon: null, updated_at: T1, deleted_at: null };
  const fields = { spec: 'base' };
  const later = opOf({
    seq: 2,
    tbl: 'teams',
    rowId: 't1',
    patch: { spec: 'mine' },
    guard: { updatedAt: NO_STAMP, fields },
  });
  const made = opOf({
    kind: 'insert',
    tbl: 'teams',
    rowId: 't1',
    guard: null,
    patch: { ...team, spec: 'base' },
  });

  it('[WRT1] is as a row was made with it, in the answer to that', () => {
    expect(rebaseGuards([later], made, team)).toEqual([{ ...later, guard: { updatedAt: T1, fields } }]);
  });

  it('[WRT1] is not known where the row was only read later, and the stamp does not move', () => {
    expect(rebaseGuards([later], { ...made, isAckRead: true }, team)).toEqual([]);
  });

  it('[WRT1] is not known where the change did not set it, not even as nothing', () => {
    const back = opOf({
      kind: 'insert',
      tbl: 'teams',
      rowId: 't1',
      patch: team,
      guard: { updatedAt: T0, fields: { deleted_at: T0 } },
    });
    const onNothing = { ...later, guard: { updatedAt: NO_STAMP, fields: { spec: null } } };
    expect(rebaseGuards([later, onNothing], back, team)).toEqual([]);
    const named = opOf({
      tbl: 'teams',
      rowId: 't1',
      patch: { name: 'Payments' },
      guard: { updatedAt: T0, fields: { name: 'x' } },
    });
    expect(rebaseGuards([onNothing], named, team)).toEqual([]);
  });
});

describe('an operation of a table that this build does not write to', () => {
  const ops = ['views', 'properties'].map((tbl, at) => opOf({ seq: at + 1, id: tbl, tbl, lane: tbl }));

  it('[WRT2] is neither sent nor looked up', () => {
    for (const state of ['queued', 'sending', 'ambiguous', 'waiting'] as const) {
      const held = ops.map((op) => ({ ...op, state }));
      expect(stuckOps(held, ada)).toEqual(new Set(['views', 'properties']));
      const lanes = { identity: ada, nowMs: 0, busy: new Set<string>(), maySend: true, maxLanes: 4 };
      expect(planSends(held, lanes)).toEqual({ send: [], check: [], nextInMs: null });
    }
  });

  it('[WRT2] is shown as work of a newer version, and its record stays as it is', () => {
    for (const op of ops) {
      expect(readOp(op, op.id, ada)).toMatchObject({
        readable: false,
        op: { state: 'parked', tbl: op.tbl, lastError: { code: 'newer-version' } },
      });
    }
    expect(readOp(opOf(), 'op1', ada).readable).toBe(true);
  });

  it('[WRT2] is one of any but the tables whose writing is described', () => {
    expect(tableNames.filter((name) => isWritten(name))).toEqual([
      'incidents',
      'hypotheses',
      'evidences',
      'comments',
      'responders',
      'teams',
      'canaries',
      'config_component_relationships',
      'playbooks',
      'team_members',
      'notifications',
    ]);
  });
});

describe('a form', () => {
  it('[WRT3] is guarded by what the person saw when it was opened', () => {
    const theirs = rowOf({ title: 'theirs', updated_at: T1 });
    const guard = edit({ title: 'mine' }, theirs, { title: 'base' });
    expect(guard).toEqual({ updatedAt: NO_STAMP, fields: { title: 'base' } });
    const op = opOf({ patch: { title: 'mine' }, guard: guard ?? null });
    expect(decideCheck(op, theirs, tables.hypotheses)).toMatchObject({ is: 'conflict', fields: ['title'] });
    expect(edit({ title: 'mine' }, rowOf(), { title: 'base' })).toEqual({
      updatedAt: T0,
      fields: { title: 'base' },
    });
  });

  it('[WRT3] changes nothing that was left as it was', () => {
    const theirs = rowOf({ title: 'theirs' });
    expect(edit({ title: 'base' }, theirs, { title: 'base' })).toBeUndefined();
    expect(edit({ title: 'theirs' }, theirs, { title: 'base' })).toBeUndefined();
  });
});

describe('a column that its table does not name', () => {
  it('[WRT9] is in no operation, so that no secret waits to be sent', () => {
    expect(() => edit({ password: 'x' }, rowOf())).toThrow('The column password cannot be changed here.');
    expect(() => edit({ _k: 'x' }, rowOf())).toThrow('_k');
    const secrets = tableNames.flatMap((name) => Object.keys(tables[name].write?.sets ?? {}));
    expect(secrets.filter((column) => /password|secret|token|certificate|private/iu.test(column))).toEqual(
      [],
    );
  });
});

describe('a key that a person chose', () => {
  const chosen = withFacts({ keyBy: 'person' });
  const insert = insertOf({ tbl: 'hypotheses', patch: { id: 'h1', title: 'mine', team_id: null } });

  it('[WRT4] is taken where the row under it is not as it was sent, also one that was deleted softly', () => {
    expect(decideCheck(insert, rowOf({ title: 'theirs' }), chosen)).toEqual({ is: 'clash' });
    const soft: TableSpec = { ...chosen, softDelete: true };
    expect(decideCheck(insert, rowOf({ title: 'mine', deleted_at: T0 }), soft)).toEqual({ is: 'clash' });
    const ours = rowOf({ title: 'mine', team_id: 'by the server' });
    expect(decideCheck(insert, ours, chosen)).toEqual({ is: 'acked', row: ours });
  });
});

describe('a stamp that does not move with every column', () => {
  const patch = { title: 'mine', team_id: 'x', done: true, spec: 1 };
  const fields = { title: 'base', team_id: null, done: false, spec: { a: 1 } };
  const op = opOf({ patch, guard: { updatedAt: T0, fields } });
  const values = [
    'title=eq.base',
    'team_id=is.null',
    'done=is.false',
    `spec=eq.${encodeURIComponent('{"a":1}').replaceAll('%3A', ':')}`,
  ];
  const stamp = `updated_at=eq.${encodeURIComponent(T0).replaceAll('%3A', ':')}`;
  const guards = (write: WriteSpec, changed: Partial<Op> = {}): readonly string[] =>
    paramsOf(writeRequest(withFacts(write), wire, { ...op, ...changed }).path).slice(1);

  it('[WRT5] has the values beside it, or in its place where it moves by itself', () => {
    expect(guards({})).toEqual([stamp]);
    expect(guards({ guard: 'both' })).toEqual([stamp, ...values]);
    expect(guards({ guard: 'values' })).toEqual(values);
  });

  it('[WRT5] stays where a value is not known, and matches nothing where there was none', () => {
    const half = { guard: { updatedAt: T0, fields: { title: 'base' } } };
    expect(guards({ guard: 'values' }, half)).toEqual([stamp, 'title=eq.base']);
    const unseen = { guard: { updatedAt: NO_STAMP, fields } };
    expect(guards({ guard: 'values' }, unseen)[0]).toContain('updated_at=eq.1970');
  });
});

describe('a table that is read elsewhere than it is written', () => {
  it('[WRT6] is written, and looked at, where it is written', () => {
    const spec: TableSpec = { ...withFacts({ path: '/db/hypotheses_base' }), softDelete: false };
    const op = opOf({ patch: { title: 'mine', spec: 'x' } });
    const request = writeRequest(spec, wire, op);
    expect(request.path).toMatch(/^\/db\/hypotheses_base\?id=eq\.h1&/u);
    expect(selectOf(request.path)).toBe('id,updated_at,title,spec');
    expect(asWritten(spec, op)).toMatchObject({
      path: '/db/hypotheses_base',
      columns: ['id', 'updated_at', 'title', 'spec'],
    });
  });
});

describe('what a person typed', () => {
  it('[WRT7] goes back to its form from every column that its table names', () => {
    for (const name of tableNames) {
      const { write, columns } = tables[name];
      for (const column of write?.typed ?? []) {
        expect(columns).toContain(column);
        const drafts = draftsOfOp(opOf({ tbl: name, patch: { [column]: 'words' } }), 7);
        expect(drafts.map(({ text }) => text)).toEqual(['words']);
      }
      if (write === undefined) continue;
      expect(draftsOfOp(opOf({ tbl: name, patch: { type: 'no words' } }), 7)).toEqual([]);
    }
  });
});

describe('nothing in a column of an insert', () => {
  it('[WRT8] is sent where it is a choice, and left to the server elsewhere', () => {
    const insert = insertOf({
      patch: { id: 'c1', comment: 'x', agent_id: null, created_at: T0, number: null },
    });
    expect(wireBody(insert)).toEqual({ id: 'c1', comment: 'x' });
    expect(wireBody(insert, { nulls: ['agent_id'] })).toEqual({ id: 'c1', comment: 'x', agent_id: null });
    const request = writeRequest({ ...tables.comments, write: { nulls: ['agent_id'] } }, wire, insert);
    expect(JSON.parse(request.body ?? '')).toEqual({ id: 'c1', comment: 'x', agent_id: null });
  });
});
