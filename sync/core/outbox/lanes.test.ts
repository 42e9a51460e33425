import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ada, insertOf, opOf } from '#tests/support/op-fixture.ts';
import type { Op } from '../../protocol/op.ts';
import { opStates } from '../../protocol/op.ts';
import { MAX_WAIT_MS } from '../pull/backoff.ts';
import { planSends, stuckOps } from './lanes.ts';
import type { LaneContext } from './lanes.ts';

const now = 1_000_000;

function plan(ops: readonly Op[], context: Partial<LaneContext> = {}) {
  const result = planSends(ops, {
    identity: ada,
    nowMs: now,
    busy: new Set(),
    maySend: true,
    maxLanes: 4,
    ...context,
  });
  return {
    send: result.send.map((op) => op.id),
    check: result.check.map((op) => op.id),
    next: result.nextInMs,
  };
}

function lane(seq: number, values: Partial<Op> = {}): Op {
  return opOf({ seq, lane: `incident:${seq}`, rowId: `h${seq}`, ...values });
}

describe('what may be sent', () => {
  it('[OUT1] takes the head of each lane, oldest first, at most four', () => {
    const ops = [6, 5, 4, 3, 2, 1].map((seq) => lane(seq));
    expect(plan(ops).send).toEqual(['op1', 'op2', 'op3', 'op4']);
    expect(plan(ops, { busy: new Set(['incident:1', 'incident:9']) }).send).toEqual(['op2', 'op3']);
    expect(plan(ops, { maxLanes: 1 }).send).toEqual(['op1']);
  });

  it('[OUT1] one per lane: a busy lane waits', () => {
    const ops = [opOf({ seq: 1 }), opOf({ seq: 2, rowId: 'h2' })];
    expect(plan(ops).send).toEqual(['op1']);
    expect(plan(ops, { busy: new Set(['incident:i1']) }).send).toEqual([]);
  });

  it('[OUT2] a lane waits for its head, and tells when to look again', () => {
    const ops = [opOf({ seq: 1, state: 'waiting', nextAt: now + 700 }), opOf({ seq: 2, rowId: 'h2' })];
    expect(plan(ops)).toEqual({ send: [], check: [], next: 700 });
    expect(plan(ops, { nowMs: now + 700 }).send).toEqual(['op1']);
  });

  it('[DSK11] numbers that the disk has damaged do not stop a lane: what must come first goes first', () => {
    const child = opOf({ seq: 1, rowId: 'h2', deps: ['op2'] });
    const parent = insertOf({ seq: 2 });
    expect(plan([child, parent]).send).toEqual(['op2']);
    const step = (seq: number, at: number): Op =>
      opOf({ seq, rowId: `h${seq}`, group: { id: 'g', step: at, of: 2, onFail: 'stop' } });
    expect(plan([step(1, 2), step(2, 1)]).send).toEqual(['op2']);
    expect(plan([step(1, 2), step(1, 1)].map((op, at) => ({ ...op, id: `same${at}` }))).send).toEqual([
      'same1',
    ]);
  });

  it('[DSK11] what needs something parked that stands behind it lets the rest of its lane pass', () => {
    const child = insertOf({ seq: 1, deps: ['op3'] });
    const other = opOf({ seq: 2, rowId: 'h2' });
    const parent = insertOf({ seq: 3, rowId: 'c3', state: 'parked' });
    expect(plan([child, other, parent]).send).toEqual(['op2']);
  });

  it('[OUT2] a child waits for the acknowledgement of the insert it needs, in its own lane and in another', () => {
    const parent = insertOf({ seq: 1, lane: 'incident:a' });
    const child = opOf({ seq: 2, lane: 'incident:b', deps: ['op1'] });
    expect(plan([parent, child]).send).toEqual(['op1']);
    expect(plan([{ ...parent, state: 'sending' }, child], { busy: new Set(['incident:a']) }).send).toEqual(
      [],
    );
    expect(plan([{ ...parent, state: 'acked' }, child]).send).toEqual(['op2']);
    expect(plan([child]).send).toEqual(['op2']);
  });

  it.each(['parked', 'conflict'] as const)(
    '[OUT3] an operation in %s lets the rest of its lane pass',
    (state) => {
      const stopped = opOf({ seq: 1, state, patch: { title: 'a' } });
      const sameField = opOf({ seq: 2, patch: { title: 'b' } });
      const afterThat = opOf({ seq: 3, patch: { status: 'x', title: 'c' } });
      const otherField = opOf({ seq: 4, patch: { status: 'y' } });
      const otherRow = opOf({ seq: 5, rowId: 'h2' });
      const dependant = insertOf({ seq: 6, deps: ['op1'] });
      const free = opOf({ seq: 7, rowId: 'h3' });
      expect([
        ...stuckOps([free, dependant, otherRow, otherField, afterThat, sameField, stopped], ada),
      ]).toEqual(['op1', 'op2', 'op3', 'op4', 'op6']);
      expect(plan([stopped, sameField, dependant, otherRow]).send).toEqual(['op5']);
      expect(plan([stopped, otherField]).send).toEqual(['op4']);
    },
  );

  it('[OUT3] a deletion waits for everything stopped on its row', () => {
    const stopped = opOf({ seq: 1, state: 'parked', patch: { title: 'a' } });
    expect(plan([stopped, opOf({ seq: 2, kind: 'delete', patch: {} })]).send).toEqual([]);
  });

  it('[OUT4] leaves what belongs to somebody else or to a newer version, and what depends on it', () => {
    const foreign = opOf({ seq: 1, identity: { ...ada, scopeHash: 'as-somebody' } });
    const newer = opOf({ seq: 2, v: 99, rowId: 'h2' });
    const mine = opOf({ seq: 3, rowId: 'h3' });
    expect(plan([foreign, newer, mine, insertOf({ seq: 4, deps: ['op2'] })]).send).toEqual(['op3']);
  });

  it('[OUT5] what a crash left in sending is looked up, before the rest of its lane', () => {
    const ops = [
      opOf({ seq: 1, state: 'sending', epoch: 3, nextAt: now + 99 }),
      opOf({ seq: 2, rowId: 'h2' }),
    ];
    expect(plan(ops)).toEqual({ send: [], check: ['op1'], next: null });
    expect(plan([opOf({ state: 'ambiguous' })]).check).toEqual(['op1']);
    expect(plan([opOf({ state: 'ambiguous', nextAt: now + 5 })])).toEqual({ send: [], check: [], next: 5 });
  });

  it('[OUT6] a due time years ahead is the work of a clock, not of a server', () => {
    expect(plan([opOf({ state: 'waiting', nextAt: now + MAX_WAIT_MS + 1 })]).send).toEqual(['op1']);
    expect(plan([opOf({ state: 'waiting', nextAt: now + MAX_WAIT_MS })]).send).toEqual([]);
  });

  it('[AUT1] sends nothing at all while the session is held', () => {
    expect(plan([opOf(), opOf({ seq: 2, state: 'ambiguous', lane: 'b' })], { maySend: false })).toEqual({
      send: [],
      check: [],
      next: null,
    });
  });

  it('[OUT2] never picks an operation before an earlier one of its lane that can still move', () => {
    const op = fc.record({
      lane: fc.constantFrom('a', 'b', 'c'),
      rowId: fc.constantFrom('h1', 'h2'),
      state: fc.constantFrom(
        ...opStates.filter((state) => !['failed', 'cancelled', 'discarded', 'done'].includes(state)),
      ),
      field: fc.constantFrom('title', 'status'),
    });
    fc.assert(
      fc.property(fc.array(op, { maxLength: 12 }), (list) => {
        const ops = list.map((each, index) =>
          opOf({
            seq: index,
            lane: each.lane,
            rowId: `${each.lane}${each.rowId}`,
            state: each.state,
            patch: { [each.field]: 1 },
          }),
        );
        const stuck = stuckOps(ops, ada);
        const { send, check } = plan(ops);
        const picked = ops.filter((each) => [...send, ...check].includes(each.id));
        expect(new Set(picked.map((each) => each.lane)).size).toBe(picked.length);
        for (const each of picked) {
          const earlier = ops.filter((other) => other.lane === each.lane && other.seq < each.seq);
          expect(earlier.filter((other) => other.state !== 'acked' && !stuck.has(other.id))).toEqual([]);
        }
      }),
    );
  });
});
