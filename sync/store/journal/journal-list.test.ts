import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, it, vi } from 'vitest';
import { identityOf } from '#tests/contract/store/fixtures.ts';
import type { Identity } from '../../protocol/identity.ts';
import { createDexieJournal } from './dexie-journal.ts';
import { journalIdentities } from './journal-list.ts';
import { journalName } from '../device/names.ts';

const device = () => ({ factory: new IDBFactory(), keyRange: IDBKeyRange });
type Device = ReturnType<typeof device>;

async function write(idb: Device, identity: Identity): Promise<void> {
  const log = { event: () => undefined };
  const journal = createDexieJournal(identity, { wait: async () => undefined, log, idb });
  await journal.claimEpoch();
  await journal.close();
}

/** Replaces what a journal says about itself. */
async function reseal(idb: Device, name: string, record: object): Promise<void> {
  const db = new Dexie(name, { indexedDB: idb.factory, IDBKeyRange });
  await db.open();
  await db.table('device_meta').put(record);
  db.close();
}

describe('journalIdentities', () => {
  const [ada, bob] = [identityOf('ada'), identityOf('bob')];

  it('names the owner of every journal, and makes no database', async () => {
    const idb = device();
    expect(await journalIdentities(idb)).toEqual([]);
    await write(idb, ada);
    await write(idb, bob);
    const before = await idb.factory.databases();
    expect(new Set((await journalIdentities(idb)).map(({ userId }) => userId))).toEqual(
      new Set([ada.userId, bob.userId]),
    );
    expect(await idb.factory.databases()).toEqual(before);
  });

  it('leaves out a journal that says it is somebody else’s, or nobody’s', async () => {
    const idb = device();
    await write(idb, ada);
    await write(idb, bob);
    await reseal(idb, journalName(bob), { key: 'meta', lastSeq: 1, epoch: 1, identity: ada });
    expect(await journalIdentities(idb)).toEqual([ada]);
    await reseal(idb, journalName(bob), { key: 'meta', lastSeq: 1, epoch: 1 });
    expect(await journalIdentities(idb)).toEqual([ada]);
  });

  it('leaves out a journal that is deleted meanwhile, and rejects when no journal can be opened', async () => {
    const idb = device();
    await write(idb, ada);
    const gone = { name: journalName(bob), version: 10 };
    const listed = await idb.factory.databases();
    vi.spyOn(idb.factory, 'databases').mockResolvedValue([...listed, gone]);
    expect(await journalIdentities(idb)).toEqual([ada]);
    vi.spyOn(idb.factory, 'databases').mockResolvedValue([gone]);
    await expect(journalIdentities(idb)).rejects.toMatchObject({ name: 'NoSuchDatabaseError' });
  });
});
