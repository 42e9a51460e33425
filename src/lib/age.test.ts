import { describe, expect, it } from 'vitest';
import { instantMs, longAge, sameWordsAt, shortAge } from './age.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('age', () => {
  it.each([
    [0, 'now'],
    [59_999, 'now'],
    [MINUTE, '1m'],
    [5 * MINUTE, '5m'],
    [59 * MINUTE + 59_999, '59m'],
    [HOUR, '1h'],
    [2 * HOUR, '2h'],
    [23 * HOUR + 59 * MINUTE, '23h'],
    [DAY, '1d'],
    [30 * DAY, '30d'],
    [31 * DAY, '1mo'],
    [364 * DAY, '11mo'],
    [366 * DAY, '1y'],
    [1500 * DAY, '4y'],
    [-5 * MINUTE, 'now'],
  ])('[9] "relative time is short (5m, 2h, 1d, 1mo, 1y)": %i ms reads %s', (elapsedMs, text) => {
    expect(shortAge(NOW - elapsedMs, NOW)).toBe(text);
  });

  it.each([0, MINUTE, 90_000, HOUR, 25 * HOUR, 30.9 * DAY, 45 * DAY, 364 * DAY, 1500.5 * DAY, -5 * MINUTE])(
    'is in words the same at the moment that stands for it, and at none before: %i ms',
    (elapsedMs) => {
      const atMs = NOW - elapsedMs;
      const sameMs = sameWordsAt(atMs, NOW);
      expect(shortAge(atMs, sameMs)).toBe(shortAge(atMs, NOW));
      expect(longAge(atMs, sameMs)).toBe(longAge(atMs, NOW));
      expect(sameMs === atMs || shortAge(atMs, sameMs - 1) !== shortAge(atMs, NOW)).toBe(true);
      expect(sameMs).toBeLessThanOrEqual(Math.max(atMs, NOW));
    },
  );

  it('says it in words with the right number', () => {
    expect(longAge(NOW - MINUTE, NOW)).toBe('1 minute ago');
    expect(longAge(NOW - 3 * HOUR, NOW)).toBe('3 hours ago');
    expect(longAge(NOW, NOW)).toBe('less than a minute ago');
  });

  it('[9] takes times in every form and refuses what is none: "a zero-year date counts as empty"', () => {
    expect(instantMs('2026-11-21T12:00:00Z')).toBe(NOW);
    expect(instantMs(NOW)).toBe(NOW);
    expect(instantMs(new Date(NOW))).toBe(NOW);
    for (const nothing of [null, undefined, '', 'soon', '0001-01-01T00:00:00Z', Number.NaN]) {
      expect(instantMs(nothing)).toBeUndefined();
    }
  });
});
