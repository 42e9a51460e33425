import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, expect, it } from 'vitest';
import { testHost } from '#tests/contract/store/dexie-harness.ts';
import { identityOf, makeOp } from '#tests/contract/store/fixtures.ts';
import type { JsonRow, Op } from '../protocol/op.ts';
import type { StoreHost } from './device/connection.ts';
import type { DexieJournal } from './journal/dexie-journal.ts';
import { createDexieJournal } from './journal/dexie-journal.ts';
import type { OpFormat } from './journal/op-format.ts';
import { liftOp, lowerOp, ORIGINAL_KEY } from './journal/op-format.ts';

const identity = identityOf('gate');
const patchOf = (record: JsonRow): JsonRow => record['patch'] as JsonRow; // every record of these tests has one

/** Version 2 calls the name `label`; version 1 has no word for colours. */
const second: OpFormat = {
  version: 2,
  upcasts: { 1: (old) => ({ ...old, patch: { label: patchOf(old)['name'] } }) },
  downcasts: {
    1: (record) => {
      if ('colour' in patchOf(record)) throw new Error('no word for it');
      return { ...record, patch: { name: patchOf(record)['label'] } };
    },
  },
};
const first: OpFormat = { version: 1, upcasts: {} };

let host: StoreHost;
let readByAll: number;
let asked: number;

beforeEach(() => {
  host = testHost([], { factory: new IDBFactory(), keyRange: IDBKeyRange });
  readByAll = 1;
  asked = 0;
});

const open = (format: OpFormat): DexieJournal =>
  createDexieJournal(identity, host, format, async () => {
    asked += 1;
    return readByAll;
  });
const put = (journal: DexieJournal, op: Op): Promise<void> =>
  journal.mutate({ ids: [op.id] }, () => ({ put: [op], result: undefined }));
const opOf = (id: string, seq: number, patch: JsonRow, v = 2): Op => makeOp(identity, { id, seq, v, patch });

/** What another version of the app reads in the same journal. */
async function readWith(format: OpFormat): Promise<readonly Op[]> {
  const other = createDexieJournal(identity, host, format);
  try {
    return await other.read({ open: true });
  } finally {
    await other.close();
  }
}

it('[UPG6] an older tab that is open reads what a newer one writes', async () => {
  const journal = open(second);
  await put(journal, opOf('a', 1, { label: 'checkout' }));
  expect(await readWith(first)).toMatchObject([
    { id: 'a', v: 1, patch: { name: 'checkout' }, lastError: null },
  ]);
  expect(await journal.read({ open: true })).toMatchObject([{ id: 'a', v: 2, patch: { label: 'checkout' } }]);
  await journal.close();
});

it('[UPG6] an operation stays in the older format while it goes on, and moves up when the older tab is gone', async () => {
  const journal = open(second);
  await put(journal, opOf('a', 1, { label: 'checkout' }));
  const [queued] = await journal.read({ open: true });
  if (queued === undefined) throw new Error('gone');
  await put(journal, { ...queued, state: 'sending' });
  expect(await readWith(first)).toMatchObject([{ v: 1, state: 'sending' }]);
  readByAll = 2;
  await put(journal, { ...queued, state: 'waiting' });
  expect(await readWith(first)).toMatchObject([{ lastError: { code: 'newer-version' } }]);
  expect(await readWith(second)).toMatchObject([{ v: 2, state: 'waiting' }]);
  await journal.close();
});

it('[UPG6] what the older format cannot say is refused and nothing of it is stored', async () => {
  const journal = open(second);
  const refused = journal.mutate({ ids: ['a', 'b'] }, () => ({
    put: [opOf('a', 1, { label: 'checkout' }), opOf('b', 2, { label: 'cart', colour: 'red' })],
    result: undefined,
  }));
  await expect(refused).rejects.toMatchObject({ info: { kind: 'rejected' } });
  expect(await journal.read({ open: true })).toEqual([]);
  readByAll = 2;
  await put(journal, opOf('b', 2, { label: 'cart', colour: 'red' }));
  readByAll = 1;
  // It stands there already: its transitions are not lost because an older tab was opened.
  await put(journal, { ...opOf('b', 2, { label: 'cart', colour: 'red' }), state: 'sending' });
  expect(await readWith(second)).toMatchObject([{ v: 2, state: 'sending' }]);
  await journal.close();
});

it('[UPG6] the first format needs nobody’s leave', async () => {
  const journal = open(first);
  await put(journal, opOf('a', 1, { name: 'checkout' }, 1));
  expect(asked).toBe(0);
  await journal.close();
});

it('[UPG6] an operation of a still older version keeps what it was made of until it is settled', () => {
  const third: OpFormat = {
    version: 3,
    upcasts: { ...second.upcasts, 2: (old) => old },
    downcasts: { 2: (record) => record },
  };
  const old = opOf('a', 1, { name: 'checkout' }, 1);
  const lifted = liftOp(old, third);
  if (lifted.kind !== 'op') throw new Error('not lifted');
  expect(lowerOp(lifted.op, lifted.original, third, 2)).toMatchObject({ v: 2, [ORIGINAL_KEY]: old });
  expect(lowerOp({ ...lifted.op, state: 'done' }, lifted.original, third, 2)).not.toHaveProperty(
    ORIGINAL_KEY,
  );
  // There is no way back to the first format: it is undefined and not something made up.
  expect(lowerOp(lifted.op, lifted.original, third, 1)).toBeUndefined();
});
