import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sumOfShadows } from '#sync/core/outbox/pending-sum.ts';
import type { Identity } from '#sync/protocol/identity.ts';
import type { Cursor, Shadow } from '#sync/protocol/stored.ts';
import type { CacheStore, RowRef } from '#sync/ports.ts';
import { feed, hypothesis, identityOf } from './fixtures.ts';

/** One implementation of the port under test. */
export interface CacheHarness {
  readonly store: CacheStore;
  /** Same data, new session. */
  readonly reopen: () => Promise<CacheStore>;
  readonly close: () => Promise<void>;
}

const ref = (id: string): RowRef => ({ tbl: 'hypotheses', id });
const cursor: Cursor = {
  tbl: 'hypotheses',
  values: { updated_at: '2024-09-01T10:00:00.123456+00:00' },
  walk: { afterId: 'h2', startedAt: '2024-09-01T09:59:00.000Z' },
  pulls: 4,
};
const shadow = (id: string): Shadow => ({
  tbl: 'hypotheses',
  id,
  base: { id, title: 'Server title' },
  fence: 7,
  pending: [{ id: 'op1', seq: 1, kind: 'update', patch: { title: 'Mine' }, state: 'queued' }],
});

async function fill(store: CacheStore, ...ids: string[]): Promise<void> {
  await store.mutate([ref('any')], null, () => ({
    putRows: ids.map((id) => ({ tbl: 'hypotheses' as const, row: hypothesis(id) })),
    result: undefined,
  }));
}

