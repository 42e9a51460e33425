import { describe, expect, it } from 'vitest';
import { parseDatemath } from './datemath.ts';

// A Wednesday.
const NOW = Date.UTC(2024, 8, 4, 15, 30, 45, 123);
const read = (text: string): string | undefined => parseDatemath(text, NOW)?.toISOString();

describe('parseDatemath', () => {
  it.each([
    ['now', '2024-09-04T15:30:45.123Z'],
    ['now-2d', '2024-09-02T15:30:45.123Z'],
    ['now+90m', '2024-09-04T17:00:45.123Z'],
    ['now-1h-30s', '2024-09-04T14:30:15.123Z'],
    ['now-1M', '2024-08-04T15:30:45.123Z'],
    ['now-1y', '2023-09-04T15:30:45.123Z'],
    ['now/d', '2024-09-04T00:00:00.000Z'],
    ['now/h', '2024-09-04T15:00:00.000Z'],
    ['now/w', '2024-09-02T00:00:00.000Z'],
    ['now-1w/w', '2024-08-26T00:00:00.000Z'],
    ['now-1M/M', '2024-08-01T00:00:00.000Z'],
    ['now/y', '2024-01-01T00:00:00.000Z'],
    ['2024-09-01', '2024-09-01T00:00:00.000Z'],
    ['2024-09-01T10:00:00', '2024-09-01T10:00:00.000Z'],
    ['2024-09-01T10:00:00+02:00', '2024-09-01T08:00:00.000Z'],
    ['2024-09-01||-1d/M', '2024-08-01T00:00:00.000Z'],
  ])('%s is %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it.each([
    '',
    'tomorrow',
    'now-2',
    'now-2x',
    'now 2d',
    '5',
    '2024-13-01',
    '2024-09-01-1d',
    '2024-09-01||1d',
  ])('"%s" is no date', (text) => {
    expect(read(text)).toBeUndefined();
  });
});
