import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** Tables up to this length draw every row; a longer one draws those in view and some around them. */
export const WINDOWED_ROWS = 50;
/** Rows drawn above and below the view, so that a flick of the wheel meets rows. */
const OVERSCAN = 8;
/** So many rows too many may stay drawn when the view becomes lower. */
const SPARE_ROWS = 2;
/** The least that stands above the rows of a page: top bar, title and filters. */
const ABOVE_ROWS_PX = 150;
const DEFAULT_ROW_HEIGHT = 37;

/** Rows `first <= index < end` are drawn. */
export interface RowWindow {
  readonly first: number;
  readonly end: number;
  readonly rowHeight: number;
}

/** The same for a view, and how many rows fit into it. */
export interface FollowedWindow extends RowWindow {
  readonly inView: number;
}

export interface View {
  readonly scrollTop: number;
  readonly height: number;
}

/** The rows to draw. Moves in steps, so that scrolling does not draw with every pixel. */
export function windowOf({ scrollTop, height }: View, rowHeight: number, count: number): FollowedWindow {
  const top = Math.floor(scrollTop / rowHeight / OVERSCAN) * OVERSCAN;
  const inView = Math.ceil(height / rowHeight);
  const shown = inView + OVERSCAN;
  const first = Math.max(0, Math.min(top - OVERSCAN, count - shown));
  return { first, end: Math.min(count, top + shown + OVERSCAN), rowHeight, inView };
}

/** Whether what is drawn does for a view: one that a line of filters above has made a little lower needs no drawing. */
export function serves(drawn: FollowedWindow, asked: FollowedWindow): boolean {
  const isEnough = (has: number, needs: number): boolean => has >= needs && has - needs <= SPARE_ROWS;
  return (
    drawn.first === asked.first &&
    drawn.rowHeight === asked.rowHeight &&
    isEnough(drawn.end, asked.end) &&
    isEnough(drawn.inView, asked.inView)
  );
}

/** A row, or the height of rows that are not drawn. */
export type Segment = { readonly row: number } | { readonly gap: number; readonly before: number };

/** Everything from top to bottom; the active row is always drawn, because it may have the focus. */
export function segmentsOf({ first, end, rowHeight }: RowWindow, count: number, active: number): Segment[] {
  const segments: Segment[] = [];
  let next = 0;
  const draw = (row: number): void => {
    if (row > next) segments.push({ gap: (row - next) * rowHeight, before: row });
    segments.push({ row });
    next = row + 1;
  };
  if (active < first) draw(active);
  for (let row = first; row < end; row += 1) draw(row);
  if (active >= end && active < count) draw(active);
  if (next < count) segments.push({ gap: (count - next) * rowHeight, before: count });
  return segments;
}

/** Height of every row, which the density sets. */
function rowHeightNow(): number {
  const height = Number.parseFloat(
    getComputedStyle(document.documentElement).getPropertyValue('--row-height'),
  );
  return height > 0 ? height : DEFAULT_ROW_HEIGHT;
}

/** The rows before there is a layout that tells; `startTop` is where the table will be scrolled to. */
function firstWindow(startTop: number | undefined, count: number): FollowedWindow {
  const rowHeight = rowHeightNow();
  const height = Math.max(rowHeight, window.innerHeight - ABOVE_ROWS_PX);
  // Near what the layout will say, which then needs no second drawing before the frame.
  return windowOf({ scrollTop: startTop ?? 0, height }, rowHeight, startTop === undefined ? Infinity : count);
}

interface Following {
  readonly startTop?: number | undefined;
  /** Told of the rows that are to be drawn. */
  readonly onShow?: ((first: number, end: number) => void) | undefined;
}

/**
 * Follows a scroller. `isTopFirst`: the rows are new, so those in view at the top are enough until they are painted;
 * most of the time between a question and its answer on the screen goes into drawing rows. `startTop`: who shows the
 * table comes back to this place in it.
 */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  isTopFirst: boolean,
  { startTop, onShow }: Following,
): RowWindow {
  const isWindowed = count > WINDOWED_ROWS;
  const [current, setCurrent] = useState<FollowedWindow>(() => firstWindow(startTop, count));
  const isAwaited = useRef(startTop !== undefined);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null || !isWindowed) return undefined;
    const follow = (): void => {
      const view = { scrollTop: element.scrollTop, height: element.clientHeight };
      // Without a layout there is no view to follow.
      if (view.height === 0) return;
      const next = windowOf(view, rowHeightNow(), count);
      onShow?.(next.first, next.end);
      setCurrent((known) => (serves(known, next) ? known : next));
    };
    // The place that is come back to is put there after this, and heard of before the frame.
    if (!isAwaited.current) follow();
    isAwaited.current = false;
    element.addEventListener('scroll', follow, { passive: true });
    const observer = new ResizeObserver(follow);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', follow);
      observer.disconnect();
    };
  }, [scroller, isWindowed, count, onShow]);
  const { first, end, rowHeight, inView } = current;
  if (isTopFirst) return { first: 0, end: Math.min(inView, count), rowHeight };
  return isWindowed ? { first, end: Math.min(end, count), rowHeight } : { first: 0, end: count, rowHeight };
}
