import type { Loss, PendingSum } from './protocol/stored.ts';
import type { Evicted } from './core/pull/evicted.ts';
import type { Effect } from './protocol/effect.ts';
import type { HealthChange } from './protocol/health.ts';
import type { TopologyChange } from './protocol/topology.ts';
import type { Identity } from './protocol/identity.ts';
import type { Draft, JsonRow, Notice, Op } from './protocol/op.ts';
import type { SetAside, SetAsideRef } from './protocol/set-aside.ts';
import type { Cursor, FeedState, Shadow, Stored, Tombstone } from './protocol/stored.ts';
import type { KeepReason, Pin, StoredDocument, StoredKind } from './protocol/document.ts';
import type { PackedName } from './protocol/packed.ts';
import type { WatchScope } from './protocol/watch/scope.ts';
import type { TableName } from './protocol/table.ts';

/** Device wall clock in ms; for display and scheduling only, never for cursors or order (I30). */
export interface Clock {
  nowMs(): number;
  /**
   * Milliseconds since some moment: nobody sets them back, but they may stand still while the device sleeps. Tells how
   * long a page was frozen when the wall clock was set back meanwhile; without it the wall clock stands in.
   */
  ticksMs?(): number;
}

/** Uniform numbers in [0, 1). */
export interface Rng {
  next(): number;
}

/** One-shot timers. Timers are hints: the engine compares wall time on every wake (D14). */
export interface Timers {
  set(run: () => void, delayMs: number): () => void;
}

/** Structural subset of AbortSignal. */
export interface CancelSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** One request. `path` starts with `/` and is below the API base (`/api`). */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly timeoutMs: number;
}

/** What came back, unjudged; `transport/classify.ts` judges. Header names are lower case. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** True for a followed or opaque redirect: an API never redirects, a login page does. */
  readonly redirected: boolean;
}

/** Network. Rejects with SyncError `offline`, `timeout` or `cancelled`; any answer at all resolves. */
export interface Http {
  send(request: HttpRequest, cancel?: CancelSignal): Promise<HttpResponse>;
}

/** Which operations a journal transaction reads. */
export type OpScope =
  | {
      readonly open: true;
      /** Reads the drafts, too: for who joins a text to one. */ readonly withDrafts?: true | undefined;
    }
  | { readonly lane: string }
  | { readonly ids: readonly string[] }
  | { readonly row: { readonly tbl: string; readonly id: string } };

/** Counters of the journal. */
export interface JournalMeta {
  readonly lastSeq: number;
  readonly epoch: number;
  readonly identity: Identity;
  /** Of the same moment as the operations; only where the scope asked for them. */
  readonly drafts?: readonly Draft[] | undefined;
}

/** Writes of one journal transaction; all or nothing. */
export interface JournalWrite<T> {
  readonly put?: readonly Op[] | undefined;
  /** Coalesced or annihilated before they were ever sent (D5). */
  readonly remove?: readonly string[] | undefined;
  readonly notices?: readonly Notice[] | undefined;
  readonly dropNotices?: readonly string[] | undefined;
  readonly drafts?: readonly Draft[] | undefined;
  readonly lastSeq?: number | undefined;
  readonly result: T;
}

/** Writes of one transaction over the effects; all or nothing. */
export interface EffectWrite<T> {
  readonly put?: readonly Effect[] | undefined;
  readonly remove?: readonly string[] | undefined;
  readonly notices?: readonly Notice[] | undefined;
  readonly dropNotices?: readonly string[] | undefined;
  readonly result: T;
}

/**
 * Precious store (D1), strict durability. `mutate` is one atomic transaction: it reads the ops in scope (by seq),
 * calls the pure synchronous `decide` once, and stores what it returns. When it resolves the writes are durable.
 * Throws SyncError `storage-full` or `storage-lost`.
 */
