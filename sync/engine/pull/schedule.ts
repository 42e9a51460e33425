import {
  COUNT_MS,
  hasPassed,
  intervalMs,
  isComparedWhole,
  isCountedInParts,
  largeSweepMs,
  LONG_CALM_MS,
  remainingMs,
  sweepEveryMs,
} from '../../core/pull/schedule.ts';
import type { Attention, SetListing } from '../../core/pull/schedule.ts';
import { serverTimeToMs } from '../../core/pull/server-time.ts';
import type { FeedGroup, TableName, TableSpec } from '../../protocol/table.ts';
import type { Client } from '../tabs/client.ts';
import type { FeedStore } from './feed-store.ts';
import type { Visits } from './visits.ts';
import { isTroubled, mustWait, noTrouble, waitOf } from '../../core/pull/own-trouble.ts';
import type { OwnTrouble } from '../../core/pull/own-trouble.ts';
import { attentionNow } from '../runtime.ts';
import type { Runtime } from '../runtime.ts';

/** Longest time between two looks at what is due. */
export const LOOK_MS = 15_000;
/** Rest of a feed that answered with unreadable rows; the others go on. */
const REST_MS = 900_000;
/** Rest of a feed that this role may not read: a permission that is granted is noticed within it. */
const FORBIDDEN_REST_MS = 300_000;
/** How soon a table looks again whether what it waits for is there. */
const WAIT_LOOK_MS = 1000;
/** A tab that leads this soon after somebody wanted everything asks for everything. */
const WANTED_MS = 60_000;
/** Longest wait after a pull that the network or a refusing server ended. */
const RETRY_MS = 60_000;

/** When what was last done with one table. Device ms; null: not in this term. */
export interface TableState {
  pulledAt: number | null;
  /** When it last had an answer that says how it stands: its rows, or that they are not for us. */
  settledAt: number | null;
  /** The network or a refusing server ended the last pull. */
  wasStopped: boolean;
  own: OwnTrouble;
  sweptAt: number | null;
  /** Rows the last sweep listed. */
  sweptRows: number;
  /** When its rows were last counted stamp by stamp. */
  partedAt: number | null;
  countedAt: number | null;
  watchedAt: number | null;
  /** The last listing of its membership set. */
  setListing: SetListing | null;
  pulls: number;
  restingSince: number | null;
  restMs: number;
}

/** Says what is due of the tables of one term (D12, D14). It asks nothing and writes nothing. */
export class PullSchedule {
  readonly #runtime: Runtime;
  readonly #client: Client;
  readonly #feeds: FeedStore;
  /** Since when a table has been as it was, by device time. */
  readonly #calm: ReadonlyMap<string, number>;
  /** Tables whose turn is not yet, whatever their interval says. */
  readonly #yields: (spec: TableSpec) => boolean;
  readonly #visits: Visits;
  readonly #states = new Map<TableName, TableState>();
  readonly #jitter = new Map<FeedGroup, number>();
  /** What an earlier tab has pulled counts: this one takes over, and nobody has asked for everything. */
  #goesOn: boolean;

  constructor(
    parts: { readonly runtime: Runtime; readonly client: Client; readonly calm: ReadonlyMap<string, number> },
    feeds: FeedStore,
    visits: Visits,
    yields: (spec: TableSpec) => boolean,
  ) {
    this.#yields = yields;
    this.#visits = visits;
    this.#runtime = parts.runtime;
    this.#client = parts.client;
    this.#calm = parts.calm;
    this.#feeds = feeds;
    this.#goesOn = hasPassed(parts.runtime.page.wantedAllAt, WANTED_MS, this.#nowMs());
  }

  /** Everything is due now, also what is mentioned only later. */
  makeAllDue(): void {
    this.#goesOn = false;
    for (const state of this.#states.values()) {
      state.pulledAt = null;
      state.own = noTrouble;
      state.restingSince = null;
      state.setListing = null;
    }
  }

  /**
   * Since when these tables are as they are here; null while one of them has not answered in this term. One whose view
   * alone does badly says it itself (entities 3), unless all of them do.
   */
  settledAt(specs: readonly TableSpec[]): number | null {
    const states = specs.map((spec) => this.stateOf(spec));
    const well = states.filter(({ own }) => !isTroubled(own));
    const times = (well.length > 0 ? well : states).map(({ settledAt }) => settledAt);
    return times.every((time) => time !== null) && times.length > 0 ? Math.min(...times) : null;
  }

