import { Dexie } from 'dexie';
import { IDBDatabase, IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { hypothesis, identityOf, makeOp } from '#tests/contract/store/fixtures.ts';
import { SyncError } from '../../errors.ts';
import type { StoreHost } from './connection.ts';
import { databaseNames } from './connection.ts';
import { createDexieCache } from '../cache/dexie-cache.ts';
import { createDexieJournal } from '../journal/dexie-journal.ts';
import { cacheName, journalName } from './names.ts';
import { classifyStorage } from './storage-errors.ts';

interface TestHost extends StoreHost {
  readonly waits: number[];
  readonly codes: string[];
  readonly told: string[];
  readonly idb: NonNullable<StoreHost['idb']>;
}

function host(): TestHost {
  const [waits, codes, told]: [number[], string[], string[]] = [[], [], []];
  return {
    waits,
    codes,
    told,
    wait: async (delayMs) => {
      waits.push(delayMs);
    },
    log: { event: (_level, code) => codes.push(code) },
    onBlocked: (name) => told.push(`blocked ${name}`),
    onSuperseded: (name) => told.push(`superseded ${name}`),
    idb: { factory: new IDBFactory(), keyRange: IDBKeyRange },
  };
}

const identity = identityOf('connection');
const op = makeOp(identity, { id: 'a', seq: 1 });
/** Makes transactions fail to start. Install it before opening: Dexie keeps the method of the opened database. */
function armTransactions(): (name: string, times: number) => void {
  // oxlint-disable-next-line typescript/unbound-method -- applied below to the database it was called on
  const real = IDBDatabase.prototype.transaction;
  let [name, left] = ['', 0];
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function transaction(
    this: IDBDatabase,
    ...args: Parameters<typeof real>
  ) {
    if (left > 0) {
      left -= 1;
      throw new DOMException('gone', name);
    }
    return real.apply(this, args);
  });
  return (nextName, times) => {
    [name, left] = [nextName, times];
  };
}

async function emptied(name: string, { factory, keyRange }: TestHost['idb']): Promise<void> {
  await new Dexie(name, { indexedDB: factory, IDBKeyRange: keyRange }).delete();
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('lost connections', () => {
  it.each(['UnknownError', 'InvalidStateError', 'DatabaseClosedError'])(
    '[D18] %s: reopens and runs the call again',
    async (name) => {
      const on = host();
      const failWith = armTransactions();
      const store = createDexieJournal(identity, on);
      await store.meta();
      failWith(name, 5);
      await store.mutate({ open: true }, () => ({ put: [op], result: undefined }));
      expect(on.waits[0]).toBe(200);
      expect(on.codes).toContain('storage.reopen');
      expect(await store.read({ open: true })).toEqual([op]);
    },
  );

  it('[D18] a database deleted under its connection ends the copy instead of starting an empty one', async () => {
    const vanished: string[] = [];
    const on = host();
    const failWith = armTransactions();
    const store = createDexieJournal(identity, {
      ...on,
      onVanished: (name) => vanished.push(name),
      wait: async () => {
        // The browser closes the connection and deletes; here both happen between two tries.
        await emptied(journalName(identity), on.idb);
      },
    });
    await store.mutate({ open: true }, () => ({ put: [op], result: undefined }));
    failWith('UnknownError', 1);
    await expect(store.read({ open: true })).rejects.toMatchObject({ info: { kind: 'storage-lost' } });
    expect(vanished).toEqual([journalName(identity)]);
    await expect(store.read({ open: true })).rejects.toMatchObject({ info: { kind: 'storage-lost' } });
  });

  it('[D18] gives up after three tries with storage-lost, and works again later', async () => {
    const on = host();
    const failWith = armTransactions();
    const store = createDexieJournal(identity, on);
    await store.meta();
    failWith('UnknownError', 1_000);
    const attempt = store.mutate({ open: true }, () => ({ put: [op], result: undefined }));
    await expect(attempt).rejects.toMatchObject({ info: { kind: 'storage-lost' } });
    expect(on.waits).toEqual([200, 600, 2_000]);
    vi.restoreAllMocks();
    await store.mutate({ open: true }, () => ({ put: [op], result: undefined }));
    expect(await store.read({ open: true })).toHaveLength(1);
  });

  it('[I22] a full disk is storage-full at once, and the journal stays readable', async () => {
    const on = host();
    const store = createDexieJournal(identity, on);
    await store.mutate({ open: true }, () => ({ put: [op], result: undefined }));
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const second = makeOp(identity, { id: 'b', seq: 2 });
    const attempt = store.mutate({ open: true }, () => ({ put: [second], result: undefined }));
    await expect(attempt).rejects.toMatchObject({ info: { kind: 'storage-full' } });
    expect(on.waits).toEqual([]);
    vi.restoreAllMocks();
    expect(await store.read({ open: true })).toEqual([op]);
    expect((await store.meta()).lastSeq).toBe(1);
  });

  it('[I22] the cache keeps rows and cursor together when the disk is full', async () => {
    const store = createDexieCache(identity, host());
    const ref = { tbl: 'hypotheses', id: 'h1' } as const;
    await store.get(ref);
    // oxlint-disable-next-line typescript/unbound-method -- called below on the store it was called on
    const real = IDBObjectStore.prototype.put;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function put(
      this: IDBObjectStore,
      value,
      key,
    ) {
      if (this.name === 'cursors') throw new DOMException('full', 'QuotaExceededError');
      return real.call(this, value, key);
    });
    const attempt = store.mutate([ref], null, () => ({
      putRows: [{ tbl: 'hypotheses', row: hypothesis('h1') }],
      cursor: { tbl: 'hypotheses', values: {}, walk: 'done', pulls: 1 },
      result: undefined,
    }));
    await expect(attempt).rejects.toMatchObject({ info: { kind: 'storage-full' } });
    vi.restoreAllMocks();
    expect((await store.get(ref)).row).toBeUndefined();
  });
});

