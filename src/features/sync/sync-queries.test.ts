import { expect, it } from 'vitest';
import { storedAsOf, type FeedView } from './sync-queries.ts';

function feed(tbl: string, asOf: string | null, status: FeedView['status'] = 'complete'): FeedView {
  return { tbl, status, asOf, badRows: 0, lastError: null };
}

it('the stored time is the oldest of the hot collections', () => {
  const feeds = [
    feed('incidents', '2026-11-21T11:56:00Z'),
    feed('comments', '2026-11-21T11:58:00+01:00'),
    feed('teams', '2026-11-01T00:00:00Z'),
    feed('evidences', null, 'forbidden'),
  ];
  expect(storedAsOf(feeds)).toBe('2026-11-21T10:58:00.000Z');
});

it('is not known while one of them was never pulled', () => {
  expect(storedAsOf([])).toBeNull();
  expect(storedAsOf([feed('incidents', '2026-11-21T11:56:00Z'), feed('comments', null, 'never')])).toBeNull();
});