  /** The next interval of the group is up to a fifth longer or shorter (D14). */
  spread(group: FeedGroup): void {
    this.#jitter.set(group, 0.8 + 0.4 * this.#runtime.ports.rng.next());
  }

  /** What is known of a table, from its first mention on. */
  stateOf(spec: TableSpec): TableState {
    const known = this.#states.get(spec.name);
    if (known !== undefined) return known;
    // Only the tables people edit are compared in full at every start; the rest begin with a count (D12.4).
    const sweptAt = spec.group === 'hot' ? null : this.#nowMs();
    const fresh: TableState = {
      pulledAt: this.#pulledEarlier(spec),
      settledAt: null,
      wasStopped: false,
      own: noTrouble,
      sweptAt,
      sweptRows: 0,
      partedAt: null,
      countedAt: null,
      watchedAt: null,
      setListing: null,
      pulls: 0,
      restingSince: null,
      restMs: REST_MS,
    };
    this.#states.set(spec.name, fresh);
    return fresh;
  }

  /**
   * A tab that takes over goes on with the ages of the one before it; who has just opened the console wants what there is.
   * What people edit is due either way, and so is what has columns that the earlier tab did not come to read.
   */
  #pulledEarlier(spec: TableSpec): number | null {
    const { skew } = this.#runtime;
    const feed = this.#feeds.get(spec);
    const isRead = feed?.status === 'complete' && feed.unread !== true;
    if (!this.#goesOn || spec.group === 'hot' || !isRead) return null;
    const asOfMs = serverTimeToMs(feed.asOf);
    return asOfMs === null || feed.lastError !== null ? null : asOfMs - (skew.ms ?? 0);
  }

