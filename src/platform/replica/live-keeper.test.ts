/** @vitest-environment jsdom */
// First: Dexie looks for IndexedDB once, when it is loaded, and `liveQuery` does nothing without it.
import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLiveKeeper, type LiveKeeper, type LiveObserver, type LiveOwner } from './live-keeper.ts';

interface Row {
  readonly id: number;
  readonly title: string;
}

const ownerOf = (isClosed = false): LiveOwner => ({ isClosed: () => isClosed });
const owner = ownerOf();
let db: Dexie;
let keeper: LiveKeeper<string[]>;
const reads = vi.fn<() => Promise<string[]>>();

beforeEach(async () => {
  db = new Dexie(`kept-${Math.random()}`);
  db.version(1).stores({ rows: 'id' });
  await db.table<Row>('rows').put({ id: 1, title: 'first' });
  keeper = createLiveKeeper();
  reads.mockReset();
  reads.mockImplementation(async () => {
    const rows: Row[] = await db.table<Row>('rows').toArray();
    return rows.map(({ title }) => title);
  });
});
afterEach(async () => {
  await db.delete();
});

function watcher() {
  return {
    next: vi.fn<(value: string[]) => string[]>((value) => value),
    error: vi.fn<(thrown: unknown) => void>(),
  };
}

async function followed(watch: LiveObserver<string[]>, question = 'all'): Promise<() => void> {
  const park = keeper.follow(owner, question, reads, watch);
  await vi.waitFor(() => expect(keeper.answer(owner, question)).toBeDefined(), { timeout: 30_000 });
  return park;
}

it('has the answer for who comes back, and follows it on without another read', async () => {
  (await followed(watcher()))();
  expect(keeper.answer(owner, 'all')).toEqual(['first']);
  const back = watcher();
  const park = keeper.follow(owner, 'all', reads, back);
  expect(back.next.mock.calls).toEqual([[['first']]]);
  await db.table<Row>('rows').put({ id: 2, title: 'second' });
  await vi.waitFor(() => expect(back.next).toHaveBeenLastCalledWith(['first', 'second']), {
    timeout: 30_000,
  });
  expect(back.next).toHaveBeenCalledTimes(2);
  expect(reads).toHaveBeenCalledTimes(2);
  park();
});

it('keeps what is shown, not another copy of it', async () => {
  const shown = ['shown'];
  const watch = watcher();
  watch.next.mockReturnValue(shown);
  const park = await followed(watch);
  expect(keeper.answer(owner, 'all')).toBe(shown);
  park();
  const again = ['shown again'];
  const back = watcher();
  back.next.mockReturnValue(again);
  await followed(back);
  expect(keeper.answer(owner, 'all')).toBe(again);
});

it('reads nothing while nobody looks, forgets what is no longer true, and reads anew for who comes back', async () => {
  const left = watcher();
  (await followed(left))();
  await db.table<Row>('rows').put({ id: 1, title: 'changed' });
  await vi.waitFor(() => expect(keeper.answer(owner, 'all')).toBeUndefined(), { timeout: 30_000 });
  expect(reads).toHaveBeenCalledTimes(1);
  const back = watcher();
  (await followed(back))();
  expect(back.next).toHaveBeenCalledWith(['changed']);
  expect(left.next).toHaveBeenCalledTimes(1);
});

it('keeps one question of one owner', async () => {
  (await followed(watcher()))();
  expect(keeper.answer(ownerOf(), 'all')).toBeUndefined();
  expect(keeper.answer(owner, 'open')).toBeUndefined();
  (await followed(watcher(), 'open'))();
  expect(keeper.answer(owner, 'all')).toBeUndefined();
});

it('says why a read failed, and begins anew for who comes back', async () => {
  reads.mockRejectedValueOnce(new Error('disk gone'));
  const failed = watcher();
  const park = keeper.follow(owner, 'all', reads, failed);
  await vi.waitFor(() => expect(failed.error).toHaveBeenCalled(), { timeout: 30_000 });
  park();
  const back = watcher();
  (await followed(back))();
  expect(back.next).toHaveBeenCalledWith(['first']);
});

it('keeps an answer that came after its question was left', async () => {
  let answer: ((titles: string[]) => void) | undefined;
  reads.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  const left = watcher();
  const park = keeper.follow(owner, 'all', reads, left);
  await vi.waitFor(() => expect(reads).toHaveBeenCalled(), { timeout: 30_000 });
  park();
  answer?.(['late']);
  await vi.waitFor(() => expect(keeper.answer(owner, 'all')).toEqual(['late']), { timeout: 30_000 });
  expect(left.next).not.toHaveBeenCalled();
});

it.each(['all', 'open'])(
  'takes nothing from who still looks when %s is asked beside it',
  async (question) => {
    const page = watcher();
    await followed(page);
    const dialog = watcher();
    const close = keeper.follow(owner, question, reads, dialog);
    await vi.waitFor(() => expect(dialog.next).toHaveBeenCalledWith(['first']), { timeout: 30_000 });
    close();
    await db.table<Row>('rows').put({ id: 2, title: 'second' });
    await vi.waitFor(() => expect(page.next).toHaveBeenLastCalledWith(['first', 'second']), {
      timeout: 30_000,
    });
    expect(dialog.next).toHaveBeenCalledTimes(1);
    expect(keeper.answer(owner, 'all')).toEqual(['first', 'second']);
  },
);

it('has no answer of a database that was closed, and lets the next read say so', async () => {
  let isClosed = false;
  const closing: LiveOwner = { isClosed: () => isClosed };
  const park = keeper.follow(closing, 'all', reads, watcher());
  await vi.waitFor(() => expect(keeper.answer(closing, 'all')).toBeDefined(), { timeout: 30_000 });
  park();
  isClosed = true;
  expect(keeper.answer(closing, 'all')).toBeUndefined();
  reads.mockRejectedValueOnce(new Error('closed'));
  const back = watcher();
  keeper.follow(closing, 'all', reads, back);
  await vi.waitFor(() => expect(back.error).toHaveBeenCalled(), { timeout: 30_000 });
});
