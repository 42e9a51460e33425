import type { BaseIssue, BaseSchema } from 'valibot';
import type { JsonRow } from './op.ts';

/** Every synced collection of rows. */
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
  'canaries',
  'component_relationships',
  'config_component_relationships',
  'playbooks',
  'playbook_runs',
  'playbook_run_actions',
  'team_members',
  'agents',
  'topologies',
  'config_scrapers',
  'logging_backends',
  'notifications',
  'notifications_summary',
  'connections_list',
  'incident_rules',
  'check_component_relationships',
  'team_components',
] as const;
/** Name of a synced collection; also the name of its table in the cache database. */
export type TableName = (typeof tableNames)[number];

/** Collections whose age decides whether a console is live: those of cadence `hot` (D14). */
export const hotTables = [
  'incidents',
  'hypotheses',
  'evidences',
  'comments',
  'responders',
  'incident_histories',
] as const satisfies readonly TableName[];

/** How a clash on one field is settled (D8). Fields not named are `ask`. */
export type ConflictPolicy = 'ask' | 'merge-keys' | 'merge-set' | 'lww-notify' | 'append-only';

/** How rows of a collection are pulled (D10, reference schema.md 2.4). */
export type FeedSpec =
  | {
      readonly kind: 'cursor';
      /** Columns that move; the pull takes rows where any of them is at or after the cursor. */
      readonly markers: readonly ('updated_at' | 'deleted_at' | 'created_at')[];
      /** True where `updated_at` can be NULL (B5): adds the `and(updated_at.is.null,created_at.gte.T)` arm. */
      readonly nullableMarker: boolean;
      readonly overlapMs: number;
      /** Overlap of every tenth pull, for tables that scrapers and agents fill late (D10.3). */
      readonly wideOverlapMs?: number | undefined;
      /**
       * How often every row is read again in full, for tables whose columns change without any marker; the id digest
       * cannot see those. Of more than a thousand five a minute, within a day (T11, T12). Absent where the markers see everything but hard deletes.
       */
      readonly rereadMs?: number | undefined;
      /** How often the ids are compared where nothing is ever deleted; the number of rows is asked as often as ever. */
      readonly sweepMs?: number | undefined;
    }
  | { readonly kind: 'append'; readonly marker: 'created_at'; readonly overlapMs: number }
  | {
      /** F-active: rows of a window, plus every row that has not come to its end, whatever its age. */
      readonly kind: 'active';
      readonly markers: readonly ('created_at' | 'scheduled_time' | 'end_time')[];
      readonly windowMs: number;
      readonly overlapMs: number;
      /** Values after which a row changes no more; anything else, unknown text included, is read again. */
      readonly finals: readonly string[];
      readonly stateColumn: 'status';
      /** Columns that change without a marker while a row has not ended (reference schema.md 2.4). */
      readonly digest: readonly string[];
    }
  | {
      readonly kind: 'snapshot';
      /** A service answers the whole list in one go and ignores select, order and limit: one plain GET, no walk. */
      readonly unpaged?: true | undefined;
    };

/** Cadence group (D14). */
export type FeedGroup = 'hot' | 'warm' | 'cool' | 'cold';

/** What a request needs to know of a collection, of rows or packed. */
export interface WireSpec {
  /** Path below `/api`, e.g. `/db/incidents`. */
  readonly path: string;
  /** Explicit column list; `select=*` is a lint error and secrets are never named (D22). */
  readonly columns: readonly string[];
  /** Key of a row on this device; `_k` is derived from `keyColumns` and never requested. */
  readonly key: 'id' | 'name' | '_k';
  /** Natural key of a table without a primary key; the first column is never NULL, the others may be. */
  readonly keyColumns?: readonly string[] | undefined;
  /** Columns only one of the two wires has; asked for where the probe found them (decisions.md). */
  readonly optional?: readonly string[] | undefined;
  /** What an id digest names beside key and stamp: columns that change while the stamp stands still. */
  readonly digest?: readonly string[] | undefined;
  /** Rows with a non-null `deleted_at` leave the local table. */
  readonly softDelete: boolean;
  /**
   * What a row says that a person made by hand, where others are the server's: people delete such rows alone, and for good
   * although the server deletes its own softly (KEY4).
   */
  readonly handMade?: { readonly column: string; readonly value: string } | undefined;
  /** Only the row whose key is the signed-in person is pulled. */
  readonly ownRow?: true | undefined;
  readonly schema: BaseSchema<unknown, JsonRow, BaseIssue<unknown>>;
}

/** Which lines of the changelog tell of a status. */
export interface StatusLog {
  readonly table: 'incident_histories';
  readonly column: 'incident_id' | 'hypothesis_id';
  readonly type: 'incident.status_updated' | 'hypothesis.status_updated';
}

