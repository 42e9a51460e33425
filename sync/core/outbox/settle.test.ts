import { describe, expect, it } from 'vitest';
import { insertOf, opOf, rowOf, snapOf, storedOf } from '#tests/support/op-fixture.ts';
import type { RowSnapshot } from '../../ports.ts';
import type { Op } from '../../protocol/op.ts';
import type { Shadow } from '../../protocol/stored.ts';
import { tables } from '../../protocol/tables.ts';
import { pendingOf, planRow } from './row-change.ts';
import { planRebuild } from './rebuild.ts';
import { changeForAck, inheritGuards, rebaseGuards } from './settle.ts';

const V0 = '2026-01-01T00:00:00+00:00';
const V1 = '2026-01-01T00:00:01+00:00';
const V2 = '2026-01-01T00:00:02+00:00';

describe('guards after an acknowledgement', () => {
  const acked = opOf({ seq: 1, patch: { title: 'B' }, guard: { updatedAt: V0, fields: { title: 'A' } } });

  it('[RPL11] a later edit of the same field expects what the server made of ours', () => {
    const later = opOf({ seq: 2, patch: { title: 'C' }, guard: { updatedAt: V0, fields: { title: 'B' } } });
    const ack = rowOf({ title: 'B (trimmed)', updated_at: V2 });
    expect(rebaseGuards([acked, later], acked, ack)).toEqual([
      { ...later, guard: { updatedAt: V2, fields: { title: 'B (trimmed)' } } },
    ]);
  });

  it('[RPL11] a later edit of another field expects the new stamp', () => {
    const later = opOf({
      seq: 2,
      patch: { status: 'x' },
      guard: { updatedAt: V0, fields: { status: 'possible' } },
    });
    expect(rebaseGuards([later], acked, rowOf({ title: 'B', updated_at: V2 }))).toEqual([
      { ...later, guard: { updatedAt: V2, fields: { status: 'possible' } } },
    ]);
  });

  it('[CNF3] a later edit of a field that somebody else changed meanwhile keeps its old stamp, so that it asks', () => {
    const later = opOf({
      seq: 2,
      patch: { status: 'x' },
      guard: { updatedAt: V0, fields: { status: 'possible' } },
    });
    const ack = rowOf({ title: 'B', status: 'theirs', updated_at: V2 });
    expect(rebaseGuards([later], acked, ack)).toEqual([]);
  });

  it.each(['sending', 'ambiguous', 'acked', 'done', 'failed', 'cancelled', 'discarded'] as const)(
    '[RPL11] an operation in %s keeps the guard it was sent with',
    (state) => {
      const later = opOf({ seq: 2, state, guard: { updatedAt: V0, fields: { title: 'B' } } });
      expect(rebaseGuards([later], acked, rowOf({ title: 'B', updated_at: V2 }))).toEqual([]);
    },
  );

  it('[RPL11] an edit of a row whose insert was pending gets its first stamp', () => {
    const insert = insertOf({ seq: 1, patch: { id: 'c1', comment: 'a' } });
    const edit = opOf({
      seq: 2,
      tbl: 'comments',
      rowId: 'c1',
      patch: { comment: 'b' },
      guard: { updatedAt: null, fields: { comment: 'a' } },
    });
    expect(rebaseGuards([edit], insert, { id: 'c1', comment: 'a', updated_at: V1 })).toEqual([
      { ...edit, guard: { updatedAt: V1, fields: { comment: 'a' } } },
    ]);
  });

  it('other rows, inserts and unreadable acknowledgements change nothing', () => {
    const elsewhere = opOf({ seq: 2, rowId: 'h2' });
    expect(rebaseGuards([elsewhere, insertOf({ seq: 3 })], acked, rowOf({ updated_at: V2 }))).toEqual([]);
    expect(rebaseGuards([opOf({ seq: 2 })], acked, null)).toEqual([]);
  });
});

describe('an acknowledgement whose row could not be read', () => {
  it('[WRT6] is what was set over what was here, and nothing where a row came back', () => {
    const base = rowOf({ title: 'A', updated_at: V1 });
    const update = opOf({ seq: 1, state: 'acked', patch: { title: 'B' } });
    expect(changeForAck(update, 7, base)?.base?.row).toEqual({ ...base, title: 'B' });
    // As this device knew it before: somebody may have changed it since it was deleted.
    const guard = { updatedAt: V1, fields: { deleted_at: V2 } };
    const back = opOf({ seq: 2, state: 'acked', kind: 'insert', tbl: 'teams', patch: base, guard });
    expect(changeForAck(back, 7, null)).toEqual({ tbl: 'teams', id: back.rowId, remove: [back.id] });
  });
});

