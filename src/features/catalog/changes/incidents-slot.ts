import { createContext, useContext, type ReactNode } from 'react';

/** A change as another area wants to know it. */
export interface ChangeRef {
  readonly changeId: string;
  readonly configId: string | null;
  readonly at: string;
}

const Context = createContext<((change: ChangeRef) => ReactNode) | null>(null);

/** Around pages with changes: what draws the incidents around one. Of another area, so the route hands it in. */
export const IncidentsSlotProvider = Context.Provider;

export function useIncidentsSlot(): (change: ChangeRef) => ReactNode {
  const render = useContext(Context);
  if (render === null) throw new Error('useIncidentsSlot is used outside IncidentsSlotProvider');
  return render;
}
