import type { CancelSignal } from '../../ports.ts';

/** Something that can be cancelled once; the signal goes to ports that wait. */
export interface CancelSource {
  readonly signal: CancelSignal;
  cancel(): void;
}

/** Makes a cancel source without any platform object, so that a simulation can own it. */
export function createCancelSource(): CancelSource {
  const listeners = new Set<() => void>();
  let aborted = false;
  return {
    signal: {
      get aborted() {
        return aborted;
      },
      addEventListener: (_type, listener) => listeners.add(listener),
      removeEventListener: (_type, listener) => listeners.delete(listener),
    },
    cancel() {
      if (aborted) return;
      aborted = true;
      for (const listener of listeners) listener();
    },
  };
}