/** The promises of `CacheStore`, run against every implementation (D1, D2, D9, D12, D15, I11, I15, I22). */
export function cacheSuite(label: string, create: (identity: Identity) => Promise<CacheHarness>): void {
  let runs = 0;
  describe(`${label}: cache`, () => {
    let harness: CacheHarness;
    let store: CacheStore;
    beforeEach(async () => {
      runs += 1;
      harness = await create(identityOf(`${label}-cache-${runs}`));
      store = harness.store;
    });
    afterEach(() => harness.close());

    it('starts empty', async () => {
      expect(await store.get(ref('h1'))).toEqual({ row: undefined, shadow: undefined, tombstone: undefined });
      expect(await store.count('hypotheses')).toBe(0);
      expect(await store.feeds()).toEqual([]);
      expect(await store.cursor('hypotheses')).toBeUndefined();
    });

    it('[I11] rows, shadows, tombstones, cursor and feed are stored together', async () => {
      const result = await store.mutate([ref('h1'), ref('h2')], null, (at) => ({
        putRows: [{ tbl: 'hypotheses', row: hypothesis('h1', { _p: 1 }) }],
        putShadows: [shadow('h1')],
        putTombstones: [{ tbl: 'hypotheses', id: 'h2', fence: 3, at: 50 }],
        cursor,
        feed: feed('hypotheses'),
        result: at(ref('h1')).row,
      }));
      expect(result).toBeUndefined();
      const later = await harness.reopen();
      expect(await later.get(ref('h1'))).toEqual({
        row: hypothesis('h1', { _p: 1 }),
        shadow: shadow('h1'),
        tombstone: undefined,
      });
      expect((await later.get(ref('h2'))).tombstone).toEqual({
        tbl: 'hypotheses',
        id: 'h2',
        fence: 3,
        at: 50,
      });
      expect(await later.cursor('hypotheses')).toEqual(cursor);
      expect(await later.feeds()).toEqual([feed('hypotheses')]);
      expect(await later.shadows()).toEqual([shadow('h1')]);
    });

    it('[D9] decides on what the rows are now', async () => {
      await fill(store, 'h1');
      const title = await store.mutate([ref('h1'), ref('h9')], null, (at) => ({
        putRows: [{ tbl: 'hypotheses', row: hypothesis('h1', { title: 'Second' }) }],
        deleteShadows: [ref('h1')],
        result: [at(ref('h1')).row?.['title'], at(ref('h9')).row],
      }));
      expect(title).toEqual(['Title of h1', undefined]);
      expect((await store.get(ref('h1'))).row?.['title']).toBe('Second');
    });

    it('[I22] a throwing decision stores nothing and reaches the caller as it is', async () => {
      await fill(store, 'h1');
      const error = new Error('decided badly');
      const attempt = store.mutate([ref('h1')], 5, () => {
        throw error;
      });
      await expect(attempt).rejects.toBe(error);
      expect((await store.get(ref('h1'))).row).toEqual(hypothesis('h1'));
      // The refused call must not have claimed its epoch either.
      await expect(store.mutate([], 4, () => ({ result: 'fine' }))).resolves.toBe('fine');
    });

    it('refuses rows the call did not name', async () => {
      const look = store.mutate([ref('h1')], null, (at) => ({ result: at(ref('h2')) }));
      await expect(look).rejects.toMatchObject({ info: { kind: 'bug' } });
      const write = store.mutate([ref('h1')], null, () => ({
        putRows: [{ tbl: 'comments', row: hypothesis('c1') }],
        result: undefined,
      }));
      await expect(write).rejects.toMatchObject({ info: { kind: 'bug' } });
      expect(await store.count('comments')).toBe(0);
    });

    it('[I15] a leader of an older epoch is refused, one without an epoch is not', async () => {
      await store.mutate([], 3, () => ({ feed: feed('people'), result: undefined }));
      const stale = store.mutate([], 2, () => ({
        feed: feed('people', { lastRows: 99 }),
        result: undefined,
      }));
      await expect(stale).rejects.toMatchObject({ info: { kind: 'cancelled' } });
      const later = await harness.reopen();
      const again = later.mutate([], 2, () => ({ result: undefined }));
      await expect(again).rejects.toMatchObject({ info: { kind: 'cancelled' } });
      await later.mutate([], 3, () => ({ result: undefined }));
      await later.mutate([], null, () => ({ feed: feed('teams'), result: undefined }));
      const feeds = await later.feeds();
      expect(Object.fromEntries(feeds.map((each) => [each.tbl, each.lastRows]))).toEqual({
        people: 3,
        teams: 3,
      });
    });

    it('[FEN9] a feed state of an older epoch is refused, also after the copy was emptied', async () => {
      await store.putFeeds([feed('people')], 3);
      await store.clear();
      await expect(store.putFeeds([feed('people')], 2)).rejects.toMatchObject({
        info: { kind: 'cancelled' },
      });
      expect(await store.feeds()).toEqual([]);
      // A state of a later term counts as its beginning.
      await store.putFeeds([feed('people')], 4);
      const stale = store.mutate([], 3, () => ({ result: undefined }));
      await expect(stale).rejects.toMatchObject({ info: { kind: 'cancelled' } });
    });

    it('finds rows by an indexed column and refuses any other', async () => {
      await store.mutate([ref('h1')], null, () => ({
        putRows: ['h1', 'h2', 'h3'].map((id) => ({
          tbl: 'hypotheses',
          row: hypothesis(id, { incident_id: id === 'h2' ? 'i2' : 'i1' }),
        })),
        result: undefined,
      }));
      const found = await store.where('hypotheses', 'incident_id', 'i1');
      expect(new Set(found.map((row) => row['id']))).toEqual(new Set(['h1', 'h3']));
      await expect(store.where('hypotheses', 'title', 'x')).rejects.toMatchObject({ info: { kind: 'bug' } });
    });

    it('[D12] lists ids by range, from exclusive, to inclusive', async () => {
      await fill(store, 'b', 'd', 'a', 'c');
      expect(await store.ids('hypotheses', null, null)).toEqual(['a', 'b', 'c', 'd']);
      expect(await store.ids('hypotheses', 'a', 'c')).toEqual(['b', 'c']);
      expect(await store.ids('hypotheses', 'b', null)).toEqual(['c', 'd']);
      expect(await store.ids('hypotheses', null, 'b')).toEqual(['a', 'b']);
      expect(await store.ids('hypotheses', 'd', 'a')).toEqual([]);
      expect(await store.count('hypotheses')).toBe(4);
    });

    it('stores a page of several hundred rows and deletes it again', async () => {
      const names = Array.from({ length: 230 }, (_, at) => `h${String(at).padStart(3, '0')}`);
      await fill(store, ...names);
      expect(await store.ids('hypotheses', null, null)).toEqual(names);
      await store.mutate(names.map(ref), null, () => ({
        deleteRows: names.slice(1).map(ref),
        result: undefined,
      }));
      expect((await store.dump('hypotheses')).map((row) => row['id'])).toEqual(['h000']);
    });

    it('keys feature flags by name', async () => {
      const flag = { name: 'incidents.disable', value: 'true', _v: 'x', _p: 0, _f: 0, _seen: 0 };
      const named: RowRef = { tbl: 'properties', id: 'incidents.disable' };
      await store.mutate([named], null, () => ({
        putRows: [{ tbl: 'properties', row: flag }],
        result: undefined,
      }));
      expect((await store.get(named)).row).toEqual(flag);
    });

    it('[D12.5] drops tombstones older than the given time', async () => {
      await store.mutate([ref('x')], null, () => ({
        putTombstones: [
          { tbl: 'hypotheses', id: 'old', fence: 1, at: 99 },
          { tbl: 'hypotheses', id: 'new', fence: 1, at: 100 },
        ],
        result: undefined,
      }));
      await store.dropTombstones(100);
      expect((await store.get(ref('old'))).tombstone).toBeUndefined();
      expect((await store.get(ref('new'))).tombstone).toMatchObject({ at: 100 });
    });

    it('[D1] [I7] clear forgets what was pulled, but no row with changes that wait, nor which epoch leads', async () => {
      await store.mutate([ref('h1'), ref('h2')], 8, () => ({
        putRows: [
          { tbl: 'hypotheses', row: hypothesis('h1') },
          { tbl: 'hypotheses', row: hypothesis('h2') },
        ],
        putShadows: [shadow('h1')],
        cursor,
        feed: feed('hypotheses'),
        result: undefined,
      }));
      await store.clear();
      expect(await store.dump('hypotheses')).toEqual([hypothesis('h1')]);
      expect(await store.shadows()).toEqual([shadow('h1')]);
      expect(await store.feeds()).toEqual([]);
      expect(await store.cursor('hypotheses')).toBeUndefined();
      await expect(store.mutate([], 7, () => ({ result: 1 }))).rejects.toMatchObject({
        info: { kind: 'cancelled' },
      });
    });

    it('[JRN18] keeps the sum over what is pending with every write of a shadow', async () => {
      const other = (id: string, title: string): Shadow => {
        const known = shadow(id);
        return { ...known, pending: known.pending.map((op) => ({ ...op, patch: { title } })) };
      };
      const write = (put: readonly Shadow[], gone: readonly RowRef[], named: readonly RowRef[]) =>
        store.mutate(named, null, () => ({ putShadows: put, deleteShadows: gone, result: undefined }));
      const sums: unknown[] = [await store.pending()];
      const look = async (): Promise<void> => {
        expect(await store.pending()).toEqual(sumOfShadows(await store.shadows()));
        sums.push(await store.pending());
      };
      await write([shadow('h1'), shadow('h2')], [], [ref('h1'), ref('h2')]);
      await look();
      await write([other('h1', 'Other')], [ref('h2')], [ref('h1'), ref('h2')]);
      await look();
      await write([shadow('h2')], [ref('h1'), ref('h9')], []);
      await look();
      await write([], [ref('h2')], [ref('h2')]);
      await look();
      expect(new Set(sums.slice(1).map((sum) => JSON.stringify(sum))).size).toBe(4);
      await write([shadow('h3')], [], [ref('h3')]);
      store = await harness.reopen();
      await look();
      await store.clear();
      expect((await store.shadows()).map(({ id }) => id)).toEqual(['h3']);
      await write([shadow('h1')], [], [ref('h1')]);
      await look();
    });

    it('does not share rows with its callers', async () => {
      const row = { ...hypothesis('h1'), labels: { a: 1 } };
      await store.mutate([ref('h1')], null, () => ({
        putRows: [{ tbl: 'hypotheses', row }],
        result: undefined,
      }));
      row.labels.a = 2;
      expect((await store.get(ref('h1'))).row?.['labels']).toEqual({ a: 1 });
    });
  });
}
