import { expect, it } from 'vitest';
import { distanceWords } from './distance.ts';

it.each([
  [0, 'less than a second'],
  [40_900, '40s'],
  [12 * 60_000 + 59_000, '12m'],
  [-(3 * 3_600_000 + 5 * 60_000), '3h 5m'],
  [2 * 86_400_000 + 4 * 3_600_000 + 59 * 60_000, '2d 4h'],
])('%i ms is %s', (ms, words) => {
  expect(distanceWords(ms)).toBe(words);
});
