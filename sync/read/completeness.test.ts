import { expect, it } from 'vitest';
import type { FeedState } from '../protocol/stored.ts';
import { claimOf } from './completeness.ts';

const feed = (tbl: string, more: Partial<FeedState> = {}): FeedState => ({
  tbl,
  status: 'complete',
  asOf: '2026-03-01T10:00:00Z',
  lastRows: 1,
  lastError: null,
  badRows: 0,
  badSample: null,
  ...more,
});

it('[UPG10] a claim lacks columns while one of its collections is read again for them, and stays complete', () => {
  const feeds = [feed('incidents'), feed('people', { unread: true }), feed('teams')];
  expect(claimOf(feeds, ['incidents'], ['people'])).toEqual({
    state: 'complete',
    basis: 'device',
    asOf: '2026-03-01T10:00:00Z',
    lacks: [{ what: 'not-read' }],
    reason: null,
  });
  expect(claimOf(feeds, ['incidents'], ['teams']).lacks).toEqual([]);
});
