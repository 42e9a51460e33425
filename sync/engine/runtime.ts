import { attentionOf } from '../core/pull/schedule.ts';
import type { Attention } from '../core/pull/schedule.ts';
import type { FoundFacts } from '../core/pull/wire-facts.ts';
import type { Identity } from '../protocol/identity.ts';
import type { PackedSpec } from '../protocol/packed.ts';
import type { TableName, TableSpec } from '../protocol/table.ts';
import type { TableSet } from '../protocol/tables.ts';
import type { WatchScope } from '../protocol/watch/scope.ts';
import type { CancelSignal, Ports } from '../ports.ts';
import type { DiagnosticsStore } from './status/diagnostics-store.ts';
import type { Unlooked } from './unlooked.ts';

/** What one engine instance is made for. Paths of the tables are below the API base the Http port knows. */
export interface EngineConfig {
  readonly identity: Identity;
  /** What is pulled. Operations may name any collection; those not listed here are just not refreshed by pulls. */
  readonly tables: TableSet;
  /** Packed collections that are pulled; none by default. */
  readonly packed?: readonly PackedSpec[] | undefined;
  readonly tabId: string;
  readonly appVersion: string;
}

/** One row of a collection. */
export interface OpenRow {
  readonly table: TableName;
  readonly id: string;
}

/** One whose packed rows are wanted from a moment on. */
export interface OpenedParent extends OpenRow {
  readonly from: string;
}

/** What this tab knows about the page in front of it and about the other tabs. */
export interface PageState {
  /** When somebody last wanted everything that there is: this tab was opened, or Refresh pressed in any. Device ms. */
  wantedAllAt: number;
  isVisible: boolean;
  hiddenSince: number | null;
  lastActivityAt: number;
  /** What the screens of each tab look at, this one included; the tab that spoke last and its newest scope stand last. */
  readonly watched: Map<string, readonly WatchScope[]>;
  /** Other tabs that said they are visible. */
  readonly visibleTabs: Set<string>;
  /** Collections that are visited and asked for now: of the others the schema probe asks nothing either. */
  readonly visited: Set<TableName>;
  /** Parents whose packed rows a screen has looked at, newest last, by collection and id, and how far back (D13). */
  readonly opened: Map<string, OpenedParent>;
}

/** What this tab has met in its stores; the status tells of it. */
export interface StorageState {
  /** Set while the journal refuses to work, or the cache for another reason than want of room. */
  isFailed: boolean;
  /** A pull found no room for what it read. */
  isCramped: boolean;
  /** The copy may hold rows of somebody else and could not be emptied yet (AUT6). */
  isForeign?: boolean | undefined;
  /** Operations that are safe in the journal and whose row the cache had no room for; some may be shown by now. */
  readonly unshown: Set<string>;
}

/** Stores that nothing has been heard of. */
export function createStorageState(): StorageState {
  return { isFailed: false, isCramped: false, unshown: new Set() };
}

/** Parts every piece of an engine shares. Nothing here outlives the instance. */
export interface Runtime extends Omit<EngineConfig, 'tables'> {
  /** Every collection, as configured where this engine pulls it. */
  readonly tables: Readonly<Record<TableName, TableSpec>>;
  /** The collections this engine pulls. */
  readonly pulled: readonly TableSpec[];
  readonly ports: Ports;
  /** Collections that have rows of other columns than are asked for (UPG10). */
  readonly unread: () => Promise<ReadonlySet<string>>;
  readonly page: PageState;
  /** Server time minus device time at the last answer; display only. */
  readonly skew: { ms: number | null };
  readonly storage: StorageState;
  /** The person holds the first download back; what the journal says is read anew with every turn of the loop (D11). */
  readonly hold: { isHeld: boolean };
  /** Numbers about syncing, for the panel (D23). */
  readonly diagnostics: DiagnosticsStore;
  /** Writes of the terms of this tab that no look at the session has closed yet (AUT8). */
  readonly unlooked: Unlooked[];
  /** What the schema probe found about the server (decisions.md). */
  readonly wire: {
    facts: FoundFacts;
    /** A read was answered as if the data had another shape: what was found may be wrong. */
    isDoubted?: boolean | undefined;
  };
}

/** One term as leader: its epoch, its fences, and the ways it ends. */
export interface Lead {
  readonly epoch: number;
  /** Next fence of this term: grows with every request and every acknowledgement (D9). */
  nextFence(): number;
  readonly signal: CancelSignal;
  /** Another context leads: nothing may be written any more (I15). */
  lost(): void;
  isOver(): boolean;
}

/** Fences of one epoch lie below those of the next (D9). */
const FENCES_PER_EPOCH = 2 ** 20;

/** Makes the fence counter of one epoch. */
export function fenceCounter(epoch: number): () => number {
  let counter = 0;
  return () => {
    counter += 1;
    return epoch * FENCES_PER_EPOCH + counter;
  };
}

/** Makes the state of the page at start. */
export function createPageState(ports: Ports): PageState {
  const nowMs = ports.clock.nowMs();
  const isVisible = ports.lifecycle.isVisible();
  return {
    isVisible,
    wantedAllAt: nowMs,
    hiddenSince: isVisible ? null : nowMs,
    lastActivityAt: nowMs,
    watched: new Map(),
    visibleTabs: new Set(),
    visited: new Set(),
    opened: new Map(),
  };
}

/** Rows that somebody has open and that bring what hangs below them, of one tab or of all, the newest last. */
export function openRows({ page, tables }: Runtime, tabId?: string): readonly OpenRow[] {
  const scopes = tabId === undefined ? [...page.watched.values()].flat() : (page.watched.get(tabId) ?? []);
  return scopes.flatMap(({ table, id }) =>
    id === undefined || tables[table].opened === undefined ? [] : [{ table, id }],
  );
}

/** How much attention the console gets right now (D14). */
export function attentionNow(runtime: Runtime): Attention {
  const { page, ports } = runtime;
  const nowMs = ports.clock.nowMs();
  return attentionOf({
    isVisible: page.isVisible,
    isConstrained: ports.lifecycle.isConstrained(),
    hasOpenRow: openRows(runtime).length > 0,
    quietMs: nowMs - page.lastActivityAt,
    hiddenMs: page.hiddenSince === null ? 0 : nowMs - page.hiddenSince,
  });
}
