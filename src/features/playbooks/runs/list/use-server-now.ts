import { useSyncExternalStore } from 'react';
import { useSyncStatus } from '#src/platform/replica/sync-context.tsx';
import { minuteClock } from '#src/ui/marks/minute-clock.ts';

/** The time by the clock of the server, in steps of a minute: a range up to now moves with it. */
export function useServerNow(): number {
  const nowMs = useSyncExternalStore(minuteClock.subscribe, minuteClock.get);
  return nowMs + (useSyncStatus().skewMs ?? 0);
}
