import { describe, expect, it } from 'vitest';
import { clustersOf, positionOf, ticksOf } from './time-scale.ts';

const HOUR_MS = 3_600_000;
const noon = Date.UTC(2026, 2, 1, 12);

describe('ticks', () => {
  it('are round, inside the range and not too many', () => {
    for (const hours of [0.1, 1, 7, 26, 24 * 9, 24 * 400]) {
      const range = { fromMs: noon + 12_345, toMs: noon + hours * HOUR_MS };
      const ticks = ticksOf(range, 8);
      expect(ticks.length).toBeGreaterThan(0);
      expect(ticks.length).toBeLessThanOrEqual(9);
      for (const { atMs, label } of ticks) {
        expect(atMs).toBeGreaterThanOrEqual(range.fromMs);
        expect(atMs).toBeLessThanOrEqual(range.toMs);
        expect(new Date(atMs).getSeconds()).toBe(0);
        expect(label).not.toBe('');
      }
    }
  });

  it('name the day with its first one', () => {
    const midnight = new Date(2026, 2, 2).getTime();
    const labels = ticksOf({ fromMs: midnight - 2 * HOUR_MS, toMs: midnight + 2 * HOUR_MS }, 8).map(
      ({ label }) => label,
    );
    expect(labels[0]).toMatch(/^\D+ ?\d+.*, \d\d:\d\d$|^\d+.*, \d\d:\d\d$/u);
    // Midnight is the day itself.
    expect(labels.filter((label) => !label.includes(':'))).toHaveLength(1);
  });

  it('are none of an empty range', () => {
    expect(ticksOf({ fromMs: noon, toMs: noon }, 8)).toEqual([]);
  });
});

describe('positions', () => {
  it('lie in proportion', () => {
    const range = { fromMs: noon, toMs: noon + HOUR_MS };
    expect(positionOf(noon + HOUR_MS / 4, range, 400)).toBe(100);
    expect(positionOf(noon, { fromMs: noon, toMs: noon }, 400)).toBe(0);
  });

  it('of touching marks are one', () => {
    const found = clustersOf([1, 3, 5, 20, 40, 41], (x) => x, 8);
    expect(found.map(({ x, items }) => [x, items.length])).toEqual([
      [1, 3],
      [20, 1],
      [40, 2],
    ]);
  });
});
