import { CloudOff, HeartPulse } from 'lucide-react';
import { useMemo, useState, type ReactElement } from 'react';
import { storageKeys } from '#src/platform/device/storage-keys.ts';
import { useDocument } from '#src/platform/replica/use-document.ts';
import { useHealthRows } from '#src/platform/replica/use-health.ts';
import type { HealthRow } from '#sync/protocol/health.ts';
import type { Column } from '#src/ui/table/data-table.tsx';
import { Duration } from '#src/ui/marks/duration.tsx';
import { HealthMark } from '#src/ui/marks/health-mark.tsx';
import { Icon } from '#src/ui/marks/icon.tsx';
import { ListBody } from '#src/views/list/list-page.tsx';
import type { ListColumn, ListSpec } from '#src/views/list/list-spec.ts';
import type { RowSource } from '#src/views/list/row-source.ts';
import { searchSpec } from '#src/views/list/search-spec.ts';
import { useListState } from '#src/views/list/use-list-address.ts';
import { useLocalRows } from '#src/views/list/use-local-rows.ts';
import { checkHref } from '../health-search.ts';
import { RowUptime } from '../list/check-columns.tsx';
import { CheckMark, LastRun, SilencedMark } from '../list/row-cells.tsx';
import { LineMinuteProvider, useRoundMinute } from '../queries.ts';
import { byNeed, nameOf, readLinkedChecks, type ItemCheck } from './linked-checks.ts';

const params = {};
type CheckParams = typeof params;

/** The checks of one item of the catalog: for the page of that item. */
export function ChecksOfItem({ id }: { id: string }): ReactElement {
  const [spec] = useState(() => specOf(id));
  const address = useListState(spec.search, spec.search.path);
  // oxlint-disable-next-line react/hooks -- a tab keeps its description while it is mounted
  const source = spec.useRows(address.search);
  return (
    <LineMinuteProvider value={useRoundMinute()}>
      <ListBody isPart actions={null} address={address} source={source} spec={spec} />
    </LineMinuteProvider>
  );
}

const known = (draw: (row: HealthRow) => ReactElement): ListColumn<ItemCheck>['cell'] =>
  function Known({ row }) {
    return row ? draw(row) : <span className="text-muted">–</span>;
  };

const columns: readonly ListColumn<ItemCheck>[] = [
  { id: 'name', header: 'Name', isName: true, cell: (check) => <Name check={check} />, text: nameOf },
  {
    id: 'status',
    header: 'Health',
    width: '176px',
    isFixed: true,
    cell: (check) => <State check={check} />,
    text: ({ row, said }) => row?.status ?? said.status ?? '',
  },
  {
    id: 'uptime',
    header: 'Uptime 1h',
    width: '124px',
    hideBelow: 'narrow',
    cell: known((row) => <RowUptime row={row} />),
    text: ({ row }) => (row?.uptime ? `${row.uptime.passed}/${row.uptime.passed + row.uptime.failed}` : ''),
  },
  {
    id: 'latency',
    header: 'Latency p95',
    width: '118px',
    align: 'end',
    hideBelow: 'medium',
    cell: known(({ latency }) => <Duration className="font-mono" label="Latency p95" ms={latency?.p95} />),
    text: ({ row }) => String(row?.latency?.p95 ?? ''),
  },
  {
    id: 'type',
    header: 'Type',
    width: '104px',
    hideBelow: 'narrow',
    cell: ({ row, said }) => row?.type ?? said.type ?? '–',
    text: ({ row, said }) => row?.type ?? said.type ?? '',
  },
  {
    id: 'last_runtime',
    header: 'Last Run',
    width: '104px',
    align: 'end',
    hideBelow: 'medium',
    cell: known(({ lastRuntime }) => <LastRun at={lastRuntime} />),
    text: ({ row, said }) => row?.lastRuntime ?? said.last_runtime ?? '',
  },
];

/** Where six columns have no room (ux 4.3). */
const narrowColumns: readonly Column<ItemCheck>[] = columns.filter(
  ({ id }) => id === 'name' || id === 'status',
);

function specOf(itemId: string): ListSpec<CheckParams, ItemCheck> {
  return {
    id: 'item-checks',
    words: {
      title: 'Checks',
      rows: 'Checks',
      find: null,
      empty: { icon: HeartPulse, title: 'No data available' },
    },
    search: searchSpec({ path: `/catalog/${itemId}/checks`, typingMs: 400, params }),
    filters: [],
    columns,
    narrowColumns,
    layoutKey: storageKeys.itemCheckColumns,
    pageSizes: [],
    useRows: () => useChecks(itemId),
    rowName: nameOf,
    rowHref: ({ id }) => checkHref({}, id),
  };
}

/** Which checks they are is the server's answer, kept with its age; how they are is told by this device. */
function useChecks(itemId: string): RowSource<ItemCheck, CheckParams> {
  const [turn, setTurn] = useState(0);
  const read = useDocument('config-checks', itemId, true, turn);
  const said = useMemo(() => readLinkedChecks(read.value?.body), [read.value?.body]);
  const ids = useMemo(() => said.map(({ id }) => id), [said]);
  const { value, isBehind, error } = useHealthRows(ids);
  const rows = useMemo(
    () =>
      said
        .map((each, at): ItemCheck => ({
          id: each.id,
          said: each,
          row: isBehind ? undefined : value?.[at],
        }))
        .toSorted(byNeed),
    [said, value, isBehind],
  );
  const claim = read.value?.claim;
  const local = useLocalRows({ rows, columns, sort: UNSORTED, orderKey: itemId, isWhole: true });
  return {
    ...local,
    claim,
    error: read.status === 'failed' && read.value === undefined ? read.error : undefined,
    isStale: (claim?.reason ?? null) !== null,
    total: claim === undefined ? null : rows.length,
    counted: claim?.state === 'complete' ? `Showing ${rows.length.toLocaleString()}` : '',
    hidden: null,
    show: null,
    toggle: null,
    press: null,
    pages: null,
    problems: error === undefined ? [] : [{ error, text: 'The state of the checks could not be read' }],
    refresh: async () => setTurn((before) => before + 1),
  };
}

const UNSORTED = { sortBy: undefined, sortDesc: false };

function Name({ check }: { check: ItemCheck }): ReactElement {
  const { row } = check;
  return (
    <span className="flex min-w-0 items-center gap-1.5" title={row?.description ?? undefined}>
      <span className="min-w-0 truncate">{nameOf(check)}</span>
      {row && row.silencedAt !== null && <SilencedMark at={row.silencedAt} />}
      {row === null && (
        <span className="inline-flex shrink-0 items-center gap-1 font-normal text-muted">
          <Icon icon={CloudOff} size={14} />
          not on this device
        </span>
      )}
    </span>
  );
}

/** Of a check that is not on this device it is only known how it was. */
function State({ check: { row, said } }: { check: ItemCheck }): ReactElement {
  if (row) return <CheckMark row={row} />;
  return <HealthMark isAgeShort isStale asOf={said.last_runtime} health={said.status} />;
}
