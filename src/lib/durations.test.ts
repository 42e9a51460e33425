import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDuration } from './durations.ts';

describe('formatDuration', () => {
  it.each([
    [0, '0ms'],
    [1, '1ms'],
    [999, '999ms'],
    [999.6, '1s'],
    [1000, '1s'],
    [90_000, '1m 30s'],
    [3_600_000, '1h'],
    [93_784_000, '1d 2h 3m 4s'],
    [86_400_000 * 400, '400d'],
    [-1, ''],
    [Number.NaN, ''],
    [Number.POSITIVE_INFINITY, ''],
  ])(
    '[9] "Durations under 1000 ms are shown in ms, otherwise in d/h/m/s parts": %d ms reads "%s"',
    (durationMs, text) => {
      expect(formatDuration(durationMs)).toBe(text);
    },
  );

  it('loses less than a second', () => {
    const sizes: Record<string, number> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 };
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: 10 ** 11 }), (durationMs) => {
        const read = formatDuration(durationMs)
          .split(' ')
          .reduce((sum, part) => sum + Number.parseInt(part, 10) * sizes[part.slice(-1)]!, 0);
        expect(durationMs - read).toBeGreaterThanOrEqual(0);
        expect(durationMs - read).toBeLessThan(1000);
      }),
    );
  });
});
