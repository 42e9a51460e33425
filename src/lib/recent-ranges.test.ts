import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { MAX_RECENT_RANGES, recentRangesSchema, withRecentRange } from './recent-ranges.ts';
import type { AbsoluteRange } from './time-range.ts';

const day = (number: number): AbsoluteRange => ({
  type: 'absolute',
  from: `2026-11-0${number}T00:00:00.000Z`,
  to: `2026-11-0${number}T12:00:00.000Z`,
});

describe('recent ranges', () => {
  it('"Up to 4 recent absolute ranges are stored locally": the newest first', () => {
    const recent = [1, 2, 3, 4, 5].reduce<readonly AbsoluteRange[]>(
      (all, number) => withRecentRange(all, day(number)),
      [],
    );
    expect(recent).toEqual([day(5), day(4), day(3), day(2)]);
    expect(MAX_RECENT_RANGES).toBe(4);
  });

  it('keeps a range once', () => {
    expect(withRecentRange([day(2), day(1)], day(1))).toEqual([day(1), day(2)]);
  });

  it('reads what was stored, by this client or another, and leaves out what is no range', () => {
    const stored = [
      day(3),
      { type: 'absolute', display: 'x', from: day(1).from, to: day(1).to },
      { from: 'soon', to: 'later' },
      null,
      7,
    ];
    expect(v.parse(recentRangesSchema, stored)).toEqual([day(3), day(1)]);
    expect(v.safeParse(recentRangesSchema, 'nonsense').success).toBe(false);
  });
});
