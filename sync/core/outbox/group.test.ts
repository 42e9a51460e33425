import { describe, expect, it } from 'vitest';
import { insertOf, opOf } from '#tests/support/op-fixture.ts';
import type { Draft, Op } from '../../protocol/op.ts';
import { tables } from '../../protocol/tables.ts';
import { planAppend } from './coalesce.ts';
import { discardRoot, planDiscard, planFailure } from './cascade.ts';
import { isLaterStep, stepsDone } from './group.ts';
import { planSends, stuckOps } from './lanes.ts';
import { grouped } from './plan.ts';
import { rebaseGuards } from './settle.ts';
import { ada } from '#tests/support/op-fixture.ts';

const V1 = '2026-01-01T00:00:01+00:00';
const drafts: ReadonlyMap<string, Draft> = new Map();

function step(number: number, values: Partial<Op> = {}, onFail: 'stop' | 'compensate' = 'compensate'): Op {
  return opOf({
    seq: number,
    rowId: `h${number}`,
    patch: { title: `new ${number}` },
    guard: { updatedAt: 'v0', fields: { title: `old ${number}` } },
    group: { id: 'g', step: number, of: 3, onFail, intent: 'incident.set-fields' },
    ...values,
  });
}

const acked = (number: number, values: Partial<Op> = {}): Op =>
  step(number, {
    state: 'done',
    ack: { id: `h${number}`, title: `new ${number}`, updated_at: V1 },
    ...values,
  });

function fail(open: readonly Op[], op: Op, done: readonly Op[]) {
  return planFailure({
    open,
    op,
    drafts,
    steps: stepsDone([...done, ...open], op),
    newIds: ['group', 'back1', 'back2', 'back3'],
    lastSeq: 50,
    nowMs: 7,
    reason: 'forbidden',
    lastError: { class: 'forbidden', status: 403, code: null, message: '' },
  });
}

describe('a group', () => {
  it('[GRP1] is numbered in order, and one operation alone is none', () => {
    const { seq: _one, ...draft } = opOf();
    const { seq: _two, ...other } = opOf({ seq: 2 });
    const context = {
      identity: ada,
      tables,
      nowMs: 0,
      serverSkewMs: null,
      origin: draft.origin,
      newRowId: () => 'row',
      newOpId: () => 'g1',
    };
    expect(grouped([draft], 'incident.create', 'stop', context)).toEqual([draft]);
    expect(grouped([draft, other], 'incident.create', 'stop', context).map((op) => op.group)).toEqual([
      { id: 'g1', step: 1, of: 2, onFail: 'stop', intent: 'incident.create' },
      { id: 'g1', step: 2, of: 2, onFail: 'stop', intent: 'incident.create' },
    ]);
    expect([
      isLaterStep(step(2), step(1)),
      isLaterStep(step(1), step(2)),
      isLaterStep(step(2), opOf()),
    ]).toEqual([true, false, false]);
  });

  it('[GRP1] waits as a whole behind a step that waits for a person, and the lane passes it', () => {
    const open = [step(1, { state: 'parked' }), step(2), step(3), opOf({ seq: 9, rowId: 'h9' })];
    expect([...stuckOps(open, ada)]).toEqual(['op1', 'op2', 'op3']);
    const plan = planSends(open, { identity: ada, nowMs: 0, busy: new Set(), maySend: true, maxLanes: 4 });
    expect(plan.send.map((op) => op.id)).toEqual(['op9']);
  });

  it('[GRP2] merges with nothing, neither inside nor with its neighbours', () => {
    const draft = (values: Partial<Op>) => {
      const { seq: _seq, ...rest } = opOf(values);
      return rest;
    };
    const group = { id: 'g', step: 1, of: 2, onFail: 'stop' as const };
    const plan = planAppend(
      [opOf({ seq: 1 })],
      [draft({ id: 'a', group }), draft({ id: 'b', group: { ...group, step: 2 } }), draft({ id: 'c' })],
      1,
    );
    expect(plan.put.map((op) => [op.id, op.seq])).toEqual([
      ['a', 2],
      ['b', 3],
      ['c', 4],
    ]);
  });
});

