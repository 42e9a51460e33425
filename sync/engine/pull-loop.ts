import {
  COUNT_MS,
  FOCUS_CHECK_MS,
  hasPassed,
  intervalMs,
  isComparedWhole,
  remainingMs,
  sweepEveryMs,
} from '../core/schedule.ts';
import type { Attention } from '../core/schedule.ts';
import type { FeedGroup, TableName, TableSpec } from '../protocol/table.ts';
import { SyncError } from '../errors.ts';
import { mustProbe } from './client.ts';
import type { Answer } from './client.ts';
import { timingOf } from './diagnostics-book.ts';
import type { FeedTiming } from './diagnostics-book.ts';
import { FEED_WRITE_MS, FeedBook } from './feed-book.ts';
import { createLoop } from './loop.ts';
import type { Loop } from './loop.ts';
import { pullActive } from './pull-active.ts';
import { feedAfter, neverPulled, pullCursor, pullSnapshot } from './pull-table.ts';
import type { PullResult } from './pull-table.ts';
import { headStart } from './pull-head.ts';
import { lookBack } from './pull-lean.ts';
import { pullWatch } from './pull-watch.ts';
import { checkSubtree, countMatches, removeMissing, sweepTable } from './sweep.ts';
import type { SweepParts } from './sweep.ts';
import { attentionNow } from './runtime.ts';

/** Rest of a feed that answered "forbidden" or with unreadable rows; the others go on. */
const REST_MS = 900_000;
/** A pass that could not decide is repeated after the wait of the mass-deletion breaker. */
const SECOND_PASS_MS = 2 * FEED_WRITE_MS;
const WIDE_EVERY = 10;
const LOOK_MS = 15_000;
/** Longest wait after a pull that the network or a refusing server ended. */
const RETRY_MS = 60_000;
const RESUME_SPREAD_MS = 1000;

/** What the status needs to know about pulling. */
export interface PullFacts {
  readonly isCompleting: boolean;
  readonly done: number;
  readonly total: number;
  readonly hasHotPull: boolean;
  readonly isFresh: boolean;
  readonly hasFailed: boolean;
  readonly asOf: string | null;
  readonly reason: string | null;
}

/** Callbacks of the pull loop: after every table, and for what a turn threw. */
export interface PullHooks {
  readonly changed: () => void;
  readonly failed: (thrown: unknown) => void;
}

interface TableState {
  pulledAt: number | null;
  /** The network or a refusing server ended the last pull. */
  wasStopped: boolean;
  sweptAt: number | null;
  countedAt: number | null;
  watchedAt: number | null;
  pulls: number;
  restingSince: number | null;
}

/** Small things first, then what the incident screen needs, then names, then the long lists (D11). */
function rankOf(spec: TableSpec): number {
  const isSmall = spec.ownRow === true || (spec.feed.kind === 'snapshot' && spec.feed.unpaged === true);
  if (isSmall) return 0;
  return spec.group === 'hot' ? 1 : spec.group === 'cold' ? 2 : 3;
}

/** Pulls one table, and notes what that took (D23). */
async function pullTable(parts: SweepParts, spec: TableSpec): Promise<PullResult> {
  const { book, ports } = parts.runtime;
  book.begin(spec, ports.clock.nowMs());
  const result = await pullByKind(parts, spec);
  book.pulled(spec, result.rows, result.stop === null && !result.isSkewed, ports.clock.nowMs());
  return result;
}

function pullByKind(parts: SweepParts, spec: TableSpec): Promise<PullResult> {
  if (spec.feed.kind === 'snapshot') return pullSnapshot(parts, spec);
  return spec.feed.kind === 'active' ? pullActive(parts, spec) : pullCursor(parts, spec);
}

/** True when nothing else can be asked after this answer. */
export function endsCycle(answer: Answer): boolean {
  return ['auth', 'captive', 'offline', 'cancelled', 'retryable'].includes(answer.class);
}

