import type { SyncStatus } from '#workers/contracts/sync-contract.ts';
import type { Store } from '../device/store.ts';

/** A leader in another tab answers over the bus, after its own question to the server; longer than that takes. */
export const OUTCOME_WAIT_MS = 20_000;

/**
 * Whether a refresh the user asked for met an ended session. The worker says so by its phase, some moments after the
 * call has ended, and when another tab leads, over the bus; the server having answered ends the wait as well.
 */
export async function refreshWatched(
  status: Store<Pick<SyncStatus, 'phase' | 'asOf'>>,
  refresh: () => Promise<void>,
  onRefused: () => void,
): Promise<void> {
  const { asOf } = status.get();
  const isRefused = (): boolean => status.get().phase === 'signed-out';
  try {
    await refresh();
  } finally {
    if (isRefused()) onRefused();
    else if (status.get().asOf === asOf) followOutcome();
  }

  function followOutcome(): void {
    const stop = status.subscribe(() => {
      if (!isRefused() && status.get().asOf === asOf) return;
      end();
      if (isRefused()) onRefused();
    });
    const timer = setTimeout(end, OUTCOME_WAIT_MS);
    function end(): void {
      clearTimeout(timer);
      stop();
    }
  }
}
