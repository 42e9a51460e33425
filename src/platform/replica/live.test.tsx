/** @vitest-environment jsdom */
// First: Dexie looks for IndexedDB once, when it is loaded, and `liveQuery` does nothing without it.
import 'fake-indexeddb/auto';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { createLiveKeeper, type LiveKeeper, type LiveOwner } from './live-keeper.ts';
import { useKeptLive, useLive, type Live } from './live.ts';
import { createStore } from '../device/store.ts';

afterEach(cleanup);

interface Value {
  readonly text: string;
}
const loading: Live<Value> = { status: 'loading', value: undefined, error: undefined };
const ready = (text: string): Live<Value> => ({ status: 'ready', value: { text }, error: undefined });

const owner: LiveOwner = { isClosed: () => false };
const EARLY = createStore<Live<Value>>(ready('before'));

it('shows what was begun early, and draws nothing for a first answer that is the same', async () => {
  const early = createStore<Live<Value>>(loading);
  const query = vi.fn<() => Promise<Value>>(() => Promise.resolve({ text: 'a' }));
  const drawn: Live<Value>[] = [];
  renderHook(() => {
    const live = useLive(query, [query], early);
    drawn.push(live);
    return live;
  });
  expect(query).not.toHaveBeenCalled();
  act(() => early.set(ready('a')));
  const shown = drawn.at(-1);
  expect(shown?.value).toEqual({ text: 'a' });
  await waitFor(() => expect(query).toHaveBeenCalled());
  await act(() => Promise.resolve());
  expect(drawn.at(-1)).toBe(shown);
});

it('draws nothing for what is read again and found as it was, and the next change', async () => {
  let answer: Value = { text: 'a' };
  const hear: { next?: (value: Value) => void } = {};
  const keeper: LiveKeeper<Value> = {
    answer: () => undefined,
    follow: (_owner, _question, _querier, observer) => {
      hear.next = (value) => observer.next(value);
      hear.next(answer);
      return () => undefined;
    },
  };
  const query = (): Promise<Value> => Promise.resolve(answer);
  const drawn = vi.fn<(live: Live<Value>) => void>();
  renderHook(() => drawn(useKeptLive(keeper, owner, 'all', query)));
  await waitFor(() => expect(drawn).toHaveBeenLastCalledWith(ready('a')));
  const before = drawn.mock.calls.length;
  act(() => hear.next?.({ text: 'a' }));
  act(() => hear.next?.({ text: 'a' }));
  expect(drawn).toHaveBeenCalledTimes(before);
  answer = { text: 'b' };
  act(() => hear.next?.(answer));
  expect(drawn).toHaveBeenLastCalledWith(ready('b'));
  act(() => hear.next?.({ text: 'a' }));
  expect(drawn).toHaveBeenLastCalledWith(ready('a'));
});

it('takes the answer that stays current for the one that was early', async () => {
  const query = (): Promise<Value> => Promise.resolve({ text: 'now' });
  const { result } = renderHook(() => useLive(query, [query], EARLY));
  expect(result.current.value).toEqual({ text: 'before' });
  await waitFor(() => expect(result.current.value).toEqual({ text: 'now' }));
});

it('reads again after an early read that failed, and says that nothing is known until then', async () => {
  const failed = new Error('disk gone');
  const early = createStore<Live<Value>>({ status: 'failed', value: undefined, error: failed as never });
  const query = (): Promise<Value> => Promise.resolve({ text: 'read' });
  const { result } = renderHook(() => useLive(query, [query], early));
  expect(result.current).toEqual(loading);
  await waitFor(() => expect(result.current.value).toEqual({ text: 'read' }));
});

it('shows a kept answer in the first frame of the page that is come back to', async () => {
  const keeper = createLiveKeeper<Value>();
  const query = vi.fn<() => Promise<Value>>(() => Promise.resolve({ text: 'list' }));
  const page = () => renderHook(() => useKeptLive(keeper, owner, 'all', query));
  const left = page();
  expect(left.result.current).toEqual(loading);
  await waitFor(() => expect(left.result.current).toEqual(ready('list')));
  left.unmount();
  const drawn: Live<Value>[] = [];
  renderHook(() => {
    const live = useKeptLive(keeper, owner, 'all', query);
    drawn.push(live);
    return live;
  });
  expect(drawn[0]).toEqual(ready('list'));
  expect(query).toHaveBeenCalledTimes(1);
});

it('hears of a kept answer that came after it was first drawn', async () => {
  let answer: ((value: Value) => void) | undefined;
  const keeper = createLiveKeeper<Value>();
  const query = vi.fn<() => Promise<Value>>(() => new Promise((resolve) => (answer = resolve)));
  const left = renderHook(() => useKeptLive(keeper, owner, 'all', query));
  await waitFor(() => expect(query).toHaveBeenCalled());
  left.unmount();
  // Drawn before the answer, followed after it.
  const follow = keeper.follow.bind(keeper);
  const late: typeof keeper = {
    answer: () => undefined,
    follow: (...asked) => follow(...asked),
  };
  await act(async () => answer?.({ text: 'late' }));
  await waitFor(() => expect(keeper.answer(owner, 'all')).toEqual({ text: 'late' }));
  const { result } = renderHook(() => useKeptLive(late, owner, 'all', query));
  await waitFor(() => expect(result.current).toEqual(ready('late')));
  expect(query).toHaveBeenCalledTimes(1);
});
