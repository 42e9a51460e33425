import { useCallback, useMemo, useState } from 'react';
import { ALL_CLOSED, withGroup, type OpenGroups } from './lines.ts';

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

/** `key` names what is grouped: other groupings have other groups, and all of them begin closed. */
export function useOpenGroups(key: string): OpenGroupsState {
  const [held, setHeld] = useState(() => ({ key, open: remembered.get(key) ?? ALL_CLOSED }));
  const open = held.key === key ? held.open : (remembered.get(key) ?? ALL_CLOSED);
  if (held.key !== key) setHeld({ key, open });
  const set = useCallback(
    (next: (before: OpenGroups) => OpenGroups) =>
      setHeld((before) => {
        const changed = next(before.key === key ? before.open : ALL_CLOSED);
        remember(key, changed);
        return { key, open: changed };
      }),
    [key],
  );
  const toggle = useCallback(
    (value: string, isOpen: boolean) => set((before) => withGroup(before, value, isOpen)),
    [set],
  );
  const setAll = useCallback((next: OpenGroups) => set(() => next), [set]);
  return useMemo(() => ({ open, toggle, setAll }), [open, toggle, setAll]);
}
