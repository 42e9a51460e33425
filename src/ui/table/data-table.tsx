import { flushSync } from 'react-dom';
import {
  useCallback,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
} from 'react';
import { EMPTY_LAYOUT, withWidth, type TableLayout } from '../../lib/table-layout.ts';
import { usePainted } from '../after-paint.ts';
import { cx } from '../class-names.ts';
import { MIN_WIDTH_STYLE, minWidths, shownColumns, widthOf, widthPxOf } from './column-layout.ts';
import { HeaderRow, type Resize } from './data-table-header.tsx';
import { BodyRow, openRow, type RowTable } from './data-table-row.tsx';
import type { Column, DataTableProps, RowList, TableTree } from './data-table-types.ts';
import { useFittedWidths } from './fitted-columns.ts';
import { nextRowIndex } from './row-keys.ts';
import { segmentsOf, useRowWindow } from './row-window.ts';

export type { Column, DataTableProps, RowList, Sort, TableTree } from './data-table-types.ts';

/**
 * A table of any length, drawn as far as it is in view: sticky header, one tab stop, arrow keys and j/k, Home, End, Page keys, Enter.
 * Rows keep one height; a cell never grows. Put it in a column with `min-h-0` to let it scroll by itself.
 */
export function DataTable<Row>(props: DataTableProps<Row>): ReactElement {
  const { label, rows, rowId, activeId, onActiveChange, empty, totalCount, tree, className } = props;
  const { isFullBleed = false, rowHref, selectedId } = props;
  const [ownActiveId, setOwnActiveId] = useActiveId(activeId, props.listId);
  const table = useRowTable(props);
  const bodyRef = useRef<HTMLTableSectionElement>(null);
  const scrollerRef = useRef<HTMLDivElement>(null);
  const { columns, resize, style } = useColumns(props, scrollerRef);
  // A tree in which nothing folds is a list, and its names begin where the table does.
  const isTree = useMemo(
    () => rows.findIndex((row) => tree?.isExpanded(row) !== undefined) !== -1,
    [rows, tree],
  );
  const question = props.question ?? '';
  // Who comes back to a row may have left the table further down.
  const isTopFirst = usePainted(question, undefined) !== question && activeId === undefined;
  const rowWindow = useRowWindow(scrollerRef, rows.length, isTopFirst, props);
  const foundIndex = rows.findIndex((row) => rowId(row) === ownActiveId);
  const activeIndex = Math.max(0, foundIndex);

  const focusRow = (index: number): void => {
    const row = rows.at(index);
    if (row === undefined) return;
    // The row to focus may have to be drawn first.
    flushSync(() => setOwnActiveId(rowId(row)));
    onActiveChange?.(rowId(row));
    bodyRef.current?.querySelector<HTMLElement>(`:scope > tr[aria-rowindex="${index + 2}"]`)?.focus();
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLTableSectionElement>): void => {
    // Keys typed in a control inside a cell belong to that control; the row's own link counts as the row.
    const { target } = event;
    const isOnRowLink = target instanceof HTMLElement && Object.hasOwn(target.dataset, 'rowLink');
    if (!(target instanceof HTMLTableRowElement) && !isOnRowLink) return;
    if (event.key === 'Enter') {
      if (target instanceof HTMLTableRowElement) openRow(target, event);
      return;
    }
    const next = foldByKey(event, rows, activeIndex, tree) ?? nextRowIndex(event, activeIndex, rows.length);
    if (next === undefined) return;
    event.preventDefault();
    if (next !== 'folded') focusRow(next);
  };

  if (rows.length === 0 && empty !== undefined) return <div className={className}>{empty}</div>;
  const segments = segmentsOf(rowWindow, rows.length, activeIndex);
  return (
    <div
      className={cx(
        '@container relative min-h-0 overflow-auto scroll-pt-9',
        isFullBleed ? '[--edge:var(--space-page)]' : '[--edge:0.75rem]',
        className,
      )}
      ref={scrollerRef}
    >
      {/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions -- the ARIA grid pattern on a native table: one tab stop, rows take focus */}
      <table
        aria-label={label}
        aria-rowcount={(totalCount ?? rows.length) + 1}
        className={cx(
          'w-full table-fixed border-separate border-spacing-0 text-table',
          resize !== undefined && MIN_WIDTH_STYLE,
          isTree ? '[--indent:1.25rem] @max-[700px]:[--indent:0.75rem]' : '[--indent:0rem]',
        )}
        role={isTree ? 'treegrid' : 'grid'}
        style={style}
      >
        <thead>
          <HeaderRow
            columns={columns}
            resize={resize}
            sort={props.sort}
            onLeaveDown={() => focusRow(activeIndex)}
            onSortChange={props.onSortChange}
          />
        </thead>
        <tbody ref={bodyRef} onKeyDown={handleKeyDown}>
          {segments.map((segment) => {
            if ('gap' in segment) return <Gap height={segment.gap} key={`before-${segment.before}`} />;
            const row = rows.at(segment.row);
            return row === undefined ? null : (
              <BodyRow
                columns={columns}
                id={rowId(row)}
                index={segment.row}
                isActive={segment.row === activeIndex}
                isSelected={selectedId === undefined ? undefined : selectedId === rowId(row)}
                isTree={isTree}
                key={rowId(row)}
                row={row}
                rowHref={rowHref}
                rowName={props.rowName}
                table={table}
                onActivate={setOwnActiveId}
              />
            );
          })}
        </tbody>
      </table>
      {/* oxlint-enable jsx-a11y/no-noninteractive-element-interactions */}
    </div>
  );
}

