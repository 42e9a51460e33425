/** @vitest-environment jsdom */
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useAppBadge } from './app-badge.ts';

const set = vi.fn<(count: number) => Promise<void>>();
const clear = vi.fn<() => Promise<void>>();
const reported = vi.fn<(error: unknown) => void>();

beforeEach(() => {
  set.mockReset().mockResolvedValue(undefined);
  clear.mockReset().mockResolvedValue(undefined);
  reported.mockReset();
  Object.assign(navigator, { setAppBadge: set, clearAppBadge: clear });
  vi.stubGlobal('reportError', reported);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('shows the number and takes it away', () => {
  const { rerender } = renderHook(({ count }) => useAppBadge(count), { initialProps: { count: 2 } });
  expect(set).toHaveBeenCalledExactlyOnceWith(2);
  rerender({ count: 0 });
  expect(clear).toHaveBeenCalledOnce();
});

it('takes a refusal as an answer and reports every other failure', async () => {
  set.mockRejectedValueOnce(new DOMException('no permission', 'NotAllowedError'));
  const { rerender } = renderHook(({ count }) => useAppBadge(count), { initialProps: { count: 1 } });
  const fault = new Error('broken');
  set.mockRejectedValueOnce(fault);
  rerender({ count: 2 });
  await vi.waitFor(() => expect(reported).toHaveBeenCalledExactlyOnceWith(fault));
});
