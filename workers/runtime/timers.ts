import type { Timers } from '#sync/ports.ts';

/** Largest delay a browser timer takes; longer ones would fire at once. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** The platform's timers. Late ones are the engine's business (D14). */
export const deviceTimers: Timers = {
  set: (run, delayMs) => {
    const handle = setTimeout(run, Math.min(Math.max(0, delayMs), MAX_DELAY_MS));
    return () => clearTimeout(handle);
  },
};

/** Resolves after the delay. */
export function waitWith(timers: Timers): (delayMs: number) => Promise<void> {
  return (delayMs) =>
    new Promise((resolve) => {
      timers.set(resolve, delayMs);
    });
}
