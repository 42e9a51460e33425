import { SyncError } from '#sync/errors.ts';
import type { CancelSignal, Locks } from '#sync/ports.ts';

function abortable(cancel: CancelSignal | undefined): {
  readonly signal?: AbortSignal;
  readonly stop: () => void;
} {
  if (cancel === undefined) return { stop: () => undefined };
  const controller = new AbortController();
  const handleAbort = (): void => controller.abort();
  if (cancel.aborted) controller.abort();
  cancel.addEventListener('abort', handleAbort);
  return { signal: controller.signal, stop: () => cancel.removeEventListener('abort', handleAbort) };
}

/**
 * Locks of the browser, held across tabs and released when a tab dies (D15). A request cancelled while it waits
 * rejects with SyncError `cancelled`; what `hold` throws passes through.
 */
export function createLocks(manager: LockManager): Locks {
  const held =
    (mode: LockMode): Locks['request'] =>
    async (name, hold, cancel) => {
      const { signal, stop } = abortable(cancel);
      let isHeld = false;
      try {
        await manager.request(name, signal === undefined ? { mode } : { mode, signal }, async () => {
          isHeld = true;
          await hold();
        });
      } catch (thrown) {
        if (!isHeld && signal?.aborted === true) {
          throw new SyncError({ kind: 'cancelled', message: `No longer waiting for ${name}` });
        }
        throw thrown;
      } finally {
        stop();
      }
    };
  return {
    request: held('exclusive'),
    share: held('shared'),
    waiting: async (name) => {
      const { pending = [] } = await manager.query();
      return pending.filter((lock) => lock.name === name).length;
    },
  };
}
