import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import { testHost } from '#tests/contract/store/dexie-harness.ts';
import { identityOf, makeOp } from '#tests/contract/store/fixtures.ts';
import { EVICTED_WORDS, evictionOf } from '#sync/core/pull/evicted.ts';
import { neverPulled } from '#sync/engine/pull/table.ts';
import type { JsonRow } from '#sync/protocol/op.ts';
import { packedSpecs } from '#sync/protocol/packed-specs.ts';
import type { StoreHost } from '#sync/store/device/connection.ts';
import type { DexieCache } from '#sync/store/cache/dexie-cache.ts';
import { createDexieCache } from '#sync/store/cache/dexie-cache.ts';
import type { DexieJournal } from '#sync/store/journal/dexie-journal.ts';
import { createDexieJournal } from '#sync/store/journal/dexie-journal.ts';
import { keptConfigs } from '#sync/store/documents/kept-configs.ts';
import { dropOldRows } from '#sync/store/packed/old-rows.ts';
import { thinRows } from '#sync/store/packed/thin-rows.ts';
import type { StorageKeeper } from './storage-keeper.ts';
import { createStorageKeeper } from './storage-keeper.ts';

/** Changes older than this go when room is wanted (D18). */
const SPARE_MS = 48 * 3_600_000;
const changesSpec = packedSpecs.config_changes;
const identity = identityOf('keeper');
const nowMs = Date.parse('2026-01-10T00:00:00Z');
let host: StoreHost;
let journal: DexieJournal;
let cache: DexieCache;
let due: { run: () => void; delayMs: number }[];

function open(hadData = false): StorageKeeper {
  journal = createDexieJournal(identity, host);
  cache = createDexieCache(identity, host);
  return createStorageKeeper({
    journal,
    cache,
    clock: { nowMs: () => nowMs },
    timers: {
      set: (run, delayMs) => {
        due.push({ run, delayMs });
        return () => undefined;
      },
    },
    log: host.log,
    manager: {
      estimate: async () => ({ usage: 7, quota: 9 }),
      persisted: () => Promise.reject(new Error('private')),
    },
    hadData,
  });
}

const change = (id: string, ageMs: number) => ({ id, created_at: new Date(nowMs - ageMs).toISOString() });

beforeEach(() => {
  host = testHost([], { factory: new IDBFactory(), keyRange: IDBKeyRange });
  due = [];
});

it('[QTA5] reports weights, promises and losses, and what the browser refuses to say as unknown', async () => {
  const keeper = open();
  await cache.packed.apply({ tbl: 'config_changes', put: [change('c1', 0)], remove: [] }, 1);
  const report = await keeper.report();
  expect(report).toMatchObject({
    usageBytes: 7,
    quotaBytes: 9,
    isPersisted: null,
    isEvicted: false,
    hasBallast: false,
    pauseReason: null,
    reopens: { journal: 0, cache: 0 },
    documents: { count: 0, bytes: 0, evicted: 0 },
  });
  expect(report.collections.map(({ name }) => name)).toEqual(['config_changes']);
  expect(report.cacheBytes).toBeGreaterThan(0);
});

it('[QTA6] an empty start where there had been something is an eviction, and said', async () => {
  expect((await open(true).report()).isEvicted).toBe(true);
  await journal.mutate({ open: true }, () => ({
    put: [makeOp(identity, { id: 'a', seq: 1 })],
    result: undefined,
  }));
  await journal.close();
  expect((await open(true).report()).isEvicted).toBe(false);
});

it('[QTA1] the leader puts the ballast back, others do not', async () => {
  const keeper = open();
  let leads = false;
  keeper.start(() => leads);
  expect(due[0]?.delayMs).toBe(10_000);
  due.shift()?.run();
  leads = true;
  due.shift()?.run();
  await expect.poll(async () => (await keeper.report()).hasBallast, { timeout: 30_000 }).toBe(true);
});

