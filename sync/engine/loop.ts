import type { Ports } from '../ports.ts';

/** A timer that is later than this will not come any more by itself: a busy page is not that late. */
const LOST_MS = 1_000;

/** A task that runs turn after turn, sleeping between them; at most one turn at a time. */
export interface Loop {
  /** Runs a turn after `delayMs`, or earlier if one is due earlier. During a turn: one more right after it. */
  wake(delayMs?: number): void;
  /** No further turn starts; resolves when the present one has ended. */
  stop(): Promise<void>;
}

/**
 * Makes a sleeping loop. `turn` returns the milliseconds until it wants to run again, null to wait for `wake`.
 * `failed` gets what a turn threw and returns the wait before the next one; it must not throw. Timers are hints: a
 * turn decides by wall time what is due (D14).
 */
export function createLoop(
  ports: Pick<Ports, 'timers' | 'clock'>,
  turn: () => Promise<number | null>,
  failed: (thrown: unknown) => number | null,
): Loop {
  let isRunning = false;
  let isStopped = false;
  let again = false;
  let dueAt: number | null = null;
  let cancelTimer: (() => void) | null = null;
  let whenIdle: (() => void)[] = [];

  function arm(delayMs: number): void {
    const nowMs = ports.clock.nowMs();
    const wanted = nowMs + delayMs;
    // A timer whose time has long passed proves nothing: the clock was set forward, or the timers slept with the device.
    if (cancelTimer !== null && dueAt !== null && dueAt <= wanted && dueAt > nowMs - LOST_MS) return;
    cancelTimer?.();
    dueAt = wanted;
    cancelTimer = ports.timers.set(() => {
      cancelTimer = null;
      dueAt = null;
      void run();
    }, delayMs);
  }

  async function run(): Promise<void> {
    if (isStopped) return;
    isRunning = true;
    again = false;
    let delayMs: number | null = null;
    try {
      delayMs = await turn();
    } catch (thrown) {
      delayMs = failed(thrown);
    }
    isRunning = false;
    for (const done of whenIdle.splice(0)) done();
    if (isStopped) return;
    if (again) arm(0);
    else if (delayMs !== null) arm(delayMs);
  }

  return {
    wake(delayMs = 0) {
      if (isStopped) return;
      if (isRunning) again = true;
      else arm(delayMs);
    },
    async stop() {
      isStopped = true;
      cancelTimer?.();
      cancelTimer = null;
      if (!isRunning) return;
      await new Promise<void>((resolve) => {
        whenIdle = [...whenIdle, resolve];
      });
    },
  };
}