  /** How much attention the console gets. */
  attention(): Attention {
    return attentionNow(this.#runtime);
  }

  /** Where nothing people edit has moved for long, an open incident is looked at as often as the list. */
  #attentionFor(group: FeedGroup): Attention {
    const attention = this.attention();
    if (group !== 'hot' || attention !== 'focused') return attention;
    const hot = this.#runtime.pulled.filter((spec) => spec.group === 'hot');
    return hot.every((spec) => this.#hasLongBeenCalm(spec)) ? 'visible' : attention;
  }

  /** Interval of a group now; null while it rests. */
  everyMs(group: FeedGroup, isCalm = false): number | null {
    const own = intervalMs(group, this.#attentionFor(group));
    const base = own === null || !isCalm ? own : Math.max(own, intervalMs(group, 'idle') ?? 0);
    return base === null ? null : base * this.#client.pace().factor * (this.#jitter.get(group) ?? 1);
  }

  #hasLongBeenCalm({ name }: TableSpec): boolean {
    const since = this.#calm.get(name);
    return since !== undefined && hasPassed(since, LONG_CALM_MS, this.#nowMs());
  }

  /** Interval of a table; after a pull that the network ended at most a minute, and longer where its own view does badly. */
  #waitMs(spec: TableSpec, { wasStopped, own }: TableState): number | null {
    const isCalm = spec.feed.kind === 'active' && this.#hasLongBeenCalm(spec);
    const group = this.#visits.groupOf(spec);
    const every = group && this.everyMs(group, isCalm);
    if (every === null) return null;
    return wasStopped ? Math.min(every, RETRY_MS) : waitOf(own, every);
  }

  /** Interval of one table as its report names it; null while its group rests. */
  waitMs(spec: TableSpec): number | null {
    return this.#waitMs(spec, this.stateOf(spec));
  }

  /** Interval of a group for a server that does well: what is called fresh is measured by it (D23). */
  nominalMs(group: FeedGroup): number | null {
    return intervalMs(group, this.#attentionFor(group));
  }

  /** True while a feed that was refused is left alone. */
  isResting({ restingSince, restMs }: TableState): boolean {
    return restingSince !== null && !hasPassed(restingSince, restMs, this.#nowMs());
  }

  /** How long a feed rests that was refused: what an administrator changes is asked for sooner than what a release does. */
  restMs(isForbidden: boolean): number {
    return isForbidden ? FORBIDDEN_REST_MS : REST_MS;
  }

  /** Columns that only one wire has are not asked for until the probe has said which: rows that end are read once. */
  #waitsForProbe({ path, optional = [] }: TableSpec): boolean {
    const { packed = [], wire } = this.#runtime;
    return packed.length > 0 && optional.some((column) => !wire.facts.knows(path, column));
  }

  /** True when the table is to be pulled now. */
  isPullDue(spec: TableSpec): boolean {
    const state = this.stateOf(spec);
    const every = this.#waitMs(spec, state);
    if (this.#visits.groupOf(spec) === null) return false;
    if (this.isResting(state) || this.#waitsForProbe(spec) || this.#yields(spec)) return false;
    if (state.pulledAt === null) return true;
    if (mustWait(state.own, this.#nowMs())) return false;
    return every !== null && hasPassed(state.pulledAt, every, this.#nowMs());
  }

  /** True when its membership set is to be looked at now (B3). */
  isWatchDue(spec: TableSpec): boolean {
    const every = this.everyMs('warm');
    const isWhole = spec.watch !== undefined && this.#feeds.get(spec)?.status === 'complete';
    return every !== null && isWhole && hasPassed(this.stateOf(spec).watchedAt, every, this.#nowMs());
  }

  #isCountedInParts(spec: TableSpec): boolean {
    return isCountedInParts(spec, this.stateOf(spec).sweptRows);
  }

  /** How often every row of a table is listed; the tables that are compared by counts share what a minute may list. */
  sweepEveryMs(spec: TableSpec): number {
    const own = sweepEveryMs(spec, this.stateOf(spec).sweptRows);
    if (!this.#isCountedInParts(spec)) return own;
    const large = this.#runtime.pulled.filter((other) => this.#isCountedInParts(other));
    return Math.max(own, largeSweepMs(large.reduce((sum, other) => sum + this.stateOf(other).sweptRows, 0)));
  }

  /** Behind other tabs nobody reads: there a sweep waits until somebody does, or until the numbers differ. */
  #mayWait(sweptAt: number | null): boolean {
    return this.attention() === 'hidden' && sweptAt !== null;
  }

  /** True when every row of the table is to be listed now. */
  isSweepDue(spec: TableSpec): boolean {
    const { sweptAt } = this.stateOf(spec);
    return !this.#mayWait(sweptAt) && hasPassed(sweptAt, this.sweepEveryMs(spec), this.#nowMs());
  }

  /** True when the next count of a large table is to be one of its parts. */
  isPartsDue(spec: TableSpec): boolean {
    const { sweptAt, sweptRows, partedAt } = this.stateOf(spec);
    if (!this.#isCountedInParts(spec) || this.#mayWait(sweptAt)) return false;
    return hasPassed(partedAt, sweepEveryMs(spec, sweptRows), this.#nowMs());
  }

  /** Sweeps are what a metered link can do without; the open incident is still compared (D12.4). */
  isCompareDue(spec: TableSpec): boolean {
    const { countedAt, own } = this.stateOf(spec);
    // What fails is asked by its pulls alone, as seldom as they come.
    const isWhole =
      isComparedWhole(spec) && this.#feeds.get(spec)?.status === 'complete' && own.failures === 0;
    const isResting = this.attention() === 'constrained' || this.everyMs(spec.group) === null;
    if (!isWhole || isResting) return false;
    return this.isSweepDue(spec) || hasPassed(countedAt, COUNT_MS[spec.group], this.#nowMs());
  }

  /** How long there is nothing to do for these tables. */
  nextMs(specs: readonly TableSpec[]): number {
    const waits = specs.map((spec) => {
      const state = this.stateOf(spec);
      const every = this.#waitMs(spec, state);
      if (this.#waitsForProbe(spec) || this.#yields(spec)) return WAIT_LOOK_MS;
      return every === null || this.isResting(state) || mustWait(state.own, this.#nowMs())
        ? LOOK_MS
        : remainingMs(state.pulledAt, every, this.#nowMs());
    });
    const warm = this.everyMs('warm');
    const isWatched = (spec: TableSpec): boolean =>
      spec.watch !== undefined && this.#feeds.get(spec)?.status === 'complete';
    const watched = specs.filter(isWatched).map((spec) => this.stateOf(spec));
    if (warm !== null)
      waits.push(
        ...watched.map((state) => remainingMs(state.watchedAt ?? this.#nowMs(), warm, this.#nowMs())),
      );
    return Math.max(0, Math.min(LOOK_MS, ...waits));
  }

  #nowMs(): number {
    return this.#runtime.ports.clock.nowMs();
  }
}
