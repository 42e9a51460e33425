import { describe, expect, it, vi } from 'vitest';
import { SyncError } from '#sync/errors.ts';
import type { Result } from '#sync/errors.ts';
import type { BusMessage, Timers } from '#sync/ports.ts';
import { createBus } from './bus.ts';
import { withResults } from './expose.ts';
import { createLifecycle } from './lifecycle.ts';
import { createLocks } from './locks.ts';
import { createLog } from './log.ts';
import { createRng } from './rng.ts';
import { deviceTimers, waitWith } from './timers.ts';

const silent = { event: () => undefined };

interface Contract {
  add(a: number, b: number): Promise<Result<number>>;
  quiet(): Promise<Result<null>>;
  fails(): Promise<Result<null>>;
  breaks(): Promise<Result<null>>;
}

describe('expose', () => {
  const events: string[] = [];
  const contract = withResults<Contract>(
    {
      add: async (a, b) => a + b,
      quiet: async () => undefined,
      fails: () =>
        Promise.reject(new SyncError({ kind: 'rate-limited', message: 'Slow down', retryAfterMs: 9 })),
      breaks: async () => {
        throw new TypeError('x is not a function');
      },
    },
    { event: (level, code) => events.push(`${level} ${code}`) },
  );

  it('answers with values, and with null for nothing', async () => {
    expect(await contract.add(2, 3)).toEqual({ ok: true, value: 5 });
    expect(await contract.quiet()).toEqual({ ok: true, value: null });
  });

  it('a classified failure keeps its fields and is not a bug', async () => {
    expect(await contract.fails()).toEqual({
      ok: false,
      error: { kind: 'rate-limited', message: 'Slow down', retryAfterMs: 9 },
    });
    expect(events).toEqual([]);
  });

  it('anything else is a bug, and logged', async () => {
    expect(await contract.breaks()).toEqual({
      ok: false,
      error: { kind: 'bug', message: 'x is not a function' },
    });
    expect(events).toEqual(['error worker.bug']);
  });
});

describe('log', () => {
  it('[D23] keeps the newest events, oldest first', () => {
    let nowMs = 0;
    const log = createLog({ nowMs: () => nowMs++ }, 3);
    expect(log.entries()).toEqual([]);
    for (const code of ['a', 'b']) log.event('info', code);
    expect(log.entries().map((entry) => entry.code)).toEqual(['a', 'b']);
    for (const code of ['c', 'd', 'e']) log.event('info', code, { n: 1 });
    expect(log.entries().map((entry) => [entry.code, entry.atMs])).toEqual([
      ['c', 2],
      ['d', 3],
      ['e', 4],
    ]);
  });
});

describe('bus', () => {
  it('delivers messages it knows and drops the rest', async () => {
    const [near, far] = [new BroadcastChannel('bus-test'), new BroadcastChannel('bus-test')];
    const codes: string[] = [];
    const sender = createBus(near, silent);
    const receiver = createBus(far, { event: (_level, code) => codes.push(code) });
    const received: BusMessage[] = [];
    const done = new Promise<void>((resolve) => {
      receiver.listen((message) => {
        received.push(message);
        if (message.type === 'wipe') resolve();
      });
    });
    sender.post({ type: 'appended', lanes: ['incident:i1'] });
    for (const odd of [{ type: 'appended', lanes: 'not a list' }, { type: 'from-the-future' }, 'text']) {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel takes no origin
      near.postMessage(odd);
    }
    sender.post({ type: 'wipe' });
    await done;
    expect(received).toEqual([{ type: 'appended', lanes: ['incident:i1'] }, { type: 'wipe' }]);
    expect(codes).toEqual(['bus.unknown-message', 'bus.unknown-message', 'bus.unknown-message']);
    sender.close();
    receiver.close();
  });
});

describe('lifecycle', () => {
  function host(navigator: object = {}) {
    const handlers: (() => void)[] = [];
    return {
      navigator: { onLine: true, ...navigator },
      addEventListener: (_type: string, handle: () => void) => handlers.push(handle),
      fire: () => handlers.forEach((handle) => handle()),
    };
  }

  it('[D14] tells listeners of visibility, online and offline until they leave', () => {
    const page = host();
    const lifecycle = createLifecycle(page);
    const heard = vi.fn<() => void>();
    const leave = lifecycle.onChange(heard);
    expect(lifecycle.isVisible()).toBe(true);
    lifecycle.setVisible(false);
    expect(lifecycle.isVisible()).toBe(false);
    page.fire();
    expect(heard).toHaveBeenCalledTimes(3);
    leave();
    lifecycle.setVisible(true);
    expect(heard).toHaveBeenCalledTimes(3);
  });

  it('[D14] is constrained by Save-Data and 2g, never by a missing API', () => {
    const constrained = (connection: unknown) => createLifecycle(host({ connection })).isConstrained();
    expect(constrained(undefined)).toBe(false);
    expect(constrained({ saveData: true })).toBe(true);
    expect(constrained({ effectiveType: '2g', saveData: false })).toBe(true);
    expect(constrained({ effectiveType: '4g' })).toBe(false);
  });
});

