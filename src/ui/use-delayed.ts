import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useLatest } from './use-latest.ts';

export interface Delayed<T> {
  /** Runs the action with `value` after the delay; a later call replaces an earlier one. */
  readonly schedule: (value: T) => void;
  /** Runs a scheduled action now. */
  readonly flush: () => void;
  readonly cancel: () => void;
}

/**
 * An action that waits for a pause. What is scheduled is never lost: it runs at once when the component goes away or
 * the tab is hidden, because a hidden tab may not come back.
 */
export function useDelayed<T>(delayMs: number, action: (value: T) => void): Delayed<T> {
  const actionRef = useLatest(action);
  const scheduled = useRef<{ value: T; timer: ReturnType<typeof setTimeout> } | null>(null);

  const flush = useCallback(() => {
    const waiting = scheduled.current;
    if (waiting === null) return;
    clearTimeout(waiting.timer);
    scheduled.current = null;
    actionRef.current(waiting.value);
  }, [actionRef]);

  useEffect(() => {
    const handleVisibility = (): void => {
      if (document.visibilityState === 'hidden') flush();
    };
    document.addEventListener('visibilitychange', handleVisibility);
    return () => {
      document.removeEventListener('visibilitychange', handleVisibility);
      flush();
    };
  }, [flush]);

  return useMemo(
    () => ({
      schedule(value) {
        if (scheduled.current !== null) clearTimeout(scheduled.current.timer);
        scheduled.current = { value, timer: setTimeout(flush, delayMs) };
      },
      flush,
      cancel() {
        if (scheduled.current !== null) clearTimeout(scheduled.current.timer);
        scheduled.current = null;
      },
    }),
    [delayMs, flush],
  );
}
