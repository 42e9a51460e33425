import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, it } from 'vitest';
import { sumOfShadows } from '../../core/outbox/pending-sum.ts';
import type { Shadow } from '../../protocol/stored.ts';
import { buildDexie } from '../device/connection.ts';
import { cacheSpec } from '../cache/cache-spec.ts';
import { createDexieCache } from '../cache/dexie-cache.ts';

const identity = { userId: 'u', tenant: 't', scopeHash: '' };
const shadow = (id: string): Shadow => ({
  tbl: 'hypotheses',
  id,
  base: null,
  fence: 0,
  pending: [{ id: `op-${id}`, seq: 1, kind: 'update', patch: { title: 'Mine' }, state: 'queued' }],
});

describe('the stored sum over what is pending', () => {
  it('[JRN18] is made anew when it is gone or a shadow turns out to be damaged', async () => {
    const idb = { factory: new IDBFactory(), keyRange: IDBKeyRange };
    const cache = createDexieCache(identity, {
      wait: () => Promise.resolve(),
      log: { event: () => undefined },
      idb,
    });
    const put = (id: string) =>
      cache.mutate([{ tbl: 'hypotheses', id }], null, () => ({
        putShadows: [shadow(id)],
        result: undefined,
      }));
    await put('h1');
    await put('h2');
    const db = buildDexie(cacheSpec(identity, 'disabled'), { idb });
    await db.table('base_rows').delete(['#pending', 'sum']);
    expect(await cache.pending()).toBeUndefined();
    await put('h3');
    const all = sumOfShadows(['h1', 'h2', 'h3'].map(shadow));
    expect(await cache.pending()).toEqual(all);
    await db.table('base_rows').put({ tbl: 'hypotheses', id: 'h1', base: 'damaged' });
    // Nobody has met it yet.
    await put('h2');
    expect(await cache.pending()).toEqual(all);
    await put('h1');
    expect(await cache.pending()).toEqual(all);
    await db.table('base_rows').put({ tbl: 'hypotheses', id: 'h1', base: 'damaged' });
    const named = ['h1', 'h2'].map((id) => ({ tbl: 'hypotheses', id }) as const);
    // As a pull does that brings the row: what waits on it is not in it any more.
    await cache.mutate(named, null, () => ({ result: undefined }));
    expect(await cache.pending()).toEqual(sumOfShadows([shadow('h2'), shadow('h3')]));
    await cache.mutate(named, null, () => ({ deleteShadows: named.slice(1), result: undefined }));
    expect(await cache.pending()).toEqual(sumOfShadows([shadow('h3')]));
    db.close();
    await cache.close();
  });
});
