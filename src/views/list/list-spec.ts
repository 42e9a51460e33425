import type { StorageKey } from '#src/platform/device/storage-keys.ts';
import type { Column } from '#src/ui/table/data-table.tsx';
import type { CellFilter } from './cell-filter.tsx';
import type { ListWords } from './list-frame.tsx';
import type { ControlProps, FilterField } from './list-filters.tsx';
import type { RowSource } from './row-source.ts';
import type { NameOf, Params, SearchOf, SearchSpec } from './search-spec.ts';

export interface ListColumn<Row> extends Column<Row> {
  /** As a file has it. */
  readonly text: (row: Row) => string;
  /** What the cell can be filtered by. */
  readonly filter?: (row: Row) => CellFilter | undefined;
  /** Where the rows are sorted on this device: which of two comes first. */
  readonly compare?: (a: Row, b: Row) => number;
}

/** What a list shows now, for whoever draws its rows in another way. */
export interface ShownRows<P extends Params, Row> extends ControlProps<P> {
  readonly source: Pick<RowSource<Row, P>, 'lines' | 'claim' | 'pages'>;
}

/** A list as a page or as a tab. */
export interface ListSpec<P extends Params, Row> {
  /** Tells its places and files from those of others. */
  readonly id: string;
  readonly words: ListWords<P>;
  readonly search: SearchSpec<P>;
  readonly filters: readonly FilterField<P>[];
  /** Names of what the ids of the address stand for. */
  useNames?(search: SearchOf<P>): NameOf;
  readonly columns: readonly ListColumn<Row>[];
  /** Where the columns have no room beside each other (ux 4.3). */
  readonly narrowColumns: readonly Column<Row>[];
  /** Where this device keeps widths and hidden columns. */
  readonly layoutKey: StorageKey;
  /** Spec 9; empty where all rows are listed. */
  readonly pageSizes: readonly number[];
  useRows(search: SearchOf<P>): RowSource<Row, P>;
  readonly rowName: (row: Row) => string;
  /** The page or place that a row opens. */
  readonly rowHref: (row: Row, search: SearchOf<P>) => string;
  readonly rowClassName?: (row: Row) => string;
}