export interface JournalStore {
  mutate<T>(scope: OpScope, decide: (ops: readonly Op[], meta: JournalMeta) => JournalWrite<T>): Promise<T>;
  read(scope: OpScope): Promise<readonly Op[]>;
  meta(): Promise<JournalMeta>;
  /** Increments the epoch and returns it; the caller has just become leader (D15). */
  claimEpoch(): Promise<number>;
  notices(): Promise<readonly Notice[]>;
  drafts(): Promise<readonly Draft[]>;
  putDraft(draft: Draft): Promise<void>;
  /**
   * Keeps a text in one transaction, unless a text of an operation other than `expectedFromOpId` has come back under
   * its key meanwhile: then nothing is written and the answer is false (ux 4.7). An empty text deletes the draft.
   */
  keepDraft(draft: Draft, expectedFromOpId: string | null): Promise<boolean>;
  deleteDraft(key: string): Promise<void>;
  /** Effects of class C (D8), oldest first; records of a newer version are kept and not given out. */
  effects(): Promise<readonly Effect[]>;
  /** What the person keeps available offline (D13). */
  pins(): Promise<readonly Pin[]>;
  putPin(pin: Pin): Promise<void>;
  deletePin(kind: Pin['kind'], id: string): Promise<void>;
  /** Whether the person holds the first download back (D11); false until somebody says so. */
  isDownloadHeld(): Promise<boolean>;
  holdDownload(isHeld: boolean): Promise<void>;
  /** One atomic transaction over all effects, with the promises of `mutate`. */
  mutateEffects<T>(decide: (effects: readonly Effect[]) => EffectWrite<T>): Promise<T>;
  /**
   * Compares the open operations with the count and sum that were written with them. On a difference it stores what `tell`
   * makes of it, and both begin anew from what is there, in the same transaction.
   */
  audit(tell: (loss: Loss) => readonly Notice[]): Promise<Loss | null>;
  /** Records that could not be read, as they lie: nothing else of this port gives them out, or only a stand-in. */
  setAside(): Promise<readonly SetAside[]>;
  /** Deletes such records; one that can be read, or is gone, is left alone. Returns how many went. */
  dropSetAside(refs: readonly SetAsideRef[]): Promise<number>;
  /** Moves terminal ops older than 30 days or beyond the newest 500 out (D7 `purged`). */
  purge(nowMs: number): Promise<number>;
}

/** Key of one cached row. */
export interface RowRef {
  readonly tbl: TableName;
  readonly id: string;
}

/** What a cache transaction sees of one row. */
export interface RowSnapshot {
  readonly row: Stored | undefined;
  readonly shadow: Shadow | undefined;
  readonly tombstone: Tombstone | undefined;
}

/** Writes of one cache transaction; all or nothing (D9: rows, cursor and window together). */
export interface CacheWrite<T> {
  readonly putRows?: readonly { readonly tbl: TableName; readonly row: Stored }[] | undefined;
  readonly deleteRows?: readonly RowRef[] | undefined;
  readonly putShadows?: readonly Shadow[] | undefined;
  readonly deleteShadows?: readonly RowRef[] | undefined;
  readonly putTombstones?: readonly Tombstone[] | undefined;
  readonly cursor?: Cursor | undefined;
  readonly feed?: FeedState | undefined;
  readonly result: T;
}

/**
 * Disposable copy of server rows (D1), relaxed durability. `mutate` is one atomic transaction over the named rows:
 * reads them, calls the pure synchronous `decide` once with a lookup, stores what it returns. A non-null `epoch`
 * lower than one the cache has already seen refuses the write with SyncError `cancelled` (stale leader, I15).
 */
export interface CacheStore {
  mutate<T>(
    refs: readonly RowRef[],
    epoch: number | null,
    decide: (at: (ref: RowRef) => RowSnapshot) => CacheWrite<T>,
  ): Promise<T>;
  get(ref: RowRef): Promise<RowSnapshot>;
  /** Visible rows of a table whose `column` equals `value`; `column` must be indexed. */
  where(tbl: TableName, column: string, value: string): Promise<readonly Stored[]>;
  /** Ids of visible rows with `from < id <= to` in id order; null means unbounded. */
  ids(tbl: TableName, from: string | null, to: string | null): Promise<readonly string[]>;
  count(tbl: TableName): Promise<number>;
  shadows(): Promise<readonly Shadow[]>;
  /** The sum over what is pending in all shadows; undefined when it is not known, and then they have to be read. */
  pending(): Promise<PendingSum | undefined>;
  /** Position of a feed; `wire` is what the schema probe found, kept in the same shape. */
  cursor(tbl: TableName | PackedName | 'wire'): Promise<Cursor | undefined>;
  feeds(): Promise<readonly FeedState[]>;
  /** All of them in one transaction: each write wakes what shows an age. `epoch` as for `mutate`. */
  putFeeds(feeds: readonly FeedState[], epoch: number | null): Promise<void>;
  /** Removes tombstones older than the given device time. */
  dropTombstones(beforeMs: number): Promise<void>;
  /** Drops every row without changes of this device, every cursor and feed; the journal is not touched (I7). */
  clear(): Promise<void>;
  dump(tbl: TableName): Promise<readonly Stored[]>;
}

