// First: Dexie looks for IndexedDB once, when it is loaded.
import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testHost } from '#tests/contract/store/dexie-harness.ts';
import { feed, identityOf } from '#tests/contract/store/fixtures.ts';
import { createVirtualTime } from '#tests/support/virtual-time.ts';
import { plainHealthQuery } from '#tests/support/health-query.ts';
import { SUMMARY_ID } from '../../protocol/document-facts.ts';
import { VALUE_AWAITED } from '../../protocol/health.ts';
import type { HealthAnswer, HealthChange } from '../../protocol/health.ts';
import { packSummary, readSummaryAnswer } from '../../protocol/health-summary.ts';
import type { Stored } from '../../protocol/stored.ts';
import { HealthKeeper } from '../../read/check-keeper.ts';
import { cacheAdditions, cacheStores } from './schema.ts';
import type { SwappingCache } from './swap.ts';
import { createSwappingCache } from './swap.ts';
import { Connection } from '../device/connection.ts';
import { createDocumentShelf } from '../documents/documents.ts';
import { CACHE_EPOCH, cachePrefix } from '../device/names.ts';

const noon = '2026-11-20T12:00:00+00:00';
const later = '2026-11-20T13:00:00+00:00';
/** Longer than the list waits between two catch-ups. */
const CATCH_UP_MS = 1_000;
let runs = 0;
let identity = identityOf('shown-health');
let events: string[] = [];
let time = createVirtualTime(() => false);
let cache: SwappingCache;
let list: HealthKeeper;

const oldName = (): string => `${cachePrefix(identity)}${CACHE_EPOCH - 1}`;
const check = (id: string, name: string): Stored => ({ id, name, _v: '', _p: 0, _f: 0, _seen: 0 });

function summary(asOf: string, ...ids: readonly string[]) {
  const checks = ids.map((id) => ({ id, name: `summary ${id}`, status: 'healthy' }));
  const rows = readSummaryAnswer({ checks_summary: checks })?.rows ?? [];
  const body = packSummary({ rows, schedules: [], schedulesAsOf: null });
  return {
    kind: 'health-summary' as const,
    id: SUMMARY_ID,
    body,
    bytes: body.length,
    asOf,
    reasons: ['recent' as const],
    usedAt: 0,
  };
}

/** An earlier cache with two whole checks; its summary, if any, is older than they are. */
async function leaveOld(summaryOf: readonly string[] = []): Promise<void> {
  const host = testHost(events);
  const connection = new Connection(
    { name: oldName(), options: {}, stores: cacheStores(), additions: cacheAdditions },
    host,
  );
  await connection.run(async (db) => {
    await db.table('checks').bulkPut([check('c1', 'old 1'), check('c2', 'old 2')]);
    await db.table('feeds').bulkPut([feed('checks', { asOf: noon }), feed('canaries'), feed('agents')]);
  });
  if (summaryOf.length > 0) await createDocumentShelf(connection).put(summary(noon, ...summaryOf));
  await connection.close();
}

function open(): void {
  const host = testHost(events);
  cache = createSwappingCache(identity, host, ['checks', 'people']);
  list = new HealthKeeper({
    cache,
    shown: cache.shownHealth,
    packed: cache.packed,
    documents: cache.documents,
    clock: time.clock,
    timers: time.timers,
    log: host.log,
  });
}

async function write(id: string, name: string, isLast: boolean): Promise<void> {
  await cache.mutate([{ tbl: 'checks', id }], 1, () => ({
    putRows: [{ tbl: 'checks', row: check(id, name) }],
    feed: feed('checks', { asOf: later, status: isLast ? 'complete' : 'partial' }),
    result: undefined,
  }));
  await told({ tbl: 'checks', ids: [id] });
}

async function told(change: HealthChange): Promise<void> {
  list.notice(change);
  await time.pass(CATCH_UP_MS);
}

const ask = (): Promise<HealthAnswer> => list.query(plainHealthQuery(Date.parse(later)));
const names = async (): Promise<readonly string[]> => (await ask()).rows.map(({ name }) => name);
/** Reads of a real store end when they end: the list is asked until it says so. */
const shows = (...expected: readonly string[]) =>
  expect.poll(names, { timeout: 30_000 }).toEqual([...expected]);

