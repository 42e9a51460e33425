import { createContext, useContext, useMemo, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';

/** Which tab is open, and the way to another. */
export interface TabState {
  /** One that is not among the tabs counts as none: the first is open then. */
  readonly current: string | undefined;
  readonly show: (id: string) => void;
  /** Where a tab is an address; null where it is not. */
  readonly hrefOf: ((id: string) => string) | null;
}

/** Tabs that no address knows. */
export function useTabState(): TabState {
  const [current, show] = useState<string>();
  return useMemo(() => ({ current, show, hrefOf: null }), [current]);
}

/** The address of a tab: of the present parameters it keeps its own ones and drops the rest. */
export function tabHref(path: string, keeps: readonly string[], search: string): string {
  const present = new URLSearchParams(search);
  const kept = [...present].filter(([name]) => keeps.includes(name));
  const query = new URLSearchParams(kept).toString();
  return query === '' ? path : `${path}?${query}`;
}

interface TabsHandle {
  readonly ref: RefObject<HTMLElement | null>;
  readonly show: (id: string) => void;
  readonly showIn: (id: string, selector: string) => void;
}

const TabsContext = createContext<TabsHandle | null>(null);

export const TabsProvider = TabsContext.Provider;

/** For the frame: where its tabs are, and the way into one. */
export function useTabsHandle({ show }: TabState): TabsHandle {
  const ref = useRef<HTMLElement>(null);
  return useMemo(
    () => ({
      ref,
      show,
      showIn: (id, selector) => {
        // What is to have the focus has to be there first.
        flushSync(() => show(id));
        ref.current?.querySelector<HTMLElement>(selector)?.focus();
      },
    }),
    [show],
  );
}

/** For a part of the detail: `show` leads to a tab, `showIn` to something in it that takes the focus. */
export function useTabs(): TabsHandle {
  const handle = useContext(TabsContext);
  if (handle === null) throw new Error('useTabs is used outside a detail');
  return handle;
}
