import { useEffect, useRef, useState } from 'react';

/** `text`, changing at most once per `intervalMs`; the last change is never lost. For live regions (ux 4.6: 10 s). */
export function useThrottledText(text: string, intervalMs: number): string {
  const [said, setSaid] = useState(text);
  const saidAtMs = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (text === said) return undefined;
    const waitMs = Math.max(0, saidAtMs.current + intervalMs - Date.now());
    const timer = setTimeout(() => {
      saidAtMs.current = Date.now();
      setSaid(text);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [text, said, intervalMs]);
  return said;
}
