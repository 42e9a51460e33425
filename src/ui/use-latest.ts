import { useEffect, useRef, type RefObject } from 'react';

/** The value as it was drawn last, for what runs later than the drawing. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  return latest;
}

/** Whether the component is still there, for what ends later than it. */
export function useIsThere(): { readonly current: boolean } {
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  return isThere;
}
