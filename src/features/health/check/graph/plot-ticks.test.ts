import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { durationTicks } from './plot-ticks.ts';

/** As uPlot divides an axis from zero. */
const splits = (stepMs: number, count: number): number[] =>
  Array.from({ length: count }, (_, at) => at * stepMs);

describe('ticks of the latency axis', () => {
  it.each([
    [200, 8, ['0s', '0.2s', '0.4s', '0.6s', '0.8s', '1.0s', '1.2s', '1.4s']],
    [250, 6, ['0s', '0.25s', '0.50s', '0.75s', '1.00s', '1.25s']],
    [500, 4, ['0s', '0.5s', '1.0s', '1.5s']],
    [100, 4, ['0ms', '100ms', '200ms', '300ms']],
    [0.5, 3, ['0ms', '0.5ms', '1.0ms']],
    [1000, 4, ['0s', '1s', '2s', '3s']],
    [20_000, 5, ['0s', '20s', '40s', '1m', '1m 20s']],
  ])('a step of %f ms', (stepMs, count, expected) => {
    expect(durationTicks(splits(stepMs, count))).toEqual(expected);
  });

  it('no two are the same, whatever the step', () => {
    const steps = fc.tuple(fc.constantFrom(1, 2, 2.5, 5), fc.integer({ min: -3, max: 8 }));
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 12 }), ([by, power], count) => {
        const ticks = durationTicks(splits(by * 10 ** power, count));
        expect(new Set(ticks).size).toBe(count);
      }),
    );
  });

  it('of an axis without ticks there are none', () => {
    expect(durationTicks([])).toEqual([]);
  });
});
