import { useCallback, useState, useSyncExternalStore } from 'react';
import { sameJson } from '#sync/protocol/same-json.ts';
import { useSync } from '#src/platform/replica/sync-context.tsx';
import { minuteClock } from '#src/ui/marks/minute-clock.ts';
import type { SyncStatus } from '#workers/contracts/sync-contract.ts';

/** Gives back the last of several equal values, so that React sees no change in them. */
function createKeeper<T>(): (next: T) => T {
  let kept: { readonly value: T } | undefined;
  return (next) => {
    if (kept === undefined || !sameJson(kept.value, next)) kept = { value: next };
    return kept.value;
  };
}

/**
 * What the status and the time make of something, as plain data. It is looked at with every pull and every minute, so what
 * it says is never behind; drawn again is only what then says something else (T10, I24).
 */
export function useStatusAt<T>(of: (status: SyncStatus, nowMs: number) => T): T {
  const { status } = useSync();
  const [keep] = useState(createKeeper<T>);
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = [status.subscribe(listener), minuteClock.subscribe(listener)];
      return () => stops.forEach((stop) => stop());
    },
    [status],
  );
  return useSyncExternalStore(subscribe, () => {
    const present = status.get();
    // Between two ticks the status knows a later moment.
    return keep(of(present, Math.max(minuteClock.get(), present.updatedAt)));
  });
}
