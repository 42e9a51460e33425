import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { insertOf, opOf, rowOf } from '#tests/support/op-fixture.ts';
import { pendingFlag } from '../../protocol/stored.ts';
import { planAppend } from './coalesce.ts';
import { rebase } from './rebase.ts';
import { canonicalJson, sameJson } from '../../protocol/same-json.ts';
import { pendingOf } from './row-change.ts';
import { rowHash } from '../pull/row-hash.ts';

describe('rebase', () => {
  it('[JRN2] applies the operations in journal order, whatever order they come in', () => {
    const ops = [opOf({ seq: 2, patch: { title: 'second' } }), opOf({ seq: 1, patch: { title: 'first' } })];
    expect(rebase(rowOf(), ops.map(pendingOf)).row).toEqual(rowOf({ title: 'second' }));
  });

  it('[JRN2] without operations it is the server row, unmarked', () => {
    expect(rebase(rowOf(), [])).toEqual({ row: rowOf(), flags: 0 });
    expect(rebase(null, [])).toEqual({ row: null, flags: 0 });
  });

  it('[JRN2] an insert shows its row before the server has it, and what only the server knows afterwards', () => {
    const insert = pendingOf(insertOf({ patch: { id: 'c1', comment: 'mine', external_id: null } }));
    expect(rebase(null, [insert]).row).toEqual({ id: 'c1', comment: 'mine', external_id: null });
    const server = { id: 'c1', comment: 'other', external_id: 'X-1', created_at: 'then' };
    expect(rebase(server, [insert]).row).toEqual({
      id: 'c1',
      comment: 'mine',
      external_id: 'X-1',
      created_at: 'then',
    });
  });

  it('[JRN2] an update of a row that is not there shows nothing, and neither does a deleted one', () => {
    expect(rebase(null, [pendingOf(opOf())])).toEqual({ row: null, flags: pendingFlag.pending });
    const deletion = pendingOf(opOf({ kind: 'delete', patch: {} }));
    expect(rebase(rowOf(), [deletion])).toEqual({
      row: null,
      flags: pendingFlag.pending | pendingFlag.deletedLocally,
    });
  });

  it.each([
    ['queued', pendingFlag.pending],
    ['sending', pendingFlag.pending],
    ['ambiguous', pendingFlag.pending],
    ['auth-hold', pendingFlag.pending],
    ['acked', pendingFlag.pending],
    ['conflict', pendingFlag.conflict],
    ['parked', pendingFlag.parked],
  ] as const)('[JRN2] marks a row with an operation in %s', (state, flag) => {
    expect(rebase(rowOf(), [pendingOf(opOf({ state }))]).flags).toBe(flag);
  });
});

const patches = fc.array(
  fc.record({ title: fc.string(), status: fc.string(), owner: fc.string() }, { requiredKeys: [] }),
  { minLength: 1, maxLength: 8 },
);

