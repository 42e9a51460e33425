import { useLayoutEffect, useRef, useState } from 'react';

/** Fast answers show no skeleton at all; a shown one stays long enough to be no flash. */
export const SKELETON_DELAY_MS = 150;
export const SKELETON_MIN_MS = 300;

/** True from so long after loading began until it has ended and the skeleton stood for 300 ms. */
export function useDelayedLoading(isLoading: boolean, delayMs = SKELETON_DELAY_MS): boolean {
  const [isShown, setShown] = useState(false);
  const shownAtMs = useRef(0);
  // In the commit that brings the answer: an effect after it leaves the timer time to put a skeleton over what stands.
  useLayoutEffect(() => {
    if (isLoading === isShown) return undefined;
    const waitMs = isLoading ? delayMs : Math.max(0, shownAtMs.current + SKELETON_MIN_MS - Date.now());
    const timer = setTimeout(() => {
      if (isLoading) shownAtMs.current = Date.now();
      setShown(isLoading);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [isLoading, isShown, delayMs]);
  return isShown;
}
