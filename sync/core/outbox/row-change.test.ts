import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { insertOf, opOf, plain, rowOf, snapOf, storedOf } from '#tests/support/op-fixture.ts';
import type { RowSnapshot } from '../../ports.ts';
import type { JsonRow } from '../../protocol/op.ts';
import { tables } from '../../protocol/tables.ts';
import { changesForDropped, changesForOps } from './apply-local.ts';
import { pageRefs, planPage } from '../pull/apply-page.ts';
import { startWalk } from '../pull/cursor.ts';
import { rebase } from './rebase.ts';
import { baseOf, isOvertaken, mergePlans, pendingOf, planRow, writesAnything } from './row-change.ts';
import type { RowChange } from './row-change.ts';
import { changeForAck } from './settle.ts';

const spec = tables.hypotheses;
const ref = { tbl: 'hypotheses', id: 'h1' } as const;
const T0 = '2026-01-01T00:00:00+00:00';
const T1 = '2026-01-01T00:00:01+00:00';
const T2 = '2026-01-01T00:00:02+00:00';
const T3 = '2026-01-01T00:00:03+00:00';

/** The row after a plan, as the stores would have it. */
function after(snap: RowSnapshot, change: Omit<RowChange, 'tbl' | 'id'>): RowSnapshot {
  const plan = planRow(spec, snap, { ...ref, ...change }, 77);
  return {
    row: plan.putRows[0]?.row ?? (plan.deleteRows.length > 0 ? undefined : snap.row),
    shadow: plan.putShadows[0] ?? (plan.deleteShadows.length > 0 ? undefined : snap.shadow),
    tombstone: plan.putTombstones[0] ?? snap.tombstone,
  };
}

