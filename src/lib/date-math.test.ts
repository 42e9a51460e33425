import { describe, expect, it } from 'vitest';
import { isDateMath, lastWords, resolveDateMath } from './date-math.ts';

const NOW = Date.parse('2026-11-21T14:05:06.007Z');
const at = (expression: string, edge: 'start' | 'end' = 'start', zone = 'UTC'): string | undefined => {
  const ms = resolveDateMath(expression, NOW, edge, zone);
  return ms === undefined ? undefined : new Date(ms).toISOString();
};

describe('date math', () => {
  it.each([
    ['now', '2026-11-21T14:05:06.007Z'],
    ['now-30s', '2026-11-21T14:04:36.007Z'],
    ['now-90m', '2026-11-21T12:35:06.007Z'],
    ['now-2w', '2026-11-07T14:05:06.007Z'],
    ['now-9M', '2026-02-21T14:05:06.007Z'],
    ['now-9mo', '2026-02-21T14:05:06.007Z'],
    ['now-1y+1d', '2025-11-22T14:05:06.007Z'],
    ['now/h', '2026-11-21T14:00:00.000Z'],
    ['now/m', '2026-11-21T14:05:00.000Z'],
    ['now/s', '2026-11-21T14:05:06.000Z'],
    ['now-1w/w', '2026-11-09T00:00:00.000Z'],
    ['now/mo', '2026-11-01T00:00:00.000Z'],
  ])('%s is %s', (expression, expected) => {
    expect(at(expression)).toBe(expected);
  });

  it('rounds the end of a range to the last millisecond of the unit', () => {
    expect(at('now/h', 'end')).toBe('2026-11-21T14:59:59.999Z');
    expect(at('now/M', 'end')).toBe('2026-11-30T23:59:59.999Z');
    expect(at('now', 'end')).toBe('2026-11-21T14:05:06.007Z');
  });

  it('rounds days where the reader is', () => {
    expect(at('now/d', 'start', 'Asia/Kolkata')).toBe('2026-11-20T18:30:00.000Z');
  });

  it.each(['', 'now-', 'now-2', 'now-2x', 'now/2d', '2d', 'now -2d', 'now-1234567d', 'NOW', 'now/q'])(
    '"%s" is none',
    (text) => {
      expect(isDateMath(text)).toBe(false);
      expect(at(text)).toBeUndefined();
      expect(lastWords(text)).toBeUndefined();
    },
  );

  it('has words for one step back', () => {
    expect(lastWords('now-1w')).toBe('Last week');
    expect(lastWords('now-24h')).toBe('Last 24 hours');
    expect(lastWords('now+1w')).toBeUndefined();
    expect(lastWords('now')).toBeUndefined();
  });
});
