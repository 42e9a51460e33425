import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Identity } from '#sync/protocol/identity.ts';
import type { JsonRow } from '#sync/protocol/op.ts';
import { createDexieCache } from '#sync/store/cache/dexie-cache.ts';
import { feed, identityOf } from './fixtures.ts';
import { testHost } from './dexie-harness.ts';
import { behind, dexiePacked } from './packed-harness.ts';
import type { PackedHarness } from './packed-suite.ts';
import { idOf, item, items, packedSuite } from './packed-suite.ts';

const events: string[] = [];
const host = testHost(events, { factory: new IDBFactory(), keyRange: IDBKeyRange });

packedSuite('dexie-node', (identity) => dexiePacked(identity, host));

const tbl = 'config_items';
const cursor = { tbl, values: {}, walk: 'done' as const, pulls: 1 };

interface Page {
  readonly tbl: string;
  readonly page: string;
  readonly text: string;
}

describe('pages on disk', () => {
  let identity: Identity;
  let harness: PackedHarness;
  let runs = 0;
  beforeEach(async () => {
    runs += 1;
    events.length = 0;
    identity = identityOf(`packed-pages-${runs}`);
    harness = await dexiePacked(identity, host);
    return () => harness.close();
  });

  const pages = (): Promise<Page[]> =>
    behind(identity, host, (db) => db.table<Page>('packed_pages').toArray());
  const write = (put: readonly JsonRow[], remove: readonly string[] = []) =>
    harness.store.packed.apply({ tbl, put, remove, cursor, feed: feed(tbl) }, 1);

  it('fills whole pages from a walk in id order and never rewrites them', async () => {
    const walk = items(0, 1_000);
    await write(walk.slice(0, 500));
    const first = await pages();
    await write(walk.slice(500));
    const all = await pages();
    expect(first).toHaveLength(5);
    expect(all).toHaveLength(10);
    expect(all.slice(0, 5)).toEqual(first);
  });

  it('takes scattered changes into the delta and touches no page', async () => {
    await write(items(0, 1_000));
    const before = await pages();
    await write(
      [1, 111, 222, 333, 444].map((at) => item(at, { health: 'warning' })),
      [idOf(555)],
    );
    expect(await pages()).toEqual(before);
    expect((await harness.store.packed.versions()).get(tbl)?.deltaRows).toBe(6);
  });

  it('writes a page at once when a quarter of it changed', async () => {
    await write(items(0, 100));
    await write(items(0, 60, { health: 'warning' }));
    expect((await harness.store.packed.versions()).get(tbl)?.deltaRows).toBe(0);
    expect(await pages()).toHaveLength(1);
    expect(await harness.store.packed.count(tbl)).toBe(100);
  });

  it('[PCK10] splits pages by bytes, counting wide text twice', async () => {
    await write(items(0, 100, { description: 'x'.repeat(3_000) }));
    const wide = items(200, 300, { description: 'ж'.repeat(3_000) });
    await harness.store.packed.apply({ tbl: 'config_changes', put: wide, remove: [] }, 1);
    const cut = await pages();
    expect(cut.filter((page) => page.text.includes('ж')).length).toBeGreaterThan(9);
    for (const page of cut) {
      expect(page.text.length * (page.text.includes('ж') ? 2 : 1)).toBeLessThan(64 * 1024);
    }
    expect(await harness.store.packed.count(tbl)).toBe(100);
    const huge = item(999, { description: 'y'.repeat(200_000) });
    await write([huge, ...items(400, 500)]);
    const found = await harness.store.packed.get(tbl, [idOf(999), idOf(450)]);
    expect(found.get(idOf(999))).toEqual(huge);
    expect(found.size).toBe(2);
  });

  it('keeps append-only pages whole: later rows go behind, changed rows over', async () => {
    const change = (at: number): JsonRow => ({ id: idOf(at), summary: `change ${at}` });
    const put = (from: number, to: number) =>
      harness.store.packed.apply(
        {
          tbl: 'config_changes',
          put: Array.from({ length: to - from }, (_, at) => change(from + at)),
          remove: [],
        },
        1,
      );
    await put(0, 200);
    const before = await pages();
    await put(150, 400);
    expect((await pages()).slice(0, before.length)).toEqual(before);
    expect(await harness.store.packed.count('config_changes')).toBe(400);
  });

  it('[PCK5] two contexts that write and compact by turns remember nothing that is no longer true', async () => {
    const other = createDexieCache(identity, host);
    const stores = [harness.store.packed, other.packed];
    const expected = { config_items: new Map<string, JsonRow>(), config_changes: new Map<string, JsonRow>() };
    for (let turn = 0; turn < 40; turn += 1) {
      for (const name of ['config_items', 'config_changes'] as const) {
        const store = stores[(turn * 7) % 3 === 0 ? 0 : 1];
        const size = turn % 4 === 0 ? 120 : 7;
        const put = Array.from({ length: size }, (_, at) =>
          item((turn * 53 + at * 3) % 500, { name: `turn ${turn}` }),
        );
        const remove = [idOf((turn * 31) % 500), idOf((turn * 17) % 500)];
        await store?.apply({ tbl: name, put, remove }, 1);
        for (const id of remove) expected[name].delete(id);
        for (const row of put) expected[name].set(String(row['id']), row);
        if (turn % 5 === 2) await stores[turn % 2]?.compact(name, 3);
        expect(await store?.count(name)).toBe(expected[name].size);
      }
    }
    for (const name of ['config_items', 'config_changes'] as const) {
      const ids = [...expected[name].keys()];
      for (const store of stores) expect(await store.get(name, ids)).toEqual(expected[name]);
    }
    await other.close();
  });

  const damages: readonly [string, (page: Page) => object][] = [
    ['a text cut short', (page) => ({ ...page, text: page.text.slice(0, -40) })],
    ['a row of another page', (page) => ({ ...page, text: page.text.replaceAll(idOf(0), 'x') })],
    ['another shape', ({ tbl: name, page }) => ({ tbl: name, page, text: 7 })],
  ];
  it.each(damages)('[PCK9] drops a page with %s and asks for it again', async (_name, spoil) => {
    await write(items(0, 400));
    await write([item(1, { name: 'in the delta' })]);
    const page = (await pages()).find((each) => each.text.includes(idOf(0)));
    if (page === undefined) throw new Error('no page');
    const lost = page.text.split('\n').length;
    await behind(identity, host, (db) => db.table('packed_pages').put(spoil(page)));

    let seen: JsonRow[] = [];
    const version = await harness.store.packed.read(tbl, null, {
      begin: () => {
        seen = [];
      },
      put: (rows) => {
        seen.push(...rows);
      },
      remove: () => undefined,
    });

    const state = (await harness.store.packed.versions()).get(tbl);
    expect(events).toContain('packed.damaged');
    expect(state).toMatchObject({ damagedPages: 1, version, floor: version });
    expect(seen).toHaveLength(state?.count ?? -1);
    expect(400 - seen.length).toBeGreaterThanOrEqual(lost - 1);
    expect(seen.find((row) => row['id'] === idOf(1))?.['name']).toBe('in the delta');
    expect(await harness.store.cursor(tbl)).toBeUndefined();
    expect(await harness.store.feeds()).toMatchObject([{ tbl, status: 'partial' }]);

    const again = await write([
      ...items(0, 400).filter((row) => row['id'] !== idOf(1)),
      item(1, { name: 'in the delta' }),
    ]);
    expect(again.changed).toBe(400 - seen.length);
    expect(await harness.store.packed.count(tbl)).toBe(400);
  });

  it('[PCK9] meets damage while reading rows, writing and compacting', async () => {
    const spoilAll = () =>
      behind(identity, host, (db) => db.table('packed_pages').toCollection().modify({ text: 'nothing' }));
    await write(items(0, 100));
    await spoilAll();
    expect(await harness.store.packed.get(tbl, [idOf(1)])).toEqual(new Map());
    expect(await harness.store.packed.count(tbl)).toBe(0);

    await write(items(0, 100));
    await spoilAll();
    expect((await write(items(0, 50, { name: 'new' }))).changed).toBe(50);
    expect(await harness.store.packed.count(tbl)).toBe(50);
    expect(await harness.store.cursor(tbl)).toBeUndefined();

    await write(items(50, 100));
    await write([item(500)]);
    await spoilAll();
    expect(await harness.store.packed.compact(tbl, 5)).toBe(0);
    expect([...(await harness.store.packed.get(tbl, [idOf(500), idOf(60)])).keys()]).toEqual([idOf(500)]);
  });

  it('[PCK9] a damaged head takes its page along', async () => {
    await write(items(0, 300));
    await behind(identity, host, async (db) => {
      const head: unknown = await db.table('packed_heads').toCollection().first();
      await db.table('packed_heads').put({ ...(head as object), hashes: 'gone' }); // a head is an object
    });
    const lines = await harness.store.packed.lines(tbl, null, null);
    expect(lines).toHaveLength(200);
    expect(await harness.store.packed.count(tbl)).toBe(200);
    expect((await harness.store.packed.versions()).get(tbl)?.damagedPages).toBe(1);
    expect(await pages()).toHaveLength(2);
  });

  it('[PCK9] a damaged delta record is dropped', async () => {
    await write(items(0, 300));
    await write([item(3, { name: 'new' }), item(1_000)]);
    await behind(identity, host, (db) =>
      db
        .table('packed_delta')
        .toCollection()
        .modify((segment: { readonly ids: string; texts: string }) => {
          const place = segment.ids.split('\n').indexOf(idOf(3));
          segment.texts = segment.texts.split('\n').with(place, '{').join('\n');
        }),
    );
    expect((await harness.store.packed.get(tbl, [idOf(3)])).get(idOf(3))).toEqual(item(3));
    expect(await harness.store.packed.count(tbl)).toBe(301);
    expect(await harness.store.cursor(tbl)).toBeUndefined();
  });

  it('[PCK6] sorts segments anew that a write or a compaction leaves in many pieces', async () => {
    const segments = () =>
      behind(identity, host, (db) => db.table<{ readonly ids: string }>('packed_delta').toArray());
    const inDelta = async () => (await segments()).flatMap(({ ids }) => ids.split('\n'));
    await write(items(0, 2_000));
    const changed = Array.from({ length: 600 }, (_, at) => at * 3);
    for (let from = 0; from < 600; from += 20) {
      await write(changed.slice(from, from + 20).map((at) => item(at, { name: 'first' })));
    }
    expect(await segments()).toHaveLength(30);
    await write(
      changed.filter((at) => at % 2 === 0).map((at) => item(at, { name: 'second' })),
      [idOf(3)],
    );
    const ids = await inDelta();
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(600);
    expect(await segments()).toHaveLength(13);
    let left = await harness.store.packed.compact(tbl, 2);
    expect(left).toBeLessThan(600);
    expect((await inDelta()).length).toBe(left);
    while (left > 0) left = await harness.store.packed.compact(tbl, 8);
    expect(await segments()).toEqual([]);
    const rows = await harness.store.packed.get(tbl, [0, 3, 6, 9, 1_999].map(idOf));
    expect([...rows.values()].map((row) => row['name'])).toEqual([
      'second',
      'second',
      'first',
      item(1_999)['name'],
    ]);
  });

  it('[PCK9] a write that meets a damaged delta record counts what it changed', async () => {
    await write(items(0, 300));
    await write([item(3, { name: 'new' })]);
    await behind(identity, host, (db) => db.table('packed_delta').toCollection().modify({ texts: 7 }));
    expect(await write([item(3, { name: 'newer' }), item(4)])).toMatchObject({ changed: 1, removed: 0 });
    expect(events).toContain('packed.damaged');
    expect((await harness.store.packed.get(tbl, [idOf(3)])).get(idOf(3))?.['name']).toBe('newer');
    expect(await harness.store.packed.count(tbl)).toBe(300);
    expect(await harness.store.cursor(tbl)).toBeUndefined();
  });
});
