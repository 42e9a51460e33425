import { SyncError } from '#sync/errors.ts';
import { SESSION_LOCK } from '#sync/protocol/session-lock.ts';

/** Longest wait for what is being sent. A worker gives up what hangs after five seconds, so this is a tab that does not answer. */
export const SWAP_WAIT_MS = 15_000;

/**
 * Runs what changes whose session this is (sign-in, step-up, sign-out), from before the request until the new identity
 * is written, while nothing of this app writes to the server (AUT7). Rejects with `timeout`, without having run, when
 * another tab does not let go. What one page does inside another such call belongs to it.
 */
export type SwapSession = <T>(swap: () => Promise<T>) => Promise<T>;

function busy(cause: unknown): SyncError {
  const message =
    'Another tab of this app is still sending and does not stop. Close it, or wait, then try again.';
  return new SyncError({ kind: 'timeout', message, afterMs: SWAP_WAIT_MS }, { cause });
}

/** Without a lock manager there is no sync worker that could write, either. */
export function createSwapSession(
  managerOf: () => LockManager | undefined,
  waitMs = SWAP_WAIT_MS,
): SwapSession {
  /** What runs under the lock this page has; it is let go of when nothing does. */
  const running = new Set<Promise<unknown>>();
  let isHeld = false;

  function begin<T>(swap: () => Promise<T>): Promise<T> {
    const run = swap().finally(() => running.delete(run));
    running.add(run);
    return run;
  }

  return (swap) => {
    const manager = managerOf();
    if (manager === undefined) return swap();
    if (isHeld) return begin(swap);
    return new Promise((resolve, reject) => {
      const hold = async (): Promise<void> => {
        isHeld = true;
        resolve(begin(swap));
        while (running.size > 0) await Promise.allSettled(running);
        isHeld = false;
      };
      manager
        .request(SESSION_LOCK, { signal: AbortSignal.timeout(waitMs) }, hold)
        .catch((thrown: unknown) => reject(busy(thrown)));
    });
  };
}

/** The page's own. */
export const swapSession: SwapSession = createSwapSession(() => globalThis.navigator?.locks);
