import { act, renderHook } from '@testing-library/react';
import type { ReactElement, ReactNode } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { SyncError } from '#sync/errors.ts';
import type { IndexQuery, IndexResult, IndexState } from '#sync/protocol/index-query.ts';
import type { JsonRow } from '#sync/protocol/op.ts';
import type { IndexClient, IndexFollower } from './index-client.ts';
import { IndexProvider } from './index-context.tsx';
import { useIndexQuery, useIndexRows } from './use-index.ts';
import { deviceClaim } from '#sync/protocol/claim.ts';

const query: IndexQuery = {
  filters: [],
  text: '',
  sort: null,
  offset: 0,
  limit: 5,
  facets: [],
  groups: null,
};
const state: IndexState = { version: 1, ...deviceClaim('complete', null) };

/** An index whose answers the test gives. */
class Stage {
  readonly asked: { readonly text: string; answer: (total: number) => void; fail: (error: Error) => void }[] =
    [];
  readonly followers = new Set<IndexFollower>();
  readonly client: IndexClient = {
    query: (_tbl, { text }) =>
      new Promise<IndexResult>((resolve, reject) => {
        this.asked.push({ text, answer: (total) => resolve(resultOf(total)), fail: reject });
      }),
    rows: async (_tbl, ids) => ids.map((id) => (id === 'gone' ? null : { id })),
    rebuild: () => Promise.reject(new Error('not asked here')),
    follow: (_tbl, follower) => {
      this.followers.add(follower);
      return () => this.followers.delete(follower);
    },
  };

  wrapper = ({ children }: { children: ReactNode }): ReactElement => (
    <IndexProvider index={this.client}>{children}</IndexProvider>
  );

  /** Answers the question of this number. */
  async answer(at: number, total: number): Promise<void> {
    await act(async () => this.asked[at]?.answer(total));
  }

  async announce(): Promise<void> {
    await act(async () => {
      for (const follower of this.followers) follower.onState(state);
    });
  }
}

function resultOf(total: number): IndexResult {
  return {
    ...state,
    ids: [],
    total,
    all: total,
    facets: [],
    groups: [],
    groupTotal: 0,
    lines: [],
    lineTotal: 0,
    near: [],
  };
}

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});

const render = () =>
  renderHook(({ text }: { text: string }) => useIndexQuery('config_items', { ...query, text }), {
    wrapper: stage.wrapper,
    initialProps: { text: '' },
  });

test('loads, answers, and answers again when the collection changed', async () => {
  const { result } = render();
  expect(result.current).toMatchObject({ status: 'loading', isBehind: false });
  await stage.answer(0, 3);
  expect(result.current).toMatchObject({ status: 'ready', value: { total: 3 }, isBehind: false });
  await stage.announce();
  expect(result.current).toMatchObject({ status: 'ready', value: { total: 3 } });
  await stage.answer(1, 4);
  expect(result.current).toMatchObject({ status: 'ready', value: { total: 4 } });
});

test('shows the former answer as such until the new question is answered, and never a late one', async () => {
  const { result, rerender } = render();
  await stage.answer(0, 3);
  rerender({ text: 'a' });
  expect(result.current).toMatchObject({ status: 'ready', value: { total: 3 }, isBehind: true });
  rerender({ text: 'ab' });
  await stage.answer(1, 99);
  expect(result.current).toMatchObject({ value: { total: 3 }, isBehind: true });
  await stage.answer(2, 1);
  expect(result.current).toMatchObject({ value: { total: 1 }, isBehind: false });
  expect(stage.asked.map(({ text }) => text)).toEqual(['', 'a', 'ab']);
});

test('changes during a question lead to one more, not to many at once', async () => {
  render();
  await stage.announce();
  await stage.announce();
  expect(stage.asked).toHaveLength(1);
  await stage.answer(0, 3);
  expect(stage.asked).toHaveLength(2);
  await stage.answer(1, 3);
  expect(stage.asked).toHaveLength(2);
});

test('a failed question keeps the last good answer and says why; the next change asks again', async () => {
  const { result } = render();
  await stage.answer(0, 3);
  await stage.announce();
  await act(async () => stage.asked[1]?.fail(new SyncError({ kind: 'storage-lost', message: 'lost' })));
  expect(result.current).toMatchObject({
    status: 'failed',
    value: { total: 3 },
    error: { info: { kind: 'storage-lost' } },
  });
  await stage.announce();
  await stage.answer(2, 5);
  expect(result.current).toMatchObject({ status: 'ready', value: { total: 5 } });
});

test('an index that cannot be followed is a failed read', async () => {
  const { result } = render();
  await act(async () => {
    for (const { onError } of stage.followers) onError(new SyncError({ kind: 'bug', message: 'crashed' }));
  });
  expect(result.current).toMatchObject({ status: 'failed', value: undefined });
});

test('stops following when it goes away', () => {
  const { unmount } = render();
  expect(stage.followers.size).toBe(1);
  unmount();
  expect(stage.followers.size).toBe(0);
});

test('reads rows by id in their order', async () => {
  const { result } = renderHook(() => useIndexRows('config_items', ['b', 'gone']), {
    wrapper: stage.wrapper,
  });
  await act(async () => undefined);
  expect(result.current).toMatchObject({ status: 'ready', value: [{ id: 'b' }, null] });
});

describe('a row that this page has had', () => {
  const rowsOf = (ids: readonly string[]) =>
    renderHook(() => useIndexRows('config_items', ids), { wrapper: stage.wrapper });

  test('is shown until the worker has answered, and no longer', async () => {
    const rows = vi.spyOn(stage.client, 'rows');
    rows.mockResolvedValueOnce([{ id: 'a', name: 'before' }]);
    rowsOf(A);
    await act(async () => undefined);
    let answer: (rows: readonly (JsonRow | null)[]) => void = () => undefined;
    rows.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    const { result } = rowsOf(A);
    expect(result.current).toMatchObject({ status: 'ready', value: [{ name: 'before' }], isBehind: false });
    await act(async () => answer([null]));
    expect(result.current).toMatchObject({ status: 'ready', value: [null] });
    expect(rowsOf(A).result.current).toMatchObject({ status: 'loading' });
  });

  test('stands for nothing where another one is asked too, or of another collection', async () => {
    rowsOf(A);
    await act(async () => undefined);
    expect(rowsOf(A_AND_B).result.current).toMatchObject({ status: 'loading' });
    const { result } = renderHook(() => useIndexRows('config_changes', A), { wrapper: stage.wrapper });
    expect(result.current).toMatchObject({ status: 'loading' });
  });
});

const A: readonly string[] = ['a'];
const A_AND_B: readonly string[] = ['a', 'b'];

test('of no ids nothing is asked or followed', () => {
  const { result } = renderHook(() => useIndexRows('config_items', NONE), { wrapper: stage.wrapper });
  expect(result.current).toMatchObject({ status: 'ready', value: [] });
  expect(stage.followers.size).toBe(0);
});

const NONE: readonly string[] = [];
