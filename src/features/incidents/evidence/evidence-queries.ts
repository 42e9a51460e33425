import { deviceClaim } from '#sync/protocol/claim.ts';
import { useMemo, useState } from 'react';
import type { SyncError } from '#sync/errors.ts';
import type { FrozenRun } from '#sync/protocol/tables/evidence-payload.ts';
import { frozenRunSchema } from '#sync/protocol/tables/evidence-payload.ts';
import type { IndexQuery } from '#sync/protocol/index-query.ts';
import type { JsonRow } from '#sync/protocol/op.ts';
import type { PackedName } from '#sync/protocol/packed.ts';
import type { Coverage } from '#sync/protocol/stored.ts';
import type { CheckFacts, ComponentFacts } from '#sync/read/evidence/subjects.ts';
import type { Read } from '#sync/read/types.ts';
import { useLive, type Live } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { useIndexQuery, useIndexRows } from '#src/platform/replica/use-index.ts';
import { useWatch } from '#src/platform/replica/use-watch.ts';
import * as v from 'valibot';

/** Runs a strip shows. */
export const STRIP_RUNS = 30;
/** How far back the runs of a check in evidence are asked for: what its link opens (spec, section 2). */
const RUNS_MS = 3_600_000;

export function useCheckFacts(id: string): Live<Read<CheckFacts | null>> {
  const model = useReadModel();
  return useLive(() => model.checkFacts(id), [model, id]);
}

export function useComponentFacts(id: string): Live<Read<ComponentFacts | null>> {
  const model = useReadModel();
  return useLive(() => model.componentFacts(id), [model, id]);
}

/** One whole row of a packed collection with what may be said about it. */
export function usePackedRow(tbl: PackedName, id: string): Live<Read<JsonRow | null>> {
  const rows = useIndexRows(
    tbl,
    useMemo(() => [id], [id]),
  );
  const state = useIndexQuery(tbl, NOTHING);
  if (rows.status === 'failed') return { status: 'failed', value: undefined, error: rows.error };
  if (state.status === 'failed') return { status: 'failed', value: undefined, error: state.error };
  if (rows.value === undefined || rows.isBehind || state.value === undefined) return LOADING;
  const claim = state.value;
  // Changes and insights are kept in part: what is not here may well be on the server.
  const kept = tbl === 'config_items' ? claim.state : claim.state === 'complete' ? 'partial' : claim.state;
  const data = rows.value[0] ?? null;
  return {
    status: 'ready',
    value: { data, ...deviceClaim(kept, claim.asOf, claim.lacks) },
    error: undefined,
  };
}

const LOADING = { status: 'loading', value: undefined, error: undefined } as const;
/** Asks for no row: only how whole and how old the collection is. */
const NOTHING: IndexQuery = {
  filters: [],
  text: '',
  sort: null,
  offset: 0,
  limit: 0,
  facets: [],
  groups: null,
};

/** Question for the newest runs of a check. */
export function runsQuery(checkId: string): IndexQuery {
  return {
    ...NOTHING,
    filters: [{ kind: 'values', column: 'check_id', include: [checkId], exclude: [] }],
    sort: { column: 'time', descending: true },
    limit: STRIP_RUNS,
  };
}

/** Rows of `check_statuses` as runs, oldest first; what is no run is left out. */
export function runsOf(rows: readonly unknown[]): readonly FrozenRun[] {
  return rows
    .flatMap((row) => {
      const parsed = v.safeParse(frozenRunSchema, row);
      return parsed.success ? [parsed.output] : [];
    })
    .toReversed();
}

/** The newest stored runs of a check; the engine is asked for those of the last hour while they are looked at. */
export interface CheckRuns {
  readonly live: Live<readonly FrozenRun[]>;
  /** How much of its runs is here; null when nothing was ever downloaded. */
  readonly coverage: Live<Coverage | null>;
}

export function useCheckRuns(checkId: string): CheckRuns {
  const model = useReadModel();
  const [from] = useState(() => new Date(Date.now() - RUNS_MS).toISOString());
  useWatch('checks', { id: checkId, from });
  const coverage = useLive(() => model.coverage('check_statuses', checkId), [model, checkId]);
  const found = useIndexQuery(
    'check_statuses',
    useMemo(() => runsQuery(checkId), [checkId]),
  );
  const rows = useIndexRows('check_statuses', found.value?.ids ?? NO_IDS);
  if (found.status === 'failed') return { live: failed(found.error), coverage };
  if (rows.status === 'failed') return { live: failed(rows.error), coverage };
  if (found.value === undefined || rows.value === undefined) return { live: LOADING, coverage };
  return { live: { status: 'ready', value: runsOf(rows.value), error: undefined }, coverage };
}

const NO_IDS: readonly string[] = [];

function failed(error: SyncError): Live<never> {
  return { status: 'failed', value: undefined, error };
}
