import { useCallback, useState, type RefCallback } from 'react';

/** Width of an element in CSS pixels, kept current; 0 before the first layout. */
export function useWidth<E extends Element>(): readonly [RefCallback<E>, number] {
  const [width, setWidth] = useState(0);
  const ref = useCallback((element: E | null) => {
    if (element === null) return undefined;
    const measure = (): void => setWidth(Math.round(element.getBoundingClientRect().width));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
