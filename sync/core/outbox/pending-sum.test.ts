import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Op, OpState } from '../../protocol/op.ts';
import type { Shadow } from '../../protocol/stored.ts';
import { opOf, rowOf } from '#tests/support/op-fixture.ts';
import { NO_PENDING, showsAll, sumOfShadows, sumWith } from './pending-sum.ts';
import { planRebuild } from './rebuild.ts';
import { pendingOf } from './row-change.ts';

/** States of an operation that is not over, as two marks and several names of the same one. */
const states = ['queued', 'sending', 'waiting', 'conflict', 'parked', 'acked'] as const;

const entries = fc.array(
  fc.record({
    seq: fc.integer({ min: 1, max: 4 }),
    row: fc.constantFrom('h1', 'h2'),
    title: fc.constantFrom('a', 'b'),
    state: fc.constantFrom<OpState>(...states),
  }),
  { maxLength: 4 },
);

function opsOf(list: readonly { seq: number; row: string; title: string; state: OpState }[]): Op[] {
  const bySeq = new Map(list.map((each) => [each.seq, each]));
  return [...bySeq.values()].map(({ seq, row, title, state }) =>
    opOf({ seq, rowId: row, patch: { title }, state }),
  );
}

function shadowsOf(ops: readonly Op[]): Shadow[] {
  return [...new Set(ops.map((op) => op.rowId))].map((id) => ({
    tbl: 'hypotheses',
    id,
    base: rowOf({ id }),
    fence: 5,
    pending: ops.filter((op) => op.rowId === id).map(pendingOf),
  }));
}

describe('the sum over what is pending', () => {
  it('[JRN18] is equal exactly when a rebuild finds nothing to do', () => {
    fc.assert(
      fc.property(entries, entries, fc.boolean(), (inJournal, inCache, isSame) => {
        const open = opsOf(inJournal);
        const shadows = shadowsOf(isSame ? open : opsOf(inCache));
        const plan = planRebuild({ open, ended: [], shadows, fence: 9 });
        const hasNothing = plan.changes.length + plan.acked.length === 0;
        expect(showsAll(open, sumOfShadows(shadows))).toBe(hasNothing);
      }),
      { numRuns: 500 },
    );
  });

  it('[JRN18] does not depend on the order, and what is taken away leaves no trace', () => {
    const ops = [1, 2, 3, 4, 5].map((seq) => opOf({ seq, rowId: `h${seq % 2}` }));
    const shadows = shadowsOf(ops);
    const sum = sumOfShadows(shadows);
    expect(sumOfShadows(shadows.toReversed())).toEqual(sum);
    expect(showsAll(ops.toReversed(), sum)).toBe(true);
    const none = shadows.reduce((left, shadow) => sumWith(left, shadow, shadow.pending, -1), sum);
    expect(none).toEqual(NO_PENDING);
    expect(sum).not.toEqual(NO_PENDING);
  });
});