/** Bodies fetched on demand with the reasons for which each is kept (D13). Rejects with SyncError. */
export interface DocumentStore {
  get(kind: StoredKind, id: string): Promise<StoredDocument | undefined>;
  /** Reasons are added to those it has. Loose documents over the cap go, the longest unused first. */
  put(document: StoredDocument): Promise<void>;
  touch(kind: StoredKind, id: string, usedAt: number): Promise<void>;
  /** Drops a document that cannot be read, whatever it is kept for: who needs it fetches it again. */
  drop(kind: StoredKind, id: string): Promise<void>;
  /** Of the kind's documents whose id begins so, `id` and the `count - 1` used last stay, in one step with other tabs. */
  keepNewest(kind: StoredKind, id: string, idStart: string, count: number): Promise<void>;
  /** Takes a reason from every document; those without any go. */
  release(reason: KeepReason): Promise<void>;
  /** Every reason some document is kept for. */
  reasons(): Promise<readonly string[]>;
  /** Documents that something other than a look at them speaks for. */
  claimed?(): Promise<readonly Pick<StoredDocument, 'kind' | 'id'>[]>;
  /** Drops every document, whatever it is kept for. */
  clear(): Promise<void>;
}

/** Writes of one packed transaction; all or nothing, cursor and feed state included (D9, D19). */
export interface PackedWrite {
  readonly tbl: PackedName;
  /**
   * Rows as the server sent them, keyed by `_k` where a row has one (protocol/keys.ts), else by `id`; no key is a
   * `bug`. Rows that are as they were are not written again (T10). Any number: a whole page of the wire in one write
   * is what makes the store fast.
   */
  readonly put: readonly JsonRow[];
  /** Keys; unknown ones do no harm. Applied before `put`. */
  readonly remove: readonly string[];
  /** Rows that lose these columns, as they are stored at that moment (D18); unknown keys do no harm. Before `put`. */
  readonly thin?: { readonly ids: readonly string[]; readonly columns: readonly string[] } | undefined;
  readonly cursor?: Cursor | undefined;
  readonly feed?: FeedState | undefined;
  /**
   * The cursor carries on from one that was stored: where that one is gone by now, because rows it speaks of were found
   * damaged, neither cursor nor feed state is stored (PCK14).
   */
  readonly follows?: boolean | undefined;
}

/** What a packed write did, and to which version of its collection. */
export interface PackedApplied {
  /** Rows that are new or differ. */
  readonly changed: number;
  /** Rows that were there and are not any more. */
  readonly removed: number;
  /** Version right before the write and after it; the same where it changed nothing. */
  readonly before: number;
  readonly version: number;
  /** Rows of the collection after it. */
  readonly count: number;
}

/**
 * Big read-mostly collections as packed pages plus a delta (D19). Nobody edits them here, so there are no shadows and
 * no fences; one reader at a time applies. `epoch` as for `CacheStore.mutate`. Cursors and feed states are those of
 * `CacheStore.cursor` and `feeds`. When a page is found damaged its rows are dropped, the cursor of the collection is
 * deleted and its feed becomes `partial`: a leader that finds no cursor walks again, and only what is missing is
 * written.
 */
export interface PackedStore {
  apply(write: PackedWrite, epoch: number): Promise<PackedApplied>;
  get(tbl: PackedName, ids: readonly string[]): Promise<ReadonlyMap<string, JsonRow>>;
  /** Digest lines of the rows with `from < id <= to` in id order (D12); null means unbounded. */
  lines(
    tbl: PackedName,
    from: string | null,
    to: string | null,
  ): Promise<readonly { readonly id: string; readonly updatedAt: string | null }[]>;
  /**
   * Every row once, some hundreds at a time, in no order and all from one moment; for upkeep, never for a screen.
   * `visit` is called inside a transaction and must not wait. Rejects with `storage-lost` when the connection breaks
   * half way.
   */
  scan(tbl: PackedName, visit: (rows: readonly JsonRow[]) => void): Promise<void>;
  count(tbl: PackedName): Promise<number>;
}

