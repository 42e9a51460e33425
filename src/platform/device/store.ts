import { useSyncExternalStore } from 'react';

/** One value that outlives components, in the shape React wants. */
export interface Store<T> {
  readonly get: () => T;
  readonly subscribe: (listener: () => void) => () => void;
}

export interface WritableStore<T> extends Store<T> {
  readonly set: (next: T) => void;
}

export function createStore<T>(initial: T): WritableStore<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}
