import { useMemo, type ReactElement } from 'react';
import { DataTable, type Column } from '#src/ui/table/data-table.tsx';
import { Duration } from '#src/ui/marks/duration.tsx';
import { useMinuteNow } from '#src/ui/marks/minute-clock.ts';
import { StatusMark } from '#src/ui/marks/status-mark.tsx';
import { momentText, statusOfRun } from '../history/run-columns.tsx';
import { isPassing, type GraphPoint } from './graph-data.ts';

const COLUMNS: readonly Column<GraphPoint>[] = [
  {
    id: 'time',
    header: 'Time',
    width: '160px',
    isName: true,
    cell: ({ atMs }) => <PointTime atMs={atMs} />,
  },
  {
    id: 'latency',
    header: 'Latency',
    width: '110px',
    align: 'end',
    cell: ({ latencyMs }) => <Duration ms={latencyMs} />,
  },
  { id: 'passed', header: 'Passed', width: '80px', align: 'end', cell: ({ passed }) => passed },
  { id: 'failed', header: 'Failed', width: '80px', align: 'end', cell: ({ failed }) => failed },
  {
    id: 'status',
    header: 'Status',
    cell: (point) => <StatusMark status={statusOfRun(isPassing(point))} />,
  },
];

function PointTime({ atMs }: { atMs: number }): ReactElement {
  return <span className="tabular">{momentText(atMs, useMinuteNow())}</span>;
}

/** What the graph shows, point by point, newest first. */
export function GraphTable({ points }: { points: readonly GraphPoint[] }): ReactElement {
  const rows = useMemo(() => points.toReversed(), [points]);
  return (
    <DataTable
      className="min-h-0 flex-1 rounded-control border border-line"
      columns={COLUMNS}
      label="Latency and status over time"
      rowId={({ atMs }) => String(atMs)}
      rows={rows}
    />
  );
}
