import { useStatusAt } from '#src/views/status-at.ts';

/** Ux 4.5: "topology, config, people = 5 min (the spec's stale time)". */
const STALE_MS = 5 * 60_000;

/** Whether components that were true at that moment may have changed since. */
export function useIsTopologyStale(asOf: string | null): boolean {
  return useStatusAt((_status, nowMs) => {
    const atMs = Date.parse(asOf ?? '');
    return !Number.isNaN(atMs) && nowMs - atMs > STALE_MS;
  });
}
