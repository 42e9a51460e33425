/** @vitest-environment jsdom */
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { choice, text } from './params.ts';
import { searchSpec, type SearchOf } from './search-spec.ts';
import { useListAddress, useListState } from './use-list-address.ts';

const params = { find: text(), type: choice(['cost', 'security'], undefined) };
const spec = searchSpec({ path: '/things', typingMs: 400, params });
type Search = SearchOf<typeof params>;

let steps: { search: Search; replace: boolean }[];
beforeEach(() => {
  steps = [];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A page at an address that is written as soon as it is told. */
function open(start: Search) {
  const { result, rerender, unmount } = renderHook(
    ({ search }: { search: Search }) =>
      useListAddress(spec, {
        search,
        entryKey: 'entry',
        onChange: (next, { replace }) => {
          steps.push({ search: next, replace });
          return Promise.resolve();
        },
      }),
    { initialProps: { search: start } },
  );
  return { address: () => result.current, arrive: (search: Search) => rerender({ search }), unmount };
}
const wait = async (ms: number): Promise<void> => {
  await act(() => vi.advanceTimersByTimeAsync(ms));
};

describe('useListAddress', () => {
  it('shows each key at once; the address has the text 400 ms after the last of them, in one step', async () => {
    const { address } = open({});
    act(() => address().type({ find: 'd' }));
    expect(address().view.find).toBe('d');
    await wait(399);
    act(() => address().type({ find: 'di' }));
    expect(address().view.find).toBe('di');
    await wait(399);
    expect(steps).toEqual([]);
    await wait(1);
    expect(steps).toEqual([{ search: { find: 'di' }, replace: true }]);
  });

  it('a filter pressed meanwhile takes the text along, and nothing of it is written later', async () => {
    const { address } = open({});
    act(() => address().type({ find: 'disk' }));
    act(() => address().change({ type: 'cost' }));
    await wait(1000);
    expect(steps).toEqual([{ search: { find: 'disk', type: 'cost' }, replace: false }]);
  });

  it('Enter writes at once', async () => {
    const { address } = open({});
    act(() => address().type({ find: 'disk' }));
    act(() => address().commit());
    expect(steps).toEqual([{ search: { find: 'disk' }, replace: true }]);
    await wait(1000);
    expect(steps).toHaveLength(1);
  });

  it('text typed and taken back is no step', async () => {
    const { address } = open({ type: 'cost' });
    act(() => address().type({ find: 'x' }));
    act(() => address().type({ find: '' }));
    await wait(400);
    expect(steps).toEqual([]);
    expect(address().entry).toBe('entry');
  });

  it('what is not in the address yet has a place of its own', async () => {
    const { address, arrive } = open({});
    act(() => address().type({ find: 'x' }));
    expect(address().entry).not.toBe('entry');
    arrive({ find: 'x' });
    expect(address().entry).toBe('entry');
  });

  it('two presses of one turn are both in the second step', () => {
    const { address } = open({});
    act(() => {
      address().change({ type: 'cost' });
      address().change({ find: 'x' });
    });
    expect(steps.at(-1)?.search).toEqual({ find: 'x', type: 'cost' });
  });

  it('its functions stay the same', () => {
    const { address } = open({});
    const { change, type, commit } = address();
    act(() => type({ find: 'x' }));
    expect([address().change, address().type, address().commit]).toEqual([change, type, commit]);
  });
});

it('a list in a tab holds its search by itself', async () => {
  const { result } = renderHook(() => useListState(spec, 'tab', { type: 'cost' }));
  act(() => result.current.change({ find: 'x' }));
  await wait(400);
  expect(result.current.view).toEqual({ find: 'x', type: 'cost' });
});
