import { Workflow } from 'lucide-react';
import { useMemo, useState, type ReactElement } from 'react';
import type { Claim } from '#sync/protocol/claim.ts';
import { useLive } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { storageKeys } from '#src/platform/device/storage-keys.ts';
import { ListBody } from '#src/views/list/list-page.tsx';
import type { ListSpec } from '#src/views/list/list-spec.ts';
import type { Line, RowSource } from '#src/views/list/row-source.ts';
import { searchSpec } from '#src/views/list/search-spec.ts';
import { useListState } from '#src/views/list/use-list-address.ts';
import { useScrolledRows } from '#src/views/list/use-scrolled-rows.ts';
import { narrowColumns, runColumns } from './run-columns.tsx';
import { readRun, runHref, runName, type Run } from './run-row.ts';

/** Spec 9: "Config playbooks list: 200". */
const PAGE_SIZE = 200;

const params = {};
type RunParams = typeof params;

/** The runs of playbooks on one item of the catalog: for the page of that item. */
export function RunsOfItem({ id }: { id: string }): ReactElement {
  const [spec] = useState(() => specOf(id));
  const address = useListState(spec.search, spec.search.path);
  // oxlint-disable-next-line react/hooks -- a tab keeps its description while it is mounted
  const source = spec.useRows(address.search);
  return <ListBody isPart actions={null} address={address} source={source} spec={spec} />;
}

const noNames = () => () => undefined;

function specOf(itemId: string): ListSpec<RunParams, Run> {
  return {
    id: 'item-playbooks',
    words: {
      title: 'Playbooks',
      rows: 'Playbook runs',
      find: null,
      empty: { icon: Workflow, title: 'No data available' },
    },
    search: searchSpec({ path: `/catalog/${itemId}/playbooks`, typingMs: 400, params }),
    filters: [],
    useNames: noNames,
    columns: runColumns,
    narrowColumns,
    layoutKey: storageKeys.runColumns,
    pageSizes: [],
    useRows: () => useRuns(itemId),
    rowName: runName,
    rowHref: (run) => runHref(run),
    rowClassName: () => '',
  };
}

/** All of them from the server, kept with their age; where nobody can be asked and nothing was kept, those of this device. */
function useRuns(itemId: string): RowSource<Run, RunParams> {
  const paged = useScrolledRows<Run, RunParams>({
    question: {
      source: 'playbook-runs',
      query: { configId: itemId },
      range: null,
      page: 1,
      size: PAGE_SIZE,
    },
    toRow: readRun,
  });
  const model = useReadModel();
  const local = useLive(() => model.runsOf('config_id', itemId), [model, itemId]);
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
