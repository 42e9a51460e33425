import { ChevronRight } from 'lucide-react';
import { memo, type MouseEvent, type ReactElement, type ReactNode } from 'react';
import { cx } from '../class-names.ts';
import { columnStyle, HIDE } from './column-layout.ts';
import type { Column, DataTableProps } from './data-table-types.ts';
import { Broken, ErrorBoundary } from '../layout/error-boundary.tsx';
import { Icon } from '../marks/icon.tsx';
import { TextLink } from '../text/text-link.tsx';

const LINE = 'leading-[calc(var(--row-height)-1px)]';

/** What all rows of a table share; the same object for as long as nothing of it changes. */
export type RowTable<Row> = Pick<
  DataTableProps<Row>,
  'rowId' | 'onOpenRow' | 'rowClassName' | 'onActiveChange' | 'onRowPress' | 'tree' | 'isSameRow' | 'rowFrame'
>;

interface BodyRowProps<Row> {
  row: Row;
  index: number;
  isActive: boolean;
  /** Undefined where nothing is ever selected. */
  isSelected: boolean | undefined;
  href: string | undefined;
  /** Some row of the table has children. */
  isTree: boolean;
  columns: readonly Column<Row>[];
  table: RowTable<Row>;
  onActivate: (id: string) => void;
}

type BoundedRowProps<Row> = Omit<BodyRowProps<Row>, 'href'> &
  Pick<DataTableProps<Row>, 'rowHref' | 'rowName'> & { id: string };

/** A row that cannot be drawn costs that row alone. */
export function BodyRow<R>({ rowHref, rowName, id, ...props }: BoundedRowProps<R>): ReactElement {
  const { row, index, isActive, columns, onActivate } = props;
  return (
    <ErrorBoundary
      renderFailure={(error, retry) => (
        <tr aria-rowindex={index + 2} tabIndex={isActive ? 0 : -1} onFocus={() => onActivate(id)}>
          <HeaderCells columns={columns}>
            <Broken error={error} id={id} name={() => rowName?.(row) ?? ''} record={row} onRetry={retry} />
          </HeaderCells>
        </tr>
      )}
      of={row}
    >
      <HrefRow {...props} rowHref={rowHref} />
    </ErrorBoundary>
  );
}

function HrefRow<R>(props: Omit<BoundedRowProps<R>, 'rowName' | 'id'>): ReactElement {
  const { rowHref, ...rest } = props;
  return <DrawnRow {...rest} href={rowHref?.(props.row)} />;
}

/** Drawn again only when its own row, place or table changed: scrolling, resizing and other rows leave it alone. */
const DrawnRow = memo(Row, isSame) as typeof Row; // as: memo forgets the type parameter

function isSame(before: BodyRowProps<unknown>, after: BodyRowProps<unknown>): boolean {
  return (
    (before.row === after.row || after.table.isSameRow?.(before.row, after.row) === true) &&
    before.index === after.index &&
    before.isActive === after.isActive &&
    before.isSelected === after.isSelected &&
    before.href === after.href &&
    before.isTree === after.isTree &&
    before.columns === after.columns &&
    before.table === after.table &&
    before.onActivate === after.onActivate
  );
}

function Row<R>(props: BodyRowProps<R>): ReactElement {
  const { row, index, isActive, isSelected, href, isTree, columns, table, onActivate } = props;
  const { rowId, rowClassName, onActiveChange, onRowPress, tree, rowFrame } = table;
  const id = rowId(row);
  const isExpanded = tree?.isExpanded(row);
  const header = tree?.header?.(row);
  const canOpen = isExpanded !== undefined || href !== undefined || table.onOpenRow !== undefined;
  const activate = (): void => {
    onActivate(id);
    onActiveChange?.(id);
  };
  const handleClick = (event: MouseEvent<HTMLTableRowElement>): void => {
    activate();
    if (!canOpen || isFromControl(event) || hasSelectedText()) return;
    openRow(event.currentTarget, event);
  };
  const drawn = (
    <tr
      aria-expanded={isExpanded}
      aria-level={isTree ? tree?.level(row) : undefined}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={cx(
        'group/row outline-offset-[-2px]',
        canOpen && 'cursor-pointer hover:bg-hover',
        isSelected === true && 'bg-selected hover:bg-selected',
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
          <NameLink href={href} row={row} table={table}>
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
              <NameCell column={column} href={href} row={row} table={table} />
            ) : (
              column.cell(row)
            )}
          </td>
        ))
      )}
    </tr>
  );
  return rowFrame === undefined ? drawn : <>{rowFrame(row, drawn)}</>;
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

interface NameLinkProps<R> {
  row: R;
  href: string | undefined;
  table: RowTable<R>;
  children: ReactNode;
}

function NameCell<R>(props: Omit<NameLinkProps<R>, 'children'> & { column: Column<R> }): ReactElement {
  const { column, ...link } = props;
  const name = <NameLink {...link}>{column.cell(link.row)}</NameLink>;
  if (column.beside === undefined) return name;
  return (
    <span className="group/cell relative flex w-full min-w-0 items-center gap-1">
      <span className="min-w-0 truncate">{name}</span>
      {column.beside(link.row)}
    </span>
  );
}

function NameLink<R>({ row, href, table, children }: NameLinkProps<R>): ReactElement {
  const { onOpenRow, tree } = table;
  if (tree === undefined) return <Opener {...{ row, href, onOpenRow }}>{children}</Opener>;
  const isExpanded = tree.isExpanded(row);
  // Names of children stand past the arrow of their parent.
  const steps = tree.level(row) - (isExpanded === undefined ? 0 : 1);
  const indent = { paddingInlineStart: `calc(${steps} * var(--indent))` };
  if (isExpanded === undefined) {
    return (
      <span className="block truncate" style={indent}>
        <Opener {...{ row, href, onOpenRow }}>{children}</Opener>
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
  props: Pick<DataTableProps<R>, 'onOpenRow'> & Omit<NameLinkProps<R>, 'table'>,
): ReactElement {
  const { row, href, onOpenRow, children } = props;
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