/** Named locks held across contexts (Web Locks), given in the order in which they were asked for. */
export interface Locks {
  /** Queues for the lock, runs `hold` while holding it alone, releases when it settles. */
  request(name: string, hold: () => Promise<void>, cancel?: CancelSignal): Promise<void>;
  /** The same, held together with everybody who shares it; who wants it alone waits for all of them. */
  share(name: string, hold: () => Promise<void>, cancel?: CancelSignal): Promise<void>;
  /** Number of contexts waiting for the lock. */
  waiting(name: string): Promise<number>;
}

/** Best-effort messages to the other contexts of the same identity; may be lost (3b). */
export interface Bus {
  post(message: BusMessage): void;
  listen(receive: (message: BusMessage) => void): () => void;
}

/** Messages between the contexts of one identity. Untrusted: parse before use. */
export type BusMessage =
  | { readonly type: 'appended'; readonly lanes: readonly string[] }
  | { readonly type: 'status'; readonly status: JsonRow }
  | { readonly type: 'refresh' }
  /** The person holds the first download back, or lets it go on (D11). */
  | { readonly type: 'hold'; readonly isHeld: boolean }
  | { readonly type: 'session-restored'; readonly userId: string }
  /** Whoever leads has heard that somebody else is signed in. */
  | { readonly type: 'other-user' }
  /** Everything that the screens of a tab look at now. */
  | { readonly type: 'watch'; readonly tabId: string; readonly scopes: readonly WatchScope[] }
  | { readonly type: 'visibility'; readonly tabId: string; readonly visible: boolean }
  | {
      /** A follower asks whoever leads; `askId` names the question in the answer. */
      readonly type: 'ask';
      readonly askId: string;
      readonly what: 'diagnostics' | 'verify' | 'rebuild';
    }
  | { readonly type: 'answer'; readonly askId: string; readonly body: JsonRow }
  /** A packed collection was written; every tab's index catches up by version. */
  | { readonly type: 'packed'; readonly tbl: PackedName }
  /** Something the list of checks is made of was written; every tab's list catches up. */
  | { readonly type: 'health'; readonly change: HealthChange }
  /** Something the dashboards of components are made of was written. */
  | { readonly type: 'topology'; readonly change: TopologyChange }
  | { readonly type: 'wipe' };

/** What the host knows about page and network; hints only. */
export interface Lifecycle {
  isVisible(): boolean;
  /** `navigator.onLine`: false is trusted, true is not (D14). */
  isOnLine(): boolean;
  /** Save-Data or a 2g connection. */
  isConstrained(): boolean;
  /** Called on visibilitychange, online, offline, resume and focus. */
  onChange(listener: () => void): () => void;
}

/** Structured log without row contents: ids, codes, durations (D23). */
export interface Log {
  event(level: 'debug' | 'info' | 'warn' | 'error', code: string, fields?: JsonRow): void;
}

/** What the device's storage asks of the engine (D18). */
export interface Pressure {
  /** Why nothing new may be downloaded, in plain words; null while pulls go on. */
  pauseReason(): string | null;
  /** A person asks for new data: a pause ends now, and begins again where there still is no room. */
  resume?(): void;
  /** Whether a collection that lost rows for want of room may be pulled whole again; absent: it may. */
  mayRefill?(evicted: Evicted): boolean;
}

/** One open context of an identity, as it says itself. */
export interface TabCard {
  readonly tabId: string;
  /** Null when it runs a version that does not say. */
  readonly appVersion: string | null;
  /** Newest format of operations it reads (D17). */
  readonly reads: number;
}

/** Every open context of an identity, hidden ones and this one included (D15, D23). */
export interface TabRegistry {
  open(): Promise<readonly TabCard[]>;
}

/** Everything nondeterministic the engine touches; the simulation replaces all of it. */
export interface Ports {
  readonly clock: Clock;
  readonly rng: Rng;
  readonly timers: Timers;
  readonly http: Http;
  readonly journal: JournalStore;
  readonly cache: CacheStore;
  readonly packed: PackedStore;
  readonly locks: Locks;
  readonly bus: Bus;
  readonly lifecycle: Lifecycle;
  readonly log: Log;
  /** Absent: storage is never short. */
  readonly pressure?: Pressure | undefined;
  /** Absent: only tabs that said something are known. */
  readonly registry?: TabRegistry | undefined;
  /** Absent: nothing fetched on demand is kept. */
  readonly documents?: DocumentStore | undefined;
}
