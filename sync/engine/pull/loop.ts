import { hasPassed, isComparedWhole, SWEEP_MS } from '../../core/pull/schedule.ts';
import type { TableName, TableSpec } from '../../protocol/table.ts';
import { SyncError } from '../../errors.ts';
import { mustProbe } from '../tabs/client.ts';
import type { Answer } from '../tabs/client.ts';
import { timingOf } from '../status/diagnostics-store.ts';
import type { FeedTiming } from '../status/diagnostics-store.ts';
import { FEED_WRITE_MS } from './feed-store.ts';
import type { FeedStore } from './feed-store.ts';
import { createLoop } from '../loop.ts';
import { openRows } from '../runtime.ts';
import type { Loop } from '../loop.ts';
import { endsCycle, pullTable, rankOf, timed } from './one.ts';
import type { FeedState } from '../../protocol/stored.ts';
import { feedAfter, neverPulled } from './table.ts';
import type { PullResult } from './parts.ts';
import { headStart } from './head.ts';
import { troubleAfter } from '../../core/pull/own-trouble.ts';
import { lookBack } from './lean.ts';
import { Visits } from './visits.ts';
import { pullWatch } from './watch.ts';
import { LOOK_MS, PullSchedule } from './schedule.ts';
import { countMatches, removeMissing, sweepTable } from './sweep.ts';
import type { SweepParts } from './sweep.ts';
import { partsMatch } from './sweep-counts.ts';
import { checkSubtree } from './sweep-focus.ts';

/** A pass that could not decide is repeated after the wait of the mass-deletion breaker. */
const SECOND_PASS_MS = 2 * FEED_WRITE_MS;
const WIDE_EVERY = 10;
/** Away for so long, a page begins with pages instead of a look. */
const LONG_AWAY_MS = 3_600_000;
const RESUME_SPREAD_MS = 1000;
/** Longest time that what is closed waits for the packed collections. */
const YIELD_MS = 10_000;

/** What the status needs to know about pulling. */
export interface PullFacts {
  readonly isCompleting: boolean;
  readonly done: number;
  readonly total: number;
  /** What is open, and what hangs below it, is on this device (D11). */
  readonly hasHead: boolean;
  readonly hasHotPull: boolean;
  readonly isFresh: boolean;
  readonly hasFailed: boolean;
  readonly asOf: string | null;
  readonly reason: string | null;
}

/** Callbacks of the pull loop: after every table, for what a turn threw, and when what is open is here. */
export interface PullHooks {
  readonly changed: () => void;
  readonly failed: (thrown: unknown) => void;
  readonly headed: () => void;
  /** Whether the packed collections are being filled: walks of what was headed wait for them. */
  readonly isFilling: () => boolean;
}

/**
 * The reader of one term (D10–D12, D14): one request at a time, so answers of one table never overtake each other; only what
 * makes up the first screen is asked for side by side, and stored in its order.
 */
export class PullLoop {
  readonly #parts: SweepParts;
  readonly #hooks: PullHooks;
  readonly #specs: readonly TableSpec[];
  /** Those that are pulled whether or not anybody looks: what the status speaks of. */
  readonly #always: readonly TableSpec[];
  readonly #visits: Visits;
  readonly #schedule: PullSchedule;
  readonly #feeds: FeedStore;
  readonly #loop: Loop;
  #hotAsOf: string | null = null;
  #failure: string | null = null;
  #isPulling = false;
  /** Hot tables are being pulled between two requests of another one. */
  #isPassing = false;
  #hasHead = false;
  /** Since when tables of which this term has read what is open may wait; null when somebody asked for them. */
  #headAt: number | null = null;
  readonly #headed = new Set<TableName>();
  #refreshes = 0;
  #focusCheckedAt: number | null = null;
  #focusChecked: string | null = null;
  #focusListedAt: number | null = null;
  #asked: (() => Promise<void>)[] = [];
  #isStopped = false;