describe('locks', () => {
  /** One lock, first come first served; Node has no Web Locks. */
  function manager(): LockManager {
    let tail: Promise<unknown> = Promise.resolve();
    const pending: { name: string }[] = [];
    const request = async (
      name: string,
      options: { signal?: AbortSignal },
      run: () => Promise<unknown>,
    ): Promise<unknown> => {
      const turn = { name };
      pending.push(turn);
      const before = tail;
      const aborted = new Promise<never>((_resolve, reject) => {
        options.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      });
      let free: () => void = () => undefined;
      tail = new Promise<void>((resolve) => {
        free = resolve;
      });
      try {
        await Promise.race([before, aborted]);
        pending.splice(pending.indexOf(turn), 1);
        return await run();
      } finally {
        void before.then(free);
      }
    };
    const query = async () => ({ held: [], pending });
    return { request, query } as unknown as LockManager; // only what the port uses
  }

  it('[D15] holds one at a time and counts who waits', async () => {
    const locks = createLocks(manager());
    const order: string[] = [];
    let release: () => void = () => undefined;
    const first = locks.request('sync', async () => {
      order.push('first in');
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      order.push('first out');
    });
    const second = locks.request('sync', async () => {
      order.push('second in');
    });
    await Promise.resolve();
    await vi.waitFor(() => expect(order).toEqual(['first in']), { timeout: 30_000 });
    expect(await locks.waiting('sync')).toBe(1);
    expect(await locks.waiting('other')).toBe(0);
    release();
    await Promise.all([first, second]);
    expect(order).toEqual(['first in', 'first out', 'second in']);
  });

  it('[AUT7] is shared by those who ask to share it, and had alone by the others', async () => {
    const modes: unknown[] = [];
    const recorder = {
      request: (name: string, { mode }: { mode?: string }, run: () => Promise<unknown>) => {
        modes.push([name, mode]);
        return run();
      },
    } as unknown as LockManager; // only what the port uses
    const locks = createLocks(recorder);
    await locks.share('session', async () => undefined);
    await locks.request('session', async () => undefined);
    expect(modes).toEqual([
      ['session', 'shared'],
      ['session', 'exclusive'],
    ]);
  });

  it('a cancelled wait rejects as cancelled, a failing holder with its own error', async () => {
    const locks = createLocks(manager());
    const cancel = new AbortController();
    let release: () => void = () => undefined;
    const holder = locks.request(
      'sync',
      () =>
        new Promise((resolve) => {
          release = resolve;
        }),
    );
    const waiter = locks.request('sync', async () => undefined, cancel.signal);
    cancel.abort();
    await expect(waiter).rejects.toMatchObject({ info: { kind: 'cancelled' } });
    release();
    await holder;
    const failing = locks.request('sync', () => Promise.reject(new Error('mine')));
    await expect(failing).rejects.toThrow('mine');
  });
});

describe('random numbers and timers', () => {
  it('numbers lie in [0, 1) and differ', () => {
    const rng = createRng();
    const numbers = Array.from({ length: 500 }, () => rng.next());
    expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
    expect(new Set(numbers).size).toBe(500);
    expect(Math.max(...numbers)).toBeGreaterThan(0.5);
  });

  it('timers fire once, can be cancelled, and clamp delays that would overflow', () => {
    vi.useFakeTimers();
    const run = vi.fn<() => void>();
    deviceTimers.set(run, 2 ** 40);
    vi.advanceTimersByTime(1_000);
    expect(run).not.toHaveBeenCalled();
    deviceTimers.set(run, 10)();
    deviceTimers.set(run, 20);
    vi.advanceTimersByTime(20);
    expect(run).toHaveBeenCalledTimes(1);
    vi.useRealTimers();
  });

  it('waits for the delay it is told', async () => {
    const asked: number[] = [];
    const timers: Timers = {
      set: (run, delayMs) => {
        asked.push(delayMs);
        run();
        return () => undefined;
      },
    };
    await waitWith(timers)(200);
    expect(asked).toEqual([200]);
  });
});
