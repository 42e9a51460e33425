import { describe, expect, it } from 'vitest';
import {
  isTimeRangeOption,
  TIME_RANGE_MINUTES,
  TIME_RANGE_OPTIONS,
  timeRangeWords,
} from './time-range-options.ts';

describe('time range options', () => {
  it('[9] "15m, 1h, 2h, 3h, 6h, 12h, 1d, 2d, 3d, 1w, 2w, 3w, 1mo, 2mo, 3mo, 6mo, 1y, 2y, 3y, 5y"', () => {
    expect(TIME_RANGE_OPTIONS.join(', ')).toBe(
      '15m, 1h, 2h, 3h, 6h, 12h, 1d, 2d, 3d, 1w, 2w, 3w, 1mo, 2mo, 3mo, 6mo, 1y, 2y, 3y, 5y',
    );
  });

  it('[9] "minutes: 15, 60, 120, 180, 360, 720, 1440, …, 2592000"', () => {
    expect(TIME_RANGE_OPTIONS.map((option) => TIME_RANGE_MINUTES[option])).toEqual([
      15, 60, 120, 180, 360, 720, 1440, 2880, 4320, 10080, 20160, 30240, 43200, 86400, 129600, 259200, 518400,
      1036800, 1555200, 2592000,
    ]);
  });

  it('knows its own words and no others', () => {
    expect(isTimeRangeOption('1mo')).toBe(true);
    for (const other of ['1M', '60m', '', 'constructor', undefined, 60])
      expect(isTimeRangeOption(other)).toBe(false);
    expect(timeRangeWords('1h')).toBe('Last hour');
    expect(timeRangeWords('15m')).toBe('Last 15 minutes');
    expect(timeRangeWords('6mo')).toBe('Last 6 months');
  });
});
