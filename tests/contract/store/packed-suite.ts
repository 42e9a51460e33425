import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Identity } from '#sync/protocol/identity.ts';
import type { JsonRow } from '#sync/protocol/op.ts';
import type { PackedName } from '#sync/protocol/packed.ts';
import type { CacheStore, PackedWrite } from '#sync/ports.ts';
import type { PackedLibrary } from '#sync/store/packed/types.ts';
import { feed, identityOf } from './fixtures.ts';

/** A cache with its packed collections. */
export interface PackedCache extends CacheStore {
  readonly packed: PackedLibrary;
}

/** One implementation of the port under test. */
export interface PackedHarness {
  readonly store: PackedCache;
  /** Same data, new session. */
  readonly reopen: () => Promise<PackedCache>;
  readonly close: () => Promise<void>;
}

const tbl = 'config_items';
const changes = 'config_changes';

/** Ids whose text order is not the order of the numbers behind them. */
export function idOf(at: number): string {
  const mixed = (Math.imul(at, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0');
  return `${mixed}-0000-4000-8000-${String(at).padStart(12, '0')}`;
}

/** A slim config item. */
export function item(at: number, over: JsonRow = {}): JsonRow {
  return {
    id: idOf(at),
    name: `payments-api-${at}`,
    type: 'Kubernetes::Pod',
    health: 'healthy',
    tags: { cluster: 'prod', namespace: `team-${at % 7}` },
    updated_at: `2024-09-01T10:00:00.${String(at % 1_000_000).padStart(6, '0')}+00:00`,
    ...over,
  };
}

/** Rows `from..to-1` in id order, as a bootstrap walk brings them. */
export function items(from: number, to: number, over: JsonRow = {}): JsonRow[] {
  const rows = Array.from({ length: to - from }, (_, at) => item(from + at, over));
  return rows.sort((a, b) => (String(a['id']) < String(b['id']) ? -1 : 1));
}

const put = (rows: readonly JsonRow[], over: Partial<PackedWrite> = {}): PackedWrite => ({
  tbl,
  put: rows,
  remove: [],
  ...over,
});

/** A reader that keeps up by version, as the index does. */
class Reader {
  readonly rows = new Map<string, JsonRow>();
  version: number | null = null;
  fulls = 0;
  touched = 0;
  readonly #of: PackedName;
  constructor(of: PackedName = tbl) {
    this.#of = of;
  }

  async catchUp(store: PackedLibrary): Promise<void> {
    this.touched = 0;
    this.version = await store.read(this.#of, this.version, {
      begin: (isFull) => {
        if (isFull) {
          this.rows.clear();
          this.fulls += 1;
        }
      },
      put: (rows) => {
        for (const row of rows) this.rows.set(String(row['_k'] ?? row['id']), row);
        this.touched += rows.length;
      },
      remove: (ids) => {
        for (const id of ids) this.rows.delete(id);
      },
    });
  }
}

const sorted = (rows: Iterable<JsonRow>): JsonRow[] =>
  [...rows].sort((a, b) => (String(a['id']) < String(b['id']) ? -1 : 1));

async function compactAll(store: PackedLibrary, of: PackedName = tbl): Promise<void> {
  for (let turns = 0; turns < 1_000; turns += 1) {
    if ((await store.compact(of, 3)) === 0) return;
  }
  throw new Error('Compaction does not come to an end');
}

/** The promises of `PackedStore` and `PackedLibrary`, run against every implementation (D9, D12, D19, I11, I15). */
export function packedSuite(label: string, create: (identity: Identity) => Promise<PackedHarness>): void {
  let runs = 0;
  describe(`${label}: packed`, () => {
    let harness: PackedHarness;
    let packed: PackedLibrary;
    beforeEach(async () => {
      runs += 1;
      harness = await create(identityOf(`${label}-packed-${runs}`));
      packed = harness.store.packed;
    });
    afterEach(() => harness.close());

    it('starts empty', async () => {
      expect(await packed.count(tbl)).toBe(0);
      expect(await packed.lines(tbl, null, null)).toEqual([]);
      expect(await packed.get(tbl, [idOf(1)])).toEqual(new Map());
      expect((await packed.versions()).get(tbl)).toMatchObject({ version: 0, count: 0 });
    });

    it('[PCK14] a cursor that carries on is not stored where the one before it was dropped', async () => {
      const cursor = { tbl, values: { updated_at: 'x' }, walk: 'done' as const, pulls: 1 };
      const next = { ...cursor, pulls: 2 };
      await packed.apply(put(items(0, 30), { cursor: next, feed: feed(tbl), follows: true }), 1);
      expect(await packed.count(tbl)).toBe(30);
      expect(await harness.store.cursor(tbl)).toBeUndefined();
      expect(await harness.store.feeds()).toEqual([]);
      await packed.apply(put([], { cursor }), 1);
      await packed.apply(put([], { cursor: next, feed: feed(tbl), follows: true }), 1);
      expect(await harness.store.cursor(tbl)).toEqual(next);
      expect(await harness.store.feeds()).toHaveLength(1);
    });

    it('[PCK1] rows, cursor and feed are stored together and survive a new session', async () => {
      const cursor = { tbl, values: { updated_at: 'x' }, walk: 'done' as const, pulls: 1 };
      const answer = await packed.apply(put(items(0, 300), { cursor, feed: feed(tbl) }), 1);
      expect(answer).toMatchObject({ changed: 300, removed: 0 });
      const later = await harness.reopen();
      expect(await later.packed.count(tbl)).toBe(300);
      expect(await later.cursor(tbl)).toEqual(cursor);
      expect(await later.feeds()).toEqual([feed(tbl)]);
      const found = await later.packed.get(tbl, [idOf(7), idOf(299), 'nowhere']);
      expect(found).toEqual(
        new Map([
          [idOf(7), item(7)],
          [idOf(299), item(299)],
        ]),
      );
    });

    it('[I15] a leader of an older epoch is refused, here as in the tables of rows', async () => {
      await packed.apply(put([item(1)]), 3);
      await expect(packed.apply(put([item(2)]), 2)).rejects.toMatchObject({ info: { kind: 'cancelled' } });
      await expect(harness.store.mutate([], 2, () => ({ result: null }))).rejects.toMatchObject({
        info: { kind: 'cancelled' },
      });
      expect(await packed.count(tbl)).toBe(1);
    });

    it('refuses a row without a key and stores nothing of its write', async () => {
      const attempt = packed.apply(put([item(1), { name: 'nameless' }], { feed: feed(tbl) }), 1);
      await expect(attempt).rejects.toMatchObject({ info: { kind: 'bug' } });
      expect(await packed.count(tbl)).toBe(0);
      expect(await harness.store.feeds()).toEqual([]);
    });

    it('[PCK2] rows that are as they were are not written, and the version stands still', async () => {
      await packed.apply(put(items(0, 250)), 1);
      const before = (await packed.versions()).get(tbl)?.version;
      expect(await packed.apply(put(items(0, 250)), 1)).toMatchObject({ changed: 0, removed: 0 });
      expect((await packed.versions()).get(tbl)?.version).toBe(before);
      const edited = [item(5), item(6, { health: 'unhealthy' }), item(900)];
      expect(await packed.apply(put(edited), 1)).toMatchObject({ changed: 2, removed: 0 });
      expect(await packed.apply(put(edited), 1)).toMatchObject({ changed: 0, removed: 0 });
      expect((await packed.get(tbl, [idOf(6)])).get(idOf(6))?.['health']).toBe('unhealthy');
      expect(await packed.count(tbl)).toBe(251);
    });

    it('[PCK15] says which version a write found, which it made, and how many rows there are then', async () => {
      const told: object[] = [];
      const apply = async (write: PackedWrite): Promise<void> => {
        const { before, version, count } = await packed.apply(write, 1);
        expect((await packed.versions()).get(tbl)).toMatchObject({ version, count });
        told.push({ moved: version - before, count });
      };
      await apply(put(items(0, 250)));
      await apply(put(items(0, 250)));
      await apply(put([item(3, { name: 'renamed' }), item(300)], { remove: [idOf(4), idOf(5)] }));
      await apply(put([], { remove: ['nowhere'], cursor: { tbl, values: {}, walk: 'done', pulls: 1 } }));
      expect(told).toEqual([
        { moved: 1, count: 250 },
        { moved: 0, count: 250 },
        { moved: 1, count: 249 },
        { moved: 0, count: 249 },
      ]);
    });

    it('[PCK3] removes rows from pages and from the delta, and lets them come back', async () => {
      await packed.apply(put(items(0, 250)), 1);
      await packed.apply(put([item(1_000), item(3, { name: 'renamed' })]), 1);
      const gone = [idOf(1_000), idOf(3), idOf(4), 'nowhere'];
      expect(await packed.apply(put([], { remove: gone }), 1)).toMatchObject({ changed: 0, removed: 3 });
      expect(await packed.apply(put([], { remove: gone }), 1)).toMatchObject({ changed: 0, removed: 0 });
      expect(await packed.get(tbl, gone)).toEqual(new Map());
      expect(await packed.count(tbl)).toBe(248);
      expect(await packed.apply(put([item(4)]), 1)).toMatchObject({ changed: 1, removed: 0 });
      expect(await packed.count(tbl)).toBe(249);
      await compactAll(packed);
      expect(await packed.count(tbl)).toBe(249);
      expect((await packed.lines(tbl, null, null)).length).toBe(249);
      expect((await packed.get(tbl, [idOf(4), idOf(3)])).size).toBe(1);
    });

    it('[PCK13] takes columns from rows as they are stored, in pages and in the delta, once', async () => {
      await packed.apply(put(items(0, 250)), 1);
      await packed.apply(put([item(3, { name: 'renamed' })]), 1);
      const before = await packed.get(tbl, [idOf(3), idOf(200)]);
      const thin = { ids: [idOf(3), idOf(200), 'nowhere'], columns: ['health', 'odd'] };
      expect(await packed.apply(put([], { thin }), 1)).toMatchObject({ changed: 2, removed: 0 });
      expect(await packed.apply(put([], { thin }), 1)).toMatchObject({ changed: 0, removed: 0 });
      const after = await packed.get(tbl, [idOf(3), idOf(200)]);
      for (const [id, row] of before) {
        const { health, ...rest } = row;
        expect([typeof health, after.get(id)]).toEqual(['string', rest]);
      }
      expect(after.get(idOf(3))).toMatchObject({ name: 'renamed' });
      await compactAll(packed);
      expect((await packed.get(tbl, [idOf(200)])).get(idOf(200))).not.toHaveProperty('health');
      expect(await packed.count(tbl)).toBe(250);
    });

    it('replaces a row that one write removes and puts', async () => {
      await packed.apply(put(items(0, 10)), 1);
      const answer = await packed.apply(put([item(2, { name: 'new' })], { remove: [idOf(2)] }), 1);
      expect(answer.changed).toBe(1);
      expect((await packed.get(tbl, [idOf(2)])).get(idOf(2))?.['name']).toBe('new');
      expect(await packed.count(tbl)).toBe(10);
    });

    it('[PCK4] lists digest lines of an id range in id order, delta included', async () => {
      await packed.apply(put(items(0, 400)), 1);
      await packed.apply(put([item(7, { updated_at: null }), item(5_000)], { remove: [idOf(8)] }), 1);
      const expected = sorted([...items(0, 400), item(5_000)])
        .filter((row) => row['id'] !== idOf(8))
        .map((row) => ({
          id: String(row['id']),
          updatedAt: row['id'] === idOf(7) ? null : String(row['updated_at']),
        }));
      expect(await packed.lines(tbl, null, null)).toEqual(expected);
      const from = expected[100]?.id ?? '';
      const to = expected[250]?.id ?? '';
      expect(await packed.lines(tbl, from, to)).toEqual(expected.slice(101, 251));
      expect(await packed.lines(tbl, null, from)).toEqual(expected.slice(0, 101));
      expect(await packed.lines(tbl, to, null)).toEqual(expected.slice(251));
    });

    it('[PCK5] a reader that keeps up by version sees what a new reader sees', async () => {
      const reader = new Reader();
      await packed.apply(put(items(0, 500)), 1);
      await reader.catchUp(packed);
      expect(reader.rows.size).toBe(500);
      await packed.apply(put([item(3, { name: 'x' }), item(700)], { remove: [idOf(9)] }), 1);
      await reader.catchUp(packed);
      expect(reader.touched).toBeLessThan(200);
      await packed.apply(put(items(100, 400, { health: 'warning' })), 1);
      await packed.apply(put([], { remove: items(20, 60).map((row) => String(row['id'])) }), 1);
      await reader.catchUp(packed);
      expect(reader.fulls).toBe(1);
      const fresh = new Reader();
      await fresh.catchUp(packed);
      expect(sorted(reader.rows.values())).toEqual(sorted(fresh.rows.values()));
      expect(fresh.rows.size).toBe(await packed.count(tbl));
    });

    it('[PCK6] compaction changes no row, whoever reads before, during or after it', async () => {
      const old = new Reader();
      await packed.apply(put(items(0, 600)), 1);
      await old.catchUp(packed);
      for (let at = 0; at < 6; at += 1) {
        const edits = [at, at + 50, at + 90, at + 3_000].map((each) => item(each, { name: `turn ${at}` }));
        await packed.apply(put(edits, { remove: [idOf(400 + at)] }), 1);
      }
      const before = new Reader();
      await before.catchUp(packed);
      await packed.compact(tbl, 1);
      await before.catchUp(packed);
      await compactAll(packed);
      expect((await packed.versions()).get(tbl)?.deltaRows).toBe(0);
      await old.catchUp(packed);
      await before.catchUp(packed);
      const fresh = new Reader();
      const later = (await harness.reopen()).packed;
      await fresh.catchUp(later);
      expect(sorted(old.rows.values())).toEqual(sorted(fresh.rows.values()));
      expect(sorted(before.rows.values())).toEqual(sorted(fresh.rows.values()));
      expect(fresh.rows.size).toBe(await later.count(tbl));
      expect(fresh.rows.get(idOf(5))?.['name']).toBe('turn 5');
    });

    it('[PCK7] append-only collections take rows in any order, with derived keys', async () => {
      const change = (at: number, over: JsonRow = {}): JsonRow => ({
        id: idOf(at),
        config_id: idOf(at % 10),
        created_at: `2024-09-01T10:${String(at % 60).padStart(2, '0')}:00+00:00`,
        summary: `change ${at}`,
        ...over,
      });
      for (let page = 0; page < 4; page += 1) {
        const rows = Array.from({ length: 200 }, (_, at) => change(page * 200 + at));
        await packed.apply({ tbl: changes, put: rows, remove: [] }, 1);
      }
      const again = [change(3), change(799, { summary: 'again' }), change(2_000)];
      expect(await packed.apply({ tbl: changes, put: again, remove: [idOf(10)] }, 1)).toMatchObject({
        changed: 2,
        removed: 1,
      });
      await compactAll(packed, changes);
      const reader = new Reader(changes);
      await reader.catchUp(packed);
      expect(reader.rows.size).toBe(800);
      expect(await packed.count(changes)).toBe(800);
      expect(reader.rows.get(idOf(799))?.['summary']).toBe('again');
      const run = { _k: 'c1~2024-09-01T10:00:00+00:00', check_id: 'c1', status: true };
      await packed.apply({ tbl: 'check_statuses', put: [run], remove: [] }, 1);
      expect((await packed.get('check_statuses', [run._k])).get(run._k)).toEqual(run);
    });

    it('[PCK11] a scan visits every row once, delta included', async () => {
      const scan = async (): Promise<JsonRow[]> => {
        const rows: JsonRow[] = [];
        await packed.scan(tbl, (more) => {
          rows.push(...more);
        });
        return sorted(rows);
      };
      expect(await scan()).toEqual([]);
      await packed.apply(put(items(0, 300)), 1);
      await packed.apply(put([item(3, { name: 'x' }), item(900)], { remove: [idOf(4)] }), 1);
      const expected = [...items(0, 300), item(900)]
        .filter((row) => row['id'] !== idOf(4))
        .map((row) => (row['id'] === idOf(3) ? item(3, { name: 'x' }) : row));
      expect(await scan()).toEqual(sorted(expected));
    });

    it('[PCK8] clearing the cache empties the collections and sends every reader back to the start', async () => {
      const reader = new Reader();
      await packed.apply(put(items(0, 150)), 1);
      await reader.catchUp(packed);
      await harness.store.clear();
      expect(await packed.count(tbl)).toBe(0);
      await packed.apply(put([item(1)]), 1);
      await reader.catchUp(packed);
      expect([...reader.rows.keys()]).toEqual([idOf(1)]);
      expect(reader.fulls).toBe(2);
    });

    it('keeps the newest snapshot of the columns', async () => {
      await packed.putSnapshot({ tbl, version: 4, body: new Uint32Array([1, 2]) });
      await packed.putSnapshot({ tbl, version: 3, body: 'older' });
      const later = (await harness.reopen()).packed;
      expect(await later.snapshot(tbl)).toEqual({ tbl, version: 4, body: new Uint32Array([1, 2]) });
      expect(await later.snapshot(changes)).toBeUndefined();
    });
  });
}
