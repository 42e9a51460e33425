import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { insertOf, opOf } from '#tests/support/op-fixture.ts';
import type { Draft, Op } from '../../protocol/op.ts';
import { dependantsOf, draftsOfOp, joinDraft, planDiscard, planFailure } from './cascade.ts';
import {
  discardedText,
  conflictText,
  describeOp,
  failureText,
  parkedText,
  replacedText,
} from './notice-text.ts';

const forbidden = { class: 'forbidden', status: 403, code: null, message: '' };
const none: ReadonlyMap<string, Draft> = new Map();
const alone = { steps: [], newIds: ['new0'], lastSeq: 90 };
const parent = insertOf({ seq: 1, tbl: 'hypotheses', rowId: 'h9', patch: { id: 'h9', title: 'DNS' } });
const edit = opOf({ seq: 2, rowId: 'h9', patch: { status: 'likely' }, deps: ['op1'] });
const comment = insertOf({ seq: 3, deps: ['op1'], patch: { comment: 'why', hypothesis_id: 'h9' } });
const reply = insertOf({
  seq: 4,
  rowId: 'c2',
  deps: ['op3'],
  patch: { comment: 'because', hypothesis_id: 'h9' },
});
const other = opOf({ seq: 5, rowId: 'h1' });

function fail(open: readonly Op[], op: Op, drafts = none) {
  return planFailure({ ...alone, open, op, nowMs: 7, drafts, reason: 'forbidden', lastError: forbidden });
}

describe('who goes with a failed insert', () => {
  it('[FAL4] its transitive dependants and nobody else', () => {
    const open = [other, reply, comment, edit, parent];
    expect(dependantsOf(open, parent).map((op) => op.id)).toEqual(['op2', 'op3', 'op4']);
    expect(dependantsOf(open, edit)).toEqual([]);
    expect(dependantsOf(open, comment).map((op) => op.id)).toEqual(['op4']);
  });

  it('[FAL4] the later steps of its group, not the earlier ones', () => {
    const group = (step: number) => ({ id: 'g', step, of: 3, onFail: 'stop' as const });
    const steps = [1, 2, 3].map((step) => opOf({ seq: step, rowId: `h${step}`, group: group(step) }));
    expect(dependantsOf(steps, steps[1]!).map((op) => op.id)).toEqual(['op3']);
  });

  it('[FAL4] exactly the closure of deps, for any graph', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.nat(9), { maxLength: 3 }), { minLength: 1, maxLength: 10 }),
        (graph) => {
          const ops = graph.map((deps, index) =>
            opOf({
              seq: index,
              rowId: `r${index}`,
              deps: deps.filter((dep) => dep < index).map((dep) => `op${dep}`),
            }),
          );
          const closure = new Set(['op0']);
          for (const op of ops) if (op.deps.some((dep) => closure.has(dep))) closure.add(op.id);
          closure.delete('op0');
          expect(dependantsOf(ops, ops[0]!).map((op) => op.id)).toEqual([...closure]);
        },
      ),
    );
  });
});