beforeEach(() => {
  runs += 1;
  identity = identityOf(`shown-health-${runs}`);
  events = [];
  time = createVirtualTime(() => false);
});

afterEach(async () => {
  list.stop();
  await cache.wipe();
});

describe('the list of checks while the cache is replaced', () => {
  it('[UPG8] is that of the earlier cache, and moves over when the new one has the checks', async () => {
    await leaveOld();
    open();
    expect(await ask()).toMatchObject({ state: 'complete', asOf: noon, all: { total: 2 } });
    await write('c1', 'new 1', false);
    expect(await ask()).toMatchObject({ state: 'complete', asOf: noon });
    expect(await names()).toEqual(['old 1', 'old 2']);
    // The rest of the new cache is still to come.
    await write('c3', 'new 3', true);
    await shows('new 1', 'new 3');
    expect(await ask()).toMatchObject({ state: 'complete', asOf: later });
    await cache.putFeeds([feed('people')], null);
    await cache.settle();
    await write('c4', 'new 4', true);
    await shows('new 1', 'new 3', 'new 4');
  });

  it('[UPG8] shows the stored summary of the earlier cache until a newer one is there', async () => {
    await leaveOld(['c1', 'c2', 'c9']);
    open();
    expect(await ask()).toMatchObject({ summaryAsOf: noon, all: { total: 3 } });
    await cache.documents.put(summary(later, 'c1'));
    await told({ tbl: 'summary' });
    await expect.poll(async () => (await ask()).summaryAsOf, { timeout: 30_000 }).toBe(later);
    expect(await names()).toContain('summary c1');
  });

  it('[UPG8] says how far the new cache is where the earlier one cannot be read', async () => {
    const db = new Dexie(oldName());
    db.version(1).stores({ hypotheses: 'id' });
    await db.open();
    db.close();
    open();
    await write('c1', 'new 1', false);
    expect(await ask()).toMatchObject({ state: 'partial', all: { total: 1 } });
    expect(events).toContain('cache.old-left');
  });

  it('[UPG8] is that of the only cache where there is no earlier one', async () => {
    open();
    expect(await ask()).toMatchObject({ state: 'never', all: { total: 0 } });
    await write('c1', 'new 1', true);
    await shows('new 1');
  });
});

describe('a first download', () => {
  const tabs = async (): Promise<readonly string[]> => {
    const query = plainHealthQuery(Date.parse(later));
    const { tabs: found } = await list.query({ ...query, tabBy: { kind: 'column', column: 'namespace' } });
    return found.map(({ label, total }) => `${label} ${total}`);
  };

  it('[HLT14] says of checks without their canaries that the namespace is loading, and never none', async () => {
    open();
    const ofCanary = { ...check('c1', 'api'), canary_id: 'n1' };
    await cache.mutate([{ tbl: 'checks', id: 'c1' }], 1, () => ({
      putRows: [{ tbl: 'checks', row: ofCanary }],
      feed: feed('checks', { asOf: later }),
      result: undefined,
    }));
    await told({ tbl: 'checks', ids: ['c1'] });
    await expect.poll(tabs, { timeout: 30_000 }).toEqual([`${VALUE_AWAITED} 1`]);
    await cache.mutate([{ tbl: 'canaries', id: 'n1' }], 1, () => ({
      putRows: [{ tbl: 'canaries', row: { ...check('n1', 'shop'), namespace: 'web' } }],
      feed: feed('canaries', { asOf: later }),
      result: undefined,
    }));
    await told({ tbl: 'canaries', ids: ['n1'] });
    await expect.poll(tabs, { timeout: 30_000 }).toEqual(['web 1']);
  });

  it('[HLT14] says none once the canaries are here and that one is not among them', async () => {
    open();
    await cache.mutate([{ tbl: 'checks', id: 'c1' }], 1, () => ({
      putRows: [{ tbl: 'checks', row: { ...check('c1', 'api'), canary_id: 'n1' } }],
      feed: feed('checks', { asOf: later }),
      result: undefined,
    }));
    await cache.putFeeds([feed('canaries', { asOf: later })], null);
    await told({ tbl: 'checks', ids: ['c1'] });
    await expect.poll(tabs, { timeout: 30_000 }).toEqual(['none 1']);
  });
});