/** The active row is the reader's, until the rows are those of another list. */
function useActiveId(start: string | undefined, listId: string | undefined) {
  const [held, setHeld] = useState({ listId, id: start });
  const current = held.listId === listId ? held : { listId, id: start };
  if (current !== held) setHeld(current);
  const setId = useCallback((id: string) => setHeld((before) => ({ ...before, id })), []);
  return [current.id, setId] as const;
}

/** The same object until something changes that every row shows. */
function useRowTable<Row>(props: DataTableProps<Row>): RowTable<Row> {
  const { rowId, onOpenRow, rowClassName, onActiveChange, onRowPress, tree, isSameRow, rowFrame } = props;
  return useMemo(
    () => ({ rowId, onOpenRow, rowClassName, onActiveChange, onRowPress, tree, isSameRow, rowFrame }),
    [rowId, onOpenRow, rowClassName, onActiveChange, onRowPress, tree, isSameRow, rowFrame],
  );
}

/** Stands for the rows that are not drawn. */
function Gap({ height }: { height: number }): ReactElement {
  return <tr aria-hidden style={{ height }} />;
}

interface Columns<Row> {
  readonly columns: readonly Column<Row>[];
  readonly resize: Resize | undefined;
  readonly style: Record<string, string> | undefined;
}

/** The columns that are shown, and their widths while an edge is dragged: the layout itself changes when it is let go. */
function useColumns<Row>(
  { columns, rows, layout, onLayoutChange }: DataTableProps<Row>,
  scrollerRef: RefObject<HTMLElement | null>,
): Columns<Row> {
  const [draft, setDraft] = useState<{ columnId: string; px: number }>();
  const shown = useMemo(() => shownColumns(columns, layout), [columns, layout]);
  const fitted = useFittedWidths(scrollerRef, shown, rows.length > 0);
  if (onLayoutChange === undefined) return { columns: shown, resize: undefined, style: undefined };
  const kept: TableLayout = layout ?? EMPTY_LAYOUT;
  const current = draft === undefined ? kept : withWidth(kept, draft.columnId, draft.px);
  const columnOf = (id: string): Column<Row> | undefined => columns.find((column) => column.id === id);
  return {
    columns: shown,
    style: minWidths(shown, current, fitted),
    resize: {
      widthOf: (id) => widthOf(columnOf(id) ?? { id }, current, fitted),
      widthPxOf: (id) => widthPxOf(columnOf(id) ?? { id }, current, fitted),
      onDraft: setDraft,
      onResize: (id, px) => onLayoutChange(withWidth(kept, id, px)),
      onReset: (id) => {
        const { [id]: _width, ...widths } = kept.widths;
        onLayoutChange({ ...kept, widths });
      },
    },
  };
}

/** → unfolds a parent or goes to its first child; ← folds it, or goes to the parent. Undefined: not a key of the tree. */
function foldByKey<Row>(
  event: KeyboardEvent,
  rows: RowList<Row>,
  index: number,
  tree: TableTree<Row> | undefined,
): number | 'folded' | undefined {
  const row = rows.at(index);
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
  if (tree === undefined || row === undefined || !isPlain) return undefined;
  const isExpanded = tree.isExpanded(row);
  switch (event.key) {
    case 'ArrowRight':
      if (isExpanded === true) return Math.min(rows.length - 1, index + 1);
      if (isExpanded === false) tree.onToggle(row, true);
      return 'folded';
    case 'ArrowLeft':
      if (isExpanded === true) {
        tree.onToggle(row, false);
        return 'folded';
      }
      return parentIndex(rows, index, tree) ?? 'folded';
    default:
      return undefined;
  }
}

function parentIndex<Row>(rows: RowList<Row>, index: number, tree: TableTree<Row>): number | undefined {
  const own = rows.at(index);
  if (own === undefined) return undefined;
  const level = tree.level(own);
  for (let at = index - 1; at >= 0; at -= 1) {
    const row = rows.at(at);
    // Further up nobody knows what stands.
    if (row === undefined) return undefined;
    if (tree.level(row) < level) return at;
  }
  return undefined;
}
