import { ChevronRight } from 'lucide-react';
import { memo, type MouseEvent, type ReactElement, type ReactNode } from 'react';
import { cx } from './class-names.ts';
import { columnStyle, HIDE } from './column-layout.ts';
import type { Column, DataTableProps } from './data-table-types.ts';
import { Icon } from './icon.tsx';
import { TextLink } from './text-link.tsx';

const LINE = 'leading-[calc(var(--row-height)-1px)]';

interface BodyRowProps<Row> {
  row: Row;
  index: number;
  isActive: boolean;
  /** Some row of the table has children. */
  isTree: boolean;
  columns: readonly Column<Row>[];
  table: DataTableProps<Row>;
  onActivate: (id: string) => void;
}

/** Drawn again only when its own row, place or table changed: scrolling and resizing leave it alone. */
export const BodyRow = memo(Row) as typeof Row; // as: memo forgets the type parameter

function Row<R>({ row, index, isActive, isTree, columns, table, onActivate }: BodyRowProps<R>): ReactElement {
  const { rowId, selectedId, rowClassName, onActiveChange, onRowPress, tree } = table;
  const id = rowId(row);
  const isSelected = selectedId === id;
  const isExpanded = tree?.isExpanded(row);
  const header = tree?.header?.(row);
  const canOpen = isExpanded !== undefined || canOpenRow(row, table);
  const activate = (): void => {
    onActivate(id);
    onActiveChange?.(id);
  };
  const handleClick = (event: MouseEvent<HTMLTableRowElement>): void => {
    activate();
    if (!canOpen || isFromControl(event) || hasSelectedText()) return;
    openRow(event.currentTarget, event);
  };
  return (
    <tr
      aria-expanded={isExpanded}
      aria-level={isTree ? tree?.level(row) : undefined}
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
      // Before the link inside has led away.
      onClickCapture={() => onRowPress?.(row)}
      onFocus={activate}
      onPointerDown={() => onRowPress?.(row)}
    >
      {header !== undefined && header !== null ? (
        <HeaderCells columns={columns}>
          <NameLink row={row} table={table}>
            {header}
          </NameLink>
        </HeaderCells>
      ) : (
        columns.map((column, at) => (
          <td
            className={cx(
              'h-row max-w-0 truncate border-b border-line px-3 py-0 first:ps-(--edge) last:pe-(--edge)',
              column.align === 'end' && 'tabular text-end',
              column.isName === true && 'font-medium',
              columnStyle(columns, at),
            )}
            key={column.id}
          >
            {column.isName === true ? (
              <NameLink row={row} table={table}>
                {column.cell(row)}
              </NameLink>
            ) : (
              column.cell(row)
            )}
          </td>
        ))
      )}
    </tr>
  );
}

const HEADER_CELL = 'h-row max-w-0 truncate border-b border-line bg-panel py-0';
const WIDTHS = [undefined, 'medium', 'narrow'] as const;

/** As many columns as there are at each width: a span over one that is hidden would make the table wider. */
function HeaderCells<R>(props: { columns: readonly Column<R>[]; children: ReactNode }): ReactElement {
  const { columns, children } = props;
  return (
    <>
      {WIDTHS.map((hideBelow) => {
        const span = columns.filter((column) => column.hideBelow === hideBelow).length;
        if (span === 0) return null;
        return hideBelow === undefined ? (
          <td className={cx(HEADER_CELL, 'px-(--edge) font-medium')} colSpan={span} key="name">
            {children}
          </td>
        ) : (
          <td aria-hidden className={cx(HEADER_CELL, HIDE[hideBelow])} colSpan={span} key={hideBelow} />
        );
      })}
    </>
  );
}

function canOpenRow<R>(row: R, { rowHref, onOpenRow }: DataTableProps<R>): boolean {
  return rowHref === undefined ? onOpenRow !== undefined : rowHref(row) !== undefined;
}

interface NameLinkProps<R> {
  row: R;
  table: DataTableProps<R>;
  children: ReactNode;
}

function NameLink<R>({ row, table, children }: NameLinkProps<R>): ReactElement {
  const { rowHref, onOpenRow, tree } = table;
  if (tree === undefined) return <Opener {...{ row, rowHref, onOpenRow }}>{children}</Opener>;
  const isExpanded = tree.isExpanded(row);
  // Names of children stand past the arrow of their parent.
  const steps = tree.level(row) - (isExpanded === undefined ? 0 : 1);
  const indent = { paddingInlineStart: `calc(${steps} * var(--indent))` };
  if (isExpanded === undefined) {
    return (
      <span className="block truncate" style={indent}>
        <Opener {...{ row, rowHref, onOpenRow }}>{children}</Opener>
      </span>
    );
  }
  return (
    <button
      aria-expanded={isExpanded}
      className={cx('flex w-full items-center gap-1 text-start', LINE)}
      data-row-link
      style={indent}
      tabIndex={-1}
      type="button"
      onClick={() => tree.onToggle(row, !isExpanded)}
    >
      <Icon className={cx('shrink-0 text-muted', isExpanded && 'rotate-90')} icon={ChevronRight} />
      <span className="min-w-0 flex-1 truncate">{children}</span>
    </button>
  );
}

function Opener<R>(
  props: Pick<DataTableProps<R>, 'rowHref' | 'onOpenRow'> & Omit<NameLinkProps<R>, 'table'>,
): ReactElement {
  const { row, rowHref, onOpenRow, children } = props;
  const href = rowHref?.(row);
  if (href !== undefined) {
    return (
      <TextLink className={cx('block truncate', LINE)} href={href} isRowLink tone="quiet">
        {children}
      </TextLink>
    );
  }
  if (onOpenRow === undefined) return <>{children}</>;
  return (
    <button
      className={cx('block w-full truncate text-start', LINE)}
      data-row-link
      tabIndex={-1}
      type="button"
      onClick={() => onOpenRow(row)}
    >
      {children}
    </button>
  );
}

/** Presses the row's own link, so that the router, new-tab keys and history see an ordinary link. */
export function openRow(
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
