import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SyncStatus } from '#workers/contracts/sync-contract.ts';
import { watchOutbox } from './background-sync.ts';
import { createStore } from '../device/store.ts';

const calm: SyncStatus = {
  phase: 'live',
  isLeader: true,
  waiting: 0,
  needsAttention: 0,
  progress: null,
  asOf: null,
  reason: null,
  updatedAt: 0,
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function page() {
  const status = createStore<SyncStatus>(calm);
  const register = vi.fn<(tag: string) => Promise<void>>(() => Promise.reject(new Error('not here')));
  const stop = watchOutbox(status, {
    register,
    setTimer: (run, delayMs) => {
      const handle = setTimeout(run, delayMs);
      return () => clearTimeout(handle);
    },
  });
  return {
    register,
    stop,
    wait: (waiting: number) => status.set({ ...calm, waiting, updatedAt: Date.now() }),
  };
}

test('[BGS4] a change without an answer for five seconds registers the background sync', () => {
  const { register, wait } = page();
  wait(1);
  vi.advanceTimersByTime(4999);
  expect(register).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(register).toHaveBeenCalledExactlyOnceWith('outbox');
});

test('[BGS4] an answer in time registers nothing, and one change that gets through starts the patience again', () => {
  const { register, wait } = page();
  wait(1);
  vi.advanceTimersByTime(4000);
  wait(0);
  vi.advanceTimersByTime(60_000);
  wait(3);
  vi.advanceTimersByTime(4000);
  wait(2);
  vi.advanceTimersByTime(4000);
  expect(register).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(register).toHaveBeenCalledTimes(1);
});

test('[BGS4] registers once per stretch of waiting, and nothing for a page that has gone', () => {
  const { register, wait, stop } = page();
  wait(1);
  vi.advanceTimersByTime(5000);
  wait(2);
  vi.advanceTimersByTime(60_000);
  expect(register).toHaveBeenCalledTimes(1);
  wait(0);
  wait(1);
  vi.advanceTimersByTime(5000);
  expect(register).toHaveBeenCalledTimes(2);
  wait(0);
  wait(1);
  stop();
  vi.advanceTimersByTime(60_000);
  expect(register).toHaveBeenCalledTimes(2);
});
