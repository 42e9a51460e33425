import * as v from 'valibot';
import type { Lifecycle } from '#sync/ports.ts';

/** What a worker can see of its host. */
export interface LifecycleHost {
  readonly navigator: { readonly onLine: boolean };
  addEventListener(type: 'online' | 'offline', listener: () => void): void;
}

/** Lifecycle of a worker; visibility is told by the page, because a worker cannot see it. */
export interface WorkerLifecycle extends Lifecycle {
  /** The page became visible or hidden, or came back to the front. */
  setVisible(isVisible: boolean): void;
}

/** The Network Information API, where there is one; its types are not part of the standard library. */
const connectionSchema = v.object({
  saveData: v.optional(v.boolean(), false),
  effectiveType: v.optional(v.string(), ''),
});

/** Hints of this worker's host. Starts visible: a tab that starts its worker has just been opened. */
export function createLifecycle(host: LifecycleHost): WorkerLifecycle {
  const listeners = new Set<() => void>();
  let isVisible = true;
  const announce = (): void => {
    for (const listener of listeners) listener();
  };
  host.addEventListener('online', announce);
  host.addEventListener('offline', announce);
  return {
    isVisible: () => isVisible,
    isOnLine: () => host.navigator.onLine,
    isConstrained: () => {
      const connection = v.safeParse(connectionSchema, Reflect.get(host.navigator, 'connection'));
      if (!connection.success) return false;
      const { saveData, effectiveType } = connection.output;
      return saveData || effectiveType === 'slow-2g' || effectiveType === '2g';
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setVisible: (next) => {
      isVisible = next;
      announce();
    },
  };
}
