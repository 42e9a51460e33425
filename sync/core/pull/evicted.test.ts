import { describe, expect, it } from 'vitest';
import { configItemPacked } from '../../protocol/tables/config-item.ts';
import type { Cursor, FeedState } from '../../protocol/stored.ts';
import { laneValues } from './bulk.ts';
import { EVICTED_WORDS, evictedCursor, evictedFeed, evictionOf } from './evicted.ts';

const { feed } = configItemPacked;
if (feed.kind !== 'whole') throw new Error('the catalog is pulled whole');
const whole: Cursor = { tbl: 'config_items', values: { updated_at: 't1' }, walk: 'done', pulls: 4 };
const state: FeedState = {
  tbl: 'config_items',
  status: 'complete',
  asOf: 't1',
  lastRows: 3,
  lastError: null,
  badRows: 0,
  badSample: null,
};

describe('the mark of a collection that lost rows', () => {
  it('[QTA12] has the time of the last loss and the weight of them all', () => {
    expect(evictionOf(undefined)).toBeNull();
    expect(evictionOf(whole)).toBeNull();
    const once = evictedCursor(whole, feed, { at: 5, bytes: 10.4 });
    const twice = evictedCursor(once, feed, { at: 9, bytes: 20 });
    expect(evictionOf(once)).toEqual({ at: 5, bytes: 10 });
    expect(evictionOf(twice)).toEqual({ at: 9, bytes: 30 });
    expect(twice.values['updated_at']).toBe('t1');
  });

  it('[QTA12] ends a walk under way: its markers begin where the walk began', () => {
    const lanes = laneValues([{ from: null, to: null, after: 'k', isDone: false }]);
    const walking: Cursor = { ...whole, values: lanes, walk: { afterId: null, startedAt: 't0' } };
    const cursor = evictedCursor(walking, feed, { at: 5, bytes: 10 });
    expect(cursor.walk).toBe('done');
    expect(cursor.values).toEqual({
      updated_at: 't0',
      created_at: 't0',
      deleted_at: 't0',
      'shed at': '5',
      'shed bytes': '10',
    });
  });

  it('[QTA12] never claims to be whole, and never hides a refusal', () => {
    expect(evictedFeed(state)).toMatchObject({ status: 'partial', lastError: EVICTED_WORDS, asOf: 't1' });
    expect(evictedFeed({ ...state, lastError: 'timeout' })).toMatchObject({ lastError: 'timeout' });
    expect(evictedFeed({ ...state, status: 'forbidden' })).toMatchObject({ status: 'forbidden' });
  });
});
