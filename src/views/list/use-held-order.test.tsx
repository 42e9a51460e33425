/** @vitest-environment jsdom */
import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { OrderedGroup } from './held-order.ts';
import { useHeldOrder } from './use-held-order.ts';

/** The failing ones first. */
const groupsOf = (...statuses: readonly string[]): readonly OrderedGroup[] => {
  const ids = statuses.map((status, at) => ({ id: `c${at}`, status }));
  const rank = ({ status }: { status: string }): number => (status === 'healthy' ? 1 : 0);
  return [{ value: null, ids: ids.toSorted((a, b) => rank(a) - rank(b)).map(({ id }) => id) }];
};

function start(newest: readonly OrderedGroup[]) {
  const { result, rerender } = renderHook((props) => useHeldOrder(props.newest, props.key), {
    initialProps: { newest, key: 'asked' },
  });
  const shown = (): string => result.current.groups.flatMap(({ ids }) => ids).join(' ');
  return { result, rerender, shown };
}

it('[ux need 14] holds the order while a pointer is in the list, and sorts when it leaves', () => {
  const { result, rerender, shown } = start(groupsOf('healthy', 'healthy'));
  act(() => result.current.inUse.onPointerEnter());
  rerender({ newest: groupsOf('healthy', 'unhealthy'), key: 'asked' });
  expect(shown()).toBe('c0 c1');
  expect(result.current.isBehind).toBe(true);
  act(() => result.current.inUse.onPointerLeave());
  expect(shown()).toBe('c1 c0');
  expect(result.current.isBehind).toBe(false);
});

it('sorts when it is asked to, and at once when something else is asked', () => {
  const { result, rerender, shown } = start(groupsOf('healthy', 'healthy'));
  act(() => result.current.inUse.onFocus());
  rerender({ newest: groupsOf('healthy', 'unhealthy'), key: 'asked' });
  act(() => result.current.resort());
  expect(shown()).toBe('c1 c0');
  rerender({ newest: groupsOf('unhealthy', 'healthy'), key: 'other' });
  expect(shown()).toBe('c0 c1');
});

it('sorts by itself while nobody is there', () => {
  const { rerender, shown } = start(groupsOf('healthy', 'healthy'));
  rerender({ newest: groupsOf('healthy', 'unhealthy'), key: 'asked' });
  expect(shown()).toBe('c1 c0');
});
