import { own } from '#sync/protocol/own.ts';
import { useCallback, useEffect, useLayoutEffect, useState, type RefObject } from 'react';
import type { Column } from './data-table-types.ts';

/** Widths in pixels by column id. */
export type FittedWidths = Readonly<Record<string, number>>;

const NOTHING: FittedWidths = {};
/** The same columns begin as wide as they were: a list that is opened again does not move. */
const remembered = new WeakMap<readonly unknown[], FittedWidths>();
/** Rows that are drawn while somebody scrolls are measured when they stand. */
const SETTLE_MS = 120;
/** Arrow and gaps beside the word of a header that sorts. */
const SORT_PX = 16;
/** Widths of words come without their fractions, and a word that lacks one is cut. */
const ROUNDED_PX = 1;

/**
 * How wide the columns with `isFitted` need to be for what is drawn of them: at most the width they are defined with, at
 * least their header's. They only ever grow, because a table that is being read must not move, and the name has the rest.
 */
export function useFittedWidths<Row>(
  scrollerRef: RefObject<HTMLElement | null>,
  columns: readonly Column<Row>[],
  hasRows: boolean,
): FittedWidths {
  const [held, setHeld] = useState({ columns, widths: remembered.get(columns) ?? NOTHING });
  const widths = held.columns === columns ? held.widths : (remembered.get(columns) ?? NOTHING);
  if (held.columns !== columns) setHeld({ columns, widths });
  const isAny = hasRows && columns.some(({ isFitted }) => isFitted);
  const measure = useCallback((): void => {
    const scroller = scrollerRef.current;
    if (scroller === null) return;
    const before = remembered.get(columns) ?? NOTHING;
    const after = grown(
      before,
      atFullWidth(scroller, columns, () => measured(scroller, columns)),
    );
    if (after === before) return;
    remembered.set(columns, after);
    setHeld({ columns, widths: after });
  }, [scrollerRef, columns]);
  // The first rows are there before they are seen: nothing has moved when the table is.
  useLayoutEffect(() => {
    if (isAny && !remembered.has(columns)) measure();
  }, [isAny, columns, measure]);
  useEffect(() => {
    const body = scrollerRef.current?.querySelector('tbody');
    if (body === null || body === undefined || !isAny) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = (): void => {
      clearTimeout(timer);
      timer = setTimeout(measure, SETTLE_MS);
    };
    const observer = new MutationObserver(later);
    observer.observe(body, { childList: true, characterData: true, subtree: true });
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [scrollerRef, isAny, measure]);
  return widths;
}

/** The same object where nothing is wider than it was. */
function grown(before: FittedWidths, found: ReadonlyMap<string, number>): FittedWidths {
  const wider = [...found].filter(([id, px]) => px > (own(before, id) ?? 0));
  return wider.length === 0 ? before : { ...before, ...Object.fromEntries(wider) };
}

/**
 * What is drawn in a column that is fitted already gives way: it is cut, or its bar is shorter. So it is measured in the
 * width the column is defined with, which nobody sees.
 */
function atFullWidth<Row, T>(scroller: HTMLElement, columns: readonly Column<Row>[], read: () => T): T {
  const heads = [...scroller.querySelectorAll<HTMLElement>('thead th')];
  const before = heads.map(({ style }) => style.width);
  columns.forEach(({ isFitted, width }, at) => {
    const head = heads[at];
    if (isFitted === true && width !== undefined && head !== undefined) head.style.width = width;
  });
  const found = read();
  heads.forEach((head, at) => {
    head.style.width = before[at] ?? '';
  });
  return found;
}

function measured<Row>(scroller: HTMLElement, columns: readonly Column<Row>[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const heads = scroller.querySelectorAll<HTMLElement>('thead th');
  const rows = [...scroller.querySelectorAll<HTMLTableRowElement>('tbody tr')].filter(
    ({ cells }) => cells.length === columns.length,
  );
  columns.forEach(({ id, isFitted, width }, at) => {
    const head = heads[at];
    const mostPx = Number.parseFloat(width ?? '');
    // A hidden column has no width to be measured, and one without rows nothing to be measured by.
    if (isFitted !== true || Number.isNaN(mostPx) || head === undefined || head.offsetWidth === 0) return;
    if (rows.length === 0) return;
    const cells = rows.flatMap((row) => row.cells[at] ?? []);
    const content = cells.reduce((most, cell) => Math.max(most, contentPx(cell)), 0);
    const px = Math.ceil(Math.max(headPx(head), content + paddingPx(cells[0])));
    found.set(id, Math.min(mostPx, px));
  });
  return found;
}

function headPx(head: HTMLElement): number {
  const word = head.querySelector<HTMLElement>('span');
  const glyph = head.querySelector('button') === null ? 0 : SORT_PX;
  return (word?.scrollWidth ?? 0) + ROUNDED_PX + glyph + paddingPx(head);
}

function paddingPx(cell: HTMLElement | undefined): number {
  if (cell === undefined) return 0;
  const style = getComputedStyle(cell);
  const { paddingInlineStart: start, paddingInlineEnd: end } = style;
  return (Number.parseFloat(start) || 0) + (Number.parseFloat(end) || 0);
}

/** From the first to the last thing of a cell; what only a screen reader hears stands beside the flow and is none. */
function contentPx(cell: HTMLElement): number {
  let [left, right] = [Infinity, -Infinity];
  for (const node of cell.childNodes) {
    const box = boxOf(node);
    if (box.width === 0) continue;
    left = Math.min(left, box.left);
    right = Math.max(right, box.right);
  }
  return Math.max(0, right - left);
}

function boxOf(node: Node): DOMRect {
  if (node instanceof Element) return node.getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(node);
  return range.getBoundingClientRect();
}
