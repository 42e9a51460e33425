import { useEffect, useState } from 'react';
import { toSyncError } from '#sync/errors.ts';
import type { Live } from '#src/platform/replica/live.ts';

const LOADING = { status: 'loading', value: undefined, error: undefined } as const;

/**
 * What the worker answers, asked now and again while the panel is open: these numbers are in no database. A failed
 * question keeps the last answer and says why. `ask` must be stable.
 */
export function usePolled<T>(ask: () => Promise<T>, everyMs: number): Live<T> {
  const [live, setLive] = useState<Live<T>>(LOADING);
  useEffect(() => {
    let isGone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const turn = async (): Promise<void> => {
      try {
        const value = await ask();
        if (!isGone) setLive({ status: 'ready', value, error: undefined });
      } catch (thrown) {
        const error = toSyncError(thrown);
        if (!isGone) setLive((before) => ({ status: 'failed', value: before.value, error }));
      }
      if (!isGone) timer = setTimeout(() => void turn(), everyMs);
    };
    void turn();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [ask, everyMs]);
  return live;
}
