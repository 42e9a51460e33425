import { setImmediate as turn } from 'node:timers/promises';
import type { Clock, Timers } from '#sync/ports.ts';

/** Turns of the event loop without anything on the wire after which nothing but a timer is waited for. */
const CALM_TURNS = 8;

/** A clock that stands still while anything is under way and jumps to the next timer when nothing is. */
export interface VirtualTime {
  readonly clock: Clock;
  readonly timers: Timers;
  /** Timers that are set and not due yet. */
  readonly waiting: () => number;
  /** Lets this much time pass. */
  pass(ms: number): Promise<void>;
  /** The device sleeps: time passes and nothing runs; what was due runs when time passes again. */
  sleep(ms: number): Promise<void>;
}

/** Makes the clock; `isBusy` says that something is on the wire. */
export function createVirtualTime(isBusy: () => boolean): VirtualTime {
  let nowMs = Date.now();
  const armed = new Set<{ readonly atMs: number; readonly run: () => void }>();
  const calm = async (): Promise<void> => {
    for (let turns = 0; turns < CALM_TURNS; turns += 1) {
      await turn();
      if (isBusy()) turns = 0;
    }
  };
  return {
    clock: { nowMs: () => nowMs },
    timers: {
      set: (run, delayMs) => {
        const timer = { atMs: nowMs + delayMs, run };
        armed.add(timer);
        return () => armed.delete(timer);
      },
    },
    waiting: () => armed.size,
    async sleep(ms) {
      await calm();
      nowMs += ms;
    },
    async pass(ms) {
      const untilMs = nowMs + ms;
      for (;;) {
        await calm();
        const [next] = [...armed].sort((a, b) => a.atMs - b.atMs);
        if (next === undefined || next.atMs > untilMs) break;
        armed.delete(next);
        nowMs = Math.max(nowMs, next.atMs);
        next.run();
      }
      nowMs = untilMs;
    },
  };
}
