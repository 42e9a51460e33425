import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, it } from 'vitest';
import { testHost } from '#tests/contract/store/dexie-harness.ts';
import { identityOf, makeOp } from '#tests/contract/store/fixtures.ts';
import type { StoreHost } from './device/connection.ts';
import { createDexieCache } from './cache/dexie-cache.ts';
import { createDexieJournal } from './journal/dexie-journal.ts';
import { cacheName, journalName } from './device/names.ts';

const identity = identityOf('ada');

interface OnDisk {
  readonly host: StoreHost;
  readonly events: string[];
  /** Writes a record past the stores, as a fault of the disk. */
  readonly damage: (database: string, table: string, record: object) => Promise<void>;
}

function onDisk(): OnDisk {
  const events: string[] = [];
  const idb = { factory: new IDBFactory(), keyRange: IDBKeyRange };
  return {
    host: testHost(events, idb),
    events,
    damage: async (database, table, record) => {
      const db = new Dexie(database, { indexedDB: idb.factory, IDBKeyRange });
      await db.open();
      await db.table(table).put(record);
      db.close();
    },
  };
}

const metas: Readonly<Record<string, object>> = {
  'holds nothing but its key': { key: 'meta' },
  'holds texts for numbers': { key: 'meta', lastSeq: 'x', epoch: 'y', identity },
  'has lost its owner': { key: 'meta', lastSeq: 50, epoch: 2, identity: 7 },
  'counts backwards': { key: 'meta', lastSeq: -3, epoch: Number.NaN, identity },
};

describe('the counters of a journal', () => {
  it.each(Object.entries(metas))(
    '[DSK6] are built again from its operations where their record %s',
    async (_name, record) => {
      const { host, events, damage } = onDisk();
      const first = createDexieJournal(identity, host);
      const op = makeOp(identity, { id: 'a', seq: 41, epoch: 6 });
      await first.mutate({ open: true }, () => ({ put: [op], result: undefined }));
      await first.close();
      await damage(journalName(identity), 'device_meta', record);
      const later = createDexieJournal(identity, host);
      const meta = await later.meta();
      expect(meta.lastSeq).toBeGreaterThanOrEqual(41);
      expect(meta).toMatchObject({ epoch: 6, identity });
      expect((await later.read({ open: true })).map(({ id }) => id)).toEqual(['a']);
      expect(await later.claimEpoch()).toBe(7);
      expect(await later.wasMissing()).toBe(false);
      expect(events).toContain('journal.meta-rebuilt');
      await later.wipe();
    },
  );
});

describe('the seal of a cache', () => {
  it.each([{ key: 'identity' }, { key: 'identity', identity: 'ada' }, { key: 'identity', identity: null }])(
    '[DSK6] that cannot be read costs the cache its rows and not its opening: %j',
    async (record) => {
      const { host, events, damage } = onDisk();
      const first = createDexieCache(identity, host);
      const row = { id: 'p1', name: 'Ada', _v: '', _p: 0, _f: 0, _seen: 0 };
      const cursor = { tbl: 'people', values: {}, walk: 'done' as const, pulls: 1 };
      await first.mutate([{ tbl: 'people', id: 'p1' }], 3, () => ({
        putRows: [{ tbl: 'people', row }],
        cursor,
        result: undefined,
      }));
      await first.close();
      await damage(cacheName(identity), 'cache_meta', record);
      const later = createDexieCache(identity, host);
      expect(await later.count('people')).toBe(0);
      expect(await later.cursor('people')).toBeUndefined();
      await later.mutate([{ tbl: 'people', id: 'p1' }], 3, () => ({
        putRows: [{ tbl: 'people', row }],
        result: undefined,
      }));
      await later.close();
      expect(await createDexieCache(identity, host).count('people')).toBe(1);
      expect(events).toEqual(['cache.seal-damaged']);
    },
  );
});