/** The reader of one term (D10–D12, D14): one request at a time, so answers of one table never overtake each other. */
export class PullLoop {
  readonly #parts: SweepParts;
  readonly #hooks: PullHooks;
  readonly #specs: readonly TableSpec[];
  readonly #states = new Map<TableName, TableState>();
  readonly #feeds: FeedBook;
  readonly #jitter = new Map<FeedGroup, number>();
  readonly #loop: Loop;
  #hotOkAt: number | null = null;
  #hotAsOf: string | null = null;
  #failure: string | null = null;
  #isPulling = false;
  #hasHead = false;
  #refreshes = 0;
  #focusCheckedAt: number | null = null;
  #focusChecked: string | null = null;
  #asked: (() => Promise<void>)[] = [];
  #isStopped = false;

  constructor(parts: SweepParts, hooks: PullHooks) {
    this.#parts = parts;
    this.#hooks = hooks;
    this.#specs = parts.runtime.pulled.toSorted((a, b) => rankOf(a) - rankOf(b));
    this.#feeds = new FeedBook(parts.runtime.ports);
    this.#loop = createLoop(
      parts.runtime.ports,
      () => this.#turn(),
      (thrown) => {
        hooks.failed(thrown);
        return LOOK_MS;
      },
    );
  }

  wake(delayMs?: number): void {
    this.#loop.wake(delayMs);
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
    // Whoever still waits for a turn is told that there will be none.
    this.#isStopped = true;
    for (const act of this.#asked.splice(0)) await act();
  }

  /** Everything is due now, because a person asked or the network came back. */
  refresh(): void {
    this.#refreshes += 1;
    for (const state of this.#states.values()) {
      state.pulledAt = null;
      state.restingSince = null;
    }
    this.#loop.wake();
  }

  /** Hot data is due within a second: the page was shown again or another incident was opened (D14). */
  resume(): void {
    for (const spec of this.#specs) if (spec.group === 'hot') this.#stateOf(spec).pulledAt = null;
    this.#loop.wake(Math.floor(this.#parts.runtime.ports.rng.next() * RESUME_SPREAD_MS));
  }

  facts(): PullFacts {
    const done = this.#specs.filter((spec) => this.#feeds.isSettled(spec)).length;
    const every = this.#everyMs('hot');
    const isFresh =
      this.#hotOkAt !== null &&
      every !== null &&
      !hasPassed(this.#hotOkAt, 2 * every + LOOK_MS, this.#nowMs());
    return {
      isCompleting: this.#isPulling && done < this.#specs.length,
      done,
      total: this.#specs.length,
      hasHotPull: this.#hotOkAt !== null,
      isFresh,
      hasFailed: this.#failure !== null,
      asOf: this.#hotAsOf,
      reason: this.#failure,
    };
  }

  /** Runs a task of its own between two turns, so that its answers never overtake those of a pull. */
  between<T>(task: (parts: SweepParts) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const over = new SyncError({ kind: 'cancelled', message: 'Another tab has taken over.' });
      this.#asked.push(async () =>
        this.#isStopped ? reject(over) : task(this.#parts).then(resolve, reject),
      );
      if (this.#isStopped) reject(over);
      this.#loop.wake();
    });
  }

  /** Compares these collections with the server at the next turn, because something in them was found to differ. */
  compare(names: ReadonlySet<string>): void {
    for (const spec of this.#specs) {
      if (names.has(spec.name)) this.#stateOf(spec).sweptAt = null;
    }
    this.#loop.wake();
  }

  timings(): readonly FeedTiming[] {
    return this.#specs.map((spec) => {
      const state = this.#stateOf(spec);
      const every = this.#everyMs(spec.group);
      return timingOf(spec, this.#feeds.get(spec), state.pulledAt, every, this.#isResting(state));
    });
  }

  #nowMs(): number {
    return this.#parts.runtime.ports.clock.nowMs();
  }

  #stateOf(spec: TableSpec): TableState {
    const known = this.#states.get(spec.name);
    if (known !== undefined) return known;
    // Only the tables people edit are compared in full at every start; the rest begin with a count (D12.4).
    const sweptAt = spec.group === 'hot' ? null : this.#nowMs();
    const fresh: TableState = {
      pulledAt: null,
      wasStopped: false,
      sweptAt,
      countedAt: null,
      watchedAt: null,
      pulls: 0,
      restingSince: null,
    };
    this.#states.set(spec.name, fresh);
    return fresh;
  }

  #attention(): Attention {
    return attentionNow(this.#parts.runtime);
  }

  #everyMs(group: FeedGroup): number | null {
    const base = intervalMs(group, this.#attention());
    return base === null ? null : base * this.#parts.client.pace().factor * (this.#jitter.get(group) ?? 1);
  }

  /** Interval of a table; after a pull that the network ended at most a minute. */
  #waitMs(spec: TableSpec, { wasStopped }: TableState): number | null {
    const every = this.#everyMs(spec.group);
    return every === null || !wasStopped ? every : Math.min(every, RETRY_MS);
  }

  #isResting({ restingSince }: TableState): boolean {
    return restingSince !== null && !hasPassed(restingSince, REST_MS, this.#nowMs());
  }

  #isPullDue(spec: TableSpec): boolean {
    const state = this.#stateOf(spec);
    const every = this.#waitMs(spec, state);
    if (this.#isResting(state)) return false;
    if (state.pulledAt === null) return true;
    return every !== null && hasPassed(state.pulledAt, every, this.#nowMs());
  }

  /** What a snapshot no longer lists leaves the device, under the same rules as a sweep (D12). */
  async #dropUnlisted(spec: TableSpec, { listing }: PullResult): Promise<void> {
    if (listing === null) return;
    const { cache } = this.#parts.runtime.ports;
    const ids = await cache.ids(spec.name, null, null);
    const shadowed = new Set((await cache.shadows()).map((shadow) => `${shadow.tbl} ${shadow.id}`));
    const missing = ids.filter((id) => !listing.ids.has(id) && !shadowed.has(`${spec.name} ${id}`));
    const pass = {
      listed: listing.ids.size,
      counted: listing.counted,
      localRows: ids.length,
      missing: missing.length,
    };
    const found = { missing, listed: [...listing.ids], fence: listing.fence };
    const removal = await removeMissing(this.#parts, spec, pass, found);
    const every = this.#everyMs(spec.group) ?? 0;
    if (removal.isOpen)
      this.#stateOf(spec).pulledAt = this.#nowMs() - every + Math.min(every, SECOND_PASS_MS);
  }

  /** Every tenth pull of a table that scrapers fill looks further back (D10.3). */
  async #lookBack(spec: TableSpec, result: PullResult): Promise<PullResult> {
    const state = this.#stateOf(spec);
    state.pulls += 1;
    const isDone = result.stop === null && !result.isSkewed;
    const cursor = await this.#parts.runtime.ports.cache.cursor(spec.name);
    if (!isDone || cursor === undefined || state.pulls % WIDE_EVERY !== 0) return result;
    return { ...result, stop: await lookBack(this.#parts, spec, cursor) };
  }

  async #pullOne(spec: TableSpec): Promise<PullResult> {
    const state = this.#stateOf(spec);
    const before = this.#feeds.get(spec);
    const wasComplete = before?.status === 'complete' || before?.status === 'skew';
    const refreshes = this.#refreshes;
    const result = await this.#lookBack(spec, await pullTable(this.#parts, spec));
    state.pulledAt = this.#nowMs();
    state.wasStopped = result.stop !== null && endsCycle(result.stop);
    // What was asked for while this pull was under way may be newer than what it read.
    if (refreshes !== this.#refreshes) state.pulledAt = null;
    const isRefused = result.isSkewed || result.stop?.class === 'forbidden' || result.stop?.class === 'skew';
    state.restingSince = isRefused ? this.#nowMs() : null;
    if (result.stop?.class === 'auth') this.#parts.session.doubt();
    const isDone = result.stop === null && !result.isSkewed;
    if (isDone) await this.#dropUnlisted(spec, result);
    // A walk that ended on a false empty page must not claim to be complete: compare once before saying so (I23).
    const mustCompare = isDone && !wasComplete && isComparedWhole(spec);
    const isCompared = !mustCompare || (await this.#sweepOne(spec, true)).isSettled;
    const feed = feedAfter(before, spec, result);
    await this.#feeds.put(spec, isCompared ? feed : { ...feed, status: 'partial' });
    this.#hooks.changed();
    return result;
  }

  async #pullDue(specs: readonly TableSpec[]): Promise<Answer | null> {
    let failure: string | null = null;
    const due = specs.filter((spec) => this.#isPullDue(spec));
    for (const spec of due) {
      if (this.#parts.lead.isOver()) return null;
      const { stop } = await this.#pullOne(spec);
      if (stop !== null && endsCycle(stop)) return stop;
      if (stop !== null && stop.class !== 'forbidden')
        failure = stop.error?.message ?? 'The last update failed.';
    }
    for (const { group } of due) this.#jitter.set(group, 0.8 + 0.4 * this.#parts.runtime.ports.rng.next());
    if (due.some((spec) => spec.group === 'hot')) {
      this.#failure = failure;
      if (failure === null) {
        this.#hotOkAt = this.#nowMs();
        this.#hotAsOf = this.#feeds.asOf(this.#specs.filter((spec) => spec.group === 'hot'));
      }
    }
    return null;
  }

  /** Membership sets of the tables that are whole, every warm interval (B3). */
  async #watch(): Promise<Answer | null> {
    const every = this.#everyMs('warm');
    if (every === null) return null;
    for (const spec of this.#specs) {
      const state = this.#stateOf(spec);
      const isWhole = spec.watch !== undefined && this.#feeds.get(spec)?.status === 'complete';
      if (!isWhole || !hasPassed(state.watchedAt, every, this.#nowMs())) continue;
      if (this.#parts.lead.isOver()) return null;
      state.watchedAt = this.#nowMs();
      const stop = await pullWatch(this.#parts, spec);
      if (stop !== null && endsCycle(stop)) return stop;
    }
    return null;
  }

  async #sweepOne(
    spec: TableSpec,
    isJustWalked = false,
  ): Promise<{ readonly stop: Answer | null; readonly isSettled: boolean }> {
    const state = this.#stateOf(spec);
    const pass = await sweepTable(this.#parts, spec, isJustWalked);
    const { stop, isOpen } = pass;
    if (stop !== null) return { stop, isSettled: false };
    this.#parts.runtime.book.swept(spec.name, pass, this.#nowMs());
    state.sweptAt = this.#nowMs() - (isOpen ? sweepEveryMs(spec) - SECOND_PASS_MS : 0);
    state.countedAt = this.#nowMs();
    return { stop: null, isSettled: !isOpen };
  }

  async #reconcileOne(spec: TableSpec): Promise<Answer | null> {
    const state = this.#stateOf(spec);
    if (hasPassed(state.sweptAt, sweepEveryMs(spec), this.#nowMs())) return (await this.#sweepOne(spec)).stop;
    if (!hasPassed(state.countedAt, COUNT_MS[spec.group], this.#nowMs())) return null;
    const matches = await countMatches(this.#parts, spec);
    state.countedAt = this.#nowMs();
    return matches === false ? (await this.#sweepOne(spec)).stop : null;
  }

  /** Sweeps are what a metered link can do without; the open incident is still compared (D12.4). */
  async #reconcile(): Promise<Answer | null> {
    if (this.#attention() === 'constrained') return null;
    for (const spec of this.#specs) {
      if (this.#parts.lead.isOver()) return null;
      if (!isComparedWhole(spec) || this.#feeds.get(spec)?.status !== 'complete') continue;
      if (this.#everyMs(spec.group) === null) continue;
      const stop = await this.#reconcileOne(spec);
      if (stop !== null && endsCycle(stop)) return stop;
    }
    return null;
  }

  /** The open incident is compared every minute, and at once when another one is opened (D12.3). */
  async #checkFocus(): Promise<Answer | null> {
    const { page, tabId, tables } = this.#parts.runtime;
    const incidentId = page.focus.get(tabId) ?? [...page.focus.values()].at(-1) ?? null;
    const isNew = incidentId !== this.#focusChecked;
    if (incidentId === null || (!isNew && !hasPassed(this.#focusCheckedAt, FOCUS_CHECK_MS, this.#nowMs()))) {
      return null;
    }
    this.#focusChecked = incidentId;
    this.#focusCheckedAt = this.#nowMs();
    return checkSubtree(this.#parts, tables.incidents, incidentId);
  }

  /** Once per term, and only before the first walk: what is open comes before everything that is not (D11). */
  async #headStart(): Promise<Answer | null> {
    if (this.#hasHead) return null;
    const hot = this.#specs.filter((spec) => spec.group === 'hot' && rankOf(spec) === 1);
    const stop = await headStart(this.#parts, hot, async (spec) => {
      const known = this.#feeds.get(spec);
      if (known === undefined || known.status === 'never')
        await this.#feeds.put(spec, { ...(known ?? neverPulled(spec.name)), status: 'partial' });
      this.#hooks.changed();
    });
    this.#hasHead = stop === null;
    return stop;
  }

  async #cycle(): Promise<Answer | null> {
    for (const rank of [0, 1, 2, 3]) {
      const ended = rank === 1 ? await this.#headStart() : null;
      if (ended !== null && endsCycle(ended)) return ended;
      const stop = await this.#pullDue(this.#specs.filter((spec) => rankOf(spec) === rank));
      if (stop !== null) return stop;
      const focusStop = rank === 1 ? await this.#checkFocus() : null;
      if (focusStop !== null && endsCycle(focusStop)) return focusStop;
    }
    return (await this.#watch()) ?? this.#reconcile();
  }

  #nextMs(): number {
    const waits = this.#specs.map((spec) => {
      const state = this.#stateOf(spec);
      const every = this.#waitMs(spec, state);
      return every === null || this.#isResting(state)
        ? LOOK_MS
        : remainingMs(state.pulledAt, every, this.#nowMs());
    });
    const warm = this.#everyMs('warm');
    const watched = this.#specs.filter((spec) => spec.watch !== undefined).map((spec) => this.#stateOf(spec));
    if (warm !== null)
      waits.push(
        ...watched.map((state) => remainingMs(state.watchedAt ?? this.#nowMs(), warm, this.#nowMs())),
      );
    return Math.max(0, Math.min(LOOK_MS, ...waits));
  }

  async #turn(): Promise<number | null> {
    const { lead, client, session, runtime } = this.#parts;
    if (lead.isOver()) return null;
    await this.#feeds.load();
    for (const act of this.#asked.splice(0)) await act();
    if (!runtime.ports.lifecycle.isOnLine() || mustProbe(client)) return LOOK_MS;
    // The status says so by itself: a pause is no failed pull, and proves nothing about the storage.
    if ((runtime.ports.pressure?.pauseReason() ?? null) !== null) return LOOK_MS;
    if (this.#attention() === 'asleep' || !(await session.isFresh())) return LOOK_MS;
    this.#isPulling = true;
    try {
      const stop = await this.#cycle();
      if (stop?.class === 'auth') session.doubt();
      if (stop !== null) this.#failure = stop.error?.message ?? this.#failure;
      client.endCycle();
      // Everything that was not reached stays due; a short rest keeps a refusing server from being hammered.
      return stop === null ? this.#nextMs() : Math.max(stop.retryAfterMs ?? 0, this.#restMs());
    } finally {
      this.#isPulling = false;
      this.#hooks.changed();
    }
  }

  #restMs(): number {
    return Math.round(2000 + 3000 * this.#parts.runtime.ports.rng.next());
  }
}
