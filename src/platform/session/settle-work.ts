import type { SyncStatus } from '#workers/contracts/sync-contract.ts';
import type { Store } from '../device/store.ts';

const waits = new Set<() => Promise<void>>();

/** Adds something a reload for a new version waits for; returns the way to take it away. */
export function beforeUpdate(wait: () => Promise<void>): () => void {
  waits.add(wait);
  return () => waits.delete(wait);
}

/** Resolves when nothing of this tab is half done; rejects never. */
export async function settleWork(): Promise<void> {
  await Promise.allSettled([...waits].map((wait) => wait()));
}

/** Resolves when no change is on its way to the server at this moment; those that wait for the network do not count. */
export function changesSettled(status: Store<SyncStatus>): Promise<void> {
  const isSettled = (): boolean => status.get().phase !== 'syncing' || status.get().waiting === 0;
  if (isSettled()) return Promise.resolve();
  return new Promise((resolve) => {
    const unsubscribe = status.subscribe(() => {
      if (!isSettled()) return;
      unsubscribe();
      resolve();
    });
  });
}
