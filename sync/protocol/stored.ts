import type { JsonRow, Op } from './op.ts';

/** Bit flags of `_p`: what is pending on a row (D3). */
export const pendingFlag = { pending: 1, failed: 2, conflict: 4, deletedLocally: 8, parked: 16 } as const;

/** Metadata the engine keeps beside the server's columns (D3). */
export interface RowMeta {
  /** Hash of the canonical JSON of the visible row; equal hash means no write. */
  readonly _v: string;
  readonly _p: number;
  /** Fence: pulls whose request started before it are ignored for this row (D9). `epoch * 2^20 + counter`. */
  readonly _f: number;
  /** Reconcile pass that saw it last. */
  readonly _seen: number;
}

/** A row in the cache: server columns with pending operations rebased onto them, plus metadata. */
export type Stored<T extends JsonRow = JsonRow> = T & RowMeta;

/** What the cache needs of an op to rebase it; lives in the shadow so that rebasing is one transaction (D2). */
export type PendingOp = Pick<Op, 'id' | 'seq' | 'kind' | 'patch' | 'state'>;

/** Server version of a row that has pending operations (D2); deleted when none remain. */
export interface Shadow {
  readonly tbl: string;
  readonly id: string;
  /** Last server version; null when the server has no such row (yet). */
  readonly base: JsonRow | null;
  readonly fence: number;
  readonly pending: readonly PendingOp[];
}

/** Remembers a deletion so that an in-flight stale page cannot resurrect the row (D12.5). */
export interface Tombstone {
  readonly tbl: string;
  readonly id: string;
  readonly fence: number;
  readonly at: number;
}

/**
 * How much of a collection that is kept in part is on this device (D13): rows whose time lies in `from`..`to`, for one
 * scope (a parent's id, or the empty text for the whole collection). `complete` is false while it is still being filled
 * or was cut by a row limit below what was wanted; what lies outside is not downloaded, which is not "none" (I23).
 */
export interface Coverage {
  readonly scopeKey: string;
  /** Server times; null: from the beginning. */
  readonly from: string | null;
  readonly to: string | null;
  readonly complete: boolean;
  /** Server time of the last pull of this scope. */
  readonly asOf: string | null;
}

/** Position of a feed; values are the server's own text (B21). */
export interface Cursor {
  readonly tbl: string;
  /** Marker name → last value seen in a committed page. */
  readonly values: Readonly<Record<string, string>>;
  /** Bootstrap walk by primary key: last id taken, or `done`. */
  readonly walk: { readonly afterId: string | null; readonly startedAt: string } | 'done';
  readonly pulls: number;
  /** What of a windowed collection is here (D13): rides in the cursor, so it is written with the rows it speaks of. */
  readonly windows?: readonly Coverage[] | undefined;
  /** Hash of the columns that the rows before it were asked for; the first layout wrote none (UPG9). */
  readonly shape?: string | undefined;
}

/** Where the rolling comparison of a packed collection stands (D12.4). */
export interface SweepPlace {
  /** When the last range was compared (ms of the device). */
  readonly at: number;
  /** Key up to which the present pass has come; null between two passes. */
  readonly to: string | null;
  /** Passes that came to their end. */
  readonly passes: number;
}

/** State of a feed as the screens need it (D13, D23). */
export interface FeedState {
  readonly tbl: string;
  /** `forbidden`: this role may not read it; `skew`: too many malformed rows (D24). */
  readonly status: 'never' | 'partial' | 'complete' | 'forbidden' | 'skew';
  /** Server time (ISO text of the `Date` header) of the last successful pull; never later than the truth (I24). */
  readonly asOf: string | null;
  readonly lastRows: number;
  readonly lastError: string | null;
  readonly badRows: number;
  readonly badSample: string | null;
  /** Only of collections that are compared range by range. Here it shares the write of the ages (T10). */
  readonly swept?: SweepPlace | undefined;
  /** The app asks for other columns than it did: until every row is read again some rows lack them (UPG10). */
  readonly unread?: true | undefined;
  /** Device ms of the last visit, of collections that are visited. It shares the write of the ages (T10). */
  readonly visitedAt?: number | undefined;
  /** As that of a cursor, of collections that have none: they are read whole each time. */
  readonly shape?: string | undefined;
}

/**
 * Number of pending operations and the sum of their hashes, in any order (D1): two of them that are equal stand for the
 * same operations on the same rows. Kept up to date with every change, so that nobody has to read them all to compare.
 */
export interface PendingSum {
  readonly count: number;
  readonly high: number;
  readonly low: number;
}

/** How a journal differs from its tally. */
export interface Loss {
  /** Open operations that are not there any more. */
  readonly missing: number;
  /** Something is there as it was at an earlier time. */
  readonly isOlder: boolean;
}
