import { deviceClaim } from '../protocol/claim.ts';
import { listHealth } from '../core/check/query.ts';
import { keptOf } from '../core/check/kept.ts';
import { healthRowsOf } from '../core/check/rows.ts';
import type { Dated } from '../core/check/rows.ts';
import { textAt } from '../core/outbox/json.ts';
import { hasPassed } from '../core/pull/schedule.ts';
import { laterServerTime } from '../core/pull/server-time.ts';
import { toSyncError } from '../errors.ts';
import type { CacheStore, Clock, DocumentStore, Log, Timers } from '../ports.ts';
import { SUMMARY_ID } from '../protocol/document-facts.ts';
import { healthTables } from '../protocol/health.ts';
import type {
  HealthAnswer,
  HealthChange,
  HealthQuery,
  HealthRow,
  HealthState,
  HealthTable,
  PackedHealthAnswer,
} from '../protocol/health.ts';
import { unpackSummary } from '../protocol/health-summary.ts';
import type { HealthSummary } from '../protocol/health-summary.ts';
import type { JsonRow } from '../protocol/op.ts';
import type { FeedState } from '../protocol/stored.ts';
import { lacksOf } from './completeness.ts';
import type { PackedLibrary } from '../store/packed/types.ts';
import type { ShownHealth } from '../store/cache/swap-health.ts';
import { KeptListWriter } from './kept-list-writer.ts';
import { unpackAnswer } from './check-packed.ts';
import { CheckRuns } from './check-runs.ts';

/** Between two catch-ups: a bootstrap writes ten times a second, a screen need not follow each. */
const PAUSE_MS = 250;
/** A lost message leaves the claim of an answer behind no longer than this while somebody listens, */
const LOOK_MS = 5_000;
/** and its rows no longer than this. */
const READ_AGAIN_MS = 5 * 60_000;
/** Beyond so many rows a collection is read whole. */
const MANY_ROWS = 500;

/** Whether a collection has come to the end of its first pull, or will not come for this role or version. */
function isSettled(feed: FeedState | undefined): boolean {
  return feed !== undefined && feed.status !== 'never' && feed.status !== 'partial';
}

/** What the list of checks needs of its worker. */
export interface HealthHost {
  readonly cache: CacheStore;
  /** What is shown of the cache: of an earlier one while this one is filled (D17). */
  readonly shown: ShownHealth;
  readonly packed: PackedLibrary;
  readonly documents: DocumentStore;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly log: Log;
}

/**
 * The checks of this device in the memory of one worker, joined with their canaries, agents, the server's summary and
 * the runs that are here. The first question loads them, the stored summary first because it is one record; afterwards
 * it follows what `notice` tells. Calls reject with SyncError.
 */