describe('planRow', () => {
  it('[JRN2] an operation makes a shadow of the row and shows its value', () => {
    const op = pendingOf(opOf());
    const next = after(snapOf({ row: storedOf(rowOf(), 5) }), { upsert: [op] });
    expect(next.shadow).toEqual({ ...ref, base: rowOf(), fence: 5, pending: [op] });
    expect(plain(next.row)).toEqual(rowOf({ title: 'title 1' }));
    expect(next.row?._p).toBe(1);
  });

  it('[FEN1] a copy whose request began before the stored version is ignored, whether stored in row, shadow or tombstone', () => {
    const late = { base: { row: rowOf({ title: 'stale' }), fence: 9 } };
    const row = storedOf(rowOf(), 10);
    expect(after(snapOf({ row }), late).row).toBe(row);
    const shadow = { ...ref, base: rowOf(), fence: 10, pending: [pendingOf(opOf())] };
    expect(after(snapOf({ row, shadow }), late).shadow).toEqual(shadow);
    const tombstone = { ...ref, fence: 10, at: 0 };
    expect(after(snapOf({ tombstone }), late).row).toBeUndefined();
    expect(planRow(spec, snapOf({ row }), { ...ref, ...late }, 0).baseOutcome).toBe('fenced');
  });

  it('[FEN1] what is stored carries the fence of the answer, so that requests in between stay out', () => {
    const next = after(snapOf(), { base: { row: rowOf(), fence: 10, stamp: 14 } });
    expect(next.row?._f).toBe(14);
    expect(after(next, { base: { row: rowOf({ title: 'x' }), fence: 12 } }).row).toBe(next.row);
  });

  it('[FEN5] between answers a row with an older stamp is a newer version: a late commit (B1)', () => {
    const known = snapOf({ row: storedOf(rowOf({ updated_at: T2 }), 5) });
    const late = rowOf({ updated_at: T1, title: 'committed late' });
    expect(plain(after(known, { base: { row: late, fence: 6 } }).row)).toEqual(late);
  });

  it('[FEN5] a replay does not go behind the known version, except where stamps are not to be trusted', () => {
    const known = snapOf({ row: storedOf(rowOf({ updated_at: T2 }), 5) });
    const replay = { base: { row: rowOf({ updated_at: T1, title: 'old ack' }), fence: 9, isReplay: true } };
    expect(after(known, replay).row).toBe(known.row);
    const lax = planRow({ ...spec, monotonic: false }, known, { ...ref, ...replay }, 0);
    expect(lax.baseOutcome).toBe('taken');
  });

  it('[FEN5] a replay does not go behind what was stamped after the version it was made on: clocks are set back', () => {
    const guard = { updatedAt: T1, fields: {} };
    const ack = rowOf({ title: 'title 1', updated_at: T3 });
    const replay = changeForAck(opOf({ state: 'acked', guard, ack }), 9, null, 'replayed') ?? {};
    const stored = (updated_at: string): RowSnapshot => snapOf({ row: storedOf(rowOf({ updated_at }), 5) });
    expect(after(stored(T2), replay).row).toEqual(stored(T2).row);
    for (const before of [T0, T1]) expect(plain(after(stored(before), replay).row)).toEqual(ack);
    const unguarded = changeForAck(opOf({ state: 'acked', guard: null, ack }), 9, null, 'replayed') ?? {};
    expect(plain(after(stored(T2), unguarded).row)).toEqual(ack);
  });

  it('[FEN8] an answer comes after the version it was made on, also when the clock was set back in between', () => {
    const guard = { updatedAt: T2, fields: {} };
    const ack = rowOf({ title: 'title 1', updated_at: T1 });
    const replay = changeForAck(opOf({ state: 'acked', guard, ack }), 9, null, 'replayed') ?? {};
    const known = snapOf({ row: storedOf(rowOf({ updated_at: T2 }), 5) });
    expect(plain(after(known, replay).row)).toEqual(ack);
    const later = snapOf({ row: storedOf(rowOf({ updated_at: T3 }), 5) });
    expect(after(later, replay).row).toEqual(later.row);
  });

  it('[FEN8] an answer comes before what was read on its way, although its stamp was set back', () => {
    const guard = { updatedAt: T2, fields: {} };
    const ack = rowOf({ title: 'title 1', updated_at: T3 });
    const overtaken = changeForAck(opOf({ state: 'acked', guard, ack }), 9, null, 'overtaken') ?? {};
    const read = snapOf({ row: storedOf(rowOf({ title: 'theirs', updated_at: T1 }), 5) });
    expect(after(read, overtaken).row).toEqual(read.row);
    const madeOn = snapOf({ row: storedOf(rowOf({ updated_at: T2 }), 5) });
    expect(plain(after(madeOn, overtaken).row)).toEqual(ack);
  });

  it('[FEN8] an answer is overtaken by another version stored after its request began, and by nothing else', () => {
    const known = snapOf({ row: storedOf(rowOf({ title: 'theirs' }), 8) });
    expect(isOvertaken(known, rowOf(), 7)).toBe(true);
    expect(isOvertaken(known, null, 7)).toBe(true);
    expect(isOvertaken(snapOf({ tombstone: { ...ref, fence: 8, at: 0 } }), rowOf(), 7)).toBe(true);
    expect(isOvertaken(known, rowOf(), 8)).toBe(false);
    expect(isOvertaken(known, rowOf({ title: 'theirs' }), 7)).toBe(false);
    expect(isOvertaken(snapOf({ tombstone: { ...ref, fence: 8, at: 0 } }), null, 7)).toBe(false);
  });

  it('[FEN2] an acknowledgement stamps a row that did not change; a pull leaves it alone', () => {
    const known = snapOf({ row: storedOf(rowOf(), 5) });
    expect(planRow(spec, known, { ...ref, base: { row: rowOf(), fence: 9 } }, 0).putRows).toEqual([]);
    const ack = planRow(spec, known, { ...ref, base: { row: rowOf(), fence: 9, isAck: true } }, 0);
    expect(ack.putRows.map(({ row }) => row._f)).toEqual([9]);
  });

  it('[RPL1] the acknowledged row becomes the base and the shadow goes', () => {
    const op = opOf({ state: 'acked', ack: rowOf({ title: 'title 1', updated_at: T1 }) });
    const pending = after(snapOf({ row: storedOf(rowOf()) }), { upsert: [pendingOf(op)] });
    const change = changeForAck(op, 20, baseOf(pending));
    const next = after(pending, change ?? {});
    expect(next.shadow).toBeUndefined();
    expect(next.row).toEqual(storedOf(rowOf({ title: 'title 1', updated_at: T1 }), 20, 0));
  });

  it('[RPL1] a representation that cannot be read leaves what the operation set as the base', () => {
    const op = opOf({ state: 'acked' });
    expect(changeForAck(op, 3, rowOf())?.base?.row).toEqual(rowOf({ title: 'title 1' }));
    expect(changeForAck(opOf({ kind: 'delete', patch: {} }), 3, rowOf())?.base?.row).toBeNull();
    expect(changeForAck(opOf({ tbl: 'from_the_future' }), 3, null)).toBeNull();
  });

  it('[RPL1] what the operation set is no row by itself: over a row nobody knows, only the operation goes', () => {
    const op = opOf({ state: 'acked' });
    const change = changeForAck(op, 9, null);
    expect(change).toEqual({ tbl: op.tbl, id: op.rowId, remove: [op.id] });
    const shown = snapOf({ row: storedOf(rowOf(), 5) });
    expect(after(shown, change ?? {}).row).toEqual(storedOf(rowOf(), 5));
    expect(after(snapOf({}), change ?? {}).row).toBeUndefined();
  });

  it('[FAL1] dropping the only operation leaves the row as it was, byte for byte, and no shadow', () => {
    const before = snapOf({ row: storedOf(rowOf(), 5) });
    const pending = after(before, { upsert: [pendingOf(opOf())] });
    expect(after(pending, { remove: ['op1'] })).toEqual(before);
  });

  it('[FAL1] dropping an insert takes its row away and needs no tombstone', () => {
    const insert = pendingOf(insertOf({ tbl: 'hypotheses', rowId: 'h1', patch: rowOf() }));
    const pending = after(snapOf(), { upsert: [insert] });
    expect(pending.row).toBeDefined();
    expect(after(pending, { remove: ['op1'] })).toEqual(snapOf());
  });

  it('[CUR8] a removed row leaves a tombstone with the fence that removed it', () => {
    const known = snapOf({ row: storedOf(rowOf(), 5) });
    const next = after(known, { base: { row: null, fence: 9 } });
    expect(next).toEqual(snapOf({ tombstone: { ...ref, fence: 9, at: 77 } }));
    expect(plain(after(next, { base: { row: rowOf(), fence: 10 } }).row)).toEqual(rowOf());
  });

  it('plans nothing for a change that changes nothing', () => {
    const op = pendingOf(opOf());
    const pending = after(snapOf({ row: storedOf(rowOf()) }), { upsert: [op] });
    const again = planRow(spec, pending, { ...ref, upsert: [{ ...op, state: 'sending' }] }, 0);
    expect(writesAnything(again)).toBe(false);
  });

  it('[JRN2] whatever happens to a row, it is rebase(base, pending)', () => {
    const change = fc.oneof(
      fc.record({ kind: fc.constant('add' as const), n: fc.nat(5), title: fc.string() }),
      fc.record({ kind: fc.constant('drop' as const), n: fc.nat(5) }),
      fc.record({ kind: fc.constant('pull' as const), fence: fc.nat(40), title: fc.string() }),
      fc.record({ kind: fc.constant('gone' as const), fence: fc.nat(40) }),
    );
    fc.assert(
      fc.property(fc.array(change, { maxLength: 20 }), (changes) => {
        let snap = snapOf();
        for (const step of changes) {
          if (step.kind === 'add') {
            const op = opOf({ id: `o${step.n}`, seq: step.n, patch: { title: step.title } });
            snap = after(snap, { upsert: [pendingOf(op)] });
          } else if (step.kind === 'drop') snap = after(snap, { remove: [`o${step.n}`] });
          else {
            const row = step.kind === 'pull' ? rowOf({ title: step.title }) : null;
            snap = after(snap, { base: { row, fence: step.fence } });
          }
          const { base, pending } = snap.shadow ?? { base: plain(snap.row), pending: [] };
          const rebased = rebase(base, pending);
          expect(plain(snap.row)).toEqual(rebased.row);
          expect(snap.row?._p ?? rebased.flags).toBe(rebased.flags);
        }
      }),
    );
  });
});

