import { describe, expect, it } from 'vitest';
import {
  attentionOf,
  dueOfSet,
  fullPace,
  hasPassed,
  intervalMs,
  isCountedInParts,
  largeSweepMs,
  nextPullMs,
  remainingMs,
  stepPace,
  sweepEveryMs,
} from './schedule.ts';

const page = { isVisible: true, isConstrained: false, hasOpenRow: false, quietMs: 0, hiddenMs: 0 };

describe('attention', () => {
  it.each([
    [{}, 'visible'],
    [{ hasOpenRow: true }, 'focused'],
    [{ hasOpenRow: true, quietMs: 120_001 }, 'idle'],
    [{ isConstrained: true, hasOpenRow: true }, 'constrained'],
    [{ isVisible: false, hiddenMs: 0 }, 'hidden'],
    [{ isVisible: false, hiddenMs: 1_800_000 }, 'hidden'],
    [{ isVisible: false, hiddenMs: 1_800_001 }, 'asleep'],
    [{ quietMs: -99_999_999 }, 'visible'],
  ] as const)('[NET6] %o is %s', (facts, attention) =>
    expect(attentionOf({ ...page, ...facts })).toBe(attention),
  );
});

describe('intervals', () => {
  it.each([
    ['hot', 'focused', 10_000],
    ['hot', 'visible', 20_000],
    ['hot', 'idle', 40_000],
    ['hot', 'hidden', 300_000],
    ['hot', 'asleep', null],
    ['hot', 'constrained', 60_000],
    ['warm', 'visible', 30_000],
    ['warm', 'hidden', null],
    ['cool', 'visible', 120_000],
    ['cool', 'idle', 300_000],
    ['cool', 'constrained', 900_000],
    ['cold', 'idle', 900_000],
    ['cold', 'constrained', 3_600_000],
  ] as const)('[NET6] %s while %s: %s ms', (group, attention, ms) =>
    expect(intervalMs(group, attention)).toBe(ms),
  );

  it('[NET6] jitter by a fifth either way and stretch with the pace', () => {
    expect(nextPullMs('hot', 'visible', 1, 0)).toBe(16_000);
    expect(nextPullMs('hot', 'visible', 1, 0.5)).toBe(20_000);
    expect(nextPullMs('hot', 'visible', 4, 0.999_999)).toBe(96_000);
    expect(nextPullMs('cool', 'hidden', 1, 0.5)).toBeNull();
  });

  it('[NET6] count a clock that went backwards as passed', () => {
    expect(hasPassed(null, 10, 5)).toBe(true);
    expect(hasPassed(100, 10, 109)).toBe(false);
    expect(hasPassed(100, 10, 110)).toBe(true);
    expect(hasPassed(100, 10, 99)).toBe(true);
    expect([remainingMs(null, 10, 5), remainingMs(100, 10, 104), remainingMs(100, 10, 200)]).toEqual([
      0, 6, 0,
    ]);
  });
});

