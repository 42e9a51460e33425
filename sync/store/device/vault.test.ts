import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import { testHost } from '#tests/contract/store/dexie-harness.ts';
import { feed, hypothesis, identityOf, makeOp } from '#tests/contract/store/fixtures.ts';
import type { StoreHost } from './connection.ts';
import { createDexieCache } from '../cache/dexie-cache.ts';
import { createDexieJournal } from '../journal/dexie-journal.ts';
import { cacheName, journalName } from './names.ts';
import { createVault, KEY_BYTES, unsealing } from './vault.ts';

const identity = identityOf('vault');
let count = 0;
const random = (bytes: number): Uint8Array => {
  count += 1;
  return new Uint8Array(bytes).fill(count % 251);
};
const keyOf = (byte: number): Uint8Array => new Uint8Array(KEY_BYTES).fill(byte);
const vault = createVault(keyOf(1), random);

let plain: StoreHost;
let locked: StoreHost;

beforeEach(() => {
  plain = testHost([], { factory: new IDBFactory(), keyRange: IDBKeyRange });
  locked = { ...plain, codec: vault };
});

/** Everything that lies in a database, as text. */
async function onDisk(name: string): Promise<string> {
  const db = new Dexie(name, { indexedDB: plain.idb!.factory, IDBKeyRange });
  await db.open();
  const all = await Promise.all(db.tables.map((table) => table.toArray()));
  db.close();
  return JSON.stringify(all, (_key, value: unknown) =>
    value instanceof Uint8Array ? new TextDecoder('latin1').decode(value) : value,
  );
}

describe('vault', () => {
  it('[LCK1] opens what it sealed, binary parts included, and shows only what it must', () => {
    const record = {
      id: 'a',
      tbl: 'x',
      text: 'ü',
      at: [1, null],
      columns: { n: new Float64Array([1.5, -2]) },
    };
    const sealed = vault.encode(record, ['id'], 'place');
    expect(Object.keys(sealed as object)).toEqual(['id', '_sealed']);
    expect(vault.decode(sealed, 'place')).toEqual(record);
  });

  it('[LCK1] a record of another key, another place or a changed one is not opened', () => {
    const sealed = vault.encode({ id: 'a', text: 'secret' }, ['id'], 'place') as { _sealed: Uint8Array };
    expect(createVault(keyOf(2), random).decode(sealed, 'place')).toBe(sealed);
    expect(vault.decode(sealed, 'elsewhere')).toBe(sealed);
    const changed = sealed._sealed.slice();
    changed[20] = (changed[20] ?? 0) ^ 1;
    expect(vault.decode({ id: 'a', _sealed: changed }, 'place')).toMatchObject({ id: 'a', _sealed: changed });
  });

  it('[LCK1] what was never sealed comes back as it lies', () => {
    expect(vault.decode({ id: 'a' }, 'place')).toEqual({ id: 'a' });
    expect(vault.decode(undefined, 'place')).toBeUndefined();
  });
});