describe('guards after a drop', () => {
  const dropped = opOf({ seq: 1, patch: { title: 'B' }, guard: { updatedAt: V0, fields: { title: 'A' } } });

  it('[CNF7] a later edit of the field takes over base and stamp, even when its own stamp is newer', () => {
    const later = opOf({ seq: 2, patch: { title: 'C' }, guard: { updatedAt: V1, fields: { title: 'B' } } });
    expect(inheritGuards([dropped, later], dropped)).toEqual([
      { ...later, guard: { updatedAt: V0, fields: { title: 'A' } } },
    ]);
  });

  it('[CNF7] one that a form of before the dropped change made keeps what that form showed', () => {
    const later = opOf({
      seq: 2,
      patch: { title: 'C' },
      guard: { updatedAt: V1, fields: { title: 'older' } },
    });
    expect(inheritGuards([dropped, later], dropped)).toEqual([]);
  });

  it('[CNF7] other fields, other rows, earlier operations and those on their way stay', () => {
    const others: Op[] = [
      opOf({ seq: 2, patch: { status: 'x' }, guard: { updatedAt: V1, fields: { status: 'y' } } }),
      opOf({ seq: 3, rowId: 'h2' }),
      opOf({ seq: 0 }),
      opOf({ seq: 4, state: 'sending' }),
      opOf({ seq: 5, guard: null }),
    ];
    expect(inheritGuards(others, dropped)).toEqual([]);
    expect(inheritGuards([opOf({ seq: 2 })], { ...dropped, guard: null })).toEqual([]);
  });
});

describe('rebuild', () => {
  /** Applies a plan to one row the way the engine does, change by change. */
  function applied(snap: RowSnapshot, plan: ReturnType<typeof planRebuild>): RowSnapshot {
    return plan.changes.reduce((now, change) => {
      const done = planRow(tables.hypotheses, now, change, 0);
      return snapOf({
        row: done.putRows[0]?.row ?? (done.deleteRows.length > 0 ? undefined : now.row),
        shadow: done.putShadows[0] ?? (done.deleteShadows.length > 0 ? undefined : now.shadow),
      });
    }, snap);
  }

  function shadowOf(pending: readonly Op[], base = rowOf()): Shadow {
    return { tbl: 'hypotheses', id: 'h1', base, fence: 5, pending: pending.map(pendingOf) };
  }

  const before = snapOf({ row: storedOf(rowOf(), 5) });

  it('[JRN6] adds an operation the cache never saw, then finds nothing more to do', () => {
    const op = opOf();
    const next = applied(before, planRebuild({ open: [op], ended: [], shadows: [], fence: 9 }));
    expect(next.row?.['title']).toBe('title 1');
    expect(next.shadow?.pending).toEqual([pendingOf(op)]);
    const again = planRebuild({ open: [op], ended: [], shadows: [next.shadow!], fence: 10 });
    expect(again).toEqual({ changes: [], acked: [] });
  });

  it.each(['failed', 'cancelled', 'discarded'] as const)(
    '[JRN6] removes an operation that is %s',
    (state) => {
      const op = opOf();
      const snap = snapOf({ row: storedOf(rowOf({ title: 'title 1' }), 5, 1), shadow: shadowOf([op]) });
      const plan = planRebuild({ open: [], ended: [{ ...op, state }], shadows: [snap.shadow!], fence: 9 });
      expect(applied(snap, plan)).toEqual(before);
    },
  );

  it('[JRN6] removes an operation that was merged away', () => {
    const snap = snapOf({ row: storedOf(rowOf({ title: 'title 1' }), 5, 1), shadow: shadowOf([opOf()]) });
    expect(applied(snap, planRebuild({ open: [], ended: [], shadows: [snap.shadow!], fence: 9 }))).toEqual(
      before,
    );
  });

  it('[JRN6] applies an acknowledgement the cache missed and reports it as finished', () => {
    const op = opOf({ state: 'acked', ack: rowOf({ title: 'title 1', updated_at: V1 }) });
    const snap = snapOf({ row: storedOf(rowOf({ title: 'title 1' }), 5, 1), shadow: shadowOf([op]) });
    const plan = planRebuild({ open: [op], ended: [], shadows: [snap.shadow!], fence: 9 });
    expect(plan.acked).toEqual([op]);
    const next = applied(snap, plan);
    expect(next.shadow).toBeUndefined();
    expect(next.row).toEqual(storedOf(rowOf({ title: 'title 1', updated_at: V1 }), 9, 0));
  });

  it('[JRN6] a finished operation that a power cut brought back leaves with its row', () => {
    const done = opOf({ state: 'done', ack: rowOf({ title: 'title 1', updated_at: V1 }) });
    const snap = snapOf({ row: storedOf(rowOf({ title: 'title 1' }), 5, 1), shadow: shadowOf([opOf()]) });
    const next = applied(snap, planRebuild({ open: [], ended: [done], shadows: [snap.shadow!], fence: 9 }));
    expect(next.shadow).toBeUndefined();
    expect(next.row?.['title']).toBe('title 1');
    expect(next.row?.['updated_at']).toBe(V1);
  });

  it('[JRN6] keeps later operations of the row while an earlier one is applied', () => {
    const first = opOf({ seq: 1, state: 'acked', ack: rowOf({ title: 'title 1', updated_at: V1 }) });
    const second = opOf({ seq: 2, patch: { title: 'title 2' } });
    const snap = snapOf({
      row: storedOf(rowOf({ title: 'title 2' }), 5, 1),
      shadow: shadowOf([first, second]),
    });
    const next = applied(
      snap,
      planRebuild({ open: [first, second], ended: [], shadows: [snap.shadow!], fence: 9 }),
    );
    expect(next.row?.['title']).toBe('title 2');
    expect(next.shadow).toMatchObject({ base: { title: 'title 1' }, pending: [{ id: 'op2' }] });
  });

  it('[JRN6] leaves tables it does not know to the journal', () => {
    const strange = opOf({ tbl: 'from_the_future' });
    expect(planRebuild({ open: [strange], ended: [], shadows: [], fence: 1 })).toEqual({
      changes: [],
      acked: [],
    });
  });
});
