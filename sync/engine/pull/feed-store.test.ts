import { expect, it } from 'vitest';
import type { Ports } from '../../ports.ts';
import type { FeedState } from '../../protocol/stored.ts';
import { FEED_WRITE_MS, FeedStore } from './feed-store.ts';

const state = (tbl: string, asOf: string, status: FeedState['status'] = 'complete'): FeedState => ({
  tbl,
  status,
  asOf,
  lastRows: 0,
  lastError: null,
  badRows: 0,
  badSample: null,
});

/** A store over a cache that notes every write and refuses them while it is full. */
function open() {
  const device = {
    nowMs: 0,
    isFull: false,
    next: null as Promise<void> | null,
    writes: [] as string[],
    stored: [] as FeedState[],
  };
  let reads = 0;
  const cache = {
    feeds: async () => {
      reads += 1;
      return [state('a', '1')];
    },
    putFeeds: async (feeds: readonly FeedState[]) => {
      await device.next;
      if (device.isFull) throw new Error('full');
      device.stored.push(...feeds);
      device.writes.push(feeds.map(({ tbl, asOf }) => `${tbl} ${asOf}`).join(', '));
    },
  };
  const clock = { nowMs: () => device.nowMs };
  const store = new FeedStore({ cache, clock } as unknown as Pick<Ports, 'cache' | 'clock'>, 1, () =>
    Promise.resolve(new Set()),
  ); // it touches nothing else
  const put = (feed: FeedState): Promise<void> => store.put({ name: feed.tbl }, feed);
  return { device, put, store, read: () => reads };
}

it('[FEN3] ages wait for the next write, which takes all of them; a change of state is written at once', async () => {
  const { device, put } = open();
  await put(state('a', '1', 'partial'));
  await put(state('a', '1'));
  await put(state('b', '1'));
  expect(device.writes.splice(0)).toEqual(['a 1', 'a 1', 'b 1']);
  device.nowMs = FEED_WRITE_MS - 1;
  await put(state('a', '2'));
  await put(state('b', '2'));
  await put(state('a', '3'));
  expect(device.writes).toEqual([]);
  device.nowMs = FEED_WRITE_MS;
  await put(state('b', '3'));
  expect(device.writes.splice(0)).toEqual(['a 3, b 3']);
  await put(state('a', '4'));
  await put(state('b', '4', 'forbidden'));
  expect(device.writes).toEqual(['a 4, b 4']);
});

it('[FEN3] two loops that read it share one reading, which puts nothing old over what was put since', async () => {
  const { device, put, store, read } = open();
  const [first, second] = [store.load(), store.load()];
  await first;
  await put(state('a', '2'));
  await second;
  await store.load();
  expect(read()).toBe(1);
  expect(store.get({ name: 'a' })?.asOf).toBe('2');
  expect(device.writes).toEqual(['a 2']);
});

it('[BLK8] how far a collection is compared is written with the ages, and by none of its own', async () => {
  const { device, put, store } = open();
  await put(state('a', '1', 'partial'));
  store.noteSwept({ name: 'a' }, { at: 5, to: 'k', passes: 2 });
  store.noteSwept({ name: 'never pulled' }, { at: 5, to: 'k', passes: 2 });
  expect(device.writes).toEqual(['a 1']);
  device.stored.splice(0);
  device.nowMs = FEED_WRITE_MS;
  await put(state('b', '3', 'partial'));
  expect(device.stored).toEqual([
    { ...state('a', '1', 'partial'), swept: { at: 5, to: 'k', passes: 2 } },
    state('b', '3', 'partial'),
  ]);
});

it('[FEN3] what a full device refused is written with the next ages, in its newest state', async () => {
  const { device, put, store } = open();
  device.isFull = true;
  await expect(put(state('a', '1'))).rejects.toThrow('full');
  await expect(put(state('b', '1'))).rejects.toThrow('full');
  device.isFull = false;
  device.nowMs = FEED_WRITE_MS;
  await put(state('a', '2'));
  expect(device.writes).toEqual(['a 2, b 1']);
  expect(store.asOf([{ name: 'a' }, { name: 'b' }])).toBe('1');
});

it('[FEN3] a write that fails late does not put its older state over a newer one', async () => {
  const { device, put } = open();
  let fail: (thrown: Error) => void = () => undefined;
  device.next = new Promise<void>((_resolve, reject) => {
    fail = reject;
  });
  const late = put(state('a', '1', 'partial'));
  device.next = null;
  await put(state('a', '2'));
  fail(new Error('full'));
  await expect(late).rejects.toThrow('full');
  await put(state('b', '1'));
  expect(device.writes).toEqual(['a 2', 'a 2, b 1']);
});
