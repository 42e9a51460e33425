import { describe, expect, it } from 'vitest';
import { healthDefaultRange, timeRangeStartMs } from './time-range-start.ts';

const NOW = Date.parse('2026-03-31T12:00:00Z');
const MINUTE = 60_000;
const at = (iso: string): number => Date.parse(iso);

describe('where a time range begins', () => {
  it('[9] "month-based ranges computed by calendar months": the last of a short month, not 30 days', () => {
    expect(timeRangeStartMs('1mo', NOW, 'UTC')).toBe(at('2026-02-28T12:00:00Z'));
    expect(timeRangeStartMs('3mo', NOW, 'UTC')).toBe(at('2025-12-31T12:00:00Z'));
    expect(timeRangeStartMs('1y', at('2024-02-29T00:00:00Z'), 'UTC')).toBe(at('2023-02-28T00:00:00Z'));
  });

  it('goes back by the clock on the wall over a change of time, and by minutes for short ranges', () => {
    // Clocks in Berlin go forward on 29 March 2026.
    expect(timeRangeStartMs('1mo', NOW, 'Europe/Berlin')).toBe(at('2026-02-28T13:00:00Z'));
    expect(timeRangeStartMs('1d', at('2026-03-29T12:00:00Z'), 'Europe/Berlin')).toBe(
      at('2026-03-28T12:00:00Z'),
    );
  });

  it('[9] "the health default range derives from the age of the last run on a ladder from 1h to 5y"', () => {
    const rung = (minutes: number): string => healthDefaultRange(NOW - minutes * MINUTE, NOW, 'UTC');
    expect(rung(0)).toBe('1h');
    expect(rung(-5)).toBe('1h');
    expect(rung(60)).toBe('1h');
    expect(rung(61)).toBe('2h');
    expect(rung(721)).toBe('1d');
    expect(rung(8 * 1440)).toBe('2w');
    expect(rung(40 * 1440)).toBe('2mo');
    expect(rung(20 * 365 * 1440)).toBe('5y');
    expect(healthDefaultRange(undefined, NOW)).toBe('1h');
  });
});
