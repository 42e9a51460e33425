import { useCallback, useMemo, type ReactElement, type ReactNode } from 'react';
import { DataTable, type Column, type Sort } from '#src/ui/data-table.tsx';
import type { TableLayout } from '#src/lib/table-layout.ts';
import { useListPosition } from '#src/platform/list-position.ts';
import { checkHref, SORT_COLUMNS, type HealthSearch, type HealthView } from '../health-search.ts';
import { useKnownRow } from '../queries.ts';
import { ListedRow } from './line-cells.tsx';
import { isSameLine, type Line } from './lines.ts';

interface HealthTableProps {
  lines: readonly Line[];
  columns: readonly Column<Line>[];
  view: HealthView;
  search: HealthSearch;
  empty: ReactNode;
  /** Identifies the history entry, so that Back comes to the same row. */
  entryKey: string;
  /** Rows of another list are shown from their top; sorting and folding keep the place. */
  listId: string;
  layout: TableLayout;
  onLayoutChange: (layout: TableLayout) => void;
  onToggle: (value: string, isOpen: boolean) => void;
  onSortChange: (sort: Pick<HealthView, 'sortBy' | 'sortDesc'>) => void;
}

/** The summary as a table: groups that fold, checks that open. */
export function HealthTable(props: HealthTableProps): ReactElement {
  const { lines, columns, view, search, empty, entryKey, listId } = props;
  const { layout, onLayoutChange, onToggle, onSortChange } = props;
  const { frameRef, start, onActiveChange } = useListPosition('health', entryKey, listId);
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
  const sort = useMemo<Sort>(
    () => ({ columnId: view.sortBy, direction: view.sortDesc ? 'descending' : 'ascending' }),
    [view.sortBy, view.sortDesc],
  );
  const handleSort = useCallback(
    ({ columnId, direction }: Sort) => {
      const sortBy = SORT_COLUMNS.find((column) => column === columnId);
      if (sortBy !== undefined) onSortChange({ sortBy, sortDesc: direction === 'descending' });
    },
    [onSortChange],
  );
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col" ref={frameRef}>
      <DataTable
        isFullBleed
        activeId={start?.activeId}
        className="flex-1"
        columns={columns}
        empty={empty}
        isSameRow={isSameLine}
        label="Checks"
        layout={layout}
        listId={listId}
        question={listId}
        rowFrame={lineFrame}
        rowHref={rowHref}
        rowId={lineId}
        rowName={rowName}
        rows={lines}
        startTop={start?.scrollTop}
        selectedId={view.checkId}
        sort={sort}
        tree={tree}
        onActiveChange={onActiveChange}
        onLayoutChange={onLayoutChange}
        onSortChange={handleSort}
      />
    </div>
  );
}

function lineId(line: Line): string {
  return line.id;
}

/** The cells of a check share its row. */
function lineFrame(line: Line, drawn: ReactNode): ReactNode {
  return line.kind === 'check' ? <ListedRow id={line.id}>{drawn}</ListedRow> : drawn;
}
