/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows of any height, drawn in part, stand in no table: the roles of a grid are theirs */
import { useState, type KeyboardEvent, type PointerEvent, type ReactElement } from 'react';
import { own } from '#sync/protocol/own.ts';
import {
  clampWidth,
  MAX_COLUMN_PX,
  MIN_COLUMN_PX,
  withWidth,
  type TableLayout,
} from '#src/lib/table-layout.ts';
import { cx } from '#src/ui/class-names.ts';
import { ROW_GRID, SIZED_COLUMNS, type SizedColumn } from './log-columns.ts';

const STEP_PX = 16;

export function widthOf(layout: TableLayout, { id, widthPx }: SizedColumn): number {
  return own(layout.widths, id) ?? widthPx;
}

interface LogHeaderProps {
  layout: TableLayout;
  onLayout: (layout: TableLayout) => void;
  /** Widths while an edge is held: the layout itself changes when it is let go. */
  onDraft: (layout: TableLayout | null) => void;
}

/** Names of the columns; their edges are dragged, or moved by the arrow keys. */
export function LogHeader(props: LogHeaderProps): ReactElement {
  const [timestamp, level, labels] = SIZED_COLUMNS;
  return (
    <div
      className={cx(
        ROW_GRID,
        'sticky top-0 z-10 h-8 items-center border-b border-line bg-page ps-[calc(var(--space-page)-0.5rem)] pe-page text-caption font-medium text-muted @max-[760px]:hidden',
      )}
      role="row"
    >
      <span role="columnheader">
        <span className="sr-only">Selected</span>
      </span>
      <SizedHeader {...props} column={timestamp} />
      <SizedHeader {...props} column={level} />
      <span className="px-2" role="columnheader">
        Message
      </span>
      <SizedHeader {...props} column={labels} />
    </div>
  );
}

function SizedHeader(props: LogHeaderProps & { column: SizedColumn }): ReactElement {
  const { column, layout, onLayout, onDraft } = props;
  const [start, setStart] = useState<{ x: number; px: number }>();
  const width = widthOf(layout, column);
  const direction = column.edge === 'start' ? -1 : 1;
  const movedTo = (x: number): TableLayout =>
    withWidth(layout, column.id, (start?.px ?? width) + (x - (start?.x ?? x)) * direction);
  const handleDown = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setStart({ x: event.clientX, px: width });
  };
  const handleMove = (event: PointerEvent): void => {
    if (start !== undefined) onDraft(movedTo(event.clientX));
  };
  const handleUp = (event: PointerEvent): void => {
    if (start === undefined) return;
    onLayout(movedTo(event.clientX));
    onDraft(null);
    setStart(undefined);
  };
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    const step = event.key === 'ArrowRight' ? STEP_PX : -STEP_PX;
    event.preventDefault();
    onLayout(withWidth(layout, column.id, clampWidth(width + step * direction)));
  };
  const reset = (): void => {
    const { [column.id]: _width, ...widths } = layout.widths;
    onLayout({ ...layout, widths });
  };
  return (
    <span className="relative px-2" role="columnheader">
      {column.header}
      <span
        aria-label={`Width of ${column.header}`}
        aria-orientation="vertical"
        aria-valuemax={MAX_COLUMN_PX}
        aria-valuemin={MIN_COLUMN_PX}
        aria-valuenow={width}
        className={cx(
          'group/edge absolute -inset-y-1.5 flex w-3 cursor-col-resize touch-none justify-center rounded-control pointer-coarse:w-6',
          column.edge === 'start' ? '-start-1.5' : '-end-1.5',
        )}
        role="separator"
        tabIndex={0}
        onDoubleClick={reset}
        onKeyDown={handleKey}
        onLostPointerCapture={handleUp}
        onPointerDown={handleDown}
        onPointerMove={handleMove}
      >
        <span
          className={cx(
            'my-1.5 w-px bg-line-strong group-hover/edge:my-0 group-hover/edge:w-0.5 group-hover/edge:bg-accent',
            start !== undefined && 'my-0! w-0.5! bg-accent!',
          )}
        />
      </span>
    </span>
  );
}
