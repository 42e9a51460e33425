import { expect, it } from 'vitest';
import { COLD_FOR_MS, KEPT_FOR_MS, lastVisit, visitOf } from './visits.ts';

const NOW = Date.parse('2026-11-28T12:00:00Z');

it.each([
  ['never', undefined],
  ['cold', NOW],
  ['cold', NOW - COLD_FOR_MS + 1],
  ['resting', NOW - COLD_FOR_MS],
  ['resting', NOW - KEPT_FOR_MS + 1],
  ['over', NOW - KEPT_FOR_MS],
  // Noted by a clock that has been set back since.
  ['cold', NOW + 10 * KEPT_FOR_MS],
])('[VIS3] a collection is %s whose last visit was at %s', (visit, visitedAt) => {
  expect(visitOf(visitedAt, false, NOW)).toBe(visit);
  expect(visitOf(visitedAt, true, NOW)).toBe('watched');
});

it('[VIS4] a visit in the future counts as now, and is kept so', () => {
  expect(lastVisit(NOW + 1, false, NOW)).toBe(NOW);
  expect(lastVisit(NOW - 1, false, NOW)).toBe(NOW - 1);
  expect(lastVisit(NOW - 1, true, NOW)).toBe(NOW);
  expect(lastVisit(undefined, false, NOW)).toBeUndefined();
});
