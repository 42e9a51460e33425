import { beforeEach, expect, it, vi } from 'vitest';
import { leaderLock } from '#sync/engine/tabs/leadership.ts';
import { identityOf } from '#tests/contract/store/fixtures.ts';
import { joinTabRegistry, leftAlone, readByAll } from './tab-registry.ts';

const identity = identityOf('registry');
const log = { event: () => undefined };
let held: { name: string; clientId: string }[];
let pending: { name: string; clientId: string }[];

beforeEach(() => {
  held = [];
  pending = [];
});

/** The locks of the browser as one context sees them: no name is asked for twice here. */
function managerOf(clientId: string): LockManager {
  const request = async (
    name: string,
    options: { signal?: AbortSignal },
    run: () => Promise<unknown>,
  ): Promise<unknown> => {
    options.signal?.throwIfAborted();
    const lock = { name, clientId };
    held.push(lock);
    try {
      return await run();
    } finally {
      held.splice(held.indexOf(lock), 1);
    }
  };
  return { request, query: async () => ({ held, pending }) } as unknown as LockManager; // only what the registry uses
}

const join = (tabId: string, reads = 3) =>
  joinTabRegistry(managerOf(`client of ${tabId}`), identity, { tabId, appVersion: '2.0.0' }, log, reads);

it('[DIA4] lists every open context with its version, until it leaves', async () => {
  const first = join('t1');
  const second = join('t2', 2);
  expect(await first.open()).toEqual([
    { tabId: 't1', appVersion: '2.0.0', reads: 3 },
    { tabId: 't2', appVersion: '2.0.0', reads: 2 },
  ]);
  second.leave();
  await vi.waitFor(async () => expect(await first.open()).toHaveLength(1), { timeout: 30_000 });
  first.leave();
});

it('[DIA4] somebody else’s tabs are not on the registry', async () => {
  const other = joinTabRegistry(
    managerOf('other'),
    identityOf('other'),
    { tabId: 'x', appVersion: '2.0.0' },
    log,
  );
  const registry = join('t1');
  expect((await registry.open()).map(({ tabId }) => tabId)).toEqual(['t1']);
  registry.leave();
  other.leave();
});

it('[UPG6] a context that queues or leads without being on the registry reads the first format only', async () => {
  const registry = join('t1');
  held.push({ name: leaderLock(identity), clientId: 'client of t1' });
  expect(await registry.open()).toHaveLength(1);
  pending.push({ name: leaderLock(identity), clientId: 'old tab' });
  expect(await registry.open()).toContainEqual({ tabId: 'old tab', appVersion: null, reads: 1 });
  expect(await readByAll(registry)).toBe(1);
  registry.leave();
});

it('[UPG6] a card that cannot be read, and a registry that cannot, count as the first format', async () => {
  const registry = join('t1');
  const name = held[0]?.name ?? '';
  held.push({ name: `${name.slice(0, name.indexOf('{'))}card of the future`, clientId: 'newer' });
  expect(await registry.open()).toContainEqual({ tabId: 'newer', appVersion: null, reads: 1 });
  registry.leave();
  expect(await readByAll({ open: () => Promise.reject(new Error('no locks')) })).toBe(1);
});

it('[LCK8] waits until the other tabs have left, and does not wait for ever', async () => {
  const registry = join('t1');
  const other = join('t2');
  let waits = 0;
  const patient = (leaveAfter: number) => async (): Promise<void> => {
    waits += 1;
    if (waits === leaveAfter) other.leave();
    await Promise.resolve();
  };
  expect(await leftAlone(registry, 't1', patient(Infinity))).toBe(false);
  waits = 0;
  expect(await leftAlone(registry, 't1', patient(2))).toBe(true);
  expect(waits).toBeLessThan(10);
  const unread = { open: () => Promise.reject(new Error('no list')) };
  expect(await leftAlone(unread, 't1', patient(Infinity))).toBe(false);
  registry.leave();
});
