import { useMemo } from 'react';
import type { SyncError } from '#sync/errors.ts';
import type { HealthRow } from '#sync/protocol/health.ts';
import { instantMs } from '#src/lib/age.ts';
import type { TimeRangeOption } from '#src/lib/time-range-options.ts';
import { healthDefaultRange } from '#src/lib/time-range-start.ts';
import { useLive } from '#src/platform/live.ts';
import { useReadModel } from '#src/platform/read-model-context.tsx';
import { useDocument, type DocumentRead } from '#src/platform/use-document.ts';
import { useHealthRows } from '#src/platform/use-health.ts';
import { missingOf, readDetail, type CheckDetail } from './check-detail.ts';

/** What is known of one check. */
export interface CheckRead {
  /** Null while nothing is known of it here. */
  readonly row: HealthRow | null;
  readonly detailRead: DocumentRead;
  readonly detail: CheckDetail | undefined;
  /** `missing` only where the server, or a whole copy of its checks, said so (I23). */
  readonly state: 'loading' | 'found' | 'missing' | 'not-here' | 'failed';
  readonly error: SyncError | undefined;
}

/** One check by id: its row on this device, and what the server adds to it. `turn` asks for that again. */
export function useCheck(checkId: string, turn: number): CheckRead {
  const model = useReadModel();
  const rows = useHealthRows(useMemo(() => [checkId], [checkId]));
  const facts = useLive(() => model.checkFacts(checkId), [model, checkId]);
  const detailRead = useDocument('check-detail', checkId, true, turn);
  const body = detailRead.value?.body;
  const detail = useMemo(() => (body === undefined || body === null ? undefined : readDetail(body)), [body]);
  const row = rows.isBehind ? null : (rows.value?.[0] ?? null);
  return {
    row,
    detailRead,
    detail,
    ...stateOf(),
  };

  function stateOf(): Pick<CheckRead, 'state' | 'error'> {
    if (row !== null || detail !== undefined) return { state: 'found', error: undefined };
    const failed = [rows, facts].find(({ status }) => status === 'failed');
    if (failed?.error !== undefined) return { state: 'failed', error: failed.error };
    if (
      rows.status === 'loading' ||
      rows.isBehind ||
      facts.value === undefined ||
      detailRead.status === 'loading'
    )
      return { state: 'loading', error: undefined };
    const missing = detailRead.value === undefined ? null : missingOf(detailRead.value);
    const isMissing =
      missing?.kind === 'gone' || (facts.value.state === 'complete' && facts.value.data === null);
    return { state: isMissing ? 'missing' : 'not-here', error: undefined };
  }
}

/** The range a check opens with: the shortest from an hour up that holds its last run (spec 9). */
export function defaultRange(row: HealthRow | null, nowMs: number): TimeRangeOption {
  return healthDefaultRange(instantMs(row?.lastRuntime), nowMs);
}
