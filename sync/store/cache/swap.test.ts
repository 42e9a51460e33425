// First: Dexie looks for IndexedDB once, when it is loaded, and `liveQuery` does nothing without it.
import 'fake-indexeddb/auto';
import { Dexie, liveQuery } from 'dexie';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testHost } from '#tests/contract/store/dexie-harness.ts';
import { feed, hypothesis, identityOf } from '#tests/contract/store/fixtures.ts';
import type { CacheWrite, RowRef, RowSnapshot } from '../../ports.ts';
import type { OpenReader } from './reader.ts';
import { openCacheReader } from './reader.ts';
import { cacheStores } from './schema.ts';
import type { SwappingCache } from './swap.ts';
import { createSwappingCache } from './swap.ts';
import { databaseNames } from '../device/connection.ts';
import { CACHE_EPOCH, cacheName, cachePrefix } from '../device/names.ts';

const expected = ['hypotheses', 'people'];
const ref: RowRef = { tbl: 'hypotheses', id: 'h1' };
let runs = 0;
let identity = identityOf('swap');
let events: string[] = [];
let cache: SwappingCache;
let reader: OpenReader;

const nameOf = (epoch: number): string => `${cachePrefix(identity)}${epoch}`;

/** A cache as an earlier version of the app left it: one table fewer, one hypothesis with an old title. */
async function leaveOld(epoch: number): Promise<void> {
  const { people: _people, ...stores } = cacheStores();
  const db = new Dexie(nameOf(epoch));
  db.version(1).stores(stores);
  await db.table('hypotheses').put(hypothesis('h1', { title: `of ${epoch}` }));
  await db.table('feeds').put(feed('hypotheses'));
  db.close();
}

const titleOf = (from: OpenReader): PromiseLike<unknown> =>
  from.read(['hypotheses'], async (db) => {
    const row: unknown = await db.table('hypotheses').get('h1');
    return typeof row === 'object' && row !== null ? Reflect.get(row, 'title') : undefined;
  });

const pulled = (title: string): CacheWrite<undefined> => ({
  putRows: [{ tbl: 'hypotheses', row: hypothesis('h1', { title }) }],
  feed: feed('hypotheses'),
  result: undefined,
});

/** What rebasing an operation does: the row as it is there with a new title, and a shadow. */
function rebased(at: (each: RowRef) => RowSnapshot): CacheWrite<undefined> {
  const { row } = at(ref);
  return {
    putRows: row === undefined ? [] : [{ tbl: 'hypotheses', row: { ...row, title: 'mine' } }],
    putShadows: [{ tbl: 'hypotheses', id: 'h1', base: row ?? null, fence: 0, pending: [] }],
    result: undefined,
  };
}

beforeEach(() => {
  runs += 1;
  identity = identityOf(`swap-${runs}`);
  events = [];
});

afterEach(async () => {
  reader.close();
  await cache.wipe();
});

function open(): void {
  cache = createSwappingCache(identity, testHost(events), expected);
  reader = openCacheReader(identity, {});
}

describe('a cache of an earlier layout', () => {
  it('[UPG4] stays readable until every collection of the new one is there, then it is gone', async () => {
    await leaveOld(CACHE_EPOCH - 1);
    open();
    await cache.mutate([ref], 1, () => pulled('new'));
    await cache.putFeeds([feed('people', { status: 'partial' })], null);
    expect(await cache.settle()).toBe('filling');
    expect(await titleOf(reader)).toBe(`of ${CACHE_EPOCH - 1}`);
    expect(await databaseNames({})).toContain(nameOf(CACHE_EPOCH - 1));
    await cache.putFeeds([feed('people')], null);
    await cache.settle();
    expect(await titleOf(reader)).toBe('new');
    expect(await databaseNames({})).toEqual([cacheName(identity)]);
    expect(events).toContain('cache.swapped');
  });

  it('[UPG4] a live query moves over by itself', async () => {
    await leaveOld(CACHE_EPOCH - 1);
    open();
    const titles: unknown[] = [];
    const hasMoved = new Promise<void>((resolve, reject) => {
      liveQuery(() => titleOf(reader)).subscribe({
        next: (title) => {
          titles.push(title);
          if (title === 'new') resolve();
        },
        error: reject,
      });
    });
    await cache.mutate([ref], 1, () => pulled('new'));
    await cache.putFeeds([feed('people')], null);
    await hasMoved;
    expect(titles.at(-1)).toBe('new');
  });

  it('[UPG4] of several the newest is read, of a table it lacks the new one, and all go in the end', async () => {
    await leaveOld(0);
    await leaveOld(CACHE_EPOCH - 1);
    open();
    expect(await titleOf(reader)).toBe(`of ${CACHE_EPOCH - 1}`);
    expect(await reader.read(['people'], (db) => db.table('people').count())).toBe(0);
    await cache.putFeeds([feed('people', { status: 'forbidden' })], null);
    await cache.putFeeds([feed('hypotheses')], null);
    await cache.settle();
    expect(await databaseNames({})).toEqual([cacheName(identity)]);
  });

  it('[UPG4] a start that was cut off goes on where it stood', async () => {
    await leaveOld(CACHE_EPOCH - 1);
    open();
    await cache.putFeeds([feed('people')], null);
    reader.close();
    await cache.close();
    open();
    expect(await titleOf(reader)).toBe(`of ${CACHE_EPOCH - 1}`);
    await cache.putFeeds([feed('hypotheses')], null);
    await cache.settle();
    expect(await databaseNames({})).toEqual([cacheName(identity)]);
  });

  it('[UPG5] shows what a person does while the new one is filled, before and after the swap', async () => {
    await leaveOld(CACHE_EPOCH - 1);
    open();
    expect(await titleOf(reader)).toBe(`of ${CACHE_EPOCH - 1}`);
    await cache.mutate([ref], null, rebased);
    expect(await titleOf(reader)).toBe('mine');
    expect((await cache.get(ref)).shadow?.base).toBeNull();
    await cache.mutate([ref], 1, () => pulled('pulled'));
    expect(await titleOf(reader)).toBe('mine');
  });

  it('[UPG5] a broken old cache fails nothing', async () => {
    const db = new Dexie(nameOf(CACHE_EPOCH - 1));
    db.version(1).stores({ hypotheses: 'id' });
    await db.open();
    db.close();
    open();
    await cache.mutate([ref], null, rebased);
    expect(events).toContain('cache.old-behind');
    expect((await cache.get(ref)).shadow).toBeDefined();
  });

  it('[UPG4] a cache of a later layout is not read and goes', async () => {
    await leaveOld(CACHE_EPOCH + 1);
    open();
    expect(await cache.settle()).toBe('no-old');
    expect(await titleOf(reader)).toBeUndefined();
    expect(await databaseNames({})).toEqual([cacheName(identity)]);
  });
});