describe('other tabs', () => {
  it('[D17] closes when another tab deletes the database, and does not bring it back', async () => {
    const on = host();
    const store = createDexieJournal(identity, on);
    await store.meta();
    await createDexieJournal(identity, { ...on, onSuperseded: undefined }).wipe();
    expect(on.told).toEqual([`superseded ${journalName(identity)}`]);
    await expect(store.meta()).rejects.toMatchObject({ info: { kind: 'storage-lost' } });
    expect(await databaseNames(on)).toEqual([]);
  });

  it('[D17] tells of a tab that blocks, and does not hang', async () => {
    const on = host();
    const stubborn = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = on.idb.factory.open(journalName(identity), 10);
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(new Error('not opened')));
    });
    const store = createDexieJournal(identity, on);
    await expect(store.wipe()).rejects.toMatchObject({ info: { kind: 'storage-lost' } });
    expect(on.told).toEqual([`blocked ${journalName(identity)}`]);
    expect(on.waits).toEqual([1_000, 9_000]);
    stubborn.close();
  });
});

describe('wipe and seal', () => {
  it('[I18] leaves no database of the identity, and touches no other', async () => {
    const on = host();
    const other = createDexieCache(identityOf('other'), on);
    await other.count('people');
    const journal = createDexieJournal(identity, on);
    const cache = createDexieCache(identity, on);
    await journal.meta();
    await cache.count('people');
    expect(await databaseNames(on)).toHaveLength(3);
    await journal.wipe();
    await cache.wipe();
    expect(await databaseNames(on)).toEqual([cacheName(identityOf('other'))]);
    await expect(journal.meta()).rejects.toMatchObject({ info: { kind: 'storage-lost' } });
    await journal.wipe();
  });

  it('[I18] says so when a database is still there', async () => {
    const on = host();
    const store = createDexieJournal(identity, on);
    await store.meta();
    vi.spyOn(on.idb.factory, 'databases').mockResolvedValue([{ name: journalName(identity), version: 10 }]);
    await expect(store.wipe()).rejects.toMatchObject({ info: { kind: 'storage-lost' } });
  });

  it('[I17] refuses databases sealed for somebody else', async () => {
    const on = host();
    const forge = async (name: string, table: string, record: object) => {
      const db = new Dexie(name, { indexedDB: on.idb.factory, IDBKeyRange });
      await db.open();
      await db.table(table).put(record);
      db.close();
    };
    const thief = identityOf('somebody else');
    const journal = createDexieJournal(identity, on);
    await journal.meta();
    await journal.close();
    await forge(journalName(identity), 'device_meta', { key: 'meta', lastSeq: 1, epoch: 1, identity: thief });
    await expect(createDexieJournal(identity, on).meta()).rejects.toMatchObject({ info: { kind: 'bug' } });
    const cache = createDexieCache(identity, on);
    await cache.count('people');
    await cache.close();
    await forge(cacheName(identity), 'cache_meta', { key: 'identity', identity: thief });
    await expect(createDexieCache(identity, on).count('people')).rejects.toMatchObject({
      info: { kind: 'bug' },
    });
  });

  it('[D4] never gives a number twice after the counters are lost', async () => {
    const on = host();
    const first = createDexieJournal(identity, on);
    await first.mutate({ open: true }, () => ({ put: [{ ...op, seq: 41, epoch: 6 }], result: undefined }));
    await first.close();
    const db = new Dexie(journalName(identity), { indexedDB: on.idb.factory, IDBKeyRange });
    await db.open();
    await db.table('device_meta').clear();
    db.close();
    expect(await createDexieJournal(identity, on).meta()).toEqual({ lastSeq: 41, epoch: 6, identity });
  });

  it('[D22] names differ by person, server and scope, and do not show them', () => {
    const names = [
      identity,
      { ...identity, userId: 'b' },
      { ...identity, tenant: 'https://other' },
      { ...identity, scopeHash: 'x' },
    ].map(journalName);
    expect(new Set(names).size).toBe(4);
    expect(names[0]).toMatch(/^journal-[0-9a-f]{16}$/);
    expect(cacheName(identity)).toMatch(/^cache-[0-9a-f]{16}-v\d+$/);
  });
});

describe('classification by name', () => {
  const dexieError = (name: string, inner?: unknown) =>
    Object.assign(new Error('same words'), { name, inner });
  it.each([
    [dexieError('QuotaExceededError'), false, 'storage-full'],
    [dexieError('AbortError', dexieError('QuotaExceededError')), false, 'storage-full'],
    [
      Object.assign(dexieError('BulkError'), { failures: [dexieError('QuotaExceededError')] }),
      false,
      'storage-full',
    ],
    [dexieError('AbortError'), true, 'storage-lost'],
    [dexieError('OpenFailedError', dexieError('UnknownError')), true, 'storage-lost'],
    [dexieError('VersionError'), false, 'storage-lost'],
    [dexieError('TypeError'), false, 'bug'],
    ['text', false, 'bug'],
    [new SyncError({ kind: 'cancelled', message: '' }), false, 'cancelled'],
  ])('%s → retry %s, %s', (thrown, retry, kind) => {
    const verdict = classifyStorage(thrown);
    expect([verdict.retry, verdict.error.info.kind]).toEqual([retry, kind]);
  });
});
