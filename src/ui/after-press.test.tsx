import { afterEach, expect, test, vi } from 'vitest';
import { afterPress } from './after-press.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('what is to appear does so at once, or when the press that is under way has been counted', () => {
  vi.useFakeTimers();
  const work = vi.fn<() => void>();
  afterPress(work);
  expect(work).toHaveBeenCalledTimes(1);

  // jsdom knows no pressed element.
  vi.spyOn(document, 'querySelector').mockReturnValue(document.body);
  afterPress(work);
  expect(work).toHaveBeenCalledTimes(1);
  window.dispatchEvent(new Event('pointerup'));
  window.dispatchEvent(new Event('mouseup'));
  expect(work).toHaveBeenCalledTimes(1);
  vi.runAllTimers();
  expect(work).toHaveBeenCalledTimes(2);
});
