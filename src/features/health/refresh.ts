import { useCallback, useEffect, useState } from 'react';
import * as v from 'valibot';
import { SyncError, toSyncError } from '#sync/errors.ts';
import {
  allowedRefreshRate,
  readRefreshRate,
  refreshRateMs,
  REFRESH_RATES,
  type RefreshRate,
} from '#src/lib/refresh-rate.ts';
import { TIME_RANGE_MINUTES, type TimeRangeOption } from '#src/lib/time-range-options.ts';
import { useHealthClient } from '#src/platform/replica/health-context.tsx';
import { readStored, storageKeys, writeStored } from '#src/platform/device/storage-keys.ts';
import { useSyncStatus } from '#src/platform/replica/sync-context.tsx';
import { useInterval } from '#src/ui/use-timer.ts';

/** The page's range while the address names none: the first rung of the ladder (spec 9). */
export const PAGE_RANGE: TimeRangeOption = '1h';
/** A summary younger than this is not asked for again when the page is opened or comes back into view. */
const OPEN_MAX_AGE_MS = 60_000;

const rateSchema = v.pipe(
  v.string(),
  v.transform((text): RefreshRate => readRefreshRate(text) ?? 'None'),
);

export interface RefreshRateState {
  /** What is in force: the choice, or the next one that the time range allows. */
  readonly rate: RefreshRate;
  readonly choose: (rate: RefreshRate) => void;
}

/** The stored choice. A range that rules it out does not forget it: a shorter range brings it back. */
export function useRefreshRate(timeRange: TimeRangeOption | undefined): RefreshRateState {
  const [chosen, setChosen] = useState<RefreshRate>(() =>
    readStored(storageKeys.healthRefreshRate, rateSchema, REFRESH_RATES[0].id),
  );
  const choose = useCallback((rate: RefreshRate) => {
    setChosen(rate);
    writeStored(storageKeys.healthRefreshRate, rate);
  }, []);
  return { rate: allowedRefreshRate(chosen, TIME_RANGE_MINUTES[timeRange ?? PAGE_RANGE]), choose };
}

export interface HealthRefreshing extends RefreshRateState, SummaryRefresh {}

/** How often the summary is asked for over a time, and the way to ask now. */
export function useHealthRefreshing(timeRange: TimeRangeOption | undefined): HealthRefreshing {
  const rate = useRefreshRate(timeRange);
  return { ...rate, ...useSummaryRefresh(rate.rate) };
}

export interface SummaryRefresh {
  /** Why the last one failed; null when it did not. */
  readonly error: SyncError | null;
  /** Asks for a new summary now. */
  readonly refresh: () => Promise<void>;
}

/**
 * Asks for the server's summary: when the page opens, when the tab is looked at again, when the server can be reached
 * again, and as often as was chosen while it is looked at.
 */
export function useSummaryRefresh(rate: RefreshRate): SummaryRefresh {
  const health = useHealthClient();
  const { phase } = useSyncStatus();
  const isAway = phase === 'offline' || phase === 'unreachable';
  const [error, setError] = useState<SyncError | null>(null);
  const ask = useCallback(
    async (maxAgeMs: number) => {
      try {
        const came = await health.refresh(maxAgeMs);
        // Without a network, or unseen, nothing was asked: the status of the device says so.
        const hasFailed = came.kind === 'refused' && came.why === 'failed';
        setError(hasFailed ? new SyncError({ kind: 'server', message: came.reason, status: 0 }) : null);
      } catch (thrown) {
        setError(toSyncError(thrown));
      }
    },
    [health],
  );
  useEffect(() => {
    if (isAway) return undefined;
    const look = (): void => {
      if (document.visibilityState === 'visible') void ask(OPEN_MAX_AGE_MS);
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [ask, isAway]);
  const everyMs = refreshRateMs(rate);
  useInterval(everyMs, () => {
    // Another tab may have asked in the meantime: half the time is young enough.
    if (document.visibilityState === 'visible') void ask((everyMs ?? 0) / 2);
  });
  const refresh = useCallback(() => ask(0), [ask]);
  return { error, refresh };
}