describe('a group that ends before its last step', () => {
  it('[GRP3] under stop leaves what was saved, cancels the rest, and says so once', () => {
    const second = step(2, { state: 'sending' }, 'stop');
    const plan = fail([second, step(3, {}, 'stop')], second, [acked(1)]);
    expect(plan.put.map((op) => [op.id, op.state])).toEqual([
      ['op2', 'failed'],
      ['op3', 'cancelled'],
    ]);
    expect([plan.added, plan.lastSeq]).toEqual([[], 50]);
    expect(plan.notices).toHaveLength(1);
    expect(plan.notices[0]).toMatchObject({ id: 'op2', opIds: ['op2', 'op3'] });
    expect(plan.notices[0]?.message).toContain('Your change of the incident was saved only in part.');
    expect(plan.notices[0]?.message).toContain(
      '1 of its 3 steps was saved before that and stays on the server',
    );
  });

  it('[GRP4] under compensate takes back what was saved, last step first, guarded by what the step left', () => {
    const third = step(3, { state: 'sending' });
    const plan = fail([acked(2, { state: 'acked' }), third], third, [acked(1)]);
    expect(plan.added).toMatchObject([
      {
        id: 'back1',
        seq: 51,
        undoes: 'op2',
        kind: 'update',
        rowId: 'h2',
        patch: { title: 'old 2' },
        guard: { updatedAt: V1, fields: { title: 'new 2' } },
        group: { id: 'group', step: 1, of: 2, onFail: 'stop' },
        state: 'queued',
        ack: null,
      },
      { id: 'back2', seq: 52, undoes: 'op1', patch: { title: 'old 1' }, group: { step: 2, of: 2 } },
    ]);
    expect(plan.lastSeq).toBe(52);
    expect(plan.put.map((op) => op.id)).toEqual(['op3', 'back1', 'back2']);
    expect(plan.notices[0]?.message).toContain(
      '2 of its 3 steps were saved before that and are being taken back',
    );
  });

  it('[GRP4] takes an insert back by deleting the row as it was left, and says what cannot be taken back', () => {
    const made = acked(1, { kind: 'insert', guard: null, patch: { id: 'h1' } });
    const gone = acked(2, { kind: 'delete', guard: null, patch: {}, ack: null });
    const third = step(3, { state: 'sending' });
    const plan = fail([third], third, [made, gone]);
    expect(plan.added).toMatchObject([
      { kind: 'delete', rowId: 'h1', patch: {}, guard: { updatedAt: V1, fields: {} }, undoes: 'op1' },
    ]);
    expect(plan.notices[0]?.message).toContain('1 of them is being taken back, 1 cannot be and stays');
  });

  it('[GRP4] leaves alone what a later change of this device is about', () => {
    const third = step(3, { state: 'sending' });
    const later = opOf({ seq: 8, rowId: 'h1', patch: { title: 'newest' } });
    expect(fail([third, later], third, [acked(1)]).added).toEqual([]);
    const edit = opOf({ seq: 8, rowId: 'h1', patch: { status: 'likely' } });
    const made = acked(1, { kind: 'insert', guard: null, patch: { id: 'h1' } });
    expect(fail([third, edit], third, [made]).added).toEqual([]);
  });

  it('[GRP4] an acknowledgement of a later change does not arm what takes an earlier one back', () => {
    const undo = opOf({ seq: 9, undoes: 'op1', guard: { updatedAt: V1, fields: { title: 'ours' } } });
    const newer = opOf({ seq: 5, patch: { title: 'newer' } });
    expect(rebaseGuards([undo], newer, { title: 'newer', updated_at: 'v9' })).toEqual([]);
  });

  it('[FAL3] keeps the texts of a creation that failed where a new one is begun', () => {
    const group = (number: number) => ({ id: 'g', step: number, of: 2, onFail: 'stop' as const });
    const intent = 'incident.create';
    const incident = insertOf({
      seq: 1,
      tbl: 'incidents',
      rowId: 'i9',
      lane: 'incident:i9',
      state: 'sending',
      patch: { title: 'DNS', description: 'all zones' },
      group: { ...group(1), intent },
      origin: { screen: '/incidents', tabId: 't', appVersion: 'v' },
    });
    const root = insertOf({
      ...incident,
      id: 'op2',
      seq: 2,
      tbl: 'hypotheses',
      rowId: 'h9',
      state: 'queued',
      patch: { title: 'DNS' },
      group: { ...group(2), intent },
    });
    expect(fail([incident, root], incident, []).drafts).toEqual([
      { key: '/incidents#incident:new', text: 'DNS\n\nall zones', savedAt: 7, fromOpId: 'op2' },
    ]);
  });
});

describe('discarding a group', () => {
  it('[GRP5] drops what is left of it from its first unsaved step on, and asks for nothing else', () => {
    const open = [step(2), step(3)];
    const root = discardRoot(open, open[1]!);
    expect(root?.id).toBe('op2');
    const plan = planDiscard({
      open,
      op: root!,
      drafts,
      steps: [acked(1)],
      newIds: ['g2', 'b1', 'b2', 'b3'],
      lastSeq: 9,
      nowMs: 7,
    });
    expect(plan.put.map((op) => [op.id, op.state])).toEqual([
      ['op2', 'discarded'],
      ['op3', 'discarded'],
      ['b1', 'queued'],
    ]);
    expect(plan.notices[0]?.message).toContain('Your change of the incident was discarded. 1 of its 3 steps');
  });

  it('[GRP5] is refused while a step is on its way', () => {
    const open = [step(1, { state: 'sending' }), step(2), step(3)];
    expect(discardRoot(open, open[2]!)).toBeNull();
    expect(discardRoot([opOf()], opOf())?.id).toBe('op1');
  });
});
