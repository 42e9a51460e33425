import type { SyncError } from '#sync/errors.ts';
import type { RowList } from '#src/ui/table/data-table.tsx';
import type { Claim } from '#sync/protocol/claim.ts';
import type { Among } from './among.ts';
import type { Params, SearchOf } from './search-spec.ts';
import type { Order } from './use-held-order.ts';

/** What a list shows from top to bottom. */
export type Line<Row> =
  | {
      readonly kind: 'row';
      readonly id: string;
      /** Null: not here any more; undefined: being read. */
      readonly row: Row | null | undefined;
      /** Rows of a group stand one level further in. */
      readonly isMember: boolean;
    }
  | {
      readonly kind: 'group';
      readonly id: string;
      readonly values: readonly (string | null)[];
      readonly count: number;
      readonly isOpen: boolean;
    };

/** Something beside the rows that could not be read, and what that means here. */
export interface Problem {
  readonly error: { readonly message: string };
  readonly text: string;
}

/** Which page is shown: counted from 1. */
export interface Pages {
  readonly page: number;
  readonly size: number;
  /** Null where nobody knows. */
  readonly total: number | null;
  /** Rows of this page. */
  readonly count: number;
}

/** What a filter hides, and the change that shows it. */
export interface Hidden<P extends Params> {
  readonly text: string;
  /** Names the button for those who do not see the line. */
  readonly label: string;
  readonly part: SearchOf<P>;
}

/** What tables read, wherever it comes from: never an array of everything. */
export interface RowSource<Row, P extends Params> {
  /** Undefined until it has been read once. */
  readonly claim: Claim | undefined;
  readonly error: SyncError | undefined;
  /** Past the limit of what may be called current. */
  readonly isStale: boolean;
  /** How many rows there are; null where nobody knows. */
  readonly total: number | null;
  /** "Showing 4 open". */
  readonly counted: string;
  readonly hidden: Hidden<P> | null;
  readonly lines: RowList<Line<Row>>;
  /** Told which lines are in view. */
  readonly show: ((first: number, end: number) => void) | null;
  readonly toggle: ((groupId: string, isOpen: boolean) => void) | null;
  readonly order: Order | null;
  /** The page that is shown, where the rows stay on the server. */
  readonly pages: Pages | null;
  /** A row is being pressed and will most likely be opened. */
  readonly press: ((row: Row) => void) | null;
  readonly problems: readonly Problem[];
  /** Which rows of an index these are, where they are some. */
  readonly among?: Among;
  /** What else a refresh asks for, beside everything that is due. */
  readonly refresh: (() => Promise<void>) | null;
  /** Everything that is listed, for a file, and whether there is more that is not here. */
  readonly all: () => Promise<{ readonly rows: readonly Row[]; readonly isWhole: boolean }>;
}
