import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isSameTimeRange,
  MAPPED_RANGE_NAMES,
  RELATIVE_RANGES,
  timeRangeBounds,
  timeRangeDisplay,
  timeRangeOf,
  timeRangeProblem,
  timeRangeSearch,
  timeRangeWire,
  type MappedRange,
  type TimeRange,
} from './time-range.ts';

/** A Saturday. */
const NOW = Date.parse('2026-11-21T14:05:06.007Z');

const timeRange: fc.Arbitrary<TimeRange> = fc.oneof(
  fc.constantFrom(...RELATIVE_RANGES).map((range) => ({ type: 'relative' as const, range })),
  fc.constantFrom(...MAPPED_RANGE_NAMES).map((name) => ({ type: 'mapped' as const, timeRange: name })),
  fc.tuple(fc.integer({ min: 0, max: NOW }), fc.integer({ min: 1, max: NOW })).map(([fromMs, lengthMs]) => ({
    type: 'absolute' as const,
    from: new Date(fromMs).toISOString(),
    to: new Date(fromMs + lengthMs).toISOString(),
  })),
);

describe('time ranges in the address', () => {
  it('come back as they were', () => {
    fc.assert(
      fc.property(timeRange, (range) => {
        expect(timeRangeOf(timeRangeSearch(range))).toEqual(range);
      }),
    );
  });

  it('stand as rangeType, display and one of range, from and to, timeRange', () => {
    expect(timeRangeSearch({ type: 'relative', range: 'now-2d' })).toEqual({
      rangeType: 'relative',
      display: 'Last 2 days',
      range: 'now-2d',
      from: undefined,
      to: undefined,
      timeRange: undefined,
    });
    expect(timeRangeSearch({ type: 'mapped', timeRange: 'Yesterday' })).toMatchObject({
      rangeType: 'mapped',
      timeRange: 'Yesterday',
      range: undefined,
    });
  });

  it('are taken away all together', () => {
    const cleared = timeRangeSearch(undefined);
    expect(Object.keys(cleared)).toEqual(['rangeType', 'display', 'range', 'from', 'to', 'timeRange']);
    expect(Object.values(cleared).every((value) => value === undefined)).toBe(true);
  });

  it.each([
    [{ rangeType: 'mapped', timeRange: 'Next year' }, 'Invalid mapped time range'],
    [{ rangeType: 'mapped', timeRange: 'constructor' }, 'Invalid mapped time range'],
    [{ rangeType: 'relative', range: 'soon' }, 'Invalid relative time range'],
    [{ rangeType: 'relative', range: 'now' }, 'Invalid relative time range'],
    [{ rangeType: 'absolute', from: '2026-01-02' }, 'Invalid time range'],
    [{ rangeType: 'absolute', from: '2026-01-02', to: '2026-01-01' }, 'Invalid time range'],
    [{ rangeType: 'other' }, 'Invalid time range'],
  ])('%j is none: %s', (search, problem) => {
    expect(timeRangeOf(search)).toBeUndefined();
    expect(timeRangeProblem(search)).toBe(problem);
  });

  it('none is no problem', () => {
    expect(timeRangeProblem({})).toBeUndefined();
    expect(timeRangeProblem({ rangeType: 'relative', range: 'now-2d' })).toBeUndefined();
  });
});

