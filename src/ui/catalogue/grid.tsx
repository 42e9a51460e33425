import { useState, type ReactElement } from 'react';
import { aggregateHealth } from '../../lib/health.ts';
import { EMPTY_LAYOUT, type TableLayout } from '../../lib/table-layout.ts';
import { Age } from '../marks/age.tsx';
import { Badge, CountBadge } from '../marks/badge.tsx';
import { Chapter, Specimen } from './frame.tsx';
import { Checkbox } from '../forms/checkbox.tsx';
import { ColumnsButton } from '../table/columns-button.tsx';
import { DataTable, type Column, type Sort, type TableTree } from '../table/data-table.tsx';
import { Duration } from '../marks/duration.tsx';
import { HealthBar } from '../marks/health-bar.tsx';
import { HealthMark } from '../marks/health-mark.tsx';
import { StatusMark } from '../marks/status-mark.tsx';

interface CheckRow {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly passed: number;
  readonly failed: number;
  readonly latencyMs: number;
  readonly minutesAgo: number;
  readonly group: string;
  /** Rows of the group, for the row that stands for it. */
  readonly members?: readonly CheckRow[];
}

const startedAtMs = Date.now();
const GROUPS = ['cluster-health', 'http-public', 'mail'];
const TYPES = ['http', 'dns', 'postgres', 'kubernetes', 'exec'];

const CHECKS: readonly CheckRow[] = Array.from({ length: 240 }, (_, at) => ({
  id: `check-${at}`,
  name:
    at % 7 === 3 ? `Long-term storage of metrics accepts writes in eu-central-1, shard ${at}` : `Check ${at}`,
  type: TYPES[at % TYPES.length] ?? 'http',
  passed: 1440 - ((at * 13) % 9) * 20,
  failed: at % 5 === 0 ? (at * 7) % 60 : 0,
  latencyMs: 12 + ((at * 131) % 4000),
  minutesAgo: at % 11 === 4 ? 300 : at % 3,
  group: GROUPS[at % 3 === 0 ? 0 : at % 3] ?? 'mail',
}));

const COLUMNS: readonly Column<CheckRow>[] = [
  {
    id: 'name',
    header: 'Name',
    isName: true,
    isSortable: true,
    cell: (row) => (
      <span className="flex min-w-0 items-center gap-2">
        <span className="truncate">{row.name}</span>
        {row.members && <CountBadge count={row.members.length} label="checks" />}
      </span>
    ),
  },
  { id: 'health', header: 'Health', width: '150px', isSortable: true, cell: healthCell },
  {
    id: 'type',
    header: 'Type',
    width: '116px',
    hideBelow: 'medium',
    cell: (row) => row.type !== '' && <Badge>{row.type}</Badge>,
  },
  {
    id: 'uptime',
    header: 'Uptime',
    width: '150px',
    isSortable: true,
    hideBelow: 'narrow',
    cell: (row) => <HealthBar failed={row.failed} label="Uptime" passed={row.passed} />,
  },
  {
    id: 'latency',
    header: 'Latency',
    width: '92px',
    align: 'end',
    isSortable: true,
    cell: (row) => <Duration ms={row.latencyMs} />,
  },
  {
    id: 'last',
    header: 'Last run',
    width: '92px',
    align: 'end',
    hideBelow: 'narrow',
    cell: (row) => <Age at={startedAtMs - row.minutesAgo * 60_000} label="Last run" />,
  },
];

function healthCell(row: CheckRow): ReactElement {
  if (row.members !== undefined) {
    const failed = row.members.filter((member) => member.failed > 0).length;
    return <StatusMark status={aggregateHealth({ passed: row.members.length - failed, failed })} />;
  }
  const isStale = row.minutesAgo > 15;
  return (
    <HealthMark
      asOf={startedAtMs - row.minutesAgo * 60_000}
      health={row.failed > 0 ? 'unhealthy' : 'healthy'}
      isAgeShort
      isStale={isStale}
    />
  );
}

function groupRow(group: string): CheckRow {
  const members = CHECKS.filter((row) => row.group === group);
  const sum = (of: (row: CheckRow) => number): number => members.reduce((total, row) => total + of(row), 0);
  return {
    id: group,
    name: group,
    type: '',
    passed: sum(({ passed }) => passed),
    failed: sum(({ failed }) => failed),
    latencyMs: Math.round(sum(({ latencyMs }) => latencyMs) / members.length),
    minutesAgo: 0,
    group,
    members,
  };
}

const GROUP_ROWS = GROUPS.map(groupRow);

/** The one grid of the product with everything a reader may do to it. */
export function GridChapter(): ReactElement {
  const [layout, setLayout] = useState<TableLayout>(EMPTY_LAYOUT);
  const [sort, setSort] = useState<Sort>({ columnId: 'name', direction: 'ascending' });
  const [isHeader, setHeader] = useState(false);
  const [open, setOpen] = useState<readonly string[]>(['http-public']);
  const rows = GROUP_ROWS.flatMap((row) => (open.includes(row.id) ? [row, ...(row.members ?? [])] : [row]));
  const tree: TableTree<CheckRow> = {
    level: (row) => (row.members === undefined ? 2 : 1),
    isExpanded: (row) => (row.members === undefined ? undefined : open.includes(row.id)),
    onToggle: (row, isExpanded) =>
      setOpen(isExpanded ? [...open, row.id] : open.filter((id) => id !== row.id)),
    header: isHeader ? (row) => row.members && `${row.name} · ${row.members.length}` : undefined,
  };
  return (
    <Chapter title="Grid">
      <Specimen title="Grouped, resizable, with columns that can be hidden">
        <Checkbox isSelected={isHeader} onChange={setHeader}>
          Groups as headers
        </Checkbox>
        <ColumnsButton columns={COLUMNS} layout={layout} onLayoutChange={setLayout} />
      </Specimen>
      <DataTable
        className="max-h-[28rem] rounded-panel border border-line"
        columns={COLUMNS}
        label="Checks"
        layout={layout}
        rowId={(row) => row.id}
        rows={rows}
        sort={sort}
        tree={tree}
        onLayoutChange={setLayout}
        onOpenRow={() => undefined}
        onSortChange={setSort}
      />
    </Chapter>
  );
}
