import { describe, expect, it } from 'vitest';
import { createMemoryCache } from '#sync/store/cache/memory-cache.ts';
import { createMemoryJournal } from '#sync/store/journal/memory-journal.ts';
import { hypothesis, identityOf, makeOp } from './fixtures.ts';

const identity = identityOf('faults');
const ref = { tbl: 'hypotheses', id: 'h1' } as const;

function constant(number: number): { next: () => number } {
  return { next: () => number };
}

describe('memory journal under faults', () => {
  const append = (store: ReturnType<typeof createMemoryJournal>, id: string) =>
    store.mutate({ ids: [] }, (_ops, meta) => ({
      put: [makeOp(identity, { id, seq: meta.lastSeq + 1 })],
      result: meta.lastSeq + 1,
    }));

  it('[I22] an aborted or full write stores nothing and says why', async () => {
    const store = createMemoryJournal(identity);
    store.failNext('abort');
    await expect(append(store, 'a')).rejects.toMatchObject({ info: { kind: 'storage-lost' } });
    store.failNext('quota', 1);
    expect(await append(store, 'b')).toBe(1);
    await expect(append(store, 'c')).rejects.toMatchObject({ info: { kind: 'storage-full' } });
    expect(await append(store, 'd')).toBe(2);
    expect((await store.read({ open: true })).map((op) => op.id)).toEqual(['b', 'd']);
  });

  it('[I2] a lost reply leaves the write in place', async () => {
    const store = createMemoryJournal(identity);
    store.failNext('lost-reply');
    await expect(append(store, 'a')).rejects.toMatchObject({ info: { kind: 'storage-lost' } });
    expect((await store.read({ open: true })).map((op) => op.id)).toEqual(['a']);
  });

  it('[D1] a power cut takes nothing that was confirmed, and forgets faults in waiting', async () => {
    const store = createMemoryJournal(identity);
    await append(store, 'a');
    store.failNext('abort');
    store.crash();
    expect(await append(store, 'b')).toBe(2);
    expect(await store.read({ open: true })).toHaveLength(2);
  });
});

describe('memory cache under faults', () => {
  const write = (store: ReturnType<typeof createMemoryCache>, title: string) =>
    store.mutate([ref], null, () => ({
      putRows: [{ tbl: 'hypotheses', row: hypothesis('h1', { title }) }],
      putShadows: [{ tbl: 'hypotheses', id: 'h1', base: null, fence: 0, pending: [] }],
      result: undefined,
    }));
  const title = async (store: ReturnType<typeof createMemoryCache>) => (await store.get(ref)).row?.['title'];

  it('[I22] an aborted or full write stores nothing', async () => {
    const store = createMemoryCache(identity);
    await write(store, 'one');
    store.failNext('quota');
    await expect(write(store, 'two')).rejects.toMatchObject({ info: { kind: 'storage-full' } });
    store.failNext('abort');
    await expect(store.clear()).rejects.toMatchObject({ info: { kind: 'storage-lost' } });
    expect(await title(store)).toBe('one');
    expect(store.unflushed()).toBe(1);
  });

  it('[D1] a power cut drops the newest transactions, whole ones, as far as the number says', async () => {
    const titlesAfter = async (number: number): Promise<unknown> => {
      const store = createMemoryCache(identity);
      for (const each of ['one', 'two', 'three']) await write(store, each);
      store.crash(constant(number));
      return [await title(store), (await store.shadows()).length];
    };
    expect(await titlesAfter(0)).toEqual(['three', 1]);
    expect(await titlesAfter(0.3)).toEqual(['two', 1]);
    expect(await titlesAfter(0.6)).toEqual(['one', 1]);
    expect(await titlesAfter(0.99)).toEqual([undefined, 0]);
  });

  it('[D1] what was flushed, or survived a power cut, survives the next one', async () => {
    const store = createMemoryCache(identity);
    await write(store, 'one');
    store.flush();
    await write(store, 'two');
    expect(store.crash(constant(0.99))).toBe(1);
    expect(await title(store)).toBe('one');
    expect(store.crash(constant(0.99))).toBe(0);
    expect(await title(store)).toBe('one');
  });

  it('a power cut brings deleted rows and cleared tables back', async () => {
    const store = createMemoryCache(identity);
    await write(store, 'one');
    store.flush();
    await store.mutate([ref], null, () => ({ deleteRows: [ref], deleteShadows: [ref], result: undefined }));
    await write(store, 'again');
    await store.clear();
    store.crash(constant(0.99));
    expect(await title(store)).toBe('one');
    expect(await store.shadows()).toHaveLength(1);
  });
});
