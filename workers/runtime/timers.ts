import type { Timers } from '#sync/ports.ts';

/** Largest delay a browser timer takes; longer ones would fire at once. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** As soon as what is running has ended. A timer that a timer has set waits four milliseconds, a message does not. */
function soon(run: () => void): () => void {
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', () => {
    port1.close();
    run();
  });
  port1.start();
  port2.postMessage(null);
  return () => port1.close();
}

/** The platform's timers. Late ones are the engine's business (D14). */
export const deviceTimers: Timers = {
  set: (run, delayMs) => {
    if (delayMs <= 0) return soon(run);
    const handle = setTimeout(run, Math.min(delayMs, MAX_DELAY_MS));
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
