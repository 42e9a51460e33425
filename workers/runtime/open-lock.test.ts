import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, expect, it } from 'vitest';
import { cacheStores } from '#sync/store/cache-schema.ts';
import { CACHE_EPOCH, cachePrefix } from '#sync/store/names.ts';
import { identityOf, makeOp } from '#tests/contract/store/fixtures.ts';
import type { Stores } from './stores.ts';
import { openStores } from './stores.ts';

const identity = identityOf('open-lock');
const nothing = (): void => undefined;
const op = makeOp(identity, { id: 'a', seq: 1, patch: { title: 'Needle' } });

function open(key?: Uint8Array): Stores {
  return openStores(
    identity,
    { event: nothing },
    () => Promise.resolve(),
    { superseded: nothing, blocked: nothing, vanished: nothing },
    { manager: undefined, hadData: false, key },
  );
}

async function onDisk(): Promise<string> {
  const texts: string[] = [];
  for (const { name } of await indexedDB.databases()) {
    if (name === undefined || !name.startsWith('journal-')) continue;
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.addEventListener('success', () => resolve(opening.result));
      opening.addEventListener('error', () => reject(new Error('not opened')));
    });
    const records = await new Promise<unknown>((resolve) => {
      const request = db.transaction('ops').objectStore('ops').getAll();
      request.addEventListener('success', () => resolve(request.result));
    });
    db.close();
    texts.push(JSON.stringify(records));
  }
  return texts.join('');
}

async function save(): Promise<void> {
  const stores = open();
  await stores.recover();
  await stores.journal.mutate({ open: true }, () => ({ put: [op], result: undefined }));
  await stores.close();
}

afterEach(async () => {
  const stores = open();
  await stores.wipe(Number.MAX_SAFE_INTEGER);
});

it('[LCK6] a locked device opens with the PIN alone, and what lay open is sealed by the first start', async () => {
  await save();
  const before = open();
  const key = await before.lock.create('271828');
  await before.close();
  const stranger = open();
  await expect(stranger.recover()).rejects.toMatchObject({ info: { kind: 'unauthorized' } });
  await stranger.close();
  expect(await onDisk()).toContain('Needle');
  const owner = open(key);
  await owner.recover();
  expect(await owner.journal.read({ open: true })).toEqual([op]);
  expect(await owner.lock.record()).toMatchObject({ state: 'on' });
  await owner.close();
  expect(await onDisk()).not.toContain('Needle');
});

it('[LCK6] a lock that was given up is opened by the next start, with what was sealed meanwhile', async () => {
  await save();
  const first = open();
  const key = await first.lock.create('271828');
  await first.close();
  const owner = open(key);
  await owner.recover();
  await owner.lock.giveUp(key);
  // Another tab that has not heard of it yet.
  const late = makeOp(identity, { id: 'b', seq: 2, patch: { title: 'Late' } });
  await owner.journal.mutate({ ids: [] }, () => ({ put: [late], result: undefined }));
  await owner.close();
  const after = open();
  await after.recover();
  expect(await after.journal.read({ open: true })).toEqual([op, late]);
  expect(await after.lock.record()).toBeNull();
  await after.close();
  expect(await onDisk()).toContain('Needle');
});

it('[LCK6] a tab that still has the key of a lock that is gone does not seal anything any more', async () => {
  const tab = open(new Uint8Array(32));
  await expect(tab.recover()).rejects.toMatchObject({ info: { kind: 'rejected' } });
  await tab.close();
});

it('[LCK6] a start with the key of a lock that was given up meanwhile opens the data and seals nothing', async () => {
  await save();
  const first = open();
  const key = await first.lock.create('271828');
  await first.close();
  const owner = open(key);
  await owner.recover();
  await owner.lock.giveUp(key);
  await owner.close();
  const late = open(key);
  await expect(late.recover()).rejects.toMatchObject({ info: { kind: 'rejected' } });
  await late.close();
  const after = open();
  await after.recover();
  expect(await after.journal.read({ open: true })).toEqual([op]);
  await after.close();
});

/** A row as an earlier version of the app left it, in a cache that readers may still use. */
async function leaveOldCache(): Promise<void> {
  const db = new Dexie(`${cachePrefix(identity)}${CACHE_EPOCH - 1}`);
  db.version(1).stores(cacheStores());
  await db.table('hypotheses').put({ id: 'h1', title: 'Old needle' });
  db.close();
}

async function oldRows(): Promise<string> {
  const db = new Dexie(`${cachePrefix(identity)}${CACHE_EPOCH - 1}`);
  await db.open();
  const rows: unknown[] = await db.table('hypotheses').toArray();
  db.close();
  return JSON.stringify(rows);
}

it('[LCK6] a cache of an earlier version is sealed and opened with the rest', async () => {
  await leaveOldCache();
  const before = open();
  const key = await before.lock.create('271828');
  await before.close();
  const owner = open(key);
  await owner.recover();
  expect(await oldRows()).not.toContain('Old needle');
  await owner.lock.giveUp(key);
  await owner.close();
  const after = open();
  await after.recover();
  await after.close();
  expect(await oldRows()).toContain('Old needle');
});
