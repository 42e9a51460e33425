/** First and longest wait between two tries, in ms. */
const FIRST_MS = 30_000;
const LONGEST_MS = 10 * 60_000;

export interface Retry {
  /** It failed: `run` is called after a while, each time a longer one. While one try is awaited no other is. */
  readonly failed: () => void;
  /** It went well: the next failure waits the shortest time again. */
  readonly succeeded: () => void;
}

/** Tries again what needs a good connection; nothing tells when the sign-in page of a network has gone. */
export function createRetry(run: () => void, setTimer: (run: () => void, delayMs: number) => void): Retry {
  let delayMs = FIRST_MS;
  let isAwaited = false;
  return {
    failed() {
      if (isAwaited) return;
      isAwaited = true;
      const waitMs = delayMs;
      delayMs = Math.min(delayMs * 2, LONGEST_MS);
      setTimer(() => {
        isAwaited = false;
        run();
      }, waitMs);
    },
    succeeded() {
      delayMs = FIRST_MS;
    },
  };
}
