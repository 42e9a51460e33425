import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SyncStatus } from '#workers/contracts/sync-contract.ts';
import { OUTCOME_WAIT_MS, refreshWatched } from './refusal-watch.ts';
import { createStore } from '../device/store.ts';

type Seen = Pick<SyncStatus, 'phase' | 'asOf'>;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function started(phase: Seen['phase'] = 'live'): {
  status: ReturnType<typeof createStore<Seen>>;
  onRefused: ReturnType<typeof vi.fn<() => void>>;
  refresh: () => Promise<void>;
} {
  const status = createStore<Seen>({ phase, asOf: '2026-11-20T12:00:00Z' });
  const onRefused = vi.fn<() => void>();
  return {
    status,
    onRefused,
    refresh: () => refreshWatched(status, () => Promise.resolve(), onRefused),
  };
}

test('a 401 that the status tells only after the call has ended counts, once', async () => {
  const { status, onRefused, refresh } = started();
  await refresh();
  expect(onRefused).not.toHaveBeenCalled();
  vi.advanceTimersByTime(OUTCOME_WAIT_MS - 1);
  status.set({ ...status.get(), phase: 'signed-out' });
  status.set({ ...status.get(), phase: 'live' });
  status.set({ ...status.get(), phase: 'signed-out' });
  expect(onRefused).toHaveBeenCalledTimes(1);
});

test('a session that was over before stays a refusal, also when the call fails', async () => {
  const { status, onRefused } = started('signed-out');
  const failing = refreshWatched(status, () => Promise.reject(new Error('x')), onRefused);
  await expect(failing).rejects.toThrow('x');
  expect(onRefused).toHaveBeenCalledTimes(1);
});

test('background syncing is not the user’s call: after newer data, and after the wait, a 401 does not count', async () => {
  const answered = started();
  await answered.refresh();
  answered.status.set({ phase: 'live', asOf: '2026-11-20T12:01:00Z' });
  answered.status.set({ phase: 'signed-out', asOf: '2026-11-20T12:01:00Z' });
  expect(answered.onRefused).not.toHaveBeenCalled();

  const silent = started();
  await silent.refresh();
  vi.advanceTimersByTime(OUTCOME_WAIT_MS);
  silent.status.set({ ...silent.status.get(), phase: 'signed-out' });
  expect(silent.onRefused).not.toHaveBeenCalled();
});
