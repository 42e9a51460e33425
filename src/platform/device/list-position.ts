import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** Where the reader was in one history entry of the list. */
export interface ListPosition {
  readonly activeId: string;
  readonly scrollTop: number;
}

const MAX_KEPT = 50;
const NOWHERE: ListPosition = { activeId: '', scrollTop: 0 };

/** Survives leaving the page, not a reload: the browser keeps history entries, we keep what belongs to them. */
const positions = new Map<string, ListPosition>();

function recallPosition(entryKey: string): ListPosition | undefined {
  return positions.get(entryKey);
}

function rememberPosition(entryKey: string, position: ListPosition): void {
  positions.delete(entryKey);
  positions.set(entryKey, position);
  const [oldest] = positions.keys();
  if (positions.size > MAX_KEPT && oldest !== undefined) positions.delete(oldest);
}

/**
 * Keeps where the reader is in the list inside `frameRef`, and puts scroll and focus back when this history entry is
 * come back to. `start` is what was remembered; tell `onActiveChange` which row is the active one. `page` names the list: one
 * that is being left is told of the next entry before it goes, and must not write into what another page keeps there.
 * Rows of another `search` are shown from their top, or from where this entry was.
 */
export function useListPosition(
  page: string,
  entry: string,
  search?: string,
): {
  readonly frameRef: RefObject<HTMLDivElement | null>;
  readonly start: ListPosition | undefined;
  readonly onActiveChange: (activeId: string) => void;
} {
  const entryKey = `${page} ${entry}`;
  const frameRef = useRef<HTMLDivElement>(null);
  const [held, setHeld] = useState(() => ({ search, start: recallPosition(entryKey) }));
  const { start } = held;
  // Back to rows of another search: they are shown where this entry was left.
  if (held.search !== search) setHeld({ search, start: recallPosition(entryKey) });
  const latest = useRef<ListPosition>(start ?? NOWHERE);
  const searched = useRef(search);

  useLayoutEffect(() => {
    const scroller = frameRef.current?.firstElementChild;
    const isSearched = searched.current !== search;
    searched.current = search;
    if (isSearched) latest.current = start ?? NOWHERE;
    if (!(scroller instanceof HTMLElement) || (start === undefined && !isSearched)) return undefined;
    scroller.scrollTop = start?.scrollTop ?? 0;
    if (start === undefined) return undefined;
    // After the frame has moved focus to the page's heading: Back means this row.
    const timer = setTimeout(() => {
      scroller.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  }, [start, search]);

  // A layout effect is cleaned up before the one above scrolls: what is remembered is where the entry was left.
  useLayoutEffect(() => {
    const frame = frameRef.current;
    const keep = (): void => {
      const scrollTop = frame?.firstElementChild?.scrollTop ?? 0;
      latest.current = { ...latest.current, scrollTop };
    };
    frame?.addEventListener('scroll', keep, { capture: true, passive: true });
    return () => {
      frame?.removeEventListener('scroll', keep, { capture: true });
      if (latest.current.activeId !== '') rememberPosition(entryKey, latest.current);
    };
  }, [entryKey]);

  const onActiveChange = useCallback((activeId: string): void => {
    latest.current = { ...latest.current, activeId };
  }, []);
  return { frameRef, start, onActiveChange };
}
