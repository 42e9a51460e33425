import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import {
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
} from 'react';
import { clampWidth } from '../../lib/table-layout.ts';
import { cx } from '../class-names.ts';
import { columnStyle, resizeEdge } from './column-layout.ts';
import type { Column, Sort } from './data-table-types.ts';
import { Icon } from '../marks/icon.tsx';

const STEP_PX = 16;

export interface Resize {
  readonly widthOf: (columnId: string) => string | undefined;
  readonly widthPxOf: (columnId: string) => number;
  /** While the edge is held. Undefined: let go without a change. */
  readonly onDraft: (draft: { columnId: string; px: number } | undefined) => void;
  readonly onResize: (columnId: string, px: number) => void;
  /** Back to the width the column was defined with. */
  readonly onReset: (columnId: string) => void;
}

interface HeaderRowProps<Row> {
  columns: readonly Column<Row>[];
  sort: Sort | undefined;
  onSortChange: ((sort: Sort) => void) | undefined;
  resize: Resize | undefined;
  /** Arrow down from the header. */
  onLeaveDown: () => void;
}

/** One tab stop: ← and → go from column to column, Enter sorts, Shift with an arrow changes the width. */
export function HeaderRow<Row>(props: HeaderRowProps<Row>): ReactElement {
  const { columns, sort, onSortChange, resize, onLeaveDown } = props;
  const rowRef = useRef<HTMLTableRowElement>(null);
  const [heldId, setHeldId] = useState<string>();
  const activeId = columns.some(({ id }) => id === heldId) ? heldId : entryOf(columns)?.id;

  const move = (from: number, step: 1 | -1): void => {
    // A column that is hidden at this width does not take the focus: go on to the next.
    for (let index = from + step; index >= 0 && index < columns.length; index += step) {
      const control = rowRef.current?.cells[index]?.querySelector<HTMLElement>('[data-header-control]');
      control?.focus();
      if (control !== undefined && control !== null && document.activeElement === control) return;
    }
  };
  const handleKeyDown = (event: KeyboardEvent): void => {
    const index = columns.findIndex(({ id }) => id === activeId);
    const column = columns[index];
    if (column === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'ArrowDown') onLeaveDown();
    else if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    else if (!event.shiftKey) move(index, event.key === 'ArrowRight' ? 1 : -1);
    else if (resize !== undefined && column.isName !== true) {
      const step = event.key === 'ArrowRight' ? STEP_PX : -STEP_PX;
      resize.onResize(column.id, clampWidth(resize.widthPxOf(column.id) + step));
    }
    event.preventDefault();
  };
  const handleBlur = (event: FocusEvent): void => {
    if (!rowRef.current?.contains(event.relatedTarget)) setHeldId(undefined);
  };
  return (
    <tr aria-rowindex={1} ref={rowRef} onBlur={handleBlur} onKeyDown={handleKeyDown}>
      {columns.map((column, index) => (
        <HeaderCell
          column={column}
          edge={resizeEdge(columns, index)}
          isTabStop={column.id === activeId}
          key={column.id}
          resize={resize}
          sort={sort}
          style={columnStyle(columns, index)}
          onHold={setHeldId}
          onSortChange={onSortChange}
        />
      ))}
    </tr>
  );
}

/** Where Tab enters the header: a column that is there at every width. */
function entryOf<Row>(columns: readonly Column<Row>[]): Column<Row> | undefined {
  return columns.find(({ hideBelow }) => hideBelow === undefined) ?? columns[0];
}

interface HeaderCellProps<Row> {
  column: Column<Row>;
  style: string;
  edge: 'start' | 'end' | undefined;
  isTabStop: boolean;
  sort: Sort | undefined;
  onSortChange: ((sort: Sort) => void) | undefined;
  resize: Resize | undefined;
  onHold: (columnId: string) => void;
}