describe('planPage', () => {
  function apply(snaps: Map<string, RowSnapshot>, rows: readonly JsonRow[], fence: number): number {
    const write = planPage({ spec, rows, fence, nowMs: 0 }, (at) => snaps.get(at.id) ?? snapOf());
    for (const { row } of write.putRows ?? [])
      snaps.set(String(row['id']), { ...snapOf(snaps.get(String(row['id']))), row });
    return (write.putRows ?? []).length + (write.deleteRows ?? []).length;
  }

  it('[FEN3] a second application of a page writes nothing, whatever the page', () => {
    const row = fc
      .record({ id: fc.constantFrom('a', 'b', 'c'), title: fc.string() })
      .map((values) => rowOf(values));
    fc.assert(
      fc.property(fc.array(row, { maxLength: 6 }), (rows) => {
        const snaps = new Map<string, RowSnapshot>();
        apply(snaps, rows, 3);
        expect(apply(snaps, rows, 3)).toBe(0);
        expect(apply(snaps, rows, 4)).toBe(0);
      }),
    );
  });

  it('[FEN4] rows, cursor and feed state are one write, and the cursor knows what was fenced', () => {
    const cursor = startWalk('hypotheses', T1);
    const feed = {
      tbl: 'hypotheses',
      status: 'complete' as const,
      asOf: T1,
      lastRows: 1,
      lastError: null,
      badRows: 0,
      badSample: null,
    };
    const fencedRow = rowOf({ id: 'h2' });
    const seen: unknown[] = [];
    const write = planPage(
      { spec, rows: [rowOf(), fencedRow], fence: 3, nowMs: 0 },
      (at) => (at.id === 'h2' ? snapOf({ row: storedOf(fencedRow, 8) }) : snapOf()),
      {
        feed,
        cursor: (fenced) => {
          seen.push(fenced);
          return cursor;
        },
      },
    );
    expect(seen).toEqual([[fencedRow]]);
    expect(write).toMatchObject({ cursor, feed, result: { written: 1, removed: 0, fenced: [fencedRow] } });
  });

  it('[CUR8] a row with deleted_at leaves, one that was never here leaves no trace', () => {
    const responders = tables.responders;
    const gone = { id: 'r1', deleted_at: T1 };
    const here = snapOf({ row: storedOf({ id: 'r1', deleted_at: null }) });
    const page = { spec: responders, rows: [gone], fence: 3, nowMs: 0 };
    expect(planPage(page, () => here).deleteRows).toEqual([{ tbl: 'responders', id: 'r1' }]);
    const write = planPage(page, () => snapOf());
    expect([write.deleteRows, write.putTombstones, write.putRows]).toEqual([[], [], []]);
  });

  it('[REC2] a removal passes over a row with pending operations', () => {
    const shadow = { ...ref, base: rowOf(), fence: 0, pending: [pendingOf(opOf())] };
    const snap = snapOf({ row: storedOf(rowOf({ title: 'title 1' }), 0, 1), shadow });
    const write = planPage({ spec, rows: [], removed: ['h1'], fence: 9, nowMs: 0 }, () => snap);
    expect(write.deleteRows).toEqual([]);
    expect(write.putShadows).toEqual([]);
  });

  it('reads exactly the rows it names, once each', () => {
    const page = { spec, rows: [rowOf(), rowOf({ title: 'again' })], removed: ['h9'], fence: 1, nowMs: 0 };
    expect(pageRefs(page)).toEqual([
      { tbl: 'hypotheses', id: 'h9' },
      { tbl: 'hypotheses', id: 'h1' },
    ]);
    const write = planPage(page, () => snapOf());
    expect(write.putRows?.map(({ row }) => row['title'])).toEqual(['again']);
  });
});

describe('changes of operations', () => {
  it('groups operations by row and leaves unknown tables to the journal', () => {
    const ops = [
      opOf({ seq: 1 }),
      opOf({ seq: 2 }),
      insertOf({ seq: 3 }),
      opOf({ seq: 4, tbl: 'from_the_future' }),
    ];
    expect(changesForOps(ops).map(({ tbl, id, upsert }) => [tbl, id, upsert?.length])).toEqual([
      ['hypotheses', 'h1', 2],
      ['comments', 'c1', 1],
    ]);
    expect(changesForDropped(ops).map(({ id, remove }) => [id, remove])).toEqual([
      ['h1', ['op1', 'op2']],
      ['c1', ['op3']],
    ]);
  });

  it('merges the plans of several rows into one write', () => {
    const plans = ['a', 'b'].map((id) =>
      planRow(spec, snapOf(), { tbl: 'hypotheses', id, base: { row: rowOf({ id }), fence: 1 } }, 0),
    );
    expect(mergePlans(plans, 'done')).toMatchObject({ result: 'done', deleteRows: [] });
    expect(mergePlans(plans, 'done').putRows).toHaveLength(2);
  });
});
