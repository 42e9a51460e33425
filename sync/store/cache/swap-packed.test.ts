// First: Dexie looks for IndexedDB once, when it is loaded.
import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testHost } from '#tests/contract/store/dexie-harness.ts';
import { feed, identityOf } from '#tests/contract/store/fixtures.ts';
import type { IndexResult } from '../../protocol/index-query.ts';
import { IndexKeeper } from '../../read/index/index-keeper.ts';
import { indexSpecs } from '../../read/index/index-spec.ts';
import { cacheStores } from './schema.ts';
import type { SwappingCache } from './swap.ts';
import { createSwappingCache } from './swap.ts';
import { Connection } from '../device/connection.ts';
import { CACHE_EPOCH, cachePrefix } from '../device/names.ts';
import { createDexiePacked } from '../packed/dexie.ts';

const tbl = 'config_items';
const expected = [tbl, 'people'];
const item = (n: number, name: string) => ({ id: `i${n}`, name, type: 'Pod', health: 'healthy' });
let runs = 0;
let now = 0;
let identity = identityOf('shown');
let events: string[] = [];
let cache: SwappingCache;
let index: IndexKeeper;

const oldName = (): string => `${cachePrefix(identity)}${CACHE_EPOCH - 1}`;

/** An earlier cache with a whole catalog, written to more often than the new one will be. */
async function leaveOld(): Promise<void> {
  const host = testHost(events);
  const connection = new Connection({ name: oldName(), options: {}, stores: cacheStores() }, host);
  const packed = createDexiePacked({ connection, log: host.log, checkEpoch: () => Promise.resolve() });
  for (let n = 1; n <= 5; n += 1)
    await packed.apply({ tbl, put: [item(n, `old ${n}`)], remove: [], feed: feed(tbl) }, 1);
  await connection.close();
}

function open(): void {
  cache = createSwappingCache(identity, testHost(events), expected);
  index = new IndexKeeper(tbl, indexSpecs[tbl], {
    ...cache.shown,
    // Every question looks for what is newer.
    clock: { nowMs: () => (now += 60_000) },
    timers: { set: () => () => undefined },
    log: { event: () => undefined },
  });
}

async function list(): Promise<IndexResult> {
  const sort = { column: 'name', descending: false };
  return index.query({ filters: [], text: '', sort, offset: 0, limit: 100, facets: [], groups: null });
}

const put = (n: number, isLast: boolean) => {
  const status = isLast ? ({} as const) : ({ status: 'partial' } as const);
  return cache.packed.apply({ tbl, put: [item(n, `new ${n}`)], remove: [], feed: feed(tbl, status) }, 1);
};

beforeEach(() => {
  runs += 1;
  identity = identityOf(`shown-${runs}`);
  events = [];
});

afterEach(async () => {
  index.stop();
  await cache.wipe();
});

describe('a list of packed rows while the cache is replaced', () => {
  it('[UPG7] is that of the earlier cache, and moves over when the new one is whole', async () => {
    await leaveOld();
    open();
    await put(1, false);
    expect(await list()).toMatchObject({ ids: ['i1', 'i2', 'i3', 'i4', 'i5'], state: 'complete' });
    expect(await index.rows(['i1'])).toMatchObject([{ name: 'old 1' }]);
    await put(7, true);
    expect((await list()).ids).toHaveLength(5);
    await cache.putFeeds([feed('people')], null);
    await cache.settle();
    expect(await list()).toMatchObject({ ids: ['i1', 'i7'], state: 'complete' });
    expect(await index.rows(['i1', 'i2'])).toMatchObject([{ name: 'new 1' }, null]);
  });

  it('[UPG7] is not what is written until it has been read from the new cache once', async () => {
    await leaveOld();
    open();
    expect(await cache.shown.isPresent(tbl)).toBe(false);
    // The columns of the earlier one, before anything was read.
    await cache.shown.packed.snapshot(tbl);
    await put(7, true);
    await cache.putFeeds([feed('people')], null);
    await cache.settle();
    expect(await cache.shown.isPresent(tbl)).toBe(false);
    await list();
    expect(await cache.shown.isPresent(tbl)).toBe(true);
  });

  it('[UPG7] follows the new cache from its start, whatever versions the two have', async () => {
    await leaveOld();
    open();
    expect((await list()).version).toBe(5);
    for (let n = 11; n <= 17; n += 1) await put(n, true);
    await cache.putFeeds([feed('people')], null);
    await cache.settle();
    // As an index does that was not asked to build anew: from the version it has.
    const ids: string[] = [];
    let isFull = false;
    const version = await cache.shown.packed.read(tbl, 5, {
      begin: (full) => {
        isFull = full;
      },
      put: (rows) => ids.push(...rows.map((row) => String(row['id']))),
      remove: () => undefined,
    });
    expect([isFull, ids.length, version]).toEqual([true, 7, 7]);
  });

  it('[UPG7] says how far the new one is where the earlier one cannot be read', async () => {
    const db = new Dexie(oldName());
    db.version(1).stores({ hypotheses: 'id' });
    await db.open();
    db.close();
    open();
    await put(1, false);
    expect(await list()).toMatchObject({ ids: ['i1'], state: 'partial' });
    expect(events).toContain('cache.old-left');
  });

  it('[UPG7] is that of the only cache where there is no earlier one', async () => {
    open();
    expect(await list()).toMatchObject({ ids: [], state: 'never' });
    await put(1, true);
    expect(await list()).toMatchObject({ ids: ['i1'], state: 'complete' });
  });
});
