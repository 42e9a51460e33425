import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { useRef, useState, type KeyboardEvent, type MouseEvent, type ReactElement } from 'react';
import { cx } from './class-names.ts';
import type { Column, DataTableProps, Sort } from './data-table-types.ts';
import { Icon } from './icon.tsx';
import { nextRowIndex } from './row-keys.ts';
import { TextLink } from './text-link.tsx';

export type { Column, DataTableProps, Sort } from './data-table-types.ts';

const HIDE = { narrow: '@max-[700px]:hidden', medium: '@max-[1000px]:hidden' } as const;

/** The page's right padding for the column that ends the row while those after it are hidden. */
export function endEdge(
  columns: readonly { readonly hideBelow?: keyof typeof HIDE | undefined }[],
  index: number,
): string {
  const after = columns.slice(index + 1);
  if (after.length === 0 || after.some(({ hideBelow }) => hideBelow === undefined)) return '';
  const isMediumEnd = after.every(({ hideBelow }) => hideBelow === 'medium');
  return isMediumEnd ? '@max-[1000px]:pe-(--edge)' : '@max-[700px]:pe-(--edge)';
}

/**
 * A table of up to a few hundred rows: sticky header, one tab stop, arrow keys and j/k, Home, End, Page keys, Enter.
 * Rows keep one height; a cell never grows. Put it in a column with `min-h-0` to let it scroll by itself.
 */
export function DataTable<Row>(props: DataTableProps<Row>): ReactElement {
  const { label, columns, rows, rowId, activeId, onActiveChange, empty, totalCount, className } = props;
  const { isFullBleed = false } = props;
  const [ownActiveId, setOwnActiveId] = useState(activeId);
  const bodyRef = useRef<HTMLTableSectionElement>(null);
  const foundIndex = rows.findIndex((row) => rowId(row) === ownActiveId);
  const activeIndex = Math.max(0, foundIndex);

  const activate = (index: number): void => {
    const row = rows[index];
    if (row === undefined) return;
    setOwnActiveId(rowId(row));
    onActiveChange?.(rowId(row));
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
    const next = nextRowIndex(event, activeIndex, rows.length);
    if (next === undefined) return;
    event.preventDefault();
    activate(next);
    bodyRef.current?.rows[next]?.focus();
  };

  if (rows.length === 0 && empty !== undefined) return <div className={className}>{empty}</div>;
  return (
    <div
      className={cx(
        '@container relative min-h-0 overflow-auto scroll-pt-9',
        isFullBleed ? '[--edge:var(--space-page)]' : '[--edge:0.75rem]',
        className,
      )}
    >
      {/* oxlint-disable jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/no-noninteractive-element-interactions -- the ARIA grid pattern on a native table: one tab stop, rows take focus */}
      <table
        aria-label={label}
        aria-rowcount={(totalCount ?? rows.length) + 1}
        className="w-full table-fixed border-separate border-spacing-0 text-table"
        role="grid"
      >
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column, index) => (
              <HeaderCell
                column={column}
                endEdge={endEdge(columns, index)}
                key={column.id}
                onSortChange={props.onSortChange}
                sort={props.sort}
              />
            ))}
          </tr>
        </thead>
        <tbody ref={bodyRef} onKeyDown={handleKeyDown}>
          {rows.map((row, index) => (
            <BodyRow
              index={index}
              isActive={index === activeIndex}
              key={rowId(row)}
              row={row}
              table={props}
              onActivate={activate}
            />
          ))}
        </tbody>
      </table>
      {/* oxlint-enable jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/no-noninteractive-element-interactions */}
    </div>
  );
}

interface HeaderCellProps<Row> {
  column: Column<Row>;
  endEdge: string;
  sort: Sort | undefined;
  onSortChange: ((sort: Sort) => void) | undefined;
}

