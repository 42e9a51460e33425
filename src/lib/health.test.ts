import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aggregateHealth, formatPercent, healthStateOf, uptimePercent } from './health.ts';

describe('health', () => {
  it.each([
    ['degraded', 'degraded'],
    ['missing', 'missing'],
    ['Unhealthy', 'unhealthy'],
    ['unknown', 'unknown'],
    ['SUSPENDED', 'suspended'],
    ['warning', 'warning'],
    ['mixed', 'mixed'],
    ['healthy', 'healthy'],
    ['Running', 'healthy'],
  ])(
    '[4] "red for degraded, missing, unhealthy; grey for unknown or suspended; orange for warning or mixed; otherwise green": %s',
    (word, state) => {
      expect(healthStateOf(word, false)).toBe(state);
    },
  );

  it('[ux 4.5] "otherwise green" holds for known and fresh values only', () => {
    for (const nothing of ['', '  ', null, undefined]) expect(healthStateOf(nothing, false)).toBe('unknown');
    expect(healthStateOf('Running', true)).toBe('unknown');
    expect(healthStateOf('healthy', true)).toBe('healthy');
  });

  it.each([
    [1, 1, 'mixed'],
    [0, 2, 'unhealthy'],
    [5, 0, 'healthy'],
    [0, 0, 'unknown'],
  ])('[ux row 12] a group with %i passed and %i failed is %s', (passed, failed, state) => {
    expect(aggregateHealth({ passed, failed })).toBe(state);
  });

  it('[3] "uptime percent is passed/(passed+failed)", and no sample is no percent', () => {
    expect(uptimePercent({ passed: 3, failed: 1 })).toBe(75);
    expect(uptimePercent({ passed: 0, failed: 0 })).toBeUndefined();
  });

  it('never says 100% of what failed once, nor 0% of what passed once', () => {
    expect(formatPercent(99.999)).toBe('99.99%');
    expect(formatPercent(0.0001)).toBe('0.01%');
    expect(formatPercent(100)).toBe('100%');
    expect(formatPercent(0)).toBe('0%');
    expect(formatPercent(75)).toBe('75%');
    expect(formatPercent(98.76)).toBe('98.8%');
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 1, max: 1e6 }), (passed, failed) => {
        expect(['0%', '100%']).not.toContain(formatPercent((passed / (passed + failed)) * 100));
      }),
    );
  });
});
