/** Spread on a scrolling region that holds nothing focusable: it must be reachable by keys. */
export const KEY_SCROLLABLE = { tabIndex: 0 } as const;
