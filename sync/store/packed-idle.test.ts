import { describe, expect, it } from 'vitest';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { JsonRow } from '#sync/protocol/op.ts';
import { createDexieCache } from './dexie-cache.ts';
import { compactGrown, trimPacked } from './packed-idle.ts';

const tbl = 'config_changes';
const change = (at: number, created: string | null): JsonRow => ({
  id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
  created_at: created,
});
const day = (at: number): string => `2024-09-${String(at).padStart(2, '0')}T10:00:00.5+00:00`;

function open() {
  const idb = { factory: new IDBFactory(), keyRange: IDBKeyRange };
  const host = { wait: () => Promise.resolve(), log: { event: () => undefined }, idb };
  return createDexieCache({ userId: 'u', tenant: 't', scopeHash: '' }, host);
}

describe('upkeep of packed collections', () => {
  it('[PCK11] trims a window by server time, then by number, newest first', async () => {
    const { packed } = open();
    const rows = Array.from({ length: 20 }, (_, at) => change(at, day(at + 1)));
    await packed.apply(
      { tbl, put: [...rows, change(90, null), change(91, '2024-09-10T12:00:00.5+02:00')], remove: [] },
      1,
    );
    const window = { column: 'created_at', notBefore: day(10), keep: 1_000 };
    expect(await trimPacked(packed, tbl, window, 1)).toBe(9);
    expect(await packed.count(tbl)).toBe(13);
    expect(await trimPacked(packed, tbl, window, 1)).toBe(0);
    expect(await trimPacked(packed, tbl, { ...window, keep: 3 }, 1)).toBe(9);
    const left = await packed.lines(tbl, null, null);
    expect(left.map(({ id }) => Number(id.slice(-2)))).toEqual([17, 18, 19, 90]);
  });

  it('a leader whose epoch is over does not trim', async () => {
    const { packed } = open();
    await packed.apply({ tbl, put: [change(1, day(1))], remove: [] }, 5);
    const window = { column: 'created_at', notBefore: day(10), keep: 10 };
    await expect(trimPacked(packed, tbl, window, 4)).rejects.toMatchObject({ info: { kind: 'cancelled' } });
    expect(await packed.count(tbl)).toBe(1);
  });

  it('[PCK12] compacts only grown deltas, in slices that can be stopped', async () => {
    const { packed } = open();
    const put = (at: number, name: string) => ({ ...change(at, day(1)), name });
    const turn = async (name: string) => {
      for (let from = 0; from < 400; from += 20) {
        const rows = Array.from({ length: 20 }, (_, at) => put((from + at) * 7, name));
        await packed.apply({ tbl: 'config_items', put: rows, remove: [] }, 1);
      }
    };
    const delta = async () => (await packed.versions()).get('config_items')?.deltaRows ?? -1;
    await packed.apply(
      { tbl: 'config_items', put: Array.from({ length: 4_000 }, (_, at) => put(at, 'old')), remove: [] },
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