describe('config pages', () => {
  const item = (id: string, fields: object = {}) => ({
    id,
    health: 'healthy',
    name: `item ${id}`,
    tags: { cluster: 'prod' },
    labels: { app: id, note: 'x'.repeat(400) },
    ...fields,
  });
  const many = Array.from({ length: 300 }, (_, at) => item(`m${String(at).padStart(3, '0')}`));

  async function fill(rows: readonly JsonRow[], epoch = 1): Promise<void> {
    await journal.claimEpoch();
    const cursor = { tbl: 'config_items', values: { updated_at: 't' }, walk: 'done', pulls: 3 } as const;
    const feed = { ...neverPulled('config_items'), status: 'complete' } as const;
    await cache.packed.apply({ tbl: 'config_items', put: rows, remove: [], cursor, feed }, epoch);
  }

  const ids = async (): Promise<readonly string[]> =>
    (await cache.packed.lines('config_items', null, null)).map(({ id }) => id);
  /** Items that have all they had. */
  const left = async (): Promise<readonly string[]> =>
    [...(await cache.packed.get('config_items', await ids()))]
      .filter(([, row]) => 'labels' in row)
      .map(([id]) => id);

  it('[QTA14] take no item off the list: name, tags and health stay', async () => {
    const keeper = open();
    await fill(many);
    expect(await keeper.relieve()).toBe(true);
    expect(await ids()).toHaveLength(300);
    const rows = [...(await cache.packed.get('config_items', ['m007'])).values()];
    expect(rows).toEqual([{ id: 'm007', health: 'healthy', name: 'item m007', tags: { cluster: 'prod' } }]);
    expect(await keeper.relieve()).toBe(false);
    expect(await ids()).toHaveLength(300);
  });

  it('[QTA11] go when nothing else makes room, but not what is pinned, kept, evidence or above it', async () => {
    const keeper = open();
    await fill([
      ...many,
      item('root'),
      item('pinned', { parent_id: 'root' }),
      item('opened'),
      item('looked-at'),
      item('proof'),
      item('ill', { health: 'unhealthy' }),
    ]);
    await journal.putPin({ kind: 'config', id: 'pinned', at: nowMs });
    const document = { kind: 'config', body: '{}', asOf: null, bytes: 2, usedAt: nowMs } as const;
    await cache.documents.put({ ...document, id: 'opened', reasons: ['open-incident:i1'] });
    await cache.documents.put({ ...document, id: 'looked-at', reasons: ['recent'] });
    const evidence = { id: 'e1', hypothesis_id: 'h1', config_id: 'proof', _v: '', _p: 0, _f: 1, _seen: 0 };
    await cache.mutate([{ tbl: 'evidences', id: 'e1' }], 1, () => ({
      putRows: [{ tbl: 'evidences', row: evidence }],
      result: undefined,
    }));
    const before = (await keeper.report()).collections.find(({ name }) => name === 'config_items');
    expect(await keeper.relieve()).toBe(true); // documents that were only looked at go first
    expect(await left()).toHaveLength(306);
    expect(await keeper.relieve()).toBe(true);
    expect(await left()).toEqual(['ill', 'opened', 'pinned', 'proof', 'root']);
    const report = await keeper.report();
    expect(report.reliefs.map(({ step, freed }) => [step, freed])).toEqual([
      ['blobs', 2],
      ['config-pages', 301],
    ]);
    const after = report.collections.find(({ name }) => name === 'config_items');
    expect(after?.bytes).toBeLessThan((before?.bytes ?? 0) / 2);
    expect(await keeper.relieve()).toBe(true); // items that need attention are last
    expect(await left()).toEqual(['opened', 'pinned', 'proof', 'root']);
    expect(await keeper.relieve()).toBe(false);
    expect(keeper.pauseReason()).not.toBeNull();
  });

  it('[QTA12] leave a mark and a claim that is no longer whole, in one transaction with them', async () => {
    const keeper = open();
    await fill(many);
    await keeper.relieve();
    expect(await left()).toEqual([]);
    const cursor = await cache.cursor('config_items');
    expect(cursor).toMatchObject({ values: { updated_at: 't' }, walk: 'done', pulls: 3 });
    const evicted = evictionOf(cursor);
    expect(evicted?.at).toBe(nowMs);
    expect(evicted?.bytes).toBeGreaterThan(300 * 400);
    expect(await cache.feeds()).toMatchObject([{ status: 'partial', lastError: EVICTED_WORDS }]);
  });

  it('[QTA11] nothing leaves when a leader is over, or when nobody knows what is kept', async () => {
    open();
    await fill(many, 3);
    const kept = await keptConfigs(journal, cache);
    expect(await thinRows(cache, packedSpecs.config_items, { kept, nowMs, epoch: 2 })).toBe(0);
    expect(await left()).toHaveLength(300);
    const broken = { ...cache, dump: () => Promise.reject(new Error('unreadable')) };
    await expect(keptConfigs(journal, broken)).rejects.toThrow('unreadable');
    await journal.close();
    await expect(keptConfigs(journal, cache)).rejects.toMatchObject({ info: { kind: 'storage-lost' } });
  });

  it('[QTA11] old changes of what is kept stay as well', async () => {
    open();
    const rows = [
      { ...change('of-kept', SPARE_MS + 1), config_id: 'kept' },
      { ...change('proof', SPARE_MS + 1), config_id: 'other' },
      { ...change('loose', SPARE_MS + 1), config_id: 'other' },
    ];
    await cache.packed.apply({ tbl: 'config_changes', put: rows, remove: [] }, 1);
    const kept = { configs: new Set(['kept']), changes: new Set(['proof']), checks: new Set<string>() };
    expect(await dropOldRows(cache.packed, changesSpec, { epoch: 1, nowMs, kept })).toBe(1);
    const lines = await cache.packed.lines('config_changes', null, null);
    expect(lines.map(({ id }) => id)).toEqual(['of-kept', 'proof']);
  });
});

it('[QTA3] the leader drops changes older than 48 hours; one that is over drops none', async () => {
  open();
  const kept = { configs: new Set<string>(), changes: new Set<string>(), checks: new Set<string>() };
  const rows = [change('new', SPARE_MS), change('old', SPARE_MS + 1), { id: 'odd', created_at: null }];
  await cache.packed.apply({ tbl: 'config_changes', put: rows, remove: [] }, 3);
  expect(await dropOldRows(cache.packed, changesSpec, { epoch: 2, nowMs, kept })).toBe(0);
  expect(await dropOldRows(cache.packed, changesSpec, { epoch: 3, nowMs, kept })).toBe(1);
  expect([...(await cache.packed.get('config_changes', ['new', 'old', 'odd'])).keys()]).toEqual([
    'new',
    'odd',
  ]);
});
