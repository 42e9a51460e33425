import { useEffect } from 'react';
import { createStore, useStore } from '../device/store.ts';

/** Why a reload now would hurt: typed text that is not saved, or an incident on the screen. */
export type WorkKind = 'form' | 'incident';

const open = createStore<readonly WorkKind[]>([]);

/** While `isActive`, no update is offered and no tab is reloaded for one (ux 6.7). */
export function useWorkInProgress(kind: WorkKind, isActive = true): void {
  useEffect(() => {
    if (!isActive) return undefined;
    open.set([...open.get(), kind]);
    return () => {
      const rest = [...open.get()];
      rest.splice(rest.indexOf(kind), 1);
      open.set(rest);
    };
  }, [kind, isActive]);
}

/** For code outside React (the service-worker client). */
export const workInProgress = { isOpen: (): boolean => open.get().length > 0, subscribe: open.subscribe };

export function useIsWorkInProgress(): boolean {
  return useStore(open).length > 0;
}
