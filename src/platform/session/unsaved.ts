import { toSyncError } from '#sync/errors.ts';
import { createStore, type Store } from '../device/store.ts';

/** A change the storage of this device has refused so far: in memory and nowhere else (D18). */
export interface UnsavedChange {
  readonly id: number;
  /** Why it could not be saved, in plain words. */
  readonly reason: string;
  /** Takes the change back: the screen that made it hears of the failure and still has its text. */
  readonly giveUp: () => void;
}

export interface Unsaved {
  readonly changes: Store<readonly UnsavedChange[]>;
  /**
   * Runs a save. While the storage is full the promise stays open, the change is listed, and the save is tried
   * again now and then; it rejects with the last failure when the person gives up. Other failures reject at once.
   */
  readonly save: <T>(attempt: () => Promise<T>) => Promise<T>;
  /** Tries everything that is listed now. */
  readonly retry: () => void;
}

/** Time between two tries. */
export const RETRY_MS = 10_000;

export interface UnsavedTimers {
  /** Runs once after the delay; returns the way to stop it. */
  readonly after: (run: () => void, delayMs: number) => () => void;
}

/** Only a full storage has certainly kept nothing: after a lost one the change may be there, and twice is worse. */
function canHeal(thrown: unknown): boolean {
  return toSyncError(thrown).info.kind === 'storage-full';
}

export function createUnsaved(timers: UnsavedTimers): Unsaved {
  const changes = createStore<readonly UnsavedChange[]>([]);
  const wakes = new Map<number, () => void>();
  let lastId = 0;

  const remove = (id: number): void => changes.set(changes.get().filter((each) => each.id !== id));

  /** Resolves with true when it is time to try again, with false when the person has given up. */
  function wait(id: number, thrown: unknown): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (isAgain: boolean): void => {
        stop();
        wakes.delete(id);
        resolve(isAgain);
      };
      const stop = timers.after(() => end(true), RETRY_MS);
      wakes.set(id, () => end(true));
      const change = { id, reason: toSyncError(thrown).message, giveUp: () => end(false) };
      changes.set([...changes.get().filter((each) => each.id !== id), change]);
    });
  }

  return {
    changes,
    retry: () => {
      for (const wake of Array.from(wakes.values())) wake();
    },
    async save(attempt) {
      lastId += 1;
      const id = lastId;
      try {
        for (;;) {
          try {
            return await attempt();
          } catch (thrown) {
            if (!canHeal(thrown) || !(await wait(id, thrown))) throw thrown;
          }
        }
      } finally {
        remove(id);
      }
    },
  };
}

/** The page's changes that are not saved yet. */
export const unsaved: Unsaved = createUnsaved({
  after: (run, delayMs) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
});
