import { useFreshnessLimits } from '#src/platform/device/freshness-limits.ts';
import { useStatusAt } from '#src/views/status-at.ts';

/**
 * Whether a state shown as present may have changed since. The engine's time of the last pull counts where there is one:
 * the stored one is written at most once a minute, and is as old as the oldest collection beside the incidents. Data
 * that was never pulled is not old; other words stand for that.
 */
export function isPastLimit(
  storedAsOf: string | null,
  pulledAsOf: string | null,
  nowMs: number,
  limitMs: number,
): boolean {
  const at = Date.parse(pulledAsOf ?? storedAsOf ?? '');
  return !Number.isNaN(at) && nowMs - at > limitMs;
}

/** The same for the incidents that are on the screen now. */
export function useIsStale(storedAsOf: string | null): boolean {
  const { incidentMs } = useFreshnessLimits();
  return useStatusAt(({ asOf }, nowMs) => isPastLimit(storedAsOf, asOf, nowMs, incidentMs));
}
