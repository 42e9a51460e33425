import { describe, expect, it } from 'vitest';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { JsonRow } from '#sync/protocol/op.ts';
import { createDexieCache } from '../cache/dexie-cache.ts';
import { compactGrown } from './idle.ts';

const rowOf = (at: number, name: string): JsonRow => ({
  id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
  name,
});

function open() {
  const idb = { factory: new IDBFactory(), keyRange: IDBKeyRange };
  const host = { wait: () => Promise.resolve(), log: { event: () => undefined }, idb };
  return createDexieCache({ userId: 'u', tenant: 't', scopeHash: '' }, host);
}

describe('upkeep of packed collections', () => {
  it('[PCK12] compacts only grown deltas, in slices that can be stopped', async () => {
    const { packed } = open();
    const turn = async (name: string) => {
      for (let from = 0; from < 400; from += 20) {
        const rows = Array.from({ length: 20 }, (_, at) => rowOf((from + at) * 7, name));
        await packed.apply({ tbl: 'config_items', put: rows, remove: [] }, 1);
      }
    };
    const delta = async () => (await packed.versions()).get('config_items')?.deltaRows ?? -1;
    await packed.apply(
      { tbl: 'config_items', put: Array.from({ length: 4_000 }, (_, at) => rowOf(at, 'old')), remove: [] },
      1,
    );
    await turn('new');
    expect(await delta()).toBe(400);
    await compactGrown(packed, async () => true, 500);
    expect(await delta()).toBe(400);
    let pauses = 0;
    await compactGrown(packed, async () => {
      pauses += 1;
      return false;
    });
    expect(pauses).toBe(1);
    const after = await delta();
    expect(after).toBeLessThan(400);
    expect(after).toBeGreaterThan(0);
    await compactGrown(packed, async () => true, 1, 0);
    expect(await delta()).toBe(0);
    expect(await packed.count('config_items')).toBe(4_000);
  });
});
