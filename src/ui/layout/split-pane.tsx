import {
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { cx } from '../class-names.ts';

const STEP_PX = 16;
const BIG_STEP_PX = 64;

export interface SplitPaneProps {
  /** Accessible name of the divider: "Width of the list". */
  label: string;
  /** The pane whose width is set; the other takes the rest. */
  sized: ReactNode;
  rest: ReactNode;
  /** On which side the sized pane stands. */
  side?: 'start' | 'end';
  sizePx: number;
  minPx?: number;
  maxPx?: number;
  /** Called when a drag or key press ends; the caller keeps it per device. */
  onSizeChange: (sizePx: number) => void;
  className?: string | undefined;
}

/** Two panes and a divider that moves by pointer and by keys (arrows, Shift for big steps, Home, End). */
export function SplitPane(props: SplitPaneProps): ReactElement {
  const {
    label,
    sized,
    rest,
    side = 'start',
    sizePx,
    minPx = 240,
    maxPx = 560,
    onSizeChange,
    className,
  } = props;
  const [draggedPx, setDraggedPx] = useState<number>();
  const frameRef = useRef<HTMLDivElement>(null);
  const clamp = (px: number): number => Math.round(Math.min(maxPx, Math.max(minPx, px)));
  const shownPx = clamp(draggedPx ?? sizePx);

  const handleKeyDown = (event: KeyboardEvent): void => {
    const next = keyedSize(event, shownPx, side, minPx, maxPx);
    if (next === undefined) return;
    event.preventDefault();
    onSizeChange(clamp(next));
  };
  const handlePointerMove = (event: PointerEvent<HTMLDivElement>): void => {
    const frame = frameRef.current?.getBoundingClientRect();
    if (frame === undefined || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    setDraggedPx(clamp(side === 'start' ? event.clientX - frame.left : frame.right - event.clientX));
  };
  const handlePointerEnd = (): void => {
    if (draggedPx !== undefined) onSizeChange(draggedPx);
    setDraggedPx(undefined);
  };

  const divider = (
    // The ARIA window splitter: a focusable separator with a value, which no native element is.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its role comes with separatorProps
    <div
      {...separatorProps(label, shownPx, minPx, maxPx)}
      className="group/split relative z-10 w-px shrink-0 cursor-col-resize touch-none bg-line outline-offset-0"
      onKeyDown={handleKeyDown}
      onLostPointerCapture={handlePointerEnd}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={handlePointerMove}
    >
      <span className="absolute inset-y-0 -inset-x-3 pointer-coarse:-inset-x-5" />
      <span
        className={cx(
          'absolute inset-y-0 -inset-x-px transition-colors duration-(--motion-fast) group-hover/split:bg-line-strong',
          draggedPx !== undefined && 'bg-accent!',
        )}
      />
    </div>
  );
  const sizedPane = (
    <div className="min-h-0 shrink-0 overflow-hidden" style={{ width: shownPx }}>
      {sized}
    </div>
  );
  return (
    <div className={cx('flex min-h-0 min-w-0', className)} ref={frameRef}>
      {side === 'start' && sizedPane}
      {side === 'start' && divider}
      <div className="min-h-0 min-w-0 flex-1 overflow-hidden">{rest}</div>
      {side === 'end' && divider}
      {side === 'end' && sizedPane}
    </div>
  );
}

function separatorProps(
  label: string,
  valuePx: number,
  minPx: number,
  maxPx: number,
): Record<string, string | number> {
  return {
    role: 'separator',
    tabIndex: 0,
    'aria-label': label,
    'aria-orientation': 'vertical',
    'aria-valuenow': valuePx,
    'aria-valuemin': minPx,
    'aria-valuemax': maxPx,
  };
}

function keyedSize(
  event: KeyboardEvent,
  px: number,
  side: 'start' | 'end',
  minPx: number,
  maxPx: number,
): number | undefined {
  const step = (event.shiftKey ? BIG_STEP_PX : STEP_PX) * (side === 'start' ? 1 : -1);
  switch (event.key) {
    case 'ArrowRight':
      return px + step;
    case 'ArrowLeft':
      return px - step;
    case 'Home':
      return minPx;
    case 'End':
      return maxPx;
    default:
      return undefined;
  }
}