describe('a permanent failure', () => {
  it('[FAL2] is told once, with everything that went with it', () => {
    const plan = fail([parent, edit, comment, reply, other], parent);
    expect(plan.put.map((op) => [op.id, op.state])).toEqual([
      ['op1', 'failed'],
      ['op2', 'cancelled'],
      ['op3', 'cancelled'],
      ['op4', 'cancelled'],
    ]);
    expect(plan.notices).toHaveLength(1);
    expect(plan.notices[0]).toMatchObject({
      id: 'op1',
      kind: 'failed',
      opIds: ['op1', 'op2', 'op3', 'op4'],
      readAt: null,
    });
    expect(plan.dropNotices).toEqual(['op2', 'op3', 'op4']);
    expect(plan.dropped.map((op) => op.id)).toEqual(['op1', 'op2', 'op3', 'op4']);
  });

  it('[FAL1] of an update takes only itself, and later edits expect what it expected', () => {
    const first = opOf({ seq: 1, patch: { title: 'B' }, guard: { updatedAt: 'v0', fields: { title: 'A' } } });
    const later = opOf({ seq: 2, patch: { title: 'C' }, guard: { updatedAt: 'v0', fields: { title: 'B' } } });
    const plan = fail([first, later], first);
    expect(plan.put).toEqual([
      { ...first, state: 'failed', lastError: forbidden },
      { ...later, guard: { updatedAt: 'v0', fields: { title: 'A' } } },
    ]);
  });

  it('[FAL3] keeps every text at its composer, two of one place joined', () => {
    const plan = fail([parent, edit, comment, reply], parent);
    expect(plan.drafts).toEqual([
      { key: '/incidents/i1#title:h9', text: 'DNS', savedAt: 7, fromOpId: 'op1' },
      { key: '/incidents/i1#comment:h9', text: 'why\n\nbecause', savedAt: 7, fromOpId: 'op4' },
    ]);
  });

  it('[FAL3] never replaces what stands there', () => {
    const key = '/incidents/i1#comment:h1';
    const typed: Draft = { key, text: 'typing this', savedAt: 1, fromOpId: null };
    const op = insertOf({ patch: { comment: 'Looking', hypothesis_id: 'h1' } });
    expect(fail([op], op, new Map([[key, typed]])).drafts[0]?.text).toBe('typing this\n\nLooking');
    const kept = draftsOfOp(op, 7)[0]!;
    expect(joinDraft(kept, kept)).toEqual(kept);
    expect(joinDraft({ ...typed, text: ' ' }, kept).text).toBe('Looking');
    expect(joinDraft({ ...typed, text: 'See:\n\nLooking' }, kept).text).toBe('See:\n\nLooking');
    expect(joinDraft({ ...typed, text: 'Overlooking it' }, { ...kept, text: 'look' }).text).toBe(
      'Overlooking it\n\nlook',
    );
  });

  it.each([
    ['insert', false, '/incidents/i1#evidence:h1'],
    ['insert', true, '/incidents/i1#done:h1'],
    ['update', false, '/incidents/i1#description:e1'],
  ] as const)(
    '[FAL3] the words of an evidence stand where they were written: %s, %s',
    (kind, isDone, key) => {
      const patch = { description: 'See the graph', hypothesis_id: 'h1', definition_of_done: isDone };
      const op = opOf({ kind, tbl: 'evidences', rowId: 'e1', patch });
      expect(draftsOfOp(op, 7)).toEqual([{ key, text: 'See the graph', savedAt: 7, fromOpId: op.id }]);
    },
  );

  it('[FAL3] keeps no draft of what is no text', () => {
    expect(draftsOfOp(opOf({ patch: { status: 'likely' } }), 0)).toEqual([]);
    expect(draftsOfOp(opOf({ tbl: 'responders', patch: { index: 1 } }), 0)).toEqual([]);
    expect(draftsOfOp(opOf({ lane: 'playbook:1', patch: { title: 'x' } }), 0)[0]?.key).toBe(
      '/incidents/i1#title:h1',
    );
  });
});

describe('a discard', () => {
  it('[FAL2] alone is no news', () => {
    const plan = planDiscard({ ...alone, open: [other], op: other, nowMs: 7, drafts: none });
    expect(plan.put.map((op) => op.state)).toEqual(['discarded']);
    expect(plan.notices).toEqual([]);
    expect(plan.dropNotices).toEqual(['op5']);
  });

  it('[FAL2] that takes others along names them once', () => {
    const plan = planDiscard({ ...alone, open: [parent, edit, comment], op: parent, nowMs: 7, drafts: none });
    expect(plan.notices).toHaveLength(1);
    expect(plan.notices[0]).toMatchObject({ id: 'op1', kind: 'cancelled', opIds: ['op2', 'op3'] });
  });
});

describe('words', () => {
  it.each([
    ['insert', 'comments', { comment: 'x' }, 'Your comment'],
    ['insert', 'hypotheses', {}, 'Your new hypothesis'],
    ['update', 'hypotheses', { title: 'x', team_id: 'y' }, 'Your change of the hypothesis title and team id'],
    ['update', 'some_things', {}, 'Your change of the some things'],
    ['delete', 'evidences', {}, 'Your deletion of the evidence'],
  ] as const)('[TXT1] %s on %s is "%4$s"', (kind, tbl, patch, words) =>
    expect(describeOp({ kind, tbl, patch })).toBe(words),
  );

  it('[TXT1] a failure says what, why, that the text is safe, and what to do', () => {
    const text = failureText(insertOf(), 'forbidden', { others: 2, keepsText: true, group: null });
    expect(text).toBe(
      'Your comment was not saved on the server: your role does not allow it. 2 changes that depended on it were not sent either.' +
        ' Your text is kept: you find it where you wrote it and in Sync. Ask for the role, then send it again.',
    );
    expect(
      failureText(opOf({ patch: { status: 'x' } }), 'gone', { others: 1, keepsText: false, group: null }),
    ).toBe(
      'Your change of the hypothesis status was not saved on the server: it no longer exists on the server.' +
        ' One change that depended on it was not sent either. The value shown is the server\u2019s again.',
    );
  });

  it.each([
    [parkedText(opOf()), ['safe on this device', 'Retry or discard']],
    [conflictText(opOf(), ['title']), ['somebody else changed the title', 'value is safe', 'Choose']],
    [replacedText(opOf(), ['done']), ['replaced a newer value of done']],
    [
      discardedText(insertOf(), { others: 1, keepsText: true, group: null }),
      ['One change could not be sent', 'text is kept'],
    ],
    [
      discardedText(insertOf(), { others: 3, keepsText: false, group: null }),
      ['3 changes could not be sent'],
    ],
  ])('[TXT1] %s', (text, parts) => {
    for (const part of parts) expect(text).toContain(part);
  });
});
