import { own } from '#sync/protocol/own.ts';
import { EMPTY_LAYOUT, type TableLayout } from '../../lib/table-layout.ts';
import { cx } from '../class-names.ts';

/** What a column says about its place and size. */
export interface ColumnShape {
  readonly id: string;
  readonly width?: string | undefined;
  readonly isName?: boolean | undefined;
  readonly isFixed?: boolean | undefined;
  readonly hideBelow?: 'narrow' | 'medium' | undefined;
}

/** Left out when the table is narrower than this. */
export const HIDE = { narrow: '@max-[700px]:hidden', medium: '@max-[1000px]:hidden' } as const;
/** The name column takes what is left, but never less. */
const MIN_NAME_WIDTH = '10rem';
/** Where a column without a width in pixels starts from when it is made wider or narrower. */
const ASSUMED_PX = 120;

/** The columns that are drawn. */
export function shownColumns<C extends ColumnShape>(
  columns: readonly C[],
  layout: TableLayout = EMPTY_LAYOUT,
): readonly C[] {
  if (layout.hidden.length === 0) return columns;
  return columns.filter((column) => !canHide(column) || !layout.hidden.includes(column.id));
}

export function canHide({ isName, isFixed }: ColumnShape): boolean {
  return isName !== true && isFixed !== true;
}

/** What a person chose, else what its content needs, else what it is defined with. */
export function widthOf(
  { id, width }: ColumnShape,
  layout: TableLayout = EMPTY_LAYOUT,
  fitted: Readonly<Record<string, number>> = {},
): string | undefined {
  const px = own(layout.widths, id) ?? own(fitted, id);
  return px === undefined ? width : `${px}px`;
}

/** The width in pixels as far as it is known without measuring. */
export function widthPxOf(
  column: ColumnShape,
  layout: TableLayout,
  fitted?: Readonly<Record<string, number>>,
): number {
  const width = widthOf(column, layout, fitted);
  const px = width?.endsWith('px') === true ? Number.parseFloat(width) : Number.NaN;
  return Number.isNaN(px) ? ASSUMED_PX : px;
}

/** The width below which the table scrolls sideways instead of squeezing the name, for each of the three widths of the table. */
export function minWidths(
  columns: readonly ColumnShape[],
  layout: TableLayout,
  fitted?: Readonly<Record<string, number>>,
): Record<string, string> {
  const sum = (kept: readonly ColumnShape[]): string =>
    `calc(${kept.map((column) => widthOf(column, layout, fitted) ?? MIN_NAME_WIDTH).join(' + ')})`;
  return {
    '--min-all': sum(columns),
    '--min-medium': sum(columns.filter(({ hideBelow }) => hideBelow !== 'medium')),
    '--min-narrow': sum(columns.filter(({ hideBelow }) => hideBelow === undefined)),
  };
}

export const MIN_WIDTH_STYLE =
  'min-w-(--min-all) @max-[1000px]:min-w-(--min-medium) @max-[700px]:min-w-(--min-narrow)';

/** The page's right padding for the column that ends the row while those after it are hidden. */
export function endEdge(columns: readonly Pick<ColumnShape, 'hideBelow'>[], index: number): string {
  const after = columns.slice(index + 1);
  if (after.length === 0 || after.some(({ hideBelow }) => hideBelow === undefined)) return '';
  const isMediumEnd = after.every(({ hideBelow }) => hideBelow === 'medium');
  return isMediumEnd ? '@max-[1000px]:pe-(--edge)' : '@max-[700px]:pe-(--edge)';
}

/** Of all columns of a table, which every row asks for. */
const styles = new WeakMap<readonly ColumnShape[], readonly string[]>();

/** Class names that a column's header and cells share. */
export function columnStyle(columns: readonly ColumnShape[], index: number): string {
  let known = styles.get(columns);
  if (known === undefined) {
    known = columns.map(({ hideBelow }, at) => cx(hideBelow && HIDE[hideBelow], endEdge(columns, at)));
    styles.set(columns, known);
  }
  return known[index] ?? '';
}

/** The edge that moves when a column is resized: the one towards the name, which gives or takes the room. Undefined for the name itself. */
export function resizeEdge(columns: readonly ColumnShape[], index: number): 'start' | 'end' | undefined {
  const nameIndex = columns.findIndex(({ isName }) => isName === true);
  if (index === nameIndex) return undefined;
  return index > nameIndex ? 'start' : 'end';
}
