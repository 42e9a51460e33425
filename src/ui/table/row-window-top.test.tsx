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
  const { result, rerender } = renderHook(({ isNew }) => useRowWindow(scroller, count, isNew, {}), {
    initialProps: { isNew: true },
  });
  const { first, end, rowHeight } = result.current;
  expect(first).toBe(0);
  // Rows of which none can be seen are not drawn yet.
  expect(end).toBeLessThan(window.innerHeight / rowHeight);
  expect(end).toBeGreaterThan((window.innerHeight - 200) / rowHeight);
  rerender({ isNew: false });
  expect(result.current.end).toBeGreaterThan(end);
});

it('never draws more rows than there are', () => {
  const { result } = renderHook(() => useRowWindow(scroller, 3, true, {}));
  expect(result.current.end).toBe(3);
});

it('draws once where the view is about as high as was to be expected', () => {
  const laidOut = { current: document.createElement('div') };
  Object.defineProperty(laidOut.current, 'clientHeight', { value: window.innerHeight - 180 });
  const ends: number[] = [];
  renderHook(() => {
    ends.push(useRowWindow(laidOut, 2000, false, {}).end);
  });
  expect(ends).toHaveLength(1);
});

it('draws again where the view is much lower', () => {
  const laidOut = { current: document.createElement('div') };
  Object.defineProperty(laidOut.current, 'clientHeight', { value: 200 });
  const { result } = renderHook(() => useRowWindow(laidOut, 2000, false, {}));
  expect(result.current.end).toBeLessThan(30);
});

it('begins where the table was left', () => {
  const { result } = renderHook(() => useRowWindow(scroller, 2000, false, { startTop: 37_000 }));
  const { first, end, rowHeight } = result.current;
  const top = 37_000 / rowHeight;
  expect(first).toBeLessThanOrEqual(top);
  expect(first).toBeGreaterThan(top - 20);
  expect(end).toBeGreaterThan(top + 15);
  expect(end).toBeLessThan(top + 60);
});
