import { useMemo } from 'react';
import type { Claim } from '#sync/protocol/claim.ts';
import { useLive } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import type { Line, RowSource } from '#src/views/list/row-source.ts';
import { useScrolledRows } from '#src/views/list/use-scrolled-rows.ts';
import { readRun, type Run } from './run-row.ts';

/** The list of them has no parameters. */
export const runParams = {};
export type RunParams = typeof runParams;

/** What the runs were on. */
export type RunSubject = { readonly configId: string } | { readonly componentId: string };

/** All of them from the server, kept with their age; where nobody can be asked and nothing was kept, those of this device. */
export function useRuns(subject: RunSubject, size: number): RowSource<Run, RunParams> {
  const paged = useScrolledRows<Run, RunParams>({
    question: {
      source: 'playbook-runs',
      query: subject,
      range: null,
      page: 1,
      size,
    },
    toRow: readRun,
  });
  const model = useReadModel();
  const [column, id] =
    'configId' in subject
      ? (['config_id', subject.configId] as const)
      : (['component_id', subject.componentId] as const);
  const local = useLive(() => model.runsOf(column, id), [model, column, id]);
  const held = local.value;
  const rows = useMemo(() => (held?.data ?? []).flatMap((raw) => readRun(raw) ?? []), [held]);
  const lines = useMemo(
    () => rows.map((row): Line<Run> => ({ kind: 'row', id: row.id, row, isMember: false })),
    [rows],
  );
  const isHere = held !== undefined && (held.state === 'complete' || held.state === 'partial');
  const isAway = paged.claim?.state === 'never' || (paged.claim === undefined && paged.error !== undefined);
  if (!isHere || !isAway) return paged;
  const claim: Claim = {
    state: held.state,
    basis: 'device',
    asOf: held.asOf,
    lacks: [{ what: 'older' }],
    reason: paged.claim?.reason ?? null,
  };
  return {
    ...paged,
    claim,
    error: undefined,
    isStale: false,
    total: null,
    counted: `Showing ${rows.length.toLocaleString()}: those of the last 7 days, and those still running`,
    lines,
    show: null,
    all: () => Promise.resolve({ rows, isWhole: false }),
  };
}