export class HealthKeeper {
  readonly #host: HealthHost;
  readonly #listeners = new Set<(state: HealthState) => void>();
  readonly #tables: Record<HealthTable, Map<string, JsonRow>> = {
    checks: new Map(),
    canaries: new Map(),
    agents: new Map(),
  };
  /** Tables whose rows are those of an earlier cache. */
  readonly #earlier = new Set<HealthTable>();
  readonly #runs: CheckRuns;
  readonly #kept: KeptListWriter<HealthQuery>;
  readonly #dirty = new Map<HealthTable, Set<string> | null>();
  #dirtyOthers = new Set<'summary' | 'runs' | 'feeds'>();
  #summary: Dated<HealthSummary> | null = null;
  #feeds: readonly FeedState[] = [];
  #rows: readonly HealthRow[] = [];
  #byId: ReadonlyMap<string, HealthRow> = new Map();
  #version = 0;
  #hasSummaryOnly = true;
  #loading: Promise<void> | undefined;
  #working: Promise<void> | undefined;
  #readAt = 0;
  #isStopped = false;
  readonly #pending = new Map<'catch-up' | 'look', () => void>();

  constructor(host: HealthHost) {
    this.#host = host;
    this.#runs = new CheckRuns(host);
    this.#kept = new KeptListWriter(host, {
      kind: 'health-list',
      // Columns of a pivot are not kept: such a list waits for the worker.
      idOf: ({ keepAs, pivotBy }) => (pivotBy === null ? keepAs : undefined),
      make: (query) => {
        const state = this.#state();
        // A list that is not whole would look like a smaller one, and "none" is not said without looking.
        const isAwaited = this.#rows.some(({ isCanaryAwaited }) => isCanaryAwaited);
        const isWorthIt = state.state === 'complete' && this.#rows.length > 0 && !isAwaited;
        return {
          state: isAwaited ? 'partial' : state.state,
          asOf: state.summaryAsOf ?? state.asOf,
          body: isWorthIt ? keptOf(this.#rows, query, state) : null,
        };
      },
    });
  }

  /** Answers from the rows as they are, in the form that is cheap to send. */
  async list(query: HealthQuery): Promise<PackedHealthAnswer> {
    await this.#load();
    this.#kept.answered(query);
    return { ...listHealth(this.#rows, query), ...this.#state() };
  }

  /** `list` as a page reads it. */
  async query(query: HealthQuery): Promise<HealthAnswer> {
    return unpackAnswer(await this.list(query));
  }

  /** Checks in the asked order; null for one that is not here. */
  async rows(ids: readonly string[]): Promise<readonly (HealthRow | null)[]> {
    await this.#load();
    return ids.map((id) => this.#byId.get(id) ?? null);
  }

  /** Calls back with the present state as soon as it is known, and with every change; returns how to end that. */
  subscribe(listener: (state: HealthState) => void): () => void {
    this.#listeners.add(listener);
    if (this.#loading === undefined) this.#background(this.#load());
    else if (this.#version > 0) listener(this.#state());
    this.#later('look', LOOK_MS, () => this.#look());
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#cancel('look');
    };
  }

  /** Somebody wrote. Does nothing before the first use. */
  notice(change: HealthChange): void {
    if (this.#isStopped || this.#loading === undefined) return;
    if (!('ids' in change)) {
      this.#dirtyOthers.add(change.tbl);
    } else {
      const known = this.#dirty.get(change.tbl);
      const isAll = change.ids === null || known === null;
      this.#dirty.set(change.tbl, isAll ? null : new Set([...(known ?? []), ...(change.ids ?? [])]));
    }
    if (!this.#pending.has('catch-up')) {
      this.#later('catch-up', PAUSE_MS, () => this.#background(this.#catchUp()));
    }
  }

  /** Ends every timer; later calls still answer, but nothing follows any more. */
  stop(): void {
    this.#isStopped = true;
    this.#listeners.clear();
    this.#kept.stop();
    for (const name of this.#pending.keys()) this.#cancel(name);
  }

  #state(): HealthState {
    const feed = this.#feedOf('checks');
    const summaryAsOf = this.#summary?.asOf ?? null;
    // The server's own list is whole, whatever has come of the rows.
    const isWhole = feed?.status === 'complete' || this.#summary !== null;
    return {
      version: this.#version,
      ...deviceClaim(
        isWhole ? 'complete' : (feed?.status ?? 'never'),
        laterServerTime(feed?.asOf ?? null, summaryAsOf),
        lacksOf([feed]),
      ),
      summaryAsOf,
    };
  }

  #feedOf(tbl: HealthTable): FeedState | undefined {
    return this.#feeds.find((feed) => feed.tbl === tbl);
  }

  /** Resolves with the first rows; the whole of them may still be on its way. */
  #load(): Promise<void> {
    this.#loading ??= this.#loadFirst().catch((thrown: unknown) => {
      this.#loading = undefined;
      throw thrown;
    });
    return this.#loading;
  }

  async #loadFirst(): Promise<void> {
    const [feeds, summary] = await Promise.all([this.#host.shown.feeds(), this.#readSummary()]);
    this.#feeds = feeds;
    this.#summary = summary;
    for (const tbl of healthTables) this.#dirty.set(tbl, null);
    this.#dirtyOthers.add('runs');
    if (summary === null) {
      await this.#catchUp();
      return;
    }
    // Few, and without them an agent would be shown by its id for a moment.
    await this.#readTable('agents', null);
    this.#compute();
    // A page asks for its first lines now and draws them: the many rows are read after that.
    this.#later('catch-up', PAUSE_MS, () => this.#background(this.#catchUp()));
  }

  async #readSummary(): Promise<Dated<HealthSummary> | null> {
    const stored = await this.#host.shown.document('health-summary', SUMMARY_ID);
    if (stored === undefined || stored.withheld !== undefined || stored.hidden !== undefined) return null;
    const value = unpackSummary(stored.body);
    return value === null ? null : { value, asOf: stored.asOf };
  }

  /** Reads what was written since; a write that comes meanwhile is read by the next turn. */
  async #catchUp(): Promise<void> {
    while (this.#working !== undefined) await this.#working;
    if (this.#dirty.size === 0 && this.#dirtyOthers.size === 0) return;
    this.#working = this.#readDirty().finally(() => {
      this.#working = undefined;
    });
    await this.#working;
  }

  async #readDirty(): Promise<void> {
    const { shown } = this.#host;
    const tables = new Map(this.#dirty);
    // They move over to the present cache as soon as that one has them.
    for (const tbl of this.#earlier) if (!tables.has(tbl)) tables.set(tbl, new Set());
    const others = this.#dirtyOthers;
    this.#dirty.clear();
    this.#dirtyOthers = new Set();
    try {
      // First what may be claimed, then the rows: a claim must not be younger than the rows it is about.
      this.#feeds = await shown.feeds();
      if (others.has('summary')) this.#summary = await this.#readSummary();
      for (const [tbl, ids] of tables) await this.#readTable(tbl, ids);
      if (others.has('runs')) await this.#runs.catchUp();
      if (tables.get('checks') === null) this.#readAt = this.#host.clock.nowMs();
    } catch (thrown) {
      // Nothing of it is forgotten: the next turn reads it again.
      for (const [tbl, ids] of tables) this.notice({ tbl, ids: ids === null ? null : [...ids] });
      for (const tbl of others) this.notice({ tbl });
      throw thrown;
    }
    this.#hasSummaryOnly = false;
    this.#compute();
  }

  async #readTable(tbl: HealthTable, ids: ReadonlySet<string> | null): Promise<void> {
    const { cache, shown } = this.#host;
    const held = this.#tables[tbl];
    const wasEarlier = this.#earlier.has(tbl);
    // What is written goes to the present cache, which is read whole once it is shown.
    if (wasEarlier && ids !== null && (await shown.isEarlier(tbl))) return;
    if (wasEarlier || ids === null || ids.size > MANY_ROWS) {
      const { rows, isEarlier } = await shown.rows(tbl);
      if (isEarlier) this.#earlier.add(tbl);
      else this.#earlier.delete(tbl);
      held.clear();
      for (const row of rows) held.set(textAt(row, 'id') ?? '', row);
      return;
    }
    const refs = [...ids].map((id) => ({ tbl, id }));
    const found = await cache.mutate(refs, null, (at) => ({
      result: refs.map((ref) => [ref.id, at(ref).row] as const),
    }));
    for (const [id, row] of found) {
      if (row === undefined) held.delete(id);
      else held.set(id, row);
    }
  }

  #compute(): void {
    const { checks, canaries, agents } = this.#tables;
    const dated = (tbl: HealthTable, rows: ReadonlyMap<string, JsonRow>) => ({
      rows: [...rows.values()],
      asOf: this.#feedOf(tbl)?.asOf ?? null,
    });
    const isRead = !this.#hasSummaryOnly;
    this.#rows = healthRowsOf({
      checks: {
        ...dated('checks', checks),
        isWhole: isRead && this.#feedOf('checks')?.status === 'complete',
      },
      canaries: { ...dated('canaries', canaries), isAwaited: !isSettled(this.#feedOf('canaries')) },
      agents: dated('agents', agents),
      summary: this.#summary,
      computed: this.#runs.summaries(this.#summary?.asOf ?? null),
    });
    this.#byId = new Map(this.#rows.map((row) => [row.id, row]));
    this.#version += 1;
    this.#tell();
  }

  #tell(): void {
    const state = this.#state();
    for (const listener of this.#listeners) listener(state);
  }

  /** Looks at what may be claimed, in case a message was lost. */
  #look(): void {
    if (this.#listeners.size === 0 || this.#isStopped) return;
    this.#background(this.#lookOnce());
    this.#later('look', LOOK_MS, () => this.#look());
  }

  async #lookOnce(): Promise<void> {
    const before = this.#state();
    const feeds = await this.#host.shown.feeds();
    if (hasPassed(this.#readAt, READ_AGAIN_MS, this.#host.clock.nowMs())) {
      for (const tbl of healthTables) this.notice({ tbl, ids: null });
      return;
    }
    if (this.#working !== undefined || this.#pending.has('catch-up')) return;
    const asOf = (states: readonly FeedState[]): string =>
      healthTables.map((tbl) => states.find((each) => each.tbl === tbl)?.asOf ?? '').join(' ');
    if (asOf(feeds) === asOf(this.#feeds)) return;
    const wasAwaited = !isSettled(this.#feedOf('canaries'));
    this.#feeds = feeds;
    const { state, asOf: newAsOf } = this.#state();
    const hasArrived = wasAwaited && isSettled(this.#feedOf('canaries'));
    if (before.state !== state || before.asOf !== newAsOf || hasArrived) this.#compute();
  }

  #background(work: Promise<void>): void {
    work.catch((thrown: unknown) => {
      this.#host.log.event('warn', 'health.behind', { message: toSyncError(thrown).message });
    });
  }

  #later(name: 'catch-up' | 'look', delayMs: number, run: () => void): void {
    if (this.#isStopped) return;
    this.#cancel(name);
    const cancel = this.#host.timers.set(() => {
      this.#pending.delete(name);
      run();
    }, delayMs);
    this.#pending.set(name, cancel);
  }

  #cancel(name: 'catch-up' | 'look'): void {
    this.#pending.get(name)?.();
    this.#pending.delete(name);
  }
}