/** How people write rows of a collection. A collection without one is not written to (WRT2). */
export interface WriteSpec {
  /** One row, as a person would name it; the name of the table without underscores where nothing is said. */
  readonly noun?: string | undefined;
  /** Why a column may not go from what the server has to what was set, in words; null where it may (ux 4.6). */
  readonly moves?: Readonly<Record<string, (from: string | null, to: string) => string | null>> | undefined;
  /** Where the server writes down every status that a row had: the lines of its changelog, by the column that names it. */
  readonly statusLog?: StatusLog | undefined;
  /** Where rows are written and read back after any doubt, where that is not what is pulled: a view, a service (WRT6). */
  readonly path?: string | undefined;
  /**
   * What an update is held against on the server. The stamp alone where it moves with every column that people set and with
   * nothing else; `values` where it moves by itself, `both` where it stands still for some columns (WRT5).
   */
  readonly guard?: 'stamp' | 'values' | 'both' | undefined;
  /** A person chose the key: a row that stands under it need not be ours (WRT4). */
  readonly keyBy?: 'person' | undefined;
  /** Columns with text a person typed: it goes back to its form when the row cannot be saved (WRT7). */
  readonly typed?: readonly string[] | undefined;
  /**
   * Where the form stands that makes a row: under the row that this column names, which is there when the new one is not. Its
   * name where it is not that of the typed column.
   */
  readonly madeUnder?: { readonly column: string; readonly name?: (row: JsonRow) => string } | undefined;
  /** Columns of an insert in which nothing is a choice, and not for the server to fill (WRT8). */
  readonly nulls?: readonly string[] | undefined;
  /**
   * What people set by the commands of rows: when a row is made, afterwards, or both. Without it there are none (ROW1). It
   * may be a column that is not pulled; any other of those is in no operation: a secret that waits to be sent would lie in
   * two databases (WRT9).
   */
  readonly sets?: Readonly<Record<string, 'create' | 'update' | 'both' | 'paths'>> | undefined;
  /** What people may choose in a column in which the server may hold anything; nothing is no choice (JRN16). */
  readonly oneOf?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Texts that no row is without, as people set them: they are trimmed, and refused where nothing is left (JRN7). */
  readonly needs?: readonly string[] | undefined;
  /** Rows are not deleted by the commands of rows: never, or by a command that knows what goes with them (ROW1). */
  readonly isKept?: true | undefined;
  /** Column that says who made a row: whoever is signed in (ROW2). */
  readonly author?: string | undefined;
  /** What a new row holds where nothing else was said, and nothing is not meant (ROW2). */
  readonly defaults?: JsonRow | undefined;
  /** Rows that a column points at: what an insert waits for, and what is looked for after 23503 (ROW3). */
  readonly refs?: Readonly<Record<string, TableName>> | undefined;
  /** Of these columns the one that names what a row belongs to, in whose lane it goes: by it up to the aggregate root (ROW3). */
  readonly root?: string | undefined;
}

/** A thing that stays on this device while something speaks for it (D13, D18). */
export type KeptThing = 'config' | 'change' | 'check';

/** Everything the engine needs to know about one collection; nothing else in the engine names a table. */
export interface TableSpec extends WireSpec {
  readonly name: TableName;
  readonly write?: WriteSpec | undefined;
  readonly feed: FeedSpec;
  /** How often it is pulled; one that is visited has this while somebody looks at it. */
  readonly group: FeedGroup;
  /**
   * `visited`: pulled from the first visit of its area on, at its own cadence while a screen of it is in front, then with what
   * hardly changes for a fortnight, and gone after a month (VIS1-VIS4). Always on by default. A snapshot, because it begins anew.
   */
  readonly keep?: 'visited' | undefined;
  /**
   * Membership set (F-state, B3): rows whose column is none of the calm values are listed every warm interval in the
   * lean columns, because no marker moves with them; what differs is read again by key.
   */
  readonly watch?:
    | { readonly column: string; readonly calm: readonly string[]; readonly columns: readonly string[] }
    | undefined;
  /**
   * True where `updated_at` is trustworthy enough to order a replay after a crash (D9). Between answers fences order
   * versions, because a late commit carries an older stamp (B1).
   */
  readonly monotonic: boolean;
  /** True where the server gives each row a unique number: an insert may meet one that is taken (RPL19). */
  readonly isNumbered?: true | undefined;
  /** First word of the lanes of its rows, where that is not its name; journals on devices hold it (D6). */
  readonly lane?: string | undefined;
  /** Column that names the row above, for the focused check (D12). */
  readonly parent?: { readonly column: string; readonly table: TableName } | undefined;
  /** Holds the row of whoever is signed in: a server that does not show even that is not believed (D12.6, I14). */
  readonly holdsSignedIn?: true | undefined;
  /** Things that its rows name and thereby keep on this device, by the column: a window that moves on leaves them (D13). */
  readonly keeps?: Readonly<Record<string, KeptThing>> | undefined;
  /**
   * What comes with a row that somebody has open (D12.3): the rows below it, by their `parent`, are counted so often, and listed
   * as often as a sweep of its group comes although the numbers agree; hot data has the cadence of somebody who reads.
   * Without it a row brings nothing.
   */
  readonly opened?: { readonly countMs: number } | undefined;
  /** What comes before the walk (D11): rows of the signed-in person that have not ended, then everybody's. */
  readonly first?:
    | { readonly own: readonly string[]; readonly stateColumn: string; readonly ended: readonly string[] }
    | undefined;
  readonly conflict: Readonly<Record<string, ConflictPolicy>>;
}

/** Key of a row of the collection; undefined when the row has no usable one. */
export function keyOfRow(
  spec: Pick<WireSpec, 'key'>,
  row: Readonly<Record<string, unknown>>,
): string | undefined {
  const key = row[spec.key];
  return typeof key === 'string' ? key : undefined;
}

/** True when the text names a synced collection: guards text that came from disk or from another context. */
export function isTableName(name: string): name is TableName {
  return (tableNames as readonly string[]).includes(name); // widening only: `includes` refuses a plain string
}
