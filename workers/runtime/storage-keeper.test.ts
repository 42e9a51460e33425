import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, expect, it } from 'vitest';
import { testHost } from '#tests/contract/store/dexie-harness.ts';
import { identityOf, makeOp } from '#tests/contract/store/fixtures.ts';
import type { StoreHost } from '#sync/store/connection.ts';
import type { DexieCache } from '#sync/store/dexie-cache.ts';
import { createDexieCache } from '#sync/store/dexie-cache.ts';
import type { DexieJournal } from '#sync/store/dexie-journal.ts';
import { createDexieJournal } from '#sync/store/dexie-journal.ts';
import { dropOldChanges, OLD_CHANGE_MS } from '#sync/store/old-changes.ts';
import type { StorageKeeper } from './storage-keeper.ts';
import { createStorageKeeper } from './storage-keeper.ts';

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

it('[QTA3] the leader drops changes older than 48 hours; one that is over drops none', async () => {
  open();
  const rows = [
    change('new', OLD_CHANGE_MS),
    change('old', OLD_CHANGE_MS + 1),
    { id: 'odd', created_at: null },
  ];
  await cache.packed.apply({ tbl: 'config_changes', put: rows, remove: [] }, 3);
  expect(await dropOldChanges(cache.packed, 2, nowMs)).toBe(0);
  expect(await dropOldChanges(cache.packed, 3, nowMs)).toBe(1);
  expect([...(await cache.packed.get('config_changes', ['new', 'old', 'odd'])).keys()]).toEqual([
    'new',
    'odd',
  ]);
});
