import { expect, test } from 'vitest';
import type { SyncStatus } from '#workers/contracts/sync-contract.ts';
import { beforeUpdate, changesSettled, settleWork } from './settle-work.ts';
import { createStore } from '../device/store.ts';

const status = (phase: SyncStatus['phase'], waiting: number): SyncStatus => ({
  phase,
  isLeader: true,
  waiting,
  needsAttention: 0,
  progress: null,
  asOf: null,
  reason: null,
  updatedAt: 0,
});

/** Whether a promise has settled once everything that could run has run. */
async function isDone(promise: Promise<void>): Promise<boolean> {
  let done = false;
  promise.then(
    () => (done = true),
    () => (done = true),
  );
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  return done;
}

test.each([
  ['live', 0],
  ['syncing', 0],
  ['offline', 3],
  ['unreachable', 3],
  ['signed-out', 3],
] as const)('%s with %d waiting has nothing on its way', async (phase, waiting) => {
  expect(await isDone(changesSettled(createStore(status(phase, waiting))))).toBe(true);
});

test('changes on their way are waited for, also when they end up waiting', async () => {
  const store = createStore(status('syncing', 2));
  const settled = changesSettled(store);
  store.set(status('syncing', 1));
  expect(await isDone(settled)).toBe(false);
  store.set(status('offline', 1));
  expect(await isDone(settled)).toBe(true);
});

test('an update waits for everything that asked, whatever becomes of it', async () => {
  let finish: () => void = () => undefined;
  const leave = [
    beforeUpdate(() => Promise.reject(new Error('no'))),
    beforeUpdate(
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    ),
  ];
  const settled = settleWork();
  expect(await isDone(settled)).toBe(false);
  finish();
  expect(await isDone(settled)).toBe(true);
  for (const gone of leave) gone();
  expect(await isDone(settleWork())).toBe(true);
});
