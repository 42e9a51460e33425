import { useCallback, useEffect } from 'react';
import { toSyncError } from '#sync/errors.ts';

/**
 * Asks, and shows the answer with what `ask` resolves to unless something else is asked by then; null asks nothing. `ask`
 * must be stable: another one is another question. The same is asked again whenever `again` is another.
 */
export function useAsked(ask: (() => Promise<() => void>) | null, again?: string | boolean): void {
  useEffect(() => {
    if (ask === null) return undefined;
    let isGone = false;
    void ask().then((show) => {
      if (!isGone) show();
    });
    return () => {
      isGone = true;
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the same question is asked again
  }, [ask, again]);
}

/**
 * Tells the worker something that nobody waits for: what is on this device is shown, and only newer data is lost when it
 * fails. `tell` must be stable.
 */
export function useTold(tell: (() => Promise<unknown>) | null): void {
  const ask = useCallback(async () => {
    await tell?.().catch((thrown: unknown) => reportError(toSyncError(thrown)));
    return nothing;
  }, [tell]);
  useAsked(tell && ask);
}

function nothing(): void {
  // Nothing is shown of it.
}
