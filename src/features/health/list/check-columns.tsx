import type { ReactElement } from 'react';
import type { Column } from '#src/ui/table/data-table.tsx';
import { CheckCell, GroupCell } from './line-cells.tsx';
import type { Line } from './lines.ts';
import { CheckName, GroupName, LastRunCell, StateCell, TransitionCell } from './row-cells.tsx';
import { Duration } from '#src/ui/marks/duration.tsx';
import { HealthBar } from '#src/ui/marks/health-bar.tsx';
import { IconMark } from '#src/ui/marks/type-mark.tsx';
import { isRowStale, staleShare } from '../health-labels.ts';
import { useLineMinute, useMoment } from '../queries.ts';
import type { HealthAggregate, HealthRow } from '#sync/protocol/health.ts';

/** Columns of the summary. Uptime and latency are the server's: over the last hour, whatever the time range. */
export const checkColumns: readonly Column<Line>[] = [
  {
    id: 'name',
    header: 'Name',
    isName: true,
    isSortable: true,
    cell: (line) =>
      line.kind === 'group' ? <GroupName group={line.group} /> : <CheckName groupValue={line.groupValue} />,
  },
  {
    id: 'status',
    header: 'Health',
    width: '176px',
    isFitted: true,
    isSortable: true,
    isFixed: true,
    cell: (line) => <StateCell line={line} />,
  },
  {
    id: 'uptime',
    header: 'Uptime 1h',
    width: '124px',
    isFitted: true,
    isSortable: true,
    hideBelow: 'narrow',
    cell: (line) => <UptimeCell line={line} />,
  },
  {
    id: 'latency',
    header: 'Latency p95',
    width: '118px',
    isFitted: true,
    align: 'end',
    isSortable: true,
    hideBelow: 'narrow',
    cell: (line) => <LatencyCell line={line} />,
  },
  {
    id: 'type',
    header: 'Type',
    width: '104px',
    isFitted: true,
    isSortable: true,
    hideBelow: 'medium',
    cell: (line) =>
      line.kind === 'check' ? (
        <CheckCell>
          {(row) => (
            <>
              <IconMark name={row.type} />
              {row.type}
            </>
          )}
        </CheckCell>
      ) : null,
  },
  {
    id: 'last_transition_time',
    header: 'Transitioned',
    width: '132px',
    isFitted: true,
    align: 'end',
    isSortable: true,
    hideBelow: 'narrow',
    cell: (line) => <TransitionCell line={line} />,
  },
  {
    id: 'last_runtime',
    header: 'Last Run',
    width: '104px',
    isFitted: true,
    align: 'end',
    isSortable: true,
    hideBelow: 'medium',
    cell: (line) => <LastRunCell line={line} />,
  },
];

export function UptimeCell({ line }: { line: Line }): ReactElement {
  if (line.kind === 'group') {
    return (
      <GroupCell group={line.group}>
        {(group) => <Uptime of={group} isStale={staleShare(group) === 'all'} />}
      </GroupCell>
    );
  }
  return <CheckCell>{(row) => <RowUptime row={row} />}</CheckCell>;
}

export function RowUptime({ row }: { row: HealthRow }): ReactElement {
  return <Uptime isStale={isRowStale(row, useMoment(useLineMinute()))} of={row} />;
}

export function Uptime({
  of: { uptime },
  isStale,
}: {
  of: Pick<HealthAggregate, 'uptime'>;
  isStale: boolean;
}): ReactElement {
  return (
    <HealthBar failed={uptime?.failed ?? 0} isStale={isStale} label="Uptime" passed={uptime?.passed ?? 0} />
  );
}

export function LatencyCell({ line }: { line: Line }): ReactElement {
  if (line.kind === 'group') {
    return (
      <GroupCell group={line.group}>
        {({ latency }) => <Duration className="font-mono" label="Latency p95" ms={latency?.p95} />}
      </GroupCell>
    );
  }
  return (
    <CheckCell>
      {({ latency }) => <Duration className="font-mono" label="Latency p95" ms={latency?.p95} />}
    </CheckCell>
  );
}
