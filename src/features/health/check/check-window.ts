import { useMemo } from 'react';
import { absenceOf, type Absence } from '#sync/read/coverage.ts';
import type { Completeness } from '#sync/protocol/claim.ts';
import type { Coverage } from '#sync/protocol/stored.ts';
import { instantMs } from '#src/lib/age.ts';
import type { TimeRangeOption } from '#src/lib/time-range-options.ts';
import { timeRangeStartMs } from '#src/lib/time-range-start.ts';
import { useLive, type Live } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { useWatch } from '#src/platform/replica/use-watch.ts';
import { useServerMoment } from '#src/platform/replica/server-moment.ts';

/** The stretch of time of one check that the dialog looks at, and how much of it is on this device. */
export interface CheckWindow {
  readonly checkId: string;
  readonly range: TimeRangeOption;
  /** RFC 3339; it stands still while the window is looked at, so that rows do not leave it one by one. */
  readonly from: string;
  /** Server time. */
  readonly askedAtMs: number;
  /** Null when nothing of its runs was ever downloaded. */
  readonly coverage: Live<Coverage | null>;
  /** Why the last download of runs failed; null when it did not. */
  readonly problem: string | null;
  /** Asks for what is new, and moves the window to the present. */
  readonly reload: () => void;
}

/** Looks at the runs of a check: the engine downloads them and keeps them current while they are looked at (D13). */
export function useCheckWindow(checkId: string, range: TimeRangeOption): CheckWindow {
  const model = useReadModel();
  const [askedAtMs, reload] = useServerMoment();
  const from = useMemo(() => new Date(timeRangeStartMs(range, askedAtMs)).toISOString(), [range, askedAtMs]);
  useWatch('checks', { id: checkId, from });
  const coverage = useLive(() => model.coverage('check_statuses', checkId), [model, checkId]);
  const feeds = useLive(() => model.feeds(), [model]);
  const problem = feeds.value?.find(({ tbl }) => tbl === 'check_statuses')?.lastError ?? null;
  return useMemo(
    () => ({ checkId, range, from, askedAtMs, coverage, problem, reload }),
    [checkId, range, from, askedAtMs, coverage, problem, reload],
  );
}

/**
 * How much of a window is here; undefined while that is not known yet. What was last downloaded before the window began
 * says nothing about it: an hour without a connection is not an hour without runs.
 */
export function reachOf(
  { coverage, from }: Pick<CheckWindow, 'coverage' | 'from'>,
  state: Completeness,
): Absence | undefined {
  const { value } = coverage;
  if (value === undefined) return undefined;
  const heardMs = instantMs(value?.asOf ?? value?.to);
  const isHeard = heardMs !== undefined && heardMs > Date.parse(from);
  return absenceOf(state, isHeard ? value : null, from);
}