describe('bounds', () => {
  const bounds = (name: MappedRange): string => {
    const { fromMs, toMs } = timeRangeBounds({ type: 'mapped', timeRange: name }, NOW, 'UTC');
    return `${new Date(fromMs).toISOString()} ${new Date(toMs).toISOString()}`;
  };

  it.each<[MappedRange, string]>([
    ['Today', '2026-11-21T00:00:00.000Z 2026-11-21T23:59:59.999Z'],
    ['Today so far', '2026-11-21T00:00:00.000Z 2026-11-21T14:05:06.007Z'],
    ['Yesterday', '2026-11-20T00:00:00.000Z 2026-11-20T23:59:59.999Z'],
    ['Day before yesterday', '2026-11-19T00:00:00.000Z 2026-11-19T23:59:59.999Z'],
    ['This day last week', '2026-11-14T00:00:00.000Z 2026-11-14T23:59:59.999Z'],
    ['This week', '2026-11-16T00:00:00.000Z 2026-11-22T23:59:59.999Z'],
    ['This week so far', '2026-11-16T00:00:00.000Z 2026-11-21T14:05:06.007Z'],
    ['Previous week', '2026-11-09T00:00:00.000Z 2026-11-15T23:59:59.999Z'],
    ['This month', '2026-11-01T00:00:00.000Z 2026-11-30T23:59:59.999Z'],
    ['This month so far', '2026-11-01T00:00:00.000Z 2026-11-21T14:05:06.007Z'],
    ['Previous month', '2026-10-01T00:00:00.000Z 2026-10-31T23:59:59.999Z'],
    ['This year', '2026-01-01T00:00:00.000Z 2026-12-31T23:59:59.999Z'],
    ['This year so far', '2026-01-01T00:00:00.000Z 2026-11-21T14:05:06.007Z'],
    ['Previous year', '2025-01-01T00:00:00.000Z 2025-12-31T23:59:59.999Z'],
  ])('%s is %s', (name, expected) => {
    expect(bounds(name)).toBe(expected);
  });

  it('every name is one of them', () => {
    expect(MAPPED_RANGE_NAMES).toHaveLength(14);
  });

  it('a day of 25 hours is a day', () => {
    const { fromMs, toMs } = timeRangeBounds(
      { type: 'mapped', timeRange: 'Yesterday' },
      Date.parse('2026-10-26T12:00:00Z'),
      'Europe/Berlin',
    );
    expect(toMs - fromMs + 1).toBe(25 * 3_600_000);
  });

  it('a relative range ends now', () => {
    expect(timeRangeBounds({ type: 'relative', range: 'now-6M' }, NOW, 'UTC')).toEqual({
      fromMs: Date.parse('2026-05-21T14:05:06.007Z'),
      toMs: NOW,
    });
  });

  it('what never came from an address is refused by name', () => {
    expect(() => timeRangeBounds({ type: 'relative', range: 'soon' }, NOW)).toThrow(
      'Invalid relative time range',
    );
    const unknown = { type: 'mapped', timeRange: 'Next year' } as unknown as TimeRange;
    expect(() => timeRangeBounds(unknown, NOW)).toThrow('Invalid mapped time range');
  });

  it('goes to a server with date math as text', () => {
    expect(timeRangeWire({ type: 'relative', range: 'now-2d' })).toEqual({ from: 'now-2d', to: 'now' });
    expect(timeRangeWire({ type: 'mapped', timeRange: 'Previous week' })).toEqual({
      from: 'now-1w/w',
      to: 'now-1w/w',
    });
  });
});

describe('words', () => {
  it('say what the range is', () => {
    expect(timeRangeDisplay({ type: 'relative', range: 'now-1h' })).toBe('Last hour');
    expect(timeRangeDisplay({ type: 'relative', range: 'now-6M' })).toBe('Last 6 months');
    expect(timeRangeDisplay({ type: 'relative', range: 'now-1d/d' })).toBe('now-1d/d');
    expect(timeRangeDisplay({ type: 'mapped', timeRange: 'Today so far' })).toBe('Today so far');
  });

  it('say the year only of another year', () => {
    const range: TimeRange = { type: 'absolute', from: '2025-06-10T10:00:00Z', to: '2025-06-12T10:00:00Z' };
    expect(timeRangeDisplay(range, 2025)).not.toContain('2025');
    expect(timeRangeDisplay(range, 2026)).toContain('2025');
  });

  it('two ranges are the same by what they mean', () => {
    expect(
      isSameTimeRange({ type: 'relative', range: 'now-1h' }, { type: 'relative', range: 'now-1h' }),
    ).toBe(true);
    expect(
      isSameTimeRange({ type: 'relative', range: 'now-1h' }, { type: 'relative', range: 'now-2h' }),
    ).toBe(false);
    expect(isSameTimeRange(undefined, undefined)).toBe(true);
    expect(isSameTimeRange(undefined, { type: 'relative', range: 'now-2h' })).toBe(false);
  });
});