describe('sealed databases', () => {
  it('[LCK2] the journal works as ever, and its texts are not on the disk', async () => {
    const journal = createDexieJournal(identity, locked);
    const op = makeOp(identity, {
      id: 'a',
      seq: 1,
      patch: { title: 'Needle' },
      guard: { updatedAt: null, fields: { title: 'Thread' } },
    });
    await journal.mutate({ open: true }, () => ({ put: [op], result: undefined }));
    await journal.putDraft({ key: 'k', text: 'Haystack', savedAt: 1, fromOpId: null });
    await journal.mutate({ ids: [] }, () => ({
      notices: [{ id: 'n', kind: 'failed', message: 'Straw', opIds: ['a'], createdAt: 1, readAt: null }],
      result: undefined,
    }));
    expect(await journal.read({ open: true })).toEqual([op]);
    expect(await journal.read({ row: { tbl: op.tbl, id: op.rowId } })).toEqual([op]);
    expect((await journal.drafts())[0]?.text).toBe('Haystack');
    expect((await journal.notices())[0]?.message).toBe('Straw');
    await journal.close();
    expect(await onDisk(journalName(identity))).not.toMatch(/Needle|Thread|Haystack|Straw/);
    const later = createDexieJournal(identity, locked);
    expect(await later.read({ ids: ['a'] })).toEqual([op]);
  });

  it('[LCK2] the cache works as ever: rows by index, packed pages, documents', async () => {
    const cache = createDexieCache(identity, locked);
    const ref = { tbl: 'hypotheses', id: 'h1' } as const;
    await cache.mutate([ref], null, () => ({
      putRows: [{ tbl: 'hypotheses', row: hypothesis('h1', { title: 'Needle', incident_id: 'i1' }) }],
      putShadows: [{ tbl: 'hypotheses', id: 'h1', base: { title: 'Thread' }, fence: 0, pending: [] }],
      feed: feed('hypotheses', { badSample: 'Straw' }),
      result: undefined,
    }));
    await cache.packed.apply({ tbl: 'config_items', put: [{ id: 'c1', name: 'Haystack' }], remove: [] }, 1);
    await cache.packed.compact('config_items', 10);
    await cache.documents.put({
      kind: 'config',
      id: 'd1',
      body: '"Barn"',
      asOf: null,
      bytes: 6,
      reasons: ['recent'],
      usedAt: 1,
    });
    expect(await cache.where('hypotheses', 'incident_id', 'i1')).toMatchObject([{ title: 'Needle' }]);
    expect((await cache.shadows())[0]?.base).toEqual({ title: 'Thread' });
    expect((await cache.packed.get('config_items', ['c1'])).get('c1')).toMatchObject({ name: 'Haystack' });
    expect((await cache.documents.get('config', 'd1'))?.body).toBe('"Barn"');
    expect((await cache.documents.weigh()).count).toBe(1);
    await cache.close();
    expect(await onDisk(cacheName(identity))).not.toMatch(/Needle|Thread|Haystack|Straw|Barn/);
  });

  it('[LCK2] without the key nothing is readable, and nothing is lost', async () => {
    const journal = createDexieJournal(identity, locked);
    const op = makeOp(identity, { id: 'a', seq: 1 });
    await journal.mutate({ open: true }, () => ({ put: [op], result: undefined }));
    await journal.close();
    const stranger = createDexieJournal(identity, plain);
    expect(await stranger.read({ open: true })).toMatchObject([{ id: 'a', state: 'parked', patch: {} }]);
    await stranger.mutate({ open: true }, () => ({ put: [{ ...op, state: 'sending' }], result: undefined }));
    await stranger.close();
    expect(await createDexieJournal(identity, locked).read({ open: true })).toEqual([op]);
  });

  it('[LCK3] what lay open is sealed where it lies, and opened again when the lock goes', async () => {
    const before = createDexieJournal(identity, plain);
    const op = makeOp(identity, { id: 'a', seq: 1, patch: { title: 'Needle' } });
    await before.mutate({ open: true }, () => ({ put: [op], result: undefined }));
    await before.close();
    const sealing = createDexieJournal(identity, locked);
    await sealing.rewrite();
    expect(await sealing.read({ open: true })).toEqual([op]);
    await sealing.close();
    expect(await onDisk(journalName(identity))).not.toContain('Needle');
    const opening = createDexieJournal(identity, { ...plain, codec: unsealing(vault) });
    await opening.rewrite();
    await opening.close();
    expect(await createDexieJournal(identity, plain).read({ open: true })).toEqual([op]);
  });

  it('[LCK3] a cache is sealed where it lies, too', async () => {
    const before = createDexieCache(identity, plain);
    await before.packed.apply({ tbl: 'config_items', put: [{ id: 'c1', name: 'Haystack' }], remove: [] }, 1);
    await before.close();
    const sealing = createDexieCache(identity, locked);
    await sealing.rewrite();
    expect((await sealing.packed.get('config_items', ['c1'])).get('c1')).toMatchObject({ name: 'Haystack' });
    await sealing.close();
    expect(await onDisk(cacheName(identity))).not.toContain('Haystack');
  });
});