function HeaderCell<Row>({ column, endEdge: edge, sort, onSortChange }: HeaderCellProps<Row>): ReactElement {
  const direction = sort?.columnId === column.id ? sort.direction : undefined;
  const canSort = column.isSortable === true && onSortChange !== undefined;
  const glyph = direction === undefined ? ChevronsUpDown : direction === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <th
      aria-sort={canSort ? (direction ?? 'none') : undefined}
      className={cx(
        'sticky top-0 z-10 h-8 truncate border-b border-line bg-page px-3 text-caption first:ps-(--edge) last:pe-(--edge) font-medium text-muted',
        column.align === 'end' ? 'text-end' : 'text-start',
        column.hideBelow && HIDE[column.hideBelow],
        edge,
      )}
      scope="col"
      style={{ width: column.width }}
    >
      {canSort ? (
        <button
          className={cx(
            '-mx-1.5 inline-flex h-6 items-center gap-1 rounded-control px-1.5 hover:bg-hover pointer-coarse:h-11',
            direction !== undefined && 'text-fg',
          )}
          type="button"
          onClick={() =>
            onSortChange({
              columnId: column.id,
              direction: direction === 'ascending' ? 'descending' : 'ascending',
            })
          }
        >
          {column.header}
          <Icon className={direction === undefined ? 'opacity-60' : ''} icon={glyph} size={12} />
        </button>
      ) : (
        <span className={column.isHeaderHidden === true ? 'sr-only' : ''}>{column.header}</span>
      )}
    </th>
  );
}

interface BodyRowProps<Row> {
  row: Row;
  index: number;
  isActive: boolean;
  table: DataTableProps<Row>;
  onActivate: (index: number) => void;
}

function BodyRow<Row>({ row, index, isActive, table, onActivate }: BodyRowProps<Row>): ReactElement {
  const { columns, rowId, rowHref, onOpenRow, selectedId, rowClassName } = table;
  const isSelected = selectedId === rowId(row);
  const canOpen = rowHref !== undefined || onOpenRow !== undefined;
  const handleClick = (event: MouseEvent<HTMLTableRowElement>): void => {
    onActivate(index);
    if (!canOpen || isFromControl(event) || hasSelectedText()) return;
    openRow(event.currentTarget, event);
  };
  return (
    <tr
      aria-rowindex={index + 2}
      aria-selected={selectedId === undefined ? undefined : isSelected}
      className={cx(
        'group/row outline-offset-[-2px]',
        canOpen && 'cursor-pointer hover:bg-hover',
        isSelected && 'bg-selected hover:bg-selected',
        rowClassName?.(row),
      )}
      tabIndex={isActive ? 0 : -1}
      onClick={handleClick}
      onFocus={() => onActivate(index)}
    >
      {columns.map((column, at) => (
        <td
          className={cx(
            'h-row max-w-0 truncate border-b border-line px-3 py-0 first:ps-(--edge) last:pe-(--edge)',
            column.align === 'end' && 'tabular text-end',
            column.isName === true && 'font-medium',
            column.hideBelow && HIDE[column.hideBelow],
            endEdge(columns, at),
          )}
          key={column.id}
        >
          <NameLink column={column} row={row} table={table} />
        </td>
      ))}
    </tr>
  );
}

function NameLink<Row>({
  column,
  row,
  table,
}: {
  column: Column<Row>;
  row: Row;
  table: DataTableProps<Row>;
}): ReactElement {
  const { rowHref, onOpenRow } = table;
  if (column.isName !== true) return <>{column.cell(row)}</>;
  if (rowHref !== undefined) {
    return (
      <TextLink
        className="block truncate leading-[calc(var(--row-height)-1px)]"
        href={rowHref(row)}
        isRowLink
        tone="quiet"
      >
        {column.cell(row)}
      </TextLink>
    );
  }
  if (onOpenRow === undefined) return <>{column.cell(row)}</>;
  return (
    <button
      className="block w-full truncate text-start leading-[calc(var(--row-height)-1px)]"
      data-row-link
      tabIndex={-1}
      type="button"
      onClick={() => onOpenRow(row)}
    >
      {column.cell(row)}
    </button>
  );
}

/** Presses the row's own link, so that the router, new-tab keys and history see an ordinary link. */
function openRow(
  row: HTMLTableRowElement,
  event: { ctrlKey: boolean; metaKey: boolean; shiftKey: boolean },
): void {
  const { ctrlKey, metaKey, shiftKey } = event;
  const press = new window.MouseEvent('click', {
    bubbles: true,
    cancelable: true,
    ctrlKey,
    metaKey,
    shiftKey,
  });
  row.querySelector('[data-row-link]')?.dispatchEvent(press);
}

function isFromControl(event: MouseEvent<HTMLElement>): boolean {
  return (
    event.target instanceof Element &&
    event.target.closest('a, button, input, label, [role="button"]') !== null
  );
}

/** Marking text with the pointer is not opening. */
function hasSelectedText(): boolean {
  const selection = window.getSelection();
  return selection !== null && selection.type === 'Range' && selection.toString() !== '';
}
