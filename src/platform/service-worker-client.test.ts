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
  runTimers: () => void;
}

function world(isControlled: boolean): World {
  const w = { log: [], isWorkOpen: false } as unknown as World;
  const timers: (() => void)[] = [];
  w.updates = createUpdates({
    workbox: {
      register: () => Promise.resolve(undefined),
      update: () => Promise.resolve(),
      addEventListener: (_type: string, listener: never) => {
        w.install = listener;
      },
      messageSkipWaiting: () => w.log.push('skip waiting'),
    } as never,
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
    setTimer: (run) => timers.push(run),
  });
  w.runTimers = () => timers.forEach((run) => run());
  return w;
}

test('a new version waits until it is accepted, then the page reloads once', () => {
  const w = world(true);
  w.install();
  expect(w.updates.get()).toBe('waiting');
  expect(w.log).toEqual([]);
  w.updates.accept();
  w.control();
  w.runTimers();
  expect(w.log).toEqual(['skip waiting', 'reload']);
});

test('the reload does not depend on the hand-over', () => {
  const w = world(true);
  w.install();
  w.updates.accept();
  w.runTimers();
  expect(w.log).toEqual(['skip waiting', 'reload']);
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
