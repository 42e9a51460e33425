import type { ReactNode } from 'react';
import type { TableLayout } from '../../lib/table-layout.ts';

export interface Column<Row> {
  readonly id: string;
  /** Header text; also the label of the sort button. */
  readonly header: string;
  /** Controls in a cell are tab stops of their own, in every row: keep them few. */
  readonly cell: (row: Row) => ReactNode;
  /** CSS width ("96px", "20%"). The name column takes what is left: give every other one a width. */
  readonly width?: string;
  /** Only as wide as what is drawn of it: `width`, in pixels, is then the most it takes. */
  readonly isFitted?: boolean;
  /** `end` for numbers. */
  readonly align?: 'start' | 'end';
  /** The first column of meaning: medium weight, and the row's link when rows have an href. */
  readonly isName?: boolean;
  /** Controls of the name's cell, which stand outside its link. */
  readonly beside?: (row: Row) => ReactNode;
  readonly isSortable?: boolean;
  /** Left out when the table itself is narrower than 700 px or 1000 px. */
  readonly hideBelow?: 'narrow' | 'medium';
  /** Header for assistive technology only (an actions column). */
  readonly isHeaderHidden?: boolean;
  /** The reader may not hide it. The name never can be hidden. */
  readonly isFixed?: boolean;
}

export interface Sort {
  readonly columnId: string;
  readonly direction: 'ascending' | 'descending';
}

/** Makes a table of parents and children. `rows` is the flat list of what is seen: children after their parent, folded ones left out. */
export interface TableTree<Row> {
  /** From 1. */
  readonly level: (row: Row) => number;
  /** Undefined for a row that has no children. A parent folds where other rows open. */
  readonly isExpanded: (row: Row) => boolean | undefined;
  readonly onToggle: (row: Row, isExpanded: boolean) => void;
  /** A parent without cells of its own, across the whole width. */
  readonly header?: ((row: Row) => ReactNode | undefined) | undefined;
}

/** Rows of which only those in view need to be known: `at` answers undefined for the others. An array is one. */
export interface RowList<Row> {
  readonly length: number;
  at(index: number): Row | undefined;
  /** Among those that are known; -1 for none. */
  findIndex(fits: (row: Row) => boolean): number;
}

export interface DataTableProps<Row> {
  /** Accessible name: what the rows are. */
  label: string;
  /** Define at module scope; a new array on every render redraws every row. */
  columns: readonly Column<Row>[];
  rows: RowList<Row>;
  /** Told which rows are drawn, from and to, whenever they are others. */
  onShow?: ((first: number, end: number) => void) | undefined;
  /** What the rows were asked for. Rows of another question begin at the top, and those in view are drawn first. */
  question?: string | undefined;
  rowId: (row: Row) => string;
  /** What people call a row: a row that cannot be drawn goes by it. */
  rowName?: ((row: Row) => string) | undefined;
  /** Whether two rows show the same, though they are two objects: such a row is not drawn again. */
  isSameRow?: ((before: Row, after: Row) => boolean) | undefined;
  /** Puts a row into what its cells share; only contexts, because it stands in the table. */
  rowFrame?: ((row: Row, drawn: ReactNode) => ReactNode) | undefined;
  /** Makes the name a real link and the whole row a way to it. */
  rowHref?: ((row: Row) => string | undefined) | undefined;
  /** For rows that open something that is no page. Not together with rowHref. */
  onOpenRow?: ((row: Row) => void) | undefined;
  /** A row is being pressed and will most likely be opened: what its page needs may be read already. */
  onRowPress?: ((row: Row) => void) | undefined;
  /** The row whose detail is open beside the table. */
  selectedId?: string | undefined;
  /** Where focus was when the reader left; the row that gets focus on Tab. */
  activeId?: string | undefined;
  /** Where the table was scrolled to when the reader left, in pixels; whoever says so scrolls it there. */
  startTop?: number | undefined;
  /** Which list the rows are: in another one the active row is `activeId` again. */
  listId?: string | undefined;
  onActiveChange?: ((id: string) => void) | undefined;
  sort?: Sort | undefined;
  onSortChange?: ((sort: Sort) => void) | undefined;
  /** Widths and hidden columns the reader chose; with `onLayoutChange` columns are resized by their edge and by Shift and arrow keys on their header. See ColumnsButton. */
  layout?: TableLayout | undefined;
  onLayoutChange?: ((layout: TableLayout) => void) | undefined;
  tree?: TableTree<Row> | undefined;
  /** Shown in place of rows when there are none. */
  empty?: ReactNode;
  /** Known size of the whole list when `rows` is a part of it. */
  totalCount?: number | undefined;
  /** The table runs from edge to edge of the page: first and last cells keep the page padding. */
  isFullBleed?: boolean;
  /** Extra class names of a row (pending outline, deleted). */
  rowClassName?: ((row: Row) => string) | undefined;
  className?: string | undefined;
}
