import { useCallback, useState } from 'react';
import { useSync, useSyncStatus } from './sync-context.tsx';

/** The moment, by the clock of the server, at which it was first asked for, and how to take a new one (HLT12). */
export function useServerMoment(): readonly [number, () => void] {
  const sync = useSync();
  const { skewMs } = useSyncStatus();
  const [taken, setTaken] = useState(() => ({ deviceMs: Date.now(), skewMs }));
  // The clocks are compared only now: what is looked at moves once, to where it belongs.
  if (taken.skewMs === undefined && skewMs !== undefined) setTaken({ ...taken, skewMs });
  const again = useCallback(
    () => setTaken({ deviceMs: Date.now(), skewMs: sync.status.get().skewMs }),
    [sync],
  );
  return [taken.deviceMs + (taken.skewMs ?? 0), again];
}
