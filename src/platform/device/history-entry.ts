import { useRouter, type AnyRouter } from '@tanstack/react-router';
import { useState, useSyncExternalStore } from 'react';

/** Where a page stands in the history of this tab. */
export interface HistoryEntry {
  readonly key: string;
  /** Place of the entry in the history, which a replaced entry keeps. */
  readonly index: number;
}

/**
 * The entry the page at `pathname` is shown for. Unlike the router's location it is told together with the page's new
 * search, and stays when the page is being left: a page that goes is not drawn once more for the entry after it.
 */
export function useHistoryEntry(pathname: string): HistoryEntry {
  const router = useRouter();
  const [source] = useState(() => entryOf(router, pathname));
  return useSyncExternalStore(source.subscribe, source.get);
}

function entryOf(router: AnyRouter, pathname: string) {
  let entry: HistoryEntry = { key: '', index: 0 };
  return {
    subscribe: (listener: () => void) => router.subscribe('onResolved', listener),
    get: (): HistoryEntry => {
      const { location } = router.state;
      if (location.pathname !== pathname) return entry;
      const { __TSR_key: key = location.href, __TSR_index: index } = location.state;
      if (key !== entry.key || index !== entry.index) entry = { key, index };
      return entry;
    },
  };
}
