import { useMemo, useState } from 'react';
import type { HealthRow } from '#sync/protocol/health.ts';
import { instantMs } from '#src/lib/age.ts';
import type { TimeRangeOption } from '#src/lib/time-range-options.ts';
import { healthDefaultRange } from '#src/lib/time-range-start.ts';
import { useLive } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { useDocument, type DocumentRead } from '#src/platform/replica/use-document.ts';
import { useHealthRows } from '#src/platform/replica/use-health.ts';
import type { Part } from '#sync/protocol/claim.ts';
import { absentPart } from '#src/views/body-part.ts';
import { readDetail, type CheckDetail } from './check-detail.ts';

/** What is known of one check. */
export interface CheckRead {
  /** Null while only the server knows it. */
  readonly row: HealthRow | null;
  readonly detailRead: DocumentRead;
  readonly detail: CheckDetail | undefined;
  /** Counts how often it was asked for; what hangs on it is asked for again with it. */
  readonly turn: number;
  readonly again: () => void;
}

/** One check by id: its row on this device, and what the server adds to it. */
export function useCheck(checkId: string): Part<CheckRead> {
  const model = useReadModel();
  const [turn, setTurn] = useState(0);
  const rows = useHealthRows(useMemo(() => [checkId], [checkId]));
  const facts = useLive(() => model.checkFacts(checkId), [model, checkId]);
  const detailRead = useDocument('check-detail', checkId, true, turn);
  const body = detailRead.value?.body;
  const detail = useMemo(() => (body === undefined || body === null ? undefined : readDetail(body)), [body]);
  const row = rows.isBehind ? null : (rows.value?.[0] ?? null);
  const check = useMemo(
    () => ({ row, detailRead, detail, turn, again: () => setTurn((before) => before + 1) }),
    [row, detailRead, detail, turn],
  );
  if (row !== null || detail !== undefined)
    return {
      is: 'found',
      value: check,
      claim: {
        state: facts.value?.state ?? 'partial',
        basis: row === null ? 'kept' : 'device',
        asOf: row?.statusAsOf ?? detailRead.value?.claim.asOf ?? null,
        lacks: [],
        reason: detailRead.value?.claim.reason ?? null,
      },
    };
  const failed = [rows, facts].find(({ status }) => status === 'failed');
  if (failed?.error !== undefined) return { is: 'failed', error: failed.error.info };
  const absent = absentPart(detailRead);
  if (rows.status === 'loading' || rows.isBehind || facts.value === undefined || absent.is === 'loading')
    return { is: 'loading' };
  // A whole copy of its checks says as much as the server (I23).
  return facts.value.state === 'complete' && facts.value.data === null ? { is: 'missing' } : absent;
}

/** The range a check opens with: the shortest from an hour up that holds its last run (spec 9). */
export function defaultRange(row: HealthRow | null, nowMs: number): TimeRangeOption {
  return healthDefaultRange(instantMs(row?.lastRuntime), nowMs);
}
