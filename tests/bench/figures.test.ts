import { expect, test } from 'vitest';
import { percentile, spreadOf } from './figures.ts';

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => count - at);

test('a percentile is the smallest sample that so many do not exceed, and of twenty not the worst', () => {
  expect(percentile(upTo(20), 0.95)).toBe(19);
  expect(percentile(upTo(100), 0.5)).toBe(50);
  expect(percentile(upTo(12), 0.75)).toBe(9);
  expect(percentile([7], 0.95)).toBe(7);
  expect(percentile([7, 3], 0)).toBe(3);
  expect(percentile([], 0.5)).toBeNaN();
});

test('the first tenth of a series warms up and does not count', () => {
  expect(spreadOf([1_000, ...upTo(19)])).toEqual({ p50: 9, p95: 18, count: 18 });
});
