import { Dexie } from 'dexie';
import { afterEach, describe, expect, it } from 'vitest';
import { deviceTimers, waitWith } from '#workers/runtime/timers.ts';
import { testHost } from '#tests/contract/store/dexie-harness.ts';
import { identityOf, makeOp } from '#tests/contract/store/fixtures.ts';
import { createDexieCache } from '#sync/store/cache/dexie-cache.ts';
import { createDexieJournal } from '#sync/store/journal/dexie-journal.ts';
import { cacheName, journalName } from '#sync/store/device/names.ts';

const identity = identityOf('damaged-in-browser');
const events: string[] = [];
const host = testHost(events, undefined, waitWith(deviceTimers));

/** Writes a record past the stores, as a fault of the disk. */
async function damage(database: string, table: string, record: object): Promise<void> {
  const db = new Dexie(database);
  await db.open();
  await db.table(table).put(record);
  db.close();
}

afterEach(async () => {
  events.length = 0;
  await createDexieJournal(identity, host).wipe();
  await createDexieCache(identity, host).wipe();
});

describe('a damaged disk under the real IndexedDB', () => {
  it('[DSK6] counters, seal and records are found out, and everything whole is still there', async () => {
    const journal = createDexieJournal(identity, host);
    await journal.mutate({ open: true }, () => ({
      put: [makeOp(identity, { id: 'a', seq: 3 }), makeOp(identity, { id: 'b', seq: 4 })],
      result: undefined,
    }));
    await journal.close();
    const cache = createDexieCache(identity, host);
    await cache.count('people');
    await cache.close();
    await damage(journalName(identity), 'device_meta', { key: 'meta', lastSeq: 'x' });
    await damage(journalName(identity), 'ops', { id: 'a', seq: 3, state: 'queued', patch: 'text' });
    await damage(cacheName(identity), 'cache_meta', { key: 'identity', identity: 7 });
    const later = createDexieJournal(identity, host);
    expect(await later.meta()).toMatchObject({ lastSeq: 4, identity });
    expect((await later.setAside()).map(({ key }) => key)).toEqual(['"a"']);
    expect((await later.read({ open: true })).map(({ id, state }) => [id, state])).toEqual([
      ['a', 'parked'],
      ['b', 'queued'],
    ]);
    await later.close();
    const again = createDexieCache(identity, host);
    expect(await again.count('people')).toBe(0);
    await again.close();
    expect(events).toEqual(expect.arrayContaining(['journal.meta-rebuilt', 'cache.seal-damaged']));
  });

  it('[DSK3] a row without its key is refused as a fault of what is written, and not of the storage', async () => {
    const cache = createDexieCache(identity, host);
    const row = { name: 'no key', _v: '', _p: 0, _f: 0, _seen: 0 };
    const writing = cache.mutate([{ tbl: 'people', id: 'p1' }], null, () => ({
      putRows: [{ tbl: 'people', row }],
      result: undefined,
    }));
    await expect(writing).rejects.toMatchObject({ info: { kind: 'bug' } });
    expect(await cache.count('people')).toBe(0);
    await cache.close();
  });
});
