import { useMemo, type ReactElement } from 'react';
import { NO_VALUE, VALUE_AWAITED, type HealthAggregate, type HealthRow } from '#sync/protocol/health.ts';
import type { Column } from '#src/ui/table/data-table.tsx';
import { Duration } from '#src/ui/marks/duration.tsx';
import { own } from '#sync/protocol/own.ts';
import type { HealthView } from '../health-search.ts';
import { staleShare } from '../health-labels.ts';
import { checkColumns, RowUptime, Uptime } from './check-columns.tsx';
import { CheckCell } from './line-cells.tsx';
import type { Line } from './lines.ts';
import { CheckMark, GroupMark } from './row-cells.tsx';

type PivotCell = HealthView['pivotCellType'];

/** A wider table is not read any more; labels, search or tabs make it narrower. */
export const MAX_PIVOT_COLUMNS = 24;

/** Columns that stand before those of the pivot. */
const LEADING = new Set(['name', 'status']);

/** The columns of a table whose checks stand side by side under the values of one label. */
export function usePivotColumns(
  values: readonly string[],
  labelKey: string,
  cellType: PivotCell,
): readonly Column<Line>[] {
  const key = JSON.stringify(values.slice(0, MAX_PIVOT_COLUMNS));
  return useMemo(() => {
    const shown = JSON.parse(key) as readonly string[]; // written by the line above
    const leading = checkColumns.filter(({ id }) => LEADING.has(id));
    return [...leading, ...shown.map((value) => pivotColumn(value, labelKey, cellType))];
  }, [key, labelKey, cellType]);
}

function pivotColumn(value: string, labelKey: string, cellType: PivotCell): Column<Line> {
  return {
    id: `pivot ${value}`,
    header: value,
    width: '184px',
    isFitted: true,
    cell: (line) => <PivotCellOf {...{ line, value, labelKey, cellType }} />,
  };
}

interface PivotCellProps {
  line: Line;
  value: string;
  labelKey: string;
  cellType: PivotCell;
}

function PivotCellOf({ line, value, labelKey, cellType }: PivotCellProps): ReactElement | null {
  if (line.kind === 'group') {
    const cell = own(line.group.cells, value);
    return cell === undefined ? <Nothing /> : <WholeCell cellType={cellType} whole={cell} />;
  }
  return (
    <CheckCell>
      {(row) =>
        (own(row.labels, labelKey) ?? absentValue(row)) === value ? (
          <RowCell cellType={cellType} row={row} />
        ) : (
          <Nothing />
        )
      }
    </CheckCell>
  );
}

function Nothing(): ReactElement {
  return <span className="sr-only">no check</span>;
}

function WholeCell({ whole, cellType }: { whole: HealthAggregate; cellType: PivotCell }): ReactElement {
  switch (cellType) {
    case 'checkStatuses':
      return <GroupMark whole={whole} />;
    case 'uptime':
      return <Uptime isStale={staleShare(whole) === 'all'} of={whole} />;
    case 'latency':
      return <Duration className="font-mono" label="Latency p95" ms={whole.latency?.p95} />;
  }
}

function RowCell({ row, cellType }: { row: HealthRow; cellType: PivotCell }): ReactElement {
  switch (cellType) {
    case 'checkStatuses':
      return <CheckMark row={row} />;
    case 'uptime':
      return <RowUptime row={row} />;
    case 'latency':
      return <Duration className="font-mono" label="Latency p95" ms={row.latency?.p95} />;
  }
}

/** The column of a check without the label: one whose canary has not arrived may have it yet. */
function absentValue({ isCanaryAwaited }: HealthRow): string {
  return isCanaryAwaited === true ? VALUE_AWAITED : NO_VALUE;
}
