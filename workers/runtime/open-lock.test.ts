import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, expect, it } from 'vitest';
import { cacheStores } from '#sync/store/cache/schema.ts';
import { CACHE_EPOCH, cachePrefix } from '#sync/store/device/names.ts';
import { identityOf, makeOp } from '#tests/contract/store/fixtures.ts';
import { lockKindOf } from './lock.ts';
import type { Stores } from './stores.ts';
import { openStores } from './stores.ts';

const identity = identityOf('open-lock');
const nothing = (): void => undefined;
const op = makeOp(identity, { id: 'a', seq: 1, patch: { title: 'Needle' } });

function open(key?: Uint8Array, superseded: () => void = nothing): Stores {
  return openStores(
    identity,
    { event: nothing },
    () => Promise.resolve(),
    { superseded, blocked: nothing, vanished: nothing },
    { manager: undefined, hadData: false, key },
  );
}

/** Asks the operations of the journal as they lie. */
async function ofOps<T>(
  mode: 'readonly' | 'readwrite',
  ask: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
  const opening = indexedDB.open(names.find((name) => name.startsWith('journal-')) ?? '');
  const db = await settled(opening);
  try {
    return await settled(ask(db.transaction('ops', mode).objectStore('ops')));
  } finally {
    db.close();
  }
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(new Error('not read')));
  });
}

const onDisk = async (): Promise<string> =>
  JSON.stringify(await ofOps('readonly', (store) => store.getAll()));

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
  const key = await before.lock.create({ kind: 'pin', pin: '271828' });
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

it('[LCK8] a new lock seals what lies there at once, before anybody proves anything', async () => {
  await save();
  await leaveOldCache();
  const before = open();
  const key = await before.lock.create({ kind: 'pin', pin: '271828' });
  expect(await onDisk()).toContain('Needle');
  await before.seal(key, true);
  expect(await onDisk()).not.toContain('Needle');
  expect(await oldRows()).not.toContain('Old needle');
  expect(await before.lock.record()).toMatchObject({ state: 'on' });
  const owner = open(key);
  await owner.recover();
  expect(await owner.journal.read({ open: true })).toEqual([op]);
  await owner.close();
});

it('[LCK8] a tab that stays may have written in the clear once more: the lock says so and the next start seals that, too', async () => {
  await save();
  const late = makeOp(identity, { id: 'b', seq: 2, patch: { title: 'Late' } });
  const before = open();
  await before.journal.mutate({ ids: [] }, () => ({ put: [late], result: undefined }));
  const inTheClear: unknown = await ofOps('readonly', (store) => store.get('b'));
  const key = await before.lock.create({ kind: 'pin', pin: '271828' });
  await before.seal(key, false);
  expect(await onDisk()).not.toMatch(/Needle|Late/);
  // As a version of the app does that looks at no mark.
  await ofOps('readwrite', (store) => store.put(inTheClear));
  expect(await onDisk()).toContain('Late');
  expect(lockKindOf(await before.lock.record())).toEqual({ kind: 'pin', isUnfinished: true });
  const owner = open(key);
  await owner.recover();
  expect(await owner.journal.read({ open: true })).toEqual([op, late]);
  expect(lockKindOf(await owner.lock.record())).toEqual({ kind: 'pin' });
  await owner.close();
  expect(await onDisk()).not.toContain('Late');
});

it('[LCK10] a tab that stays when the lock is put on saves nothing more, and closes', async () => {
  await save();
  const ended: string[] = [];
  const stayed = open(undefined, () => ended.push('superseded'));
  const before = open();
  const key = await before.lock.create({ kind: 'pin', pin: '271828' });
  await before.seal(key, false);
  const late = makeOp(identity, { id: 'b', seq: 2, patch: { title: 'Late' } });
  const saving = stayed.journal.mutate({ ids: [] }, () => ({ put: [late], result: undefined }));
  await expect(saving).rejects.toMatchObject({ info: { kind: 'storage-lost' } });
  expect(ended).toEqual(['superseded']);
  await stayed.close();
  expect(await onDisk()).not.toContain('Late');
});

it('[LCK9] a lock that was given up asks for nothing any more, also before the start that opens the data', async () => {
  const stores = open();
  const key = await stores.lock.create({ kind: 'pin', pin: '271828' });
  await stores.lock.giveUp(key);
  expect(lockKindOf(await stores.lock.record())).toBeNull();
  await stores.close();
});

it('[LCK6] a lock that was given up is opened by the next start, with what was sealed meanwhile', async () => {
  await save();
  const first = open();
  const key = await first.lock.create({ kind: 'pin', pin: '271828' });
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
  const key = await first.lock.create({ kind: 'pin', pin: '271828' });
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
  const key = await before.lock.create({ kind: 'pin', pin: '271828' });
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
