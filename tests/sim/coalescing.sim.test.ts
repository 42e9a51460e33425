import { array, assert, constantFrom, integer, property, record, type Arbitrary } from 'fast-check';
import { expect, test } from 'vitest';
import { planAppend } from '#sync/core/outbox/coalesce.ts';
import { rebase } from '#sync/core/outbox/rebase.ts';
import type { OpDraft } from '#sync/core/outbox/plan.ts';
import { OP_VERSION, type JsonRow, type Op } from '#sync/protocol/op.ts';
import { simId, userId } from './facts.ts';

const base: JsonRow = { id: simId(11, 1), title: 'before', status: 'possible' };

interface Step {
  readonly kind: 'insert' | 'update' | 'delete';
  readonly row: number;
  readonly patch: JsonRow;
}

const patches = record(
  { title: constantFrom('a', 'b', 'c'), status: constantFrom('likely', 'possible') },
  { requiredKeys: [] },
);
const steps: Arbitrary<readonly Step[]> = array(
  record({
    kind: constantFrom('insert' as const, 'update' as const, 'update' as const, 'delete' as const),
    row: integer({ min: 1, max: 2 }),
    patch: patches,
  }),
  { maxLength: 12 },
);

function draftOf({ kind, row, patch }: Step, index: number): OpDraft {
  const rowId = simId(11, row);
  return {
    id: simId(70, index),
    v: OP_VERSION,
    identity: { userId, tenant: '', scopeHash: '' },
    lane: 'incident:1',
    group: null,
    kind,
    tbl: 'hypotheses',
    rowId,
    patch:
      kind === 'insert'
        ? { id: rowId, title: 'new', status: 'possible', ...patch }
        : kind === 'delete'
          ? {}
          : patch,
    guard: kind === 'insert' ? null : { updatedAt: '2026-03-01T09:00:00+00:00', fields: {} },
    deps: [],
    createdAt: 0,
    serverSkewMs: null,
    state: 'queued',
    attempts: 0,
    firstSentAt: null,
    nextAt: null,
    epoch: null,
    lastError: null,
    ack: null,
    conflict: null,
    origin: { screen: '', tabId: '', appVersion: '' },
  };
}

/** Only what a person could do: a row is made once, and what is deleted is not touched again. */
function possible(all: readonly Step[]): readonly Step[] {
  const alive = new Set([1]);
  return all.filter(({ kind, row }) => {
    if (kind === 'insert' ? alive.has(row) : !alive.has(row)) return false;
    if (kind === 'insert') alive.add(row);
    if (kind === 'delete') alive.delete(row);
    return true;
  });
}

/** The rows after all operations, as the screen rebases them and as a server would store them one by one. */
function rowsAfter(ops: readonly Op[]): unknown {
  return [1, 2].map((row) => {
    const mine = ops.filter(({ rowId }) => rowId === simId(11, row)).toSorted((a, b) => a.seq - b.seq);
    return rebase(row === 1 ? base : null, mine).row;
  });
}

test('merging what was not sent yet changes nothing about how it ends (I34)', () => {
  let merges = 0;
  assert(
    property(steps, (all) => {
      const drafts = possible(all).map(draftOf);
      const originals = drafts.map((draft, index) => ({ ...draft, seq: index + 1 }));
      let lane: readonly Op[] = [];
      let lastSeq = 0;
      for (const draft of drafts) {
        const plan = planAppend(lane, [draft], lastSeq);
        const replaced = new Set([...plan.put.map(({ id }) => id), ...plan.remove]);
        lane = [...lane.filter(({ id }) => !replaced.has(id)), ...plan.put];
        lastSeq = plan.lastSeq;
      }
      merges += originals.length - lane.length;
      expect(rowsAfter(lane)).toEqual(rowsAfter(originals));
    }),
    { seed: 34, numRuns: 2000 },
  );
  expect(merges).toBeGreaterThan(1000);
});
