import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { identityOf, makeOp } from '#tests/contract/store/fixtures.ts';
import type { Stores } from './stores.ts';
import { laterTables } from '#sync/protocol/tables.ts';
import { feedsToFill, openStores } from './stores.ts';

const identity = identityOf('stores');
const log = { event: () => undefined };

function open(): Stores {
  const nothing = (): void => undefined;
  return openStores(identity, log, () => Promise.resolve(), {
    superseded: nothing,
    blocked: nothing,
    vanished: nothing,
  });
}

const names = async (): Promise<readonly (string | undefined)[]> =>
  (await indexedDB.databases()).map((each) => each.name);

async function save(stores: Stores, id: string, seq: number): Promise<void> {
  await stores.journal.mutate({ open: true }, () => ({
    put: [makeOp(identity, { id, seq })],
    result: undefined,
  }));
}

it('[WIP3] a change saved after the question keeps everything, and the next start wipes nothing', async () => {
  const stores = open();
  await save(stores, 'a', 1);
  await save(stores, 'b', 2);
  await expect(stores.wipe(1)).rejects.toMatchObject({ info: { kind: 'rejected' } });
  await stores.close();
  const later = open();
  await later.recover();
  expect(await later.journal.read({ open: true })).toHaveLength(2);
  await later.wipe(2);
  expect(await names()).toEqual([]);
});

it('[WIP2] a wipe that was only begun is finished by the next start', async () => {
  const stores = open();
  await save(stores, 'a', 1);
  await stores.cache.count('people');
  await stores.device.registry.beginWipe('f'.repeat(16));
  await stores.device.registry.endWipe('f'.repeat(16));
  const [journal] = (await names()).filter((name) => name?.startsWith('journal-'));
  await stores.device.registry.beginWipe(journal?.slice('journal-'.length) ?? '');
  await stores.close();
  const later = open();
  await later.recover();
  expect(await later.journal.read({ open: true })).toEqual([]);
  await later.wipe(0);
});

it('[WIP3] a wipe that could not count what is unsent is not finished by the next start', async () => {
  const stores = open();
  await stores.recover();
  await save(stores, 'a', 1);
  await stores.journal.close();
  await expect(stores.wipe(0)).rejects.toMatchObject({ info: { kind: 'storage-lost' } });
  await stores.close();
  const later = open();
  await later.recover();
  expect(await later.journal.read({ open: true })).toHaveLength(1);
  await later.wipe(1);
});

it('[WIP3] who agreed to lose whatever there is needs no readable journal', async () => {
  const stores = open();
  await save(stores, 'a', 1);
  await stores.journal.close();
  await stores.wipe(Number.MAX_SAFE_INTEGER);
  expect(await names()).toEqual([]);
});

it('[UPG4] a new cache waits for no collection that is pulled only when it is opened', () => {
  expect(feedsToFill()).toEqual(expect.arrayContaining(['incidents', 'config_items', 'config_changes']));
  for (const name of ['check_statuses', 'notifications', ...laterTables])
    expect(feedsToFill()).not.toContain(name);
});