describe('coalescing and rebasing', () => {
  it('[JRN3] rebasing merged updates equals rebasing the originals', () => {
    fc.assert(
      fc.property(patches, (list) => {
        const ops = list.map((patch, index) => opOf({ id: `o${index}`, seq: index + 1, patch }));
        const merged = ops.reduce<readonly ReturnType<typeof opOf>[]>((lane, op) => {
          const plan = planAppend(lane, [op], lane.length);
          const kept = new Map([...lane, ...plan.put].map((each) => [each.id, each]));
          return [...kept.values()];
        }, []);
        expect(merged).toHaveLength(1);
        expect(rebase(rowOf(), merged.map(pendingOf)).row).toEqual(rebase(rowOf(), ops.map(pendingOf)).row);
      }),
    );
  });

  it('[JRN3] an insert takes the updates of its row into itself', () => {
    const insert = insertOf();
    const plan = planAppend(
      [insert],
      [opOf({ tbl: 'comments', rowId: 'c1', patch: { comment: 'Found' } })],
      1,
    );
    expect(plan.put).toEqual([{ ...insert, patch: { ...insert.patch, comment: 'Found' } }]);
    expect(plan.lastSeq).toBe(1);
  });

  it('[JRN3] keeps the id that was promised, the earliest base and the deps of both', () => {
    const first = opOf({ deps: ['x'], guard: { updatedAt: 'v0', fields: { title: 'A' } } });
    const second = opOf({
      id: 'new',
      seq: 9,
      deps: ['y'],
      patch: { title: 'C', status: 'likely' },
      guard: { updatedAt: 'v0', fields: { title: 'B', status: 'possible' } },
    });
    expect(planAppend([first], [second], 1).kept).toEqual([
      {
        ...first,
        deps: ['x', 'y'],
        patch: { title: 'C', status: 'likely' },
        guard: { updatedAt: 'v0', fields: { title: 'A', status: 'possible' } },
      },
    ]);
  });

  it.each([
    ['was sent', { firstSentAt: 5 }],
    ['was tried', { attempts: 1 }],
    ['waits', { state: 'waiting' as const }],
    ['belongs to a group', { group: { id: 'g', step: 1, of: 2, onFail: 'stop' as const } }],
    ['belongs to somebody else', { identity: { userId: 'ben', tenant: 't', scopeHash: '' } }],
    ['is about another row', { rowId: 'h2' }],
    ['is a deletion', { kind: 'delete' as const }],
  ])('[JRN4] stays apart from one that %s', (_what, values) => {
    const plan = planAppend([opOf(values)], [opOf({ id: 'new' })], 1);
    expect(plan.put.map((op) => [op.id, op.seq])).toEqual([['new', 2]]);
  });

  it('[JRN4] does not jump over a neighbour in the lane', () => {
    const lane = [opOf({ seq: 1 }), insertOf({ seq: 2 })];
    const plan = planAppend(lane, [opOf({ id: 'new', patch: { title: 'late' } })], 2);
    expect(plan.put.map((op) => [op.id, op.seq])).toEqual([['new', 3]]);
  });

  it('[JRN4] numbers several new operations in order', () => {
    const plan = planAppend([], [insertOf({ id: 'a' }), opOf({ id: 'b' })], 40);
    expect(plan.put.map((op) => [op.id, op.seq])).toEqual([
      ['a', 41],
      ['b', 42],
    ]);
    expect(plan.lastSeq).toBe(42);
  });

  it('[JRN5] an unsent insert and its delete leave nothing', () => {
    const insert = insertOf();
    const deletion = opOf({ id: 'd', kind: 'delete', tbl: 'comments', rowId: 'c1', patch: {} });
    expect(planAppend([insert], [deletion], 1)).toEqual({ put: [], remove: ['op1'], lastSeq: 1, kept: [] });
  });

  it('[JRN15] two moves of a status that add up to a forbidden one stay two', () => {
    const move = (seq: number, from: string, to: string) =>
      opOf({
        seq,
        tbl: 'incidents',
        rowId: 'i1',
        patch: { status: to },
        guard: { updatedAt: null, fields: { status: from } },
      });
    const first = move(1, 'investigating', 'mitigated');
    expect(planAppend([first], [move(2, 'mitigated', 'open')], 1).kept).toHaveLength(1);
    expect(planAppend([first], [move(2, 'mitigated', 'open')], 1).kept[0]?.id).toBe('op2');
    expect(planAppend([first], [move(2, 'mitigated', 'closed')], 1).kept[0]).toMatchObject({
      id: 'op1',
      patch: { status: 'closed' },
    });
  });
});

describe('row hash', () => {
  it('does not depend on the order of keys, and null is not the text null', () => {
    expect(rowHash({ a: 1, b: { c: 2, d: [1, 2] } })).toBe(rowHash({ b: { d: [1, 2], c: 2 }, a: 1 }));
    expect(rowHash({ a: null })).not.toBe(rowHash({ a: 'null' }));
    expect(rowHash({ a: [1, 2] })).not.toBe(rowHash({ a: [2, 1] }));
  });

  it('has sixteen digits and tells different rows apart', () => {
    const seen = new Map<string, string>();
    fc.assert(
      fc.property(fc.dictionary(fc.string({ maxLength: 6 }), fc.jsonValue({ maxDepth: 2 })), (row) => {
        const hash = rowHash(row);
        const text = canonicalJson(row);
        expect(hash).toMatch(/^[0-9a-f]{16}$/);
        expect(seen.get(hash) ?? text).toBe(text);
        seen.set(hash, text);
      }),
      { numRuns: 2000 },
    );
  });

  it('counts a missing value as null when comparing, and nothing else', () => {
    expect(sameJson(undefined, null)).toBe(true);
    expect(sameJson({ a: 1, b: undefined }, { a: 1 })).toBe(true);
    expect(sameJson('', null)).toBe(false);
    expect(sameJson(0, false)).toBe(false);
  });
});
