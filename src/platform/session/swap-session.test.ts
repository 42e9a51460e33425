import { expect, test, vi } from 'vitest';
import { SESSION_LOCK } from '#sync/protocol/session-lock.ts';
import { createSwapSession } from './swap-session.ts';

interface Device {
  readonly manager: LockManager;
  /** Names and modes that were asked for. */
  readonly asked: unknown[];
  /** Somebody who sends has the lock until this is called. */
  letGo: () => void;
}

/** A lock that is free, or that somebody has. */
function device(isTaken = false): Device {
  const asked: unknown[] = [];
  let letGo: () => void = () => undefined;
  let tail: Promise<unknown> = isTaken
    ? new Promise<void>((resolve) => {
        letGo = resolve;
      })
    : Promise.resolve();
  const request = (name: string, { signal }: LockOptions, run: () => Promise<unknown>): Promise<unknown> => {
    asked.push(name);
    const given = new Promise<void>((resolve, reject) => {
      tail.then(() => resolve(), reject);
      signal?.addEventListener('abort', () => reject(signal.reason as Error)); // as the browser does
    });
    const held = given.then(run);
    tail = held.catch(() => undefined);
    return held;
  };
  return { manager: { request } as unknown as LockManager, asked, letGo: () => letGo() }; // only what is used
}

const later = <T>(value: T): { readonly promise: Promise<T>; readonly end: () => void } => {
  let end: () => void = () => undefined;
  const promise = new Promise<T>((resolve) => {
    end = () => resolve(value);
  });
  return { promise, end };
};

test('[AUT7] a sign-in begins when nothing is on its way any more, and hands its answer on', async () => {
  const world = device(true);
  const swap = createSwapSession(() => world.manager);
  const request = vi.fn<() => Promise<string>>().mockResolvedValue('signed in');
  const done = swap(request);
  await Promise.resolve();
  expect(request).not.toHaveBeenCalled();
  world.letGo();
  expect(await done).toBe('signed in');
  expect(world.asked).toEqual([SESSION_LOCK]);
});

test('[AUT7] the lock is let go of when the last of what this page does under it has ended', async () => {
  const world = device();
  const swap = createSwapSession(() => world.manager);
  const [outer, inner] = [later(1), later(2)];
  const first = swap(async () => {
    void swap(() => inner.promise);
    return outer.promise;
  });
  await vi.waitFor(() => expect(world.asked).toHaveLength(1));
  outer.end();
  await first;
  const next = vi.fn<() => Promise<void>>().mockResolvedValue();
  const elsewhere = createSwapSession(() => world.manager)(next);
  await new Promise((resolve) => setImmediate(resolve));
  expect(next).not.toHaveBeenCalled();
  inner.end();
  await elsewhere;
  expect(next).toHaveBeenCalledOnce();
});

test('[AUT7] what fails under the lock lets go of it', async () => {
  const world = device();
  const swap = createSwapSession(() => world.manager);
  await expect(swap(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  expect(await swap(() => Promise.resolve('next'))).toBe('next');
});

test('[AUT7] a tab that never lets go is not waited for without end: nothing is asked of the server, and it is said', async () => {
  const world = device(true);
  const request = vi.fn<() => Promise<void>>();
  const done = createSwapSession(() => world.manager, 1)(request);
  await expect(done).rejects.toMatchObject({ info: { kind: 'timeout' } });
  await expect(done).rejects.toThrow('Another tab of this app is still sending');
  expect(request).not.toHaveBeenCalled();
});

test('where the browser has no locks nothing of this app writes, and a person signs in all the same', async () => {
  expect(await createSwapSession(() => undefined)(() => Promise.resolve('in'))).toBe('in');
});
