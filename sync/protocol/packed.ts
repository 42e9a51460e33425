import type { FeedGroup, KeptThing, TableName, WireSpec } from './table.ts';

/** Collections kept as packed pages with an index in the worker (D19); every other one is a table of rows. */
export const packedNames = ['config_items', 'config_changes', 'config_analysis', 'check_statuses'] as const;
/** Name of a packed collection. */
export type PackedName = (typeof packedNames)[number];

/** How a packed collection is pulled (D10, D13, reference schema.md 2.4). */
export type PackedFeed =
  | {
      /** Everything: walked by primary key in lanes, then followed by markers. */
      readonly kind: 'whole';
      readonly markers: readonly string[];
      readonly overlapMs: number;
      /** Overlap of every tenth pull, for rows that scrapers and agents bring late (D10.3). */
      readonly wideOverlapMs: number;
      /** Every row is compared with the server once in this time, range by range (D12.4). */
      readonly sweepMs: number;
      /** Columns of a digest line beside the key: what the list shows and no marker moves with. */
      readonly digest: readonly string[];
      /**
       * What a row can do without when room is wanted, and still be listed, searched and placed below the row that `above`
       * names (D18).
       */
      readonly spare: { readonly columns: readonly string[]; readonly above: string };
    }
  | {
      /** F-append: the newest rows of a window, up to a number of them. */
      readonly kind: 'window';
      /** Column whose time decides membership and order. */
      readonly bound: string;
      /** Columns that move when a row is written; one the server does not have is left out. */
      readonly markers: readonly string[];
      /** Column that alone is enough as a marker where the server has it. */
      readonly better: string;
      readonly windowMs: number;
      readonly maxRows: number;
      readonly overlapMs: number;
      readonly wideOverlapMs: number;
      readonly digest: readonly string[];
      /** With the better marker, how far before the cursor the bound may lie (B9). */
      readonly boundSlackMs: number;
      /** Rows older than this go when room is wanted (D18). */
      readonly spareAfterMs: number;
    }
  | {
      /** F-active: what is open, whatever its age, and what began or was seen again in a window. */
      readonly kind: 'open';
      readonly markers: readonly string[];
      readonly stateColumn: string;
      readonly finals: readonly string[];
      readonly windowMs: number;
      readonly overlapMs: number;
      readonly digest: readonly string[];
      /** How often the open rows are listed whole: closing one moves no marker. */
      readonly listMs: number;
    }
  | {
      /** On demand: the rows of one parent from a moment on, kept up to date while it is looked at. */
      readonly kind: 'opened';
      /** Collection of the parents: whoever watches one of them has its rows here. */
      readonly of: TableName;
      /** Column that names the parent. */
      readonly parent: string;
      readonly marker: string;
      readonly overlapMs: number;
      /** Rows of one parent that are kept at most. */
      readonly maxRows: number;
      /** Parents whose rows are kept; the ones opened longest ago go first. */
      readonly maxParents: number;
    };

/** A column of a packed collection that some servers keep as sums in a list of their own (decisions). */
export interface CostsElsewhere {
  readonly wire: WireSpec;
  /** Column of that list that names the item. */
  readonly item: string;
  /** Column of the item that is filled, where the server does not have it. */
  readonly column: string;
  readonly sum: string;
  /** How often the list is read: nothing tells that it has changed. */
  readonly everyMs: number;
}

/** Everything the engine needs to know about one packed collection. */
export interface PackedSpec extends WireSpec {
  readonly name: PackedName;
  readonly feed: PackedFeed;
  readonly group: FeedGroup;
  readonly optional: readonly string[];
  /** A row loses nothing for want of room while the thing that one of these columns names is kept on this device (D13). */
  readonly keptBy?: Readonly<Record<string, KeptThing>> | undefined;
  readonly costs?: CostsElsewhere | undefined;
  /** Membership set, as in `TableSpec`. */
  readonly watch?:
    | { readonly column: string; readonly calm: readonly string[]; readonly columns: readonly string[] }
    | undefined;
}