function HeaderCell<Row>(props: HeaderCellProps<Row>): ReactElement {
  const { column, style, edge, sort, onSortChange, resize, onHold } = props;
  const direction = sort?.columnId === column.id ? sort.direction : undefined;
  const canSort = column.isSortable === true && onSortChange !== undefined;
  const canResize = resize !== undefined && edge !== undefined && column.isHeaderHidden !== true;
  const tabIndex = props.isTabStop ? 0 : -1;
  const flip = (): void =>
    onSortChange?.({
      columnId: column.id,
      direction: direction === 'ascending' ? 'descending' : 'ascending',
    });
  return (
    <th
      aria-keyshortcuts={canResize ? 'Shift+ArrowLeft Shift+ArrowRight' : undefined}
      aria-sort={canSort ? (direction ?? 'none') : undefined}
      className={cx(
        'sticky top-0 z-10 h-8 border-b border-line bg-page px-3 text-caption first:ps-(--edge) last:pe-(--edge) font-medium text-muted',
        column.align === 'end' ? 'text-end' : 'text-start',
        style,
      )}
      scope="col"
      style={{ width: resize === undefined ? column.width : resize.widthOf(column.id) }}
      onFocus={() => onHold(column.id)}
    >
      {canSort ? (
        <SortButton column={column} direction={direction} tabIndex={tabIndex} onPress={flip} />
      ) : (
        <span
          className={column.isHeaderHidden === true ? 'sr-only' : 'block truncate rounded-control'}
          {...(canResize ? { 'data-header-control': '', tabIndex } : {})}
        >
          {column.header}
        </span>
      )}
      {canResize && <ResizeHandle columnId={column.id} edge={edge} resize={resize} />}
    </th>
  );
}

interface SortButtonProps {
  column: { readonly header: string; readonly align?: 'start' | 'end' };
  direction: Sort['direction'] | undefined;
  tabIndex: 0 | -1;
  onPress: () => void;
}

function SortButton({ column, direction, tabIndex, onPress }: SortButtonProps): ReactElement {
  const glyph = direction === undefined ? ChevronsUpDown : direction === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <button
      className={cx(
        '-mx-1.5 inline-flex h-6 max-w-[calc(100%+0.75rem)] items-center gap-1 rounded-control px-1.5 align-middle hover:bg-hover pointer-coarse:h-11 pointer-coarse:min-w-11',
        direction !== undefined && 'text-fg',
      )}
      data-header-control
      tabIndex={tabIndex}
      type="button"
      onClick={onPress}
    >
      <span className="truncate">{column.header}</span>
      <Icon className={cx('shrink-0', direction === undefined && 'opacity-60')} icon={glyph} size={12} />
    </button>
  );
}

interface ResizeHandleProps {
  columnId: string;
  edge: 'start' | 'end';
  resize: Resize;
}

/** The edge towards the name: the pointer stays on it, because the name gives the room. Keys and the columns panel do the same. */
function ResizeHandle({ columnId, edge, resize }: ResizeHandleProps): ReactElement {
  const [start, setStart] = useState<{ x: number; px: number; nowPx: number }>();
  const handleDown = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const px = event.currentTarget.closest('th')?.offsetWidth ?? 0;
    setStart({ x: event.clientX, px, nowPx: px });
  };
  const handleMove = (event: PointerEvent<HTMLElement>): void => {
    if (start === undefined) return;
    const moved = (event.clientX - start.x) * (edge === 'start' ? -1 : 1);
    const nowPx = clampWidth(start.px + moved);
    if (nowPx === start.nowPx) return;
    setStart({ ...start, nowPx });
    resize.onDraft({ columnId, px: nowPx });
  };
  const handleEnd = (): void => {
    if (start === undefined) return;
    setStart(undefined);
    resize.onDraft(undefined);
    if (start.nowPx !== start.px) resize.onResize(columnId, start.nowPx);
  };
  return (
    <span
      aria-hidden
      className={cx(
        'group/edge absolute inset-y-0 z-10 flex w-3 cursor-col-resize touch-none justify-center pointer-coarse:w-6',
        edge === 'start' ? '-start-1.5 pointer-coarse:-start-3' : '-end-1.5 pointer-coarse:-end-3',
      )}
      data-resize={columnId}
      onDoubleClick={() => resize.onReset(columnId)}
      onLostPointerCapture={handleEnd}
      onPointerDown={handleDown}
      onPointerMove={handleMove}
    >
      <span
        className={cx(
          'my-2 w-px bg-line-strong transition-colors duration-(--motion-fast) group-hover/edge:my-0 group-hover/edge:w-0.5 group-hover/edge:bg-accent',
          start !== undefined && 'my-0! w-0.5! bg-accent!',
        )}
      />
    </span>
  );
}
