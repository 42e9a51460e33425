import { expect, it } from 'vitest';
import type { FeedState } from '../../protocol/stored.ts';
import { readFeed } from './records.ts';

const feed: FeedState = {
  tbl: 'notifications',
  status: 'complete',
  asOf: '2026-11-28T12:00:00Z',
  lastRows: 3,
  lastError: null,
  badRows: 0,
  badSample: null,
};

it('[VIS4] the last visit comes back from the disk, and a damaged one takes nothing else for good', () => {
  expect(readFeed(feed)).toEqual(feed);
  const visited = { ...feed, visitedAt: 1_764_331_200_000 };
  expect(readFeed(visited)).toEqual(visited);
  // As any damage of it: the collection counts as never given, and is pulled when somebody comes.
  expect(readFeed({ ...feed, visitedAt: 'yesterday' })).toBeUndefined();
});
