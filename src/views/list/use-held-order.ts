import { useCallback, useState, type FocusEvent } from 'react';
import { heldOrder, type OrderedGroup } from './held-order.ts';

/** How far what is on the screen is from what was asked for. */
export interface Order {
  readonly isBehind: boolean;
  /** What has changed meanwhile: where the rows stand, or also which ones there are. */
  readonly behindIn: 'order' | 'rows';
  /** Shows what was asked for now. */
  readonly resort: () => void;
  /** For the box around the list: whether a pointer or the focus is in it. */
  readonly inUse: {
    readonly onPointerEnter: () => void;
    readonly onPointerLeave: () => void;
    readonly onFocus: () => void;
    readonly onBlur: (event: FocusEvent<HTMLElement>) => void;
  };
}

interface Held<Group> {
  readonly key: string;
  readonly newest: readonly Group[];
  readonly groups: readonly Group[];
  readonly isBehind: boolean;
}

/** Holds the order of one question (`key`) while the list is in use; another question is answered in its own order. */
export function useHeldOrder<Group extends OrderedGroup>(
  newest: readonly Group[],
  key: string,
): Order & { readonly groups: readonly Group[] } {
  const { isInUse, inUse } = useInUse();
  const [held, setHeld] = useState<Held<Group>>({ key, newest, groups: newest, isBehind: false });
  let current = held;
  if (held.newest !== newest || held.key !== key || (held.isBehind && !isInUse)) {
    const isHeld = isInUse && held.key === key;
    const order = isHeld ? heldOrder(held.groups, newest) : { groups: newest, isBehind: false };
    current = { key, newest, ...order };
    setHeld(current);
  }
  const resort = useCallback(() => setHeld({ key, newest, groups: newest, isBehind: false }), [key, newest]);
  return { groups: current.groups, isBehind: current.isBehind, behindIn: 'order', resort, inUse };
}

/** Whether somebody is among the rows: what they read and press must not move. */
export function useInUse(): Pick<Order, 'inUse'> & { readonly isInUse: boolean } {
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const [inUse] = useState(() => ({
    onPointerEnter: () => setPointed(true),
    onPointerLeave: () => setPointed(false),
    onFocus: () => setFocused(true),
    onBlur: (event: FocusEvent<HTMLElement>) => {
      // From one row to the next the list stays in use.
      if (!event.currentTarget.contains(event.relatedTarget)) setFocused(false);
    },
  }));
  return { isInUse: isPointed || isFocused, inUse };
}
