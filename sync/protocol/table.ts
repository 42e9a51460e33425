import type { BaseIssue, BaseSchema } from 'valibot';
import type { JsonRow } from './op.ts';

/** Collections of the first slice. */
export const tableNames = [
  'incidents',
  'hypotheses',
  'evidences',
  'comments',
  'responders',
  'incident_histories',
  'people',
  'people_roles',
  'teams',
  'checks',
  'components',
  'properties',
] as const;
/** Name of a synced collection; also the name of its table in the cache database. */
export type TableName = (typeof tableNames)[number];

/** How a clash on one field is settled (D8). Fields not named are `ask`. */
export type ConflictPolicy = 'ask' | 'merge-keys' | 'lww-notify' | 'append-only';

/** How rows of a collection are pulled (D10, reference schema.md 2.4). */
export type FeedSpec =
  | {
      readonly kind: 'cursor';
      /** Columns that move; the pull takes rows where any of them is at or after the cursor. */
      readonly markers: readonly ('updated_at' | 'deleted_at' | 'created_at')[];
      /** True where `updated_at` can be NULL (B5): adds the `and(updated_at.is.null,created_at.gte.T)` arm. */
      readonly nullableMarker: boolean;
      readonly overlapMs: number;
    }
  | { readonly kind: 'append'; readonly marker: 'created_at'; readonly overlapMs: number }
  | {
      readonly kind: 'snapshot';
      /** A service answers the whole list in one go and ignores select, order and limit: one plain GET, no walk. */
      readonly unpaged?: true | undefined;
    };

/** Cadence group (D14). */
export type FeedGroup = 'hot' | 'warm' | 'cool' | 'cold';

/** Everything the engine needs to know about one collection; nothing else in the engine names a table. */
export interface TableSpec {
  readonly name: TableName;
  /** Path below `/api`, e.g. `/db/incidents`. */
  readonly path: string;
  /** Explicit column list; `select=*` is a lint error and secrets are never named (D22). */
  readonly columns: readonly string[];
  readonly key: 'id' | 'name';
  readonly schema: BaseSchema<unknown, JsonRow, BaseIssue<unknown>>;
  readonly feed: FeedSpec;
  readonly group: FeedGroup;
  /** Only the row whose key is the signed-in person is pulled. */
  readonly ownRow?: true | undefined;
  /** Rows with a non-null `deleted_at` leave the local table. */
  readonly softDelete: boolean;
  /**
   * True where `updated_at` is trustworthy enough to order a replay after a crash (D9). Between answers fences order
   * versions, because a late commit carries an older stamp (B1).
   */
  readonly monotonic: boolean;
  /** Column that names the aggregate root, for lanes and the focused check (D6, D12). */
  readonly parent?: { readonly column: string; readonly table: TableName } | undefined;
  readonly conflict: Readonly<Record<string, ConflictPolicy>>;
}
