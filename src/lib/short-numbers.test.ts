import { expect, it } from 'vitest';
import { costTrend, shortCost, shortCount } from './short-numbers.ts';

it('counts above 999 are k+', () => {
  expect([0, 999, 1000, 1999, 12_345].map(shortCount)).toEqual(['0', '999', '1k+', '1k+', '12k+']);
});

it('a cost has two decimals up to 10, none above, and k above 1000', () => {
  expect([0, 0.004, 1.234, 10, 10.6, 1000, 1234, 2000, 45_678].map(shortCost)).toEqual([
    '$0.00',
    '<$0.01',
    '$1.23',
    '$10.00',
    '$11',
    '$1000',
    '$1.2k',
    '$2k',
    '$46k',
  ]);
});

it('a trend is told from more than a tenth on, and only where both sums are known', () => {
  expect(costTrend(11, 300)).toBeNull();
  expect(costTrend(12, 300)).toBeCloseTo(0.2);
  expect(costTrend(8, 300)).toBeCloseTo(-0.2);
  expect([costTrend(null, 300), costTrend(1, null), costTrend(1, 0)]).toEqual([null, null, null]);
});
