// First: Dexie looks for IndexedDB once, when it is loaded.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testHost } from '#tests/contract/store/dexie-harness.ts';
import { feed, identityOf } from '#tests/contract/store/fixtures.ts';
import { createVirtualTime } from '#tests/support/virtual-time.ts';
import type { Stored } from '../../protocol/stored.ts';
import { topologyTables, type TopologyAnswer } from '../../protocol/topology.ts';
import { TopologyKeeper } from '../../read/topology-keeper.ts';
import { cacheAdditions, cacheStores } from './schema.ts';
import type { SwappingCache } from './swap.ts';
import { createSwappingCache } from './swap.ts';
import { Connection } from '../device/connection.ts';
import { CACHE_EPOCH, cachePrefix } from '../device/names.ts';

const noon = '2026-11-20T12:00:00+00:00';
const later = '2026-11-20T13:00:00+00:00';
/** Longer than the dashboards wait between two catch-ups. */
const CATCH_UP_MS = 1_000;
let runs = 0;
let identity = identityOf('shown-topology');
let time = createVirtualTime(() => false);
let cache: SwappingCache;
let keeper: TopologyKeeper;

const component = (id: string, name: string): Stored => ({
  id,
  name,
  parent_id: null,
  status: 'healthy',
  _v: '',
  _p: 0,
  _f: 0,
  _seen: 0,
});

/** An earlier cache with two whole components. */
async function leaveOld(): Promise<void> {
  const name = `${cachePrefix(identity)}${CACHE_EPOCH - 1}`;
  const spec = { name, options: {}, stores: cacheStores(), additions: cacheAdditions };
  const connection = new Connection(spec, testHost([]));
  await connection.run(async (db) => {
    await db.table('components').bulkPut([component('c1', 'old 1'), component('c2', 'old 2')]);
    const names = [...topologyTables, 'config_analysis'];
    await db.table('feeds').bulkPut(names.map((tbl) => feed(tbl, { asOf: noon })));
  });
  await connection.close();
}

function open(): void {
  const host = testHost([]);
  cache = createSwappingCache(identity, host, [...topologyTables, 'config_analysis', 'people']);
  const { clock, timers } = time;
  keeper = new TopologyKeeper({
    cache,
    shown: cache.shownTopology,
    documents: cache.documents,
    clock,
    timers,
    log: host.log,
  });
  keeper.subscribe(() => undefined);
}

/** As the engine writes what it has pulled. */
async function pull(id: string, name: string, isLast: boolean): Promise<void> {
  await cache.mutate([{ tbl: 'components', id }], 1, () => ({
    putRows: [{ tbl: 'components', row: component(id, name) }],
    feed: feed('components', { asOf: later, status: isLast ? 'complete' : 'partial' }),
    result: undefined,
  }));
  keeper.notice({ tbl: 'components', ids: [id] });
  await time.pass(CATCH_UP_MS);
}

const ask = (): Promise<TopologyAnswer> =>
  keeper.query({
    id: null,
    refererId: null,
    status: null,
    type: null,
    team: null,
    labels: [],
    agentId: null,
    text: '',
    showHidden: true,
    sortBy: 'name',
    descending: false,
    withCards: 10,
  });
/** Reads of a real store end when they end: the dashboard is asked until it says so. */
const shows = (...names: readonly string[]) =>
  expect
    .poll(async () => (await ask()).cards.map(({ name }) => name), { timeout: 30_000 })
    .toEqual([...names]);

beforeEach(() => {
  runs += 1;
  identity = identityOf(`shown-topology-${runs}`);
  time = createVirtualTime(() => false);
});

afterEach(async () => {
  keeper.stop();
  await cache.wipe();
});

describe('the dashboards while the cache is replaced', () => {
  it('[UPG8] are those of the earlier cache, and move over when the new one has the components', async () => {
    await leaveOld();
    open();
    expect(await ask()).toMatchObject({ state: 'complete', asOf: noon, total: 2 });
    expect((await ask()).parts.insights.state).toBe('complete');
    await pull('c1', 'new 1', false);
    expect(await ask()).toMatchObject({ state: 'complete', asOf: noon });
    await shows('old 1', 'old 2');
    await pull('c3', 'new 3', true);
    for (const tbl of topologyTables)
      if (tbl !== 'components') await cache.putFeeds([feed(tbl, { asOf: later })], null);
    keeper.notice({ tbl: 'feeds' });
    await time.pass(CATCH_UP_MS);
    await shows('new 1', 'new 3');
    expect(await ask()).toMatchObject({ asOf: later });
  });

  it('[I7] show at once what a person writes meanwhile', async () => {
    await leaveOld();
    open();
    await shows('old 1', 'old 2');
    await cache.mutate([{ tbl: 'components', id: 'c2' }], 1, (at) => {
      const { row } = at({ tbl: 'components', id: 'c2' });
      return {
        putRows: row === undefined ? [] : [{ tbl: 'components', row: { ...row, name: 'mine' } }],
        putShadows: [{ tbl: 'components', id: 'c2', base: row ?? null, fence: 0, pending: [] }],
        result: undefined,
      };
    });
    keeper.notice({ tbl: 'components', ids: ['c2'] });
    await time.pass(CATCH_UP_MS);
    await shows('mine', 'old 1');
    expect(await ask()).toMatchObject({ state: 'complete', asOf: noon });
  });
});
