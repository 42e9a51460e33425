import { useCallback, useMemo, useState } from 'react';
import { withGroup, type OpenGroups } from './lines.ts';

/** Which groups were open in a history entry and a grouping; Back shows the same rows again. */
const remembered = new Map<string, OpenGroups>();
const MAX_KEPT = 50;

function remember(key: string, open: OpenGroups): void {
  remembered.delete(key);
  remembered.set(key, open);
  const [oldest] = remembered.keys();
  if (remembered.size > MAX_KEPT && oldest !== undefined) remembered.delete(oldest);
}

export interface OpenGroupsState {
  readonly open: OpenGroups;
  readonly toggle: (value: string, isOpen: boolean) => void;
  readonly setAll: (open: OpenGroups) => void;
}

/**
 * `key` names what is grouped and searched for: other groupings have other groups. All of them begin closed, or open where
 * somebody looks for something: a hit inside a closed group is none.
 */
export function useOpenGroups(key: string, begins: OpenGroups): OpenGroupsState {
  const [held, setHeld] = useState(() => ({ key, open: remembered.get(key) ?? begins }));
  const open = held.key === key ? held.open : (remembered.get(key) ?? begins);
  if (held.key !== key) setHeld({ key, open });
  const set = useCallback(
    (next: (before: OpenGroups) => OpenGroups) =>
      setHeld((before) => {
        const changed = next(before.key === key ? before.open : begins);
        remember(key, changed);
        return { key, open: changed };
      }),
    [key, begins],
  );
  const toggle = useCallback(
    (value: string, isOpen: boolean) => set((before) => withGroup(before, value, isOpen)),
    [set],
  );
  const setAll = useCallback((next: OpenGroups) => set(() => next), [set]);
  return useMemo(() => ({ open, toggle, setAll }), [open, toggle, setAll]);
}
