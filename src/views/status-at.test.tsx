/** @vitest-environment jsdom */
import { act, cleanup, render, renderHook } from '@testing-library/react';
import { Profiler, type ReactElement, type ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore, type WritableStore } from '#src/platform/device/store.ts';
import { SyncProvider, useSyncStatus } from '#src/platform/replica/sync-context.tsx';
import type { SyncClient } from '#src/platform/replica/worker-client.ts';
import type { SyncStatus } from '#workers/contracts/sync-contract.ts';
import { useStatusAt } from './status-at.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const at = (afterNoonMs: number): string => new Date(NOON + afterNoonMs).toISOString();

function pulledAt(afterNoonMs: number): SyncStatus {
  return {
    phase: 'live',
    isLeader: true,
    waiting: 0,
    needsAttention: 0,
    progress: null,
    asOf: at(afterNoonMs),
    reason: null,
    updatedAt: NOON + afterNoonMs,
  };
}

const MINUTE_MS = 60_000;
/** Whether the last pull was more than a minute ago. */
const useIsOld = (): boolean => useStatusAt(({ asOf }, nowMs) => nowMs - Date.parse(asOf ?? '') > MINUTE_MS);

let status: WritableStore<SyncStatus>;
const drawn = vi.fn<() => void>();

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
  status = createStore(pulledAt(0));
  drawn.mockClear();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Page({ children }: { children: ReactNode }): ReactElement {
  const client = { status } as unknown as SyncClient; // nothing else of it is touched
  return (
    <SyncProvider client={client}>
      <Profiler id="page" onRender={drawn}>
        {children}
      </Profiler>
    </SyncProvider>
  );
}

describe('the status of a minute in which nothing happens', () => {
  it('draws nothing, whatever is pulled and whatever the clock says', () => {
    function Shown(): ReactElement {
      return <p>{`${useSyncStatus().phase} ${String(useIsOld())}`}</p>;
    }
    const { getByText } = render(<Shown />, { wrapper: Page });
    expect(getByText('live false')).toBeTruthy();
    drawn.mockClear();
    for (const second of [20, 40, 60, 80, 100, 120]) {
      act(() => {
        vi.setSystemTime(NOON + second * 1000);
        status.set(pulledAt(second * 1000));
      });
    }
    act(() => void vi.advanceTimersByTime(60_000));
    expect(drawn).not.toHaveBeenCalled();
    act(() => status.set({ ...status.get(), phase: 'offline' }));
    expect(getByText('offline false')).toBeTruthy();
    expect(drawn).toHaveBeenCalledTimes(1);
  });

  it('[I24] is past its limit in the minute in which nothing was pulled, and no more once something was', () => {
    const { result } = renderHook(() => useIsOld(), { wrapper: Page });
    expect(result.current).toBe(false);
    act(() => void vi.advanceTimersByTime(120_000));
    expect(result.current).toBe(true);
    act(() => status.set(pulledAt(120_000)));
    expect(result.current).toBe(false);
  });

  it('gives equal facts as one object', () => {
    const words = renderHook(() => useStatusAt(({ phase }) => ({ phase })), { wrapper: Page });
    const said = words.result.current;
    act(() => status.set(pulledAt(10_000)));
    expect(words.result.current).toBe(said);
    const { result } = renderHook(() => useSyncStatus(), { wrapper: Page });
    const before = result.current;
    act(() => status.set({ ...pulledAt(20_000), progress: null }));
    expect(result.current).toBe(before);
    act(() => status.set({ ...pulledAt(20_000), progress: { done: 1, total: 2 } }));
    expect(result.current.progress).toEqual({ done: 1, total: 2 });
  });
});
