// First: Dexie looks for IndexedDB once, when it is loaded.
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import { testHost } from '#tests/contract/store/dexie-harness.ts';
import { identityOf, makeOp } from '#tests/contract/store/fixtures.ts';
import { openReader } from '../cache/reader.ts';
import type { StoreHost } from './connection.ts';
import { createDexieCache } from '../cache/dexie-cache.ts';
import { createDexieJournal } from '../journal/dexie-journal.ts';
import { journalSpec } from '../journal/journal-reads.ts';
import type { DexieJournal } from '../journal/dexie-journal.ts';
import { createVault, KEY_BYTES, unsealing } from './vault.ts';
import type { RecordCodec } from './vault.ts';

const random = (bytes: number): Uint8Array => crypto.getRandomValues(new Uint8Array(bytes));
const keyOf = (byte: number): RecordCodec => createVault(new Uint8Array(KEY_BYTES).fill(byte), random);
const [first, second] = [keyOf(1), keyOf(2)];
let runs = 0;
let now = 1_000_000;
let identity = identityOf('key');
let superseded: string[] = [];

function hostOf(codec: RecordCodec | undefined): StoreHost {
  return { ...testHost([]), codec, nowMs: () => now, onSuperseded: (name) => superseded.push(name) };
}

const journalOf = (codec: RecordCodec | undefined): DexieJournal =>
  createDexieJournal(identity, hostOf(codec));

const save = (journal: DexieJournal, id: string, seq: number): Promise<undefined> =>
  journal.mutate({ open: true }, () => ({
    put: [makeOp(identity, { id, seq, patch: { title: `text of ${id}` } })],
    result: undefined,
  }));

async function idsUnder(codec: RecordCodec | undefined): Promise<readonly string[]> {
  const journal = journalOf(codec);
  const ops = await journal.read({ open: true });
  await journal.close();
  return ops.filter(({ patch }) => 'title' in patch).map(({ id }) => id);
}

/** What the start after a change of the lock does. */
async function rewrite(codec: RecordCodec): Promise<void> {
  const journal = journalOf(codec);
  await journal.rewrite();
  await journal.close();
}

beforeEach(() => {
  runs += 1;
  identity = identityOf(`key-${runs}`);
  superseded = [];
});

describe('a page that slept while the lock changed', () => {
  const lost = { info: { kind: 'storage-lost' } };

  it('[LCK10] seals nothing with a key that is forgotten, and closes', async () => {
    const sleeper = journalOf(first);
    await save(sleeper, 'a', 1);
    await rewrite(unsealing(first));
    await expect(save(sleeper, 'b', 2)).rejects.toMatchObject(lost);
    await expect(save(sleeper, 'c', 3)).rejects.toMatchObject(lost);
    expect(superseded).toHaveLength(1);
    expect(await idsUnder(undefined)).toEqual(['a']);
  });

  it('[LCK10] seals nothing with the key of an earlier lock', async () => {
    const sleeper = journalOf(first);
    await save(sleeper, 'a', 1);
    await rewrite(unsealing(first));
    await rewrite(second);
    await expect(save(sleeper, 'b', 2)).rejects.toMatchObject(lost);
    expect(await idsUnder(second)).toEqual(['a']);
  });

  it('[LCK10] writes nothing in the clear once the data is sealed', async () => {
    const sleeper = journalOf(undefined);
    await save(sleeper, 'a', 1);
    await rewrite(first);
    now += 600_000;
    await expect(save(sleeper, 'b', 2)).rejects.toMatchObject(lost);
    expect(await idsUnder(first)).toEqual(['a']);
    expect(await idsUnder(undefined)).toEqual([]);
  });

  it('[LCK10] writes no rows and pages into the copy either', async () => {
    const sleeper = createDexieCache(identity, hostOf(first));
    const put = [{ id: 'c1', name: 'one' }];
    await sleeper.packed.apply({ tbl: 'config_items', put, remove: [] }, 1);
    const opener = createDexieCache(identity, hostOf(unsealing(first)));
    await opener.rewrite();
    const more = { tbl: 'config_items', put: [{ id: 'c2', name: 'two' }], remove: [] } as const;
    await expect(sleeper.packed.apply(more, 1)).rejects.toMatchObject(lost);
    expect((await opener.packed.lines('config_items', null, null)).map(({ id }) => id)).toEqual(['c1']);
    await opener.wipe();
  });
});

describe('a page that has the key', () => {
  it('[LCK10] reads what is sealed, though it can write nothing', async () => {
    const journal = journalOf(first);
    await save(journal, 'a', 1);
    const codec = createVault(new Uint8Array(KEY_BYTES).fill(1), () => {
      throw new Error('a reader does not write');
    });
    const reader = openReader(journalSpec(identity, 'cloned'), { idb: undefined, codec });
    const ops: unknown[] = await reader.read(['ops'], async (db) => db.table('ops').toArray());
    expect(ops).toMatchObject([{ id: 'a', patch: { title: 'text of a' } }]);
    reader.close();
    await journal.close();
  });

  it('[LCK10] goes on writing, also after a sealing that was cut off and done again', async () => {
    const before = journalOf(undefined);
    await save(before, 'a', 1);
    await before.close();
    await rewrite(first);
    await rewrite(first);
    const journal = journalOf(first);
    await save(journal, 'b', 2);
    await Promise.all([save(journal, 'c', 3), save(journal, 'd', 4)]);
    await journal.close();
    expect(await idsUnder(first)).toEqual(['a', 'b', 'c', 'd']);
    await rewrite(unsealing(first));
    const open = journalOf(undefined);
    await save(open, 'e', 5);
    await open.close();
    expect(await idsUnder(undefined)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(superseded).toEqual([]);
  });
});
