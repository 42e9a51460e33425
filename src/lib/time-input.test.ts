import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatTimeInput, parseTimeInput } from './time-input.ts';

const read = (text: string, edge: 'start' | 'end' = 'start', zone = 'Europe/Berlin'): string | undefined => {
  const ms = parseTimeInput(text, edge, zone);
  return ms === undefined ? undefined : new Date(ms).toISOString();
};

describe('typed moments', () => {
  it.each([
    ['2026-11-21 14:05', '2026-11-21T13:05:00.000Z'],
    [' 2026-11-21  9:05 ', '2026-11-21T08:05:00.000Z'],
    ['2026-11-21T14:05:06', '2026-11-21T13:05:06.000Z'],
    ['2026-11-21T14:05:06Z', '2026-11-21T14:05:06.000Z'],
    ['2026-11-21T14:05:06+05:30', '2026-11-21T08:35:06.000Z'],
    ['2026-06-21', '2026-06-20T22:00:00.000Z'],
  ])('"%s" is %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it('a day ends with its last second', () => {
    expect(read('2026-11-21', 'end')).toBe('2026-11-21T22:59:59.000Z');
  });

  it.each(['', 'yesterday', '2026-02-30', '2026-11-21 25:00', '2026-11-21 14', '21.11.2026', '2026-1-2'])(
    '"%s" is none',
    (text) => {
      expect(read(text)).toBeUndefined();
    },
  );

  it('reads back what it shows, to the second', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), (seconds) => {
        expect(parseTimeInput(formatTimeInput(seconds * 1000, 'UTC'), 'start', 'UTC')).toBe(seconds * 1000);
      }),
    );
    expect(formatTimeInput(Date.parse('2026-11-21T14:05:00.900Z'), 'UTC')).toBe('2026-11-21 14:05');
  });
});
