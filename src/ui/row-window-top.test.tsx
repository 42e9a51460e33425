/** @vitest-environment jsdom */
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useRowWindow } from './row-window.ts';

afterEach(cleanup);
// jsdom lays nothing out, so nothing changes its size.
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe(): void {}
    disconnect(): void {}
  },
);

const scroller = { current: document.createElement('div') };

it.each([2000, 50])('new rows, %i of them, begin with those in view', (count) => {
  const { result, rerender } = renderHook(({ isNew }) => useRowWindow(scroller, count, isNew), {
    initialProps: { isNew: true },
  });
  const { first, end, rowHeight } = result.current;
  expect({ first, end }).toEqual({ first: 0, end: Math.ceil(window.innerHeight / rowHeight) });
  rerender({ isNew: false });
  expect(result.current.end).toBeGreaterThan(end);
});

it('never draws more rows than there are', () => {
  const { result } = renderHook(() => useRowWindow(scroller, 3, true));
  expect(result.current.end).toBe(3);
});