  constructor(parts: SweepParts, feeds: FeedStore, hooks: PullHooks) {
    this.#parts = { ...parts, pass: (spec) => this.#letHotPass(spec) };
    this.#hooks = hooks;
    this.#specs = parts.runtime.pulled.toSorted((a, b) => rankOf(a) - rankOf(b));
    this.#feeds = feeds;
    this.#always = this.#specs.filter(({ keep }) => keep !== 'visited');
    this.#visits = new Visits(parts, feeds);
    this.#schedule = new PullSchedule(parts, feeds, this.#visits, (spec) => this.#yields(spec));
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
    this.#headAt = null;
    this.#focusListedAt = null;
    this.#parts.calm.clear();
    this.#schedule.makeAllDue();
    this.#loop.wake();
  }

  /** Hot data is due within a second: the page was shown again or another row was opened (D14). */
  resume(): void {
    this.#headAt = null;
    const leading = this.#feeds.leadingGroup(this.#always);
    for (const spec of this.#specs) {
      if (spec.group !== 'hot' && spec.group !== leading) continue;
      const state = this.#schedule.stateOf(spec);
      // After a long sleep much has changed: a look would only come before the pages.
      if (hasPassed(state.pulledAt, LONG_AWAY_MS, this.#nowMs())) this.#parts.calm.delete(spec.name);
      state.pulledAt = null;
    }
    this.#loop.wake(Math.floor(this.#parts.runtime.ports.rng.next() * RESUME_SPREAD_MS));
  }

  facts(): PullFacts {
    // What the server does not give is not being completed.
    const given = this.#always.filter((spec) => this.#schedule.stateOf(spec).own.failures === 0);
    const done = given.filter((spec) => this.#feeds.isSettled(spec)).length;
    const every = this.#schedule.nominalMs(this.#feeds.leadingGroup(this.#always));
    const settledAt = this.#schedule.settledAt(this.#leading());
    const isFresh =
      settledAt !== null && every !== null && !hasPassed(settledAt, 2 * every + LOOK_MS, this.#nowMs());
    return {
      isCompleting: this.#isPulling && done < given.length,
      done,
      total: given.length,
      hasHead: this.#hasHead,
      hasHotPull: settledAt !== null,
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
      if (names.has(spec.name)) this.#schedule.stateOf(spec).sweptAt = null;
    }
    this.#loop.wake();
  }

  /** The tables that say how fresh the copy is. */
  #leading(): readonly TableSpec[] {
    const leading = this.#feeds.leadingGroup(this.#always);
    return this.#always.filter((spec) => spec.group === leading);
  }

  timings(): readonly FeedTiming[] {
    return this.#specs.map((spec) => {
      const state = this.#schedule.stateOf(spec);
      const every = this.#schedule.waitMs(spec);
      const isResting = this.#schedule.isResting(state);
      return timingOf(spec, this.#feeds.get(spec), state.own, { ...state, everyMs: every, isResting });
    });
  }

  /** Hot data is never more than one request behind another table (entities 3). */
  async #letHotPass(spec: TableSpec): Promise<void> {
    if (spec.group === 'hot' || this.#isPassing || this.#parts.lead.isOver()) return;
    const hot = this.#specs.filter((other) => other.group === 'hot' && rankOf(other) === 1);
    if (!hot.some((other) => this.#feeds.isSettled(other) && this.#schedule.isPullDue(other))) return;
    this.#isPassing = true;
    try {
      await this.#pullDue(hot.filter((other) => this.#feeds.isSettled(other)));
    } finally {
      this.#isPassing = false;
    }
  }

  #nowMs(): number {
    return this.#parts.runtime.ports.clock.nowMs();
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
    const every = this.#schedule.everyMs(spec.group) ?? 0;
    if (removal.isOpen)
      this.#schedule.stateOf(spec).pulledAt = this.#nowMs() - every + Math.min(every, SECOND_PASS_MS);
  }

  /** Every tenth pull of a table that scrapers fill looks further back (D10.3). */
  async #lookBack(spec: TableSpec, result: PullResult): Promise<PullResult> {
    const state = this.#schedule.stateOf(spec);
    state.pulls += 1;
    const isDone = result.stop === null && !result.isSkewed;
    const cursor = await this.#parts.runtime.ports.cache.cursor(spec.name);
    if (!isDone || cursor === undefined || state.pulls % WIDE_EVERY !== 0) return result;
    return { ...result, stop: await lookBack(this.#parts, spec, cursor) };
  }

  /** The answer that ends the cycle, if the pull had one. */
  async #pullOne(spec: TableSpec): Promise<Answer | null> {
    const state = this.#schedule.stateOf(spec);
    const before = this.#feeds.get(spec);
    const wasComplete = before?.status === 'complete' || before?.status === 'skew';
    const refreshes = this.#refreshes;
    const { parts, slowestMs } = timed(this.#parts);
    const result = await this.#lookBack(spec, await pullTable(parts, spec));
    const isEnding = result.stop !== null && (await endsCycle(this.#parts, result.stop));
    state.pulledAt = this.#nowMs();
    state.wasStopped = isEnding;
    if (!isEnding) {
      // Pages of a first walk are large: that they take long is no trouble of its view.
      const ownMs = wasComplete ? slowestMs() : 0;
      state.own = troubleAfter(state.own, result.stop, ownMs, this.#nowMs());
      if (state.own.failures === 0) state.settledAt = this.#nowMs();
    }
    // What was asked for while this pull was under way may be newer than what it read, a refusal too.
    const isAsked = refreshes !== this.#refreshes;
    if (isAsked) state.pulledAt = null;
    const isRefused = result.isSkewed || result.stop?.class === 'forbidden' || result.stop?.class === 'skew';
    state.restingSince = isRefused && !isAsked ? this.#nowMs() : null;
    state.restMs = this.#schedule.restMs(result.stop?.class === 'forbidden');
    if (result.stop?.class === 'auth') this.#parts.session.doubt();
    const isDone = result.stop === null && !result.isSkewed;
    if (isDone) await this.#dropUnlisted(spec, result);
    // A walk that ended on a false empty page must not claim to be complete, nor that its columns were read again: compare
    // once before saying so (I23, UPG10).
    const isReadAgain = before?.unread === true;
    const mustCompare = isDone && (!wasComplete || isReadAgain) && isComparedWhole(spec);
    const isCompared = !mustCompare || (await this.#sweepOne(spec, true)).isSettled;
    const feed = feedAfter(before, spec, result);
    await this.#feeds.put(spec, isCompared ? feed : stillOpen(feed, wasComplete && isReadAgain));
    this.#hooks.changed();
    return isEnding ? result.stop : null;
  }

  /** Pulls what is due of these, one after the other; what `between` two of them ends the cycle ends it. */
  async #pullDue(
    specs: readonly TableSpec[],
    between: () => Promise<Answer | null> = () => Promise.resolve(null),
  ): Promise<Answer | null> {
    const due = specs.filter((spec) => this.#schedule.isPullDue(spec));
    for (const spec of due) {
      if (this.#parts.lead.isOver()) return null;
      const stop = (await this.#pullOne(spec)) ?? (await between());
      if (stop !== null) return stop;
    }
    for (const { group } of due) this.#schedule.spread(group);
    // While some of them wait nobody can say how fresh they are together.
    const led = this.#leading();
    if (due.some((spec) => led.includes(spec)) && !this.#hasYielding()) {
      this.#failure = this.#failureOf(led);
      if (this.#failure === null) this.#hotAsOf = this.#feeds.asOf(led);
    }
    return null;
  }

  /** Why nothing of these tables can be read; null while one of them is well. */
  #failureOf(specs: readonly TableSpec[]): string | null {
    const failing = specs.filter((spec) => this.#schedule.stateOf(spec).own.failures > 0);
    if (failing.length < specs.length) return null;
    const [first] = failing;
    return (first && this.#feeds.get(first)?.lastError) ?? 'The last update failed.';
  }

  /** Membership sets of the tables that are whole, every warm interval (B3). */
  async #watch(): Promise<Answer | null> {
    for (const spec of this.#specs) {
      if (!this.#schedule.isWatchDue(spec)) continue;
      if (this.#parts.lead.isOver()) return null;
      const state = this.#schedule.stateOf(spec);
      state.watchedAt = this.#nowMs();
      const { stop, listing } = await pullWatch(this.#parts, spec, state.setListing);
      state.setListing = listing;
      if (stop !== null && (await endsCycle(this.#parts, stop))) return stop;
    }
    return null;
  }

  async #sweepOne(
    spec: TableSpec,
    isJustWalked = false,
  ): Promise<{ readonly stop: Answer | null; readonly isSettled: boolean }> {
    const state = this.#schedule.stateOf(spec);
    const pass = await sweepTable(this.#parts, spec, isJustWalked);
    const { stop, isOpen, listed } = pass;
    if (stop !== null) return { stop, isSettled: false };
    this.#parts.runtime.diagnostics.swept(spec.name, pass, this.#nowMs());
    state.sweptRows = listed;
    state.sweptAt = this.#nowMs() - (isOpen ? this.#schedule.sweepEveryMs(spec) - SECOND_PASS_MS : 0);
    state.partedAt = this.#nowMs();
    state.countedAt = this.#nowMs();
    return { stop: null, isSettled: !isOpen };
  }

  async #reconcileOne(spec: TableSpec): Promise<Answer | null> {
    const state = this.#schedule.stateOf(spec);
    if (this.#schedule.isSweepDue(spec)) return (await this.#sweepOne(spec)).stop;
    const isWanted = this.#schedule.isPartsDue(spec);
    const matches = await (isWanted ? partsMatch : countMatches)(this.#parts, spec);
    state.countedAt = this.#nowMs();
    if (isWanted && matches !== null) state.partedAt = this.#nowMs();
    return matches === false ? (await this.#sweepOne(spec)).stop : null;
  }

  #compareLater(spec: TableSpec): void {
    const state = this.#schedule.stateOf(spec);
    state.sweptAt = this.#nowMs() - this.#schedule.sweepEveryMs(spec) + SECOND_PASS_MS;
    state.countedAt = this.#nowMs();
  }

  async #reconcile(): Promise<Answer | null> {
    for (const spec of this.#specs) {
      if (this.#parts.lead.isOver()) return null;
      if (!this.#schedule.isCompareDue(spec)) continue;
      const stop = await this.#reconcileOne(spec);
      if (stop === null) continue;
      if (await endsCycle(this.#parts, stop)) return stop;
      // Its own trouble: as after a pass that could not decide.
      this.#compareLater(spec);
    }
    return null;
  }

  /** The open row when it is time to compare what hangs below it: as often as it says, and at once when it is another (D12.3). */
  #dueFocus(): { readonly root: TableSpec; readonly id: string; readonly mustList: boolean } | null {
    const { runtime } = this.#parts;
    const row = openRows(runtime, runtime.tabId).at(-1) ?? openRows(runtime).at(-1);
    const root = row && runtime.tables[row.table];
    if (root?.opened === undefined || row === undefined) return null;
    const isNew = row.id !== this.#focusChecked;
    if (!isNew && !hasPassed(this.#focusCheckedAt, root.opened.countMs, this.#nowMs())) return null;
    const mustList = isNew || hasPassed(this.#focusListedAt, SWEEP_MS[root.group], this.#nowMs());
    return { root, id: row.id, mustList };
  }

  async #checkFocus(): Promise<Answer | null> {
    const due = this.#dueFocus();
    if (due === null) return null;
    const { root, id, mustList } = due;
    this.#focusChecked = id;
    this.#focusCheckedAt = this.#nowMs();
    if (mustList) this.#focusListedAt = null;
    const stop = await checkSubtree(this.#parts, root, id, mustList);
    if (stop === null && mustList) this.#focusListedAt = this.#nowMs();
    return stop;
  }

  /**
   * What is closed comes last (D11): while the packed collections are filled, two writers would only get in each other's
   * way. For a short time, because what is open changes meanwhile, and only where this term has just read that.
   */
  #yields(spec: TableSpec): boolean {
    if (this.#headAt === null || !this.#headed.has(spec.name) || !this.#hooks.isFilling()) return false;
    return !this.#feeds.isSettled(spec) && !hasPassed(this.#headAt, YIELD_MS, this.#nowMs());
  }

  #hasYielding(): boolean {
    return this.#specs.some((spec) => this.#yields(spec));
  }

  /** Once per term, and only before the first walk: what is open comes before everything that is not (D11). */
  async #headStart(): Promise<Answer | null> {
    if (this.#hasHead) return null;
    const hot = this.#specs.filter((spec) => spec.group === 'hot' && rankOf(spec) === 1);
    const stop = await headStart(this.#parts, hot, async (spec) => {
      const known = this.#feeds.get(spec);
      if (known === undefined || known.status === 'never')
        await this.#feeds.put(spec, { ...(known ?? neverPulled(spec.name)), status: 'partial' });
      this.#headed.add(spec.name);
      this.#hooks.changed();
    });
    if (stop !== null && (await endsCycle(this.#parts, stop))) return stop;
    // Where the view of one table fails the walks bring what they can, and the packed collections wait no longer.
    this.#hasHead = true;
    this.#headAt = this.#nowMs();
    this.#hooks.headed();
    return null;
  }

  async #cycle(): Promise<Answer | null> {
    const ofRank = (rank: number): readonly TableSpec[] =>
      this.#specs.filter((spec) => rankOf(spec) === rank);
    let isAwaited = false;
    // A walk may be long: what waited has its turn before the next one.
    const comeBack = async (): Promise<Answer | null> => {
      if (!isAwaited || this.#hasYielding()) return null;
      isAwaited = false;
      return this.#pullDue(ofRank(1));
    };
    for (const rank of [0, 1, 2, 3]) {
      const ended = rank === 1 ? await this.#headStart() : null;
      if (ended !== null) return ended;
      const stop = await this.#pullDue(ofRank(rank), comeBack);
      if (stop !== null) return stop;
      if (rank === 1) isAwaited = this.#hasYielding();
      const focusStop = rank === 1 ? await this.#checkFocus() : null;
      if (focusStop !== null && (await endsCycle(this.#parts, focusStop))) return focusStop;
    }
    return (await comeBack()) ?? (await this.#watch()) ?? this.#reconcile();
  }

  /** Whether a turn would ask for anything: only then is the session looked at (T11). */
  #hasWork(): boolean {
    const isDue = (spec: TableSpec): boolean =>
      this.#schedule.isPullDue(spec) || this.#schedule.isWatchDue(spec) || this.#schedule.isCompareDue(spec);
    return this.#dueFocus() !== null || this.#specs.some(isDue);
  }

  async #turn(): Promise<number | null> {
    const { lead, client, session, runtime } = this.#parts;
    if (lead.isOver()) return null;
    await this.#feeds.load();
    for (const act of this.#asked.splice(0)) await act();
    // The status says so by itself: a pause is no failed pull, and proves nothing about the storage.
    if ((runtime.ports.pressure?.pauseReason() ?? null) !== null) return LOOK_MS;
    await this.#visits.note();
    if (!runtime.ports.lifecycle.isOnLine() || mustProbe(client)) return LOOK_MS;
    if (this.#schedule.attention() === 'asleep') return LOOK_MS;
    await this.#visits.drop();
    if (!this.#hasWork()) {
      this.#hooks.changed();
      return this.#schedule.nextMs(this.#specs);
    }
    if (!(await session.mayRead())) return LOOK_MS;
    this.#isPulling = true;
    try {
      const stop = await this.#cycle();
      if (stop?.class === 'auth') session.doubt();
      if (stop !== null) this.#failure = stop.error?.message ?? this.#failure;
      client.endCycle();
      // Everything that was not reached stays due; a short rest keeps a refusing server from being hammered.
      return stop === null
        ? this.#schedule.nextMs(this.#specs)
        : Math.max(stop.retryAfterMs ?? 0, this.#restMs());
    } finally {
      this.#isPulling = false;
      this.#hooks.changed();
    }
  }

  #restMs(): number {
    return Math.round(2000 + 3000 * this.#parts.runtime.ports.rng.next());
  }
}

/** A feed whose rows could not be compared: what was complete stays so, and lacks its new columns. */
function stillOpen(feed: FeedState, isReadAgain: boolean): FeedState {
  return isReadAgain ? { ...feed, unread: true } : { ...feed, status: 'partial' };
}
