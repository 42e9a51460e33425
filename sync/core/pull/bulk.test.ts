import { array, assert, property, record, uuid, option, constantFrom } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cursor } from '../../protocol/stored.ts';
import {
  beyondWindow,
  coverageOf,
  coveredFrom,
  coveredUpTo,
  differsIn,
  laneValues,
  lanesOf,
  probeOffsets,
  splitLanes,
  withCoverage,
  withoutKept,
  withoutCoverage,
  withoutLanes,
} from './bulk.ts';

const at = (minute: number): string => `2026-03-01T09:${String(minute).padStart(2, '0')}:00+00:00`;
const cursor: Cursor = { tbl: 'config_items', values: { updated_at: at(1) }, walk: 'done', pulls: 0 };

describe('lanes', () => {
  it('[BLK1] cover every key exactly once', () => {
    assert(
      property(array(uuid(), { maxLength: 3 }), uuid(), (edges, key) => {
        const holding = splitLanes(edges).filter(
          (lane) => (lane.from === null || key > lane.from) && (lane.to === null || key <= lane.to),
        );
        expect(holding).toHaveLength(1);
      }),
    );
  });

  it('[BLK1] survive being written into a cursor', () => {
    const lane = record({
      from: option(uuid()),
      to: option(uuid()),
      after: option(uuid()),
      isDone: constantFrom(true, false),
    });
    assert(
      property(array(lane, { maxLength: 12 }), (lanes) => {
        const stored = { ...cursor, values: { ...cursor.values, ...laneValues(lanes) } };
        expect(lanesOf(stored)).toEqual(lanes);
        expect(withoutLanes(stored)).toEqual(cursor.values);
      }),
    );
  });

  it('[BLK1] small tables are walked in one', () => {
    expect(probeOffsets(3999, 4000)).toEqual([]);
    expect(probeOffsets(100_000, 4000)).toEqual([25_000, 50_000, 75_000]);
    expect(splitLanes([])).toEqual([{ from: null, to: null, after: null, isDone: false }]);
  });
});

describe('digests', () => {
  it.each([
    ['nothing here', undefined, { health: 'x' }, true],
    ['equal', { health: 'x', updated_at: at(1) }, { health: 'x', updated_at: at(1) }, false],
    ['a time in another form', { updated_at: '2026-03-01T10:01:00+01:00' }, { updated_at: at(1) }, false],
    ['another time', { updated_at: at(2) }, { updated_at: at(1) }, true],
    ['another text', { health: 'x' }, { health: 'y' }, true],
    ['NULL here', { updated_at: null }, { updated_at: at(1) }, true],
    ['a number', { count: 1 }, { count: 2 }, true],
  ])('[BLK2] %s', (_name, mine, theirs, differs) => {
    expect(differsIn(['health', 'updated_at', 'count'], mine, theirs)).toBe(differs);
  });
});

describe('windows', () => {
  it('[BLK5] let go of what is older than the edge, then of the oldest beyond the limit', () => {
    const rows = [5, 1, 3, 9, 7].map((minute) => ({ id: `r${minute}`, time: at(minute) }));
    expect(beyondWindow(rows, at(3), 10)).toEqual({ ids: ['r1'], oldestKept: at(3) });
    expect(beyondWindow(rows, at(0), 2)).toEqual({ ids: ['r5', 'r3', 'r1'], oldestKept: at(7) });
    expect(beyondWindow([], at(0), 2)).toEqual({ ids: [], oldestKept: null });
    expect(beyondWindow([{ id: 'x', time: null }], at(0), 2).ids).toEqual(['x']);
  });

  it('[BLK10] leave out what is kept, and of a kept parent its newest rows', () => {
    const row = (minute: number, parent: string | null) => ({ id: `r${minute}`, time: at(minute), parent });
    const rows = [row(1, 'a'), row(2, 'b'), row(3, 'b'), row(4, 'b'), row(5, null), row(6, 'a')];
    const kept = { rows: new Set(['r1', 'r4']), parents: new Set(['b']) };
    expect(withoutKept(rows, kept, 1).map(({ id }) => id)).toEqual(['r6', 'r5', 'r2']);
    expect(withoutKept(rows, { rows: new Set(), parents: new Set() }, 50)).toHaveLength(6);
  });

  it('[COV1] coverage is kept per scope, grows at its ends and goes with its scope', () => {
    const known = { scopeKey: 'a', from: at(5), to: at(6), complete: true, asOf: at(6) };
    const both = withCoverage(withCoverage(cursor, known), { ...known, scopeKey: 'b' });
    expect(coverageOf(both, 'a')).toEqual(known);
    expect(withCoverage(both, { ...known, from: at(1) }).windows).toHaveLength(2);
    expect(coveredUpTo(known, at(9))).toEqual({ ...known, to: at(9), asOf: at(9) });
    expect(coveredUpTo(known, at(2))).toEqual(known);
    expect(coveredUpTo(known, null)).toEqual(known);
    expect(coveredFrom(known, at(2)).from).toBe(at(2));
    expect(coveredFrom(known, at(8)).from).toBe(at(5));
    expect(coveredFrom(known, null).from).toBeNull();
    const left = withoutCoverage({ ...both, values: { a: at(6), updated_at: at(1) } }, ['a']);
    expect(left.windows?.map((window) => window.scopeKey)).toEqual(['b']);
    expect(left.values).toEqual({ updated_at: at(1) });
    expect(coverageOf(undefined, 'a')).toBeUndefined();
  });
});
