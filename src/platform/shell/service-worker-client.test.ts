// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { createUpdates, type Updates } from './service-worker-client.ts';

interface World {
  updates: Updates;
  log: string[];
  isWorkOpen: boolean;
  install: () => void;
  control: () => void;
  endWork: () => void;
  settle: () => void;
  hearAccepted: () => void;
  runTimers: () => void;
}

function world(isControlled: boolean): World {
  const w = { log: [], isWorkOpen: false } as unknown as World;
  const timers: (() => void)[] = [];
  w.updates = createUpdates({
    onWaiting: (listener) => {
      w.install = listener;
    },
    skipWaiting: () => w.log.push('skip waiting'),
    hasController: () => isControlled,
    onControllerChange: (listener) => {
      w.control = listener;
    },
    reload: () => w.log.push('reload'),
    isWorkOpen: () => w.isWorkOpen,
    onWorkChange: (listener) => {
      w.endWork = () => {
        w.isWorkOpen = false;
        listener();
      };
    },
    settled: () =>
      new Promise((resolve) => {
        w.settle = resolve;
      }),
    announce: () => w.log.push('announce'),
    onAnnounced: (listener) => {
      w.hearAccepted = listener;
    },
    setTimer: (run) => timers.push(run),
  });
  w.runTimers = () => timers.splice(0).forEach((run) => run());
  return w;
}

/** Lets promises that are settled run their callbacks. */
const settled = (): Promise<void> => Promise.resolve().then(() => undefined);

test('a new version waits until it is accepted and nothing is half done, then every tab reloads once', async () => {
  const w = world(true);
  w.install();
  expect(w.updates.get()).toBe('waiting');
  w.updates.accept();
  w.updates.accept();
  await settled();
  expect([w.updates.get(), w.log]).toEqual(['activating', []]);
  w.settle();
  await settled();
  expect(w.log).toEqual(['skip waiting', 'announce']);
  w.control();
  w.runTimers();
  w.runTimers();
  expect(w.log).toEqual(['skip waiting', 'announce', 'reload']);
});

test('neither changes that never settle nor a hand-over that never comes hold the reload up', async () => {
  const w = world(true);
  w.install();
  w.updates.accept();
  w.runTimers();
  expect(w.log).toEqual(['skip waiting', 'announce']);
  w.settle();
  await settled();
  w.runTimers();
  expect(w.log).toEqual(['skip waiting', 'announce', 'reload']);
});

test('a tab that heard of the new version reloads though the hand-over never comes', () => {
  const w = world(true);
  w.hearAccepted();
  expect(w.log).toEqual([]);
  w.runTimers();
  expect(w.log).toEqual(['reload']);
  const busy = world(true);
  busy.isWorkOpen = true;
  busy.hearAccepted();
  busy.runTimers();
  expect([busy.updates.get(), busy.log]).toEqual(['stale', []]);
  busy.endWork();
  expect(busy.log).toEqual(['reload']);
});

test('the first installation reloads nothing, a later take-over does', () => {
  const w = world(false);
  w.control();
  expect(w.log).toEqual([]);
  w.control();
  expect(w.log).toEqual(['reload']);
});

test('a version taken in another tab waits for the work in this one', () => {
  const w = world(true);
  w.isWorkOpen = true;
  w.control();
  expect([w.updates.get(), w.log]).toEqual(['stale', []]);
  w.endWork();
  expect(w.log).toEqual(['reload']);
});
