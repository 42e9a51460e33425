import { proxy, wrap } from 'comlink';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Identity } from '#sync/protocol/identity.ts';
import type { IndexQuery, IndexState } from '#sync/protocol/index-query.ts';
import type { DexieCache } from '#sync/store/cache/dexie-cache.ts';
import { createDexieCache } from '#sync/store/cache/dexie-cache.ts';
import type { IndexContract } from '#workers/contracts/index-contract.ts';
import type { SyncContract } from '#workers/contracts/sync-contract.ts';
import { deviceTimers, waitWith } from '#workers/runtime/timers.ts';
import { testHost } from '#tests/contract/store/dexie-harness.ts';
import { feed, identityOf } from '#tests/contract/store/fixtures.ts';
import { idOf, item, items } from '#tests/contract/store/packed-suite.ts';

/** Nothing listens here, so every request ends like one without a network. */
const NO_SERVER = 'http://127.0.0.1:1/api';
/** Machines of CI are slow; a lost message costs five seconds. */
const PATIENCE = { timeout: 30_000, interval: 50 };

const tbl = 'config_items';
const query: IndexQuery = {
  filters: [{ kind: 'values', column: 'health', include: ['unhealthy'], exclude: [] }],
  text: 'payments',
  sort: { column: 'name', descending: false },
  offset: 0,
  limit: 10,
  facets: [{ column: 'health', limit: 5 }],
  groups: null,
};

let runs = 0;
let identity: Identity;
let cache: DexieCache;
const workers: Worker[] = [];

async function spawn() {
  const worker = new Worker(new URL('../../workers/sync.worker.ts', import.meta.url), { type: 'module' });
  workers.push(worker);
  const contract = wrap<SyncContract & IndexContract>(worker);
  const started = await contract.start({
    identity,
    apiBase: NO_SERVER,
    tabId: `tab-${workers.length}`,
    appVersion: '0.1.0',
  });
  expect(started).toEqual({ ok: true, value: null });
  return contract;
}

beforeEach(() => {
  runs += 1;
  identity = identityOf(`index-worker-${runs}`);
  // Stands for a leader in another tab whose messages are lost.
  cache = createDexieCache(identity, testHost([], undefined, waitWith(deviceTimers)));
});

afterEach(async () => {
  for (const worker of workers.splice(0)) worker.terminate();
  await cache.wipe();
});

describe('the index of a real worker', () => {
  it('[IDX2] answers from what an earlier session stored, with its claim', async () => {
    const put = [...items(0, 300), item(500, { health: 'unhealthy' })];
    await cache.packed.apply({ tbl, put, remove: [], feed: feed(tbl) }, 1);
    const contract = await spawn();
    const answer = await contract.queryIndex(tbl, query);
    expect(answer).toMatchObject({
      ok: true,
      value: {
        ids: [idOf(500)],
        total: 1,
        all: 301,
        version: 1,
        state: 'complete',
        facets: [
          {
            column: 'health',
            values: [
              { value: 'healthy', count: 300 },
              { value: 'unhealthy', count: 1 },
            ],
          },
        ],
      },
    });
    const rows = await contract.indexRows(tbl, [idOf(500), 'nowhere']);
    expect(rows).toEqual({ ok: true, value: [item(500, { health: 'unhealthy' }), null] });
  });

  it('[IDX3] follows the writes of another tab without hearing of them', async () => {
    const contract = await spawn();
    const states: IndexState[] = [];
    const subscribed = await contract.subscribeIndex(
      tbl,
      proxy((state: IndexState) => {
        states.push(state);
      }),
    );
    expect(subscribed.ok).toBe(true);
    await vi.waitFor(() => expect(states.at(-1)?.version).toBe(0), PATIENCE);
    await cache.packed.apply({ tbl, put: [item(1, { health: 'unhealthy' })], remove: [] }, 1);
    await vi.waitFor(() => expect(states.at(-1)?.version).toBe(1), PATIENCE);
    expect(await contract.queryIndex(tbl, query)).toMatchObject({ ok: true, value: { total: 1 } });
  });

  it('a question that is none is refused as plain data', async () => {
    const contract = await spawn();
    const odd = { ...query, limit: -1 };
    expect(await contract.queryIndex(tbl, odd)).toMatchObject({ ok: false, error: { kind: 'bug' } });
  });
});
