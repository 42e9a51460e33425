import { describe, expect, it } from 'vitest';
import { createCancelSource } from './send/cancel.ts';
import { createLoop } from './loop.ts';

/** A clock moved by hand; timers run in order of their time. */
class HandClock {
  now = 0;
  /** Timers that were ever set. */
  armed = 0;
  #timers: { at: number; readonly run: () => void }[] = [];
  readonly clock = { nowMs: (): number => this.now };
  readonly timers = {
    set: (run: () => void, delayMs: number): (() => void) => {
      const timer = { at: this.now + delayMs, run };
      this.armed += 1;
      this.#timers.push(timer);
      return () => {
        this.#timers = this.#timers.filter((other) => other !== timer);
      };
    },
  };

  get pending(): readonly number[] {
    return this.#timers.map((timer) => timer.at - this.now);
  }

  /** The device sleeps: the wall clock goes on, what its timers had still to wait stays. */
  sleep(ms: number): void {
    this.now += ms;
    this.#timers = this.#timers.map((timer) => Object.assign(timer, { at: timer.at + ms }));
  }

  async pass(ms: number): Promise<void> {
    const until = this.now + ms;
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    for (;;) {
      const next = this.#timers.toSorted((a, b) => a.at - b.at)[0];
      if (next === undefined || next.at > until) break;
      this.now = next.at;
      this.#timers = this.#timers.filter((other) => other !== next);
      next.run();
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
    this.now = until;
  }
}

describe('a loop', () => {
  it('[NET9] sleeps as long as its turn says, and for ever after null', async () => {
    const hand = new HandClock();
    const turns: number[] = [];
    const waits = [100, 50, null];
    const loop = createLoop(
      hand,
      async () => {
        turns.push(hand.now);
        return waits.shift() ?? null;
      },
      () => null,
    );
    loop.wake();
    await hand.pass(1000);
    expect(turns).toEqual([0, 100, 150]);
    loop.wake(30);
    await hand.pass(1000);
    expect(turns).toEqual([0, 100, 150, 1030]);
  });

  it('[NET9] an earlier wake wins over a later one, a later one changes nothing', async () => {
    const hand = new HandClock();
    const turns: number[] = [];
    const loop = createLoop(
      hand,
      async () => {
        turns.push(hand.now);
        return null;
      },
      () => null,
    );
    loop.wake(500);
    loop.wake(20);
    loop.wake(300);
    expect(hand.pending).toEqual([20]);
    await hand.pass(1000);
    expect(turns).toEqual([20]);
  });

  it('[NET9] turns never overlap, and a wake during one is not lost', async () => {
    const hand = new HandClock();
    let running = 0;
    let most = 0;
    let turns = 0;
    const release: (() => void)[] = [];
    const loop = createLoop(
      hand,
      async () => {
        turns += 1;
        running += 1;
        most = Math.max(most, running);
        await new Promise<void>((resolve) => {
          release.push(resolve);
        });
        running -= 1;
        return null;
      },
      () => null,
    );
    loop.wake();
    await hand.pass(10);
    loop.wake();
    loop.wake();
    await hand.pass(10);
    expect(turns).toBe(1);
    release[0]?.();
    await hand.pass(10);
    await hand.pass(10);
    expect([turns, most]).toEqual([2, 1]);
  });

  it('[NET9] a turn that throws is reported and repeated after the wait it is given', async () => {
    const hand = new HandClock();
    const thrown: unknown[] = [];
    const turns: number[] = [];
    const loop = createLoop(
      hand,
      async () => {
        turns.push(hand.now);
        if (turns.length === 1) throw new Error('broken');
        return null;
      },
      (error) => {
        thrown.push(error);
        return 70;
      },
    );
    loop.wake();
    await hand.pass(1000);
    expect(turns).toEqual([0, 70]);
    expect(thrown).toEqual([new Error('broken')]);
  });

  it('[NET9] a stop waits for the turn that runs and lets no other begin', async () => {
    const hand = new HandClock();
    const finish: (() => void)[] = [];
    let turns = 0;
    const loop = createLoop(
      hand,
      async () => {
        turns += 1;
        await new Promise<void>((resolve) => {
          finish.push(resolve);
        });
        return 0;
      },
      () => null,
    );
    loop.wake();
    await hand.pass(1);
    let isStopped = false;
    const stopped = loop.stop().then(() => {
      isStopped = true;
      return null;
    });
    await hand.pass(1);
    expect(isStopped).toBe(false);
    finish[0]?.();
    await stopped;
    loop.wake();
    await hand.pass(1000);
    expect(turns).toBe(1);
    await createLoop(
      hand,
      async () => null,
      () => null,
    ).stop();
  });

  it('[NET9] a clock set back does not delay a wake', async () => {
    const hand = new HandClock();
    const turns: number[] = [];
    const loop = createLoop(
      hand,
      async () => {
        turns.push(hand.now);
        return null;
      },
      () => null,
    );
    hand.now = 1_000_000;
    loop.wake(60_000);
    hand.now = 0;
    loop.wake(10);
    expect(hand.pending).toEqual([10]);
    await hand.pass(10);
    expect(turns).toEqual([10]);
  });

  it('[NET9] wakes that come one after the other do not put off the turn that is due', async () => {
    const hand = new HandClock();
    const loop = createLoop(
      hand,
      async () => null,
      () => null,
    );
    loop.wake();
    const first = hand.armed;
    hand.now += 200;
    for (let wakes = 0; wakes < 50; wakes += 1) loop.wake();
    expect(hand.armed).toBe(first);
  });

  it('[NET10] after a sleep in which the timers stood still a wake comes at once', async () => {
    const hand = new HandClock();
    const turns: number[] = [];
    const loop = createLoop(
      hand,
      async () => {
        turns.push(hand.now);
        return null;
      },
      () => null,
    );
    loop.wake(600_000);
    hand.sleep(8 * 3_600_000);
    loop.wake();
    expect(hand.pending).toEqual([0]);
    await hand.pass(0);
    expect(turns).toEqual([8 * 3_600_000]);
  });
});

describe('a cancel source', () => {
  it('tells listeners once and forgets those that left', () => {
    const source = createCancelSource();
    const heard: string[] = [];
    const left = (): void => {
      heard.push('left');
    };
    source.signal.addEventListener('abort', () => heard.push('stays'));
    source.signal.addEventListener('abort', left);
    source.signal.removeEventListener('abort', left);
    expect(source.signal.aborted).toBe(false);
    source.cancel();
    source.cancel();
    expect(source.signal.aborted).toBe(true);
    expect(heard).toEqual(['stays']);
  });
});
