/** @vitest-environment jsdom */
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { afterPaint, usePainted } from './after-paint.ts';

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'setTimeout', 'clearTimeout'],
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('runs after the frame, not in it', () => {
  const work = vi.fn<() => void>();
  afterPaint(work);
  requestAnimationFrame(() => expect(work).not.toHaveBeenCalled());
  vi.advanceTimersToNextFrame();
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledTimes(1);
});

it('can be called off before and after the frame', () => {
  const work = vi.fn<() => void>();
  afterPaint(work)();
  const stop = afterPaint(work);
  vi.advanceTimersToNextFrame();
  stop();
  vi.advanceTimersByTime(100);
  expect(work).not.toHaveBeenCalled();
});

it('does not wait for frames that a hidden page does not have', () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const frames = vi.spyOn(globalThis, 'requestAnimationFrame');
  const work = vi.fn<() => void>();
  afterPaint(work);
  vi.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledTimes(1);
  expect(frames).not.toHaveBeenCalled();
});

it('holds a value back until the frame with it has been painted', () => {
  const { result, rerender } = renderHook(({ value }) => usePainted(value, 'first'), {
    initialProps: { value: 'first' },
  });
  expect(result.current).toBe('first');
  rerender({ value: 'second' });
  expect(result.current).toBe('first');
  act(() => {
    vi.advanceTimersByTime(20);
  });
  expect(result.current).toBe('second');
});
