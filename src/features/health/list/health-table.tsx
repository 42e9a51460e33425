import { useCallback, useMemo, type ReactElement, type ReactNode } from 'react';
import type { Column } from '#src/ui/table/data-table.tsx';
import type { TableLayout } from '#src/lib/table-layout.ts';
import { ListTable } from '#src/views/list/list-table.tsx';
import type { ListAddress } from '#src/views/list/use-list-address.ts';
import { checkHref, type HealthParams } from '../health-search.ts';
import { useKnownRow } from '../queries.ts';
import { ListedRow } from './line-cells.tsx';
import { lineId } from '#src/views/list/list-lines.tsx';
import { isSameLine, type Line } from './lines.ts';

interface HealthTableProps {
  lines: readonly Line[];
  columns: readonly Column<Line>[];
  /** As it was when the lines were answered. */
  address: ListAddress<HealthParams>;
  empty: ReactNode;
  layout: TableLayout;
  onLayoutChange: (layout: TableLayout) => void;
  onToggle: (value: string, isOpen: boolean) => void;
}

/** The summary as a table: groups that fold, checks that open. */
export function HealthTable(props: HealthTableProps): ReactElement {
  const { lines, columns, address, empty, layout, onLayoutChange, onToggle } = props;
  const { search, view } = address;
  const rowHref = useCallback(
    (line: Line) => (line.kind === 'check' ? checkHref(search, line.id) : undefined),
    [search],
  );
  const knownRow = useKnownRow();
  const rowName = useCallback(
    (line: Line) => (line.kind === 'group' ? line.group.value : knownRow(line.id)?.name) ?? '',
    [knownRow],
  );
  const tree = useMemo(
    () => ({
      level: (line: Line) => (line.kind === 'check' && line.isMember ? 2 : 1),
      isExpanded: (line: Line) => (line.kind === 'group' ? line.isOpen : undefined),
      onToggle: (line: Line, isOpen: boolean) => {
        if (line.kind === 'group') onToggle(line.group.value ?? '', isOpen);
      },
    }),
    [onToggle],
  );
  return (
    <ListTable
      address={address}
      columns={columns}
      empty={empty}
      id="health"
      isSameRow={isSameLine}
      label="Checks"
      layout={layout}
      rowFrame={lineFrame}
      rowHref={rowHref}
      rowId={lineId}
      rowName={rowName}
      rows={lines}
      selectedId={view.checkId}
      sort={view}
      tree={tree}
      onLayoutChange={onLayoutChange}
    />
  );
}

/** The cells of a check share its row. */
function lineFrame(line: Line, drawn: ReactNode): ReactNode {
  return line.kind === 'check' ? <ListedRow id={line.id}>{drawn}</ListedRow> : drawn;
}
