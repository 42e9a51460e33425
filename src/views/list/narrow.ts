import { createContext, useCallback, useContext, useState, type RefCallback } from 'react';
import { flushSync } from 'react-dom';
import { mediaQueryHook } from '#src/platform/actions/media-query.ts';

/** Less wide, neither seven columns nor five filters have room beside each other (ux 4.3: of the content, not the window). */
const NARROW_PX = 700;
const useIsNarrowWindow = mediaQueryHook(`(max-width: ${NARROW_PX - 1}px)`);

/** Whether the list around has the room; undefined outside of one. */
const NarrowContext = createContext<boolean | undefined>(undefined);
export const NarrowProvider = NarrowContext.Provider;

/** Whether there is room for one pane only: in the list around, else in the window. */
export function useIsNarrow(): boolean {
  const isNarrowWindow = useIsNarrowWindow();
  return useContext(NarrowContext) ?? isNarrowWindow;
}

/** Whether the box that has the ref is narrow, beside an open panel as in a small window. */
export function useNarrowBox(): readonly [RefCallback<Element>, boolean] {
  // The box is nearly as wide as the window, and where it is nothing is drawn twice.
  const [isNarrow, setNarrow] = useState(useIsNarrowWindow());
  const ref = useCallback((element: Element | null) => {
    if (element === null || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const width = entry?.contentRect.width ?? 0;
      // Before the frame is painted: nothing is seen to jump. A box without a width is not shown.
      if (width > 0) flushSync(() => setNarrow(width < NARROW_PX));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, isNarrow];
}