describe('comparisons', () => {
  const minutes = (table: { group: 'hot' | 'warm'; rereadMs?: number; sweepMs?: number }, rows?: number) => {
    const { group, ...given } = table;
    const feed = { kind: 'cursor', markers: [], nullableMarker: false, overlapMs: 0, ...given } as const;
    return sweepEveryMs({ group, feed }, rows) / 60_000;
  };

  it('[REC10] come less often the more there is to list, at least every six hours', () => {
    const hot = { group: 'hot' } as const;
    expect([0, 1000, 4000, 24_000, 100_000].map((rows) => minutes(hot, rows))).toEqual([
      15, 15, 60, 360, 360,
    ]);
    expect(minutes({ group: 'warm' }, 100_000)).toBe(360);
  });

  it('[REC11] are made by counts only of many rows that people edit and that all have a stamp', () => {
    const feed = { kind: 'cursor', markers: ['updated_at'], nullableMarker: false, overlapMs: 0 } as const;
    expect([1000, 1001].map((rows) => isCountedInParts({ group: 'hot', feed }, rows))).toEqual([false, true]);
    expect(isCountedInParts({ group: 'cool', feed }, 5000)).toBe(false);
    expect(isCountedInParts({ group: 'hot', feed: { ...feed, nullableMarker: true } }, 5000)).toBe(false);
    expect(isCountedInParts({ group: 'hot', feed: { ...feed, markers: ['created_at'] } }, 5000)).toBe(false);
    expect(isCountedInParts({ group: 'hot', feed: { ...feed, rereadMs: 1 } }, 5000)).toBe(false);
  });

  it('[REC11] list so many rows a minute, however many tables there are', () => {
    expect(largeSweepMs(6000) / 3_600_000).toBe(20);
    expect(largeSweepMs(60_000) / 3_600_000).toBe(200);
  });

  it('[WAT2] read columns without a marker again as often as those need, more than a thousand rows five a minute, within a day', () => {
    const silent = { group: 'warm', rereadMs: 3_600_000 } as const;
    expect([0, 1000, 2000, 10_000].map((rows) => minutes(silent, rows))).toEqual([60, 60, 400, 1440]);
  });
});

describe('membership sets', () => {
  const set = (rows: number, isCountable = true) => ({
    lines: new Map(Array.from({ length: rows }, (_, n) => [`${n}`, {}])),
    isCountable,
    at: 0,
    checkedAt: 0,
  });
  const longest = (rows: number, isCountable: boolean): number => {
    let minutes = 1;
    while (dueOfSet(set(rows, isCountable), minutes * 60_000) === null) minutes += 1;
    return minutes;
  };

  it('[WAT3] are listed in proportion less often the more members they have, at least every hour', () => {
    expect([0, 1, 2, 40, 100, 850, 1200, 5000].map((rows) => longest(rows, false))).toEqual([
      1, 1, 2, 2, 5, 43, 60, 60,
    ]);
  });

  it('[WAT4] are looked through by counts in proportion as often, at least every half hour', () => {
    expect([40, 100, 850, 5000].map((rows) => longest(rows, true))).toEqual([2, 5, 30, 30]);
    expect(dueOfSet(set(850), 30 * 60_000)).toBe('count');
    expect(dueOfSet(set(850, false), 60 * 60_000)).toBe('list');
  });

  it('[WAT4] are listed every six hours all the same, and at once when nothing is known', () => {
    const hour = 3_600_000;
    expect(dueOfSet({ ...set(850), checkedAt: 6 * hour - 1 }, 6 * hour - 1)).toBeNull();
    expect(dueOfSet({ ...set(850), checkedAt: 6 * hour - 1 }, 6 * hour)).toBe('list');
    expect(dueOfSet(null, 0)).toBe('list');
  });
});

describe('pace', () => {
  const good = { slowestMs: 100, isRefused: false };

  it('[NET5] doubles when the server is slow or refuses, at most tenfold', () => {
    expect(stepPace(fullPace, { slowestMs: 2001, isRefused: false }).factor).toBe(2);
    let pace = fullPace;
    for (let cycle = 0; cycle < 9; cycle += 1) pace = stepPace(pace, { slowestMs: 1, isRefused: true });
    expect(pace).toEqual({ factor: 10, good: 0 });
  });

  it('[NET5] halves after ten good cycles, and a bad one starts the count again', () => {
    let pace = { factor: 4, good: 0 };
    for (let cycle = 0; cycle < 9; cycle += 1) pace = stepPace(pace, good);
    expect(pace).toEqual({ factor: 4, good: 9 });
    expect(stepPace(pace, good)).toEqual({ factor: 2, good: 0 });
    expect(stepPace(pace, { slowestMs: 1, isRefused: true })).toEqual({ factor: 8, good: 0 });
    expect(stepPace({ factor: 1, good: 9 }, good)).toEqual(fullPace);
  });
});
