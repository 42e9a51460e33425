import { hasPassed, intervalMs, remainingMs } from '../../core/pull/schedule.ts';
import type { SetListing } from '../../core/pull/schedule.ts';
import { evictedFeed, evictionOf } from '../../core/pull/evicted.ts';
import type { FeedGroup } from '../../protocol/table.ts';
import type { PackedFeed, PackedName, PackedSpec } from '../../protocol/packed.ts';
import { createSerial } from './parts.ts';
import type { BulkParts } from './parts.ts';
import { pullCosts } from './costs.ts';
import { pullOpen } from './open.ts';
import type { OpenListing } from './open.ts';
import { pullOpened } from './opened.ts';
import type { OpenedFeed } from './opened.ts';
import { RollingSweep } from './rolling.ts';
import { watchPacked } from './sweep.ts';
import { pullWhole } from './whole.ts';
import { pullWindow } from './window.ts';
import { mustProbe } from '../tabs/client.ts';
import type { Answer } from '../tabs/client.ts';
import { timingOf } from '../status/diagnostics-store.ts';
import type { FeedTiming } from '../status/diagnostics-store.ts';
import type { FeedStore } from '../pull/feed-store.ts';
import { createLoop } from '../loop.ts';
import type { Loop } from '../loop.ts';
import { endsCycle } from '../pull/one.ts';
import { mustWait, noTrouble, troubleAfter, waitOf } from '../../core/pull/own-trouble.ts';
import type { OwnTrouble } from '../../core/pull/own-trouble.ts';
import { feedAfter, neverPulled } from '../pull/table.ts';
import type { PullResult } from '../pull/parts.ts';
import { attentionNow } from '../runtime.ts';
import { SchemaProbe } from '../pull/schema-probe.ts';

const LOOK_MS = 15_000;
/** How soon a start looks again whether the open incidents are here. */
const READY_MS = 500;
/** Rest of a feed that answered "forbidden" or with unreadable rows. */
const REST_MS = 900_000;
/** Parents that are followed at once: what the screens in front of people show. */
const FOLLOWED_PARENTS = 3;

/** How far the packed collections are. */
export interface BulkFacts {
  readonly isCompleting: boolean;
  readonly done: number;
  readonly total: number;
  /** The person holds back what is still to come. */
  readonly isHeld: boolean;
}

interface BulkState {
  pulledAt: number | null;
  own: OwnTrouble;
  restingSince: number | null;
  watchedAt: number | null;
  openListing: OpenListing | null;
  members: SetListing | null;
}

/**
 * Callbacks of the loop, as `PullHooks`; `isReady` says that what is open is on this device (D11), `filled` is called
 * when nothing has to wait for a filling any more.
 */
export interface BulkHooks {
  readonly filled: () => void;
  readonly changed: () => void;
  readonly failed: (thrown: unknown) => void;
  readonly isReady: () => boolean;
}

/**
 * Pulls the packed collections of one term (D11, D12, D14), beside the loop of the row tables so that a long walk never
 * delays the open incident. Writes are one at a time; only the lanes of a walk ask side by side.
 */
export class BulkLoop {
  readonly #parts: BulkParts;
  readonly #hooks: BulkHooks;
  readonly #specs: readonly PackedSpec[];
  readonly #states = new Map<PackedName, BulkState>();
  /** Collections that lost rows for want of room, as of the last look. */
  readonly #evicted = new Set<PackedName>();
  readonly #feeds: FeedStore;
  readonly #probe: SchemaProbe;
  readonly #rolling: RollingSweep;
  readonly #loop: Loop;
  #jitter = 1;
  #refreshes = 0;
  #isPulling = false;
  /** A turn of this term could ask and has come to its end, whatever it brought. */
  #hasTurned = false;

  constructor(parts: BulkParts, feeds: FeedStore, hooks: BulkHooks) {
    this.#parts = parts;
    this.#hooks = hooks;
    this.#specs = parts.runtime.packed ?? [];
    this.#feeds = feeds;
    this.#probe = new SchemaProbe(parts);
    this.#rolling = new RollingSweep(parts, feeds);
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
    if (this.#specs.length > 0) this.#loop.wake(delayMs);
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Everything is due now. */
  refresh(): void {
    this.#refreshes += 1;
    this.#parts.calm.clear();
    for (const state of this.#states.values()) {
      state.pulledAt = null;
      state.own = noTrouble;
      state.restingSince = null;
      if (state.members !== null) state.members = { ...state.members, at: Number.NEGATIVE_INFINITY };
    }
    this.wake();
  }

  /** A screen looks at the rows of one parent: they are due now. */
  opened(): void {
    for (const spec of this.#specs) if (spec.feed.kind === 'opened') this.#stateOf(spec).pulledAt = null;
    this.wake();
  }

  /** The person holds the filling back, or lets it go on: what was begun goes on where it stands (D11). */
  held(): void {
    // As a press of Refresh: what is ending just now is due again.
    this.#refreshes += 1;
    this.#hooks.changed();
    this.wake();
  }

  /** What is pulled on demand is never "not there yet", and what is held back is not under way. */
  facts(): BulkFacts {
    const specs = this.#specs.filter((spec) => spec.feed.kind !== 'opened');
    const done = specs.filter((spec) => this.#isFilled(spec)).length;
    const isHeld = this.#parts.runtime.hold.isHeld && done < specs.length;
    const total = isHeld ? done : specs.length;
    return { isCompleting: this.#isPulling && done < total, done, total, isHeld };
  }

  /** The first turn of the term is to come or under way, and there is something to fill that may be asked for now. */
  isFilling(): boolean {
    const mayFill = (spec: PackedSpec): boolean => this.#everyMs(spec.group) !== null && !this.#isHeld(spec);
    return !this.#hasTurned && this.#specs.some((spec) => mayFill(spec) && !this.#isFilled(spec));
  }

  timings(): readonly FeedTiming[] {
    return this.#specs.map((spec) => {
      const { pulledAt, restingSince, own } = this.#stateOf(spec);
      const isResting = restingSince !== null && !hasPassed(restingSince, REST_MS, this.#nowMs());
      const everyMs = this.#isWanted(spec) && !this.#isHeld(spec) ? this.#waitMs(spec) : null;
      return timingOf(spec, this.#feeds.get(spec), own, { pulledAt, everyMs, isResting });
    });
  }

  /** Compares rows with the server under the same rules as the pulls. */
  parts(): BulkParts {
    return this.#parts;
  }

  #nowMs(): number {
    return this.#parts.runtime.ports.clock.nowMs();
  }

  #stateOf(spec: PackedSpec): BulkState {
    const known = this.#states.get(spec.name);
    if (known !== undefined) return known;
    const fresh: BulkState = {
      pulledAt: null,
      own: noTrouble,
      restingSince: null,
      watchedAt: null,
      openListing: null,
      members: null,
    };
    this.#states.set(spec.name, fresh);
    return fresh;
  }

  #everyMs(group: FeedGroup): number | null {
    const base = intervalMs(group, attentionNow(this.#parts.runtime));
    return base === null ? null : base * this.#parts.client.pace().factor * this.#jitter;
  }

  /** Interval of one collection: longer where its own view fails. */
  #waitMs(spec: PackedSpec): number | null {
    const every = this.#everyMs(spec.group);
    return every === null ? null : waitOf(this.#stateOf(spec).own, every);
  }

  #isDue(spec: PackedSpec): boolean {
    const state = this.#stateOf(spec);
    const every = this.#waitMs(spec);
    if (mustWait(state.own, this.#nowMs())) return false;
    if (state.restingSince !== null && !hasPassed(state.restingSince, REST_MS, this.#nowMs())) return false;
    if (!this.#isWanted(spec) || this.#isHeld(spec)) return false;
    // A hidden leader finishes nothing big; what is due waits for somebody to look (D14).
    return every !== null && (state.pulledAt === null || hasPassed(state.pulledAt, every, this.#nowMs()));
  }

  #isFilled(spec: PackedSpec): boolean {
    return spec.feed.kind === 'opened' || this.#feeds.isSettled(spec) || this.#evicted.has(spec.name);
  }

  #isHeld(spec: PackedSpec): boolean {
    return this.#parts.runtime.hold.isHeld && !this.#isFilled(spec);
  }

  /** Another tab, or an earlier visit, may have said so; nothing is read once everything is here. */
  async #lookForHold(): Promise<void> {
    const { hold, ports } = this.#parts.runtime;
    if (this.#specs.every((spec) => this.#isFilled(spec))) return;
    hold.isHeld = await ports.journal.isDownloadHeld();
  }

  #wanted({ of }: OpenedFeed): readonly { readonly scopeKey: string; readonly from: string }[] {
    return [...this.#parts.runtime.page.opened.values()]
      .filter(({ table }) => table === of)
      .slice(-FOLLOWED_PARENTS)
      .map(({ id, from }) => ({ scopeKey: id, from }));
  }

  /** Rows of parents that nobody has opened are not asked for. */
  #isWanted({ feed }: PackedSpec): boolean {
    return feed.kind !== 'opened' || this.#wanted(feed).length > 0;
  }

  async #pull(spec: PackedSpec): Promise<PullResult> {
    const { feed } = spec;
    switch (feed.kind) {
      case 'whole':
        return pullWhole(this.#parts, spec, feed);
      case 'window':
        return pullWindow(this.#parts, spec, feed);
      case 'opened':
        return pullOpened(this.#parts, spec, feed, this.#wanted(feed));
      case 'open': {
        const state = this.#stateOf(spec);
        const { result, listing } = await pullOpen(this.#parts, spec, feed, state.openListing);
        state.openListing = listing;
        return result;
      }
    }
  }

  /** A pull whose cursor was lost on the way, with rows that were found damaged, has not ended (PCK14). */
  async #pullThrough(spec: PackedSpec): Promise<PullResult> {
    const { runtime, followed } = this.#parts;
    const hasCursor = async (): Promise<boolean> =>
      (await runtime.ports.cache.cursor(spec.name)) !== undefined;
    if (await hasCursor()) followed.add(spec.name);
    else followed.delete(spec.name);
    const result = await this.#pull(spec);
    if (!followed.has(spec.name) || (await hasCursor())) return result;
    followed.delete(spec.name);
    return { ...result, isOpen: true };
  }

  async #pullOne(spec: PackedSpec): Promise<Answer | null> {
    const state = this.#stateOf(spec);
    const before = this.#feeds.get(spec);
    const isFirst = before === undefined || before.status === 'never';
    if (isFirst) {
      await this.#feeds.put(spec, { ...neverPulled(spec.name), status: 'partial' });
    }
    const { diagnostics } = this.#parts.runtime;
    const refreshes = this.#refreshes;
    diagnostics.begin(spec, this.#nowMs());
    const result = await this.#pullThrough(spec);
    diagnostics.pulled(spec, result.rows, result.stop === null && !result.isSkewed, this.#nowMs());
    // As in the other loop: somebody asked meanwhile.
    const isAsked = refreshes !== this.#refreshes;
    state.pulledAt = isAsked ? null : this.#nowMs();
    const isRefused = result.isSkewed || result.stop?.class === 'forbidden' || result.stop?.class === 'skew';
    state.restingSince = isRefused && !isAsked && !this.#parts.lead.isOver() ? this.#nowMs() : null;
    if (result.stop?.class === 'auth') this.#parts.session.doubt();
    const ended = await this.#endOf(result.stop);
    // Pages of a walk may be large: that one takes long is no trouble of its view.
    if (ended === null) state.own = troubleAfter(state.own, result.stop, 0, this.#nowMs());
    if (!this.#parts.lead.isOver()) {
      const after = feedAfter(this.#feeds.get(spec), spec, result);
      await this.#feeds.put(spec, (await this.#looksEvicted(spec)) ? evictedFeed(after) : after);
    }
    this.#hooks.changed();
    if (result.stop !== null) return ended;
    return this.#endOf(await pullCosts(this.#parts, spec));
  }

  /** The answer, where it ends the cycle and is not the trouble of one view. */
  async #endOf(stop: Answer | null): Promise<Answer | null> {
    return stop !== null && (await endsCycle(this.#parts, stop)) ? stop : null;
  }

  /** Any tab may take rows off this device: the stored cursor says so (D18). */
  async #looksEvicted({ name, feed }: PackedSpec): Promise<boolean> {
    if (feed.kind !== 'whole') return false;
    const isEvicted = evictionOf(await this.#parts.runtime.ports.cache.cursor(name)) !== null;
    if (isEvicted) this.#evicted.add(name);
    else this.#evicted.delete(name);
    return isEvicted;
  }

  #isWatchDue(spec: PackedSpec): boolean {
    const every = this.#everyMs('warm');
    const isWhole =
      spec.watch !== undefined &&
      (this.#feeds.get(spec)?.status === 'complete' || this.#evicted.has(spec.name));
    return every !== null && isWhole && hasPassed(this.#stateOf(spec).watchedAt, every, this.#nowMs());
  }

  async #watch(spec: PackedSpec): Promise<Answer | null> {
    if (!this.#isWatchDue(spec)) return null;
    const state = this.#stateOf(spec);
    state.watchedAt = this.#nowMs();
    const { stop, members } = await watchPacked(this.#parts, spec, state.members);
    state.members = members;
    return stop;
  }

  /** Nobody waits for a comparison on a metered link, and none is made where the pulls rest as well (D12.4). */
  #maySweep(spec: PackedSpec): boolean {
    const isMetered = attentionNow(this.#parts.runtime) === 'constrained';
    return !isMetered && this.#everyMs(spec.group) !== null;
  }

  async #sweep(spec: PackedSpec): Promise<Answer | null> {
    const { feed } = spec;
    if (feed.kind !== 'whole' || this.#feeds.get(spec)?.status !== 'complete') return null;
    // What left for want of room would only come back.
    if (await this.#looksEvicted(spec)) return null;
    const { stop, pass } = await this.#rolling.turn(spec, feed);
    if (stop === null && pass !== null)
      this.#parts.runtime.diagnostics.swept(spec.name, { ...pass, isOpen: !pass.isSettled }, this.#nowMs());
    return stop;
  }

  /** One thing after the other for each collection, until an answer ends the cycle or the term is over. */
  async #each(
    act: (spec: PackedSpec) => Promise<Answer | null>,
    specs: readonly PackedSpec[] = this.#specs,
  ): Promise<Answer | null> {
    for (const spec of specs) {
      if (this.#parts.lead.isOver()) return null;
      const stop = await act(spec);
      if (stop !== null) return stop;
    }
    return null;
  }

  /**
   * What is walked in lanes is filled beside a window, which waits most of its time for its next page (D11). A metered
   * link has nothing to spare for that.
   */
  async #pullDue(): Promise<Answer | null> {
    const pull = async (spec: PackedSpec): Promise<Answer | null> =>
      this.#isDue(spec) ? this.#pullOne(spec) : null;
    const ofKind = (kind: PackedFeed['kind']): readonly PackedSpec[] =>
      this.#specs.filter(({ feed }) => feed.kind === kind);
    const mustFill = (spec: PackedSpec): boolean => this.#isDue(spec) && !this.#isFilled(spec);
    const [walked, windows] = [ofKind('whole'), ofKind('window')];
    const isRoomy = attentionNow(this.#parts.runtime) !== 'constrained';
    if (isRoomy && walked.some(mustFill) && windows.some(mustFill)) {
      const settled = await Promise.allSettled([this.#each(pull, walked), this.#each(pull, windows)]);
      const ends = settled.map((each) => {
        if (each.status === 'rejected') throw each.reason;
        return each.value;
      });
      const ended = ends.find((end) => end !== null);
      if (ended !== undefined) return ended;
    }
    return this.#each(pull);
  }

  /**
   * Every collection is pulled before one is looked over: what was just walked is read again as a whole for that, and
   * until then the next collection would wait (D11).
   */
  async #cycle(): Promise<Answer | null> {
    const ended = await this.#pullDue();
    if (ended !== null || this.#parts.lead.isOver()) return ended;
    const stopped = await this.#each(async (spec) => {
      // What fails is asked by its pulls alone, as seldom as they come.
      if (this.#stateOf(spec).own.failures > 0) return null;
      const stop = await this.#endOf(await this.#watch(spec));
      if (stop !== null) return stop;
      return this.#maySweep(spec) ? this.#endOf(await this.#sweep(spec)) : null;
    });
    if (stopped !== null || this.#parts.lead.isOver()) return stopped;
    this.#jitter = 0.8 + 0.4 * this.#parts.runtime.ports.rng.next();
    return null;
  }

  #nextMs(): number {
    const waits = this.#specs.map((spec) => {
      const every = this.#waitMs(spec);
      return every === null || !this.#isFollowed(spec) || mustWait(this.#stateOf(spec).own, this.#nowMs())
        ? LOOK_MS
        : remainingMs(this.#stateOf(spec).pulledAt, every, this.#nowMs());
    });
    return Math.max(1000, Math.min(LOOK_MS, ...waits));
  }

  #isFollowed(spec: PackedSpec): boolean {
    const { restingSince } = this.#stateOf(spec);
    return restingSince === null && !this.#isHeld(spec) && this.#isWanted(spec);
  }

  /** Whether a turn could ask for anything: only then is the session looked at (T11). */
  #hasWork(): boolean {
    const isDue = (spec: PackedSpec): boolean =>
      this.#isDue(spec) || this.#isWatchDue(spec) || this.#maySweep(spec);
    return this.#probe.isVisited() || this.#specs.some(isDue);
  }

  async #turn(): Promise<number | null> {
    const { lead, client, session, runtime } = this.#parts;
    if (lead.isOver()) return null;
    await this.#feeds.load();
    await this.#lookForHold();
    const mayAsk = runtime.ports.lifecycle.isOnLine() && !mustProbe(client);
    if (mayAsk && !this.#hooks.isReady()) return READY_MS;
    // Where storage is short nothing new is downloaded (D18).
    if ((runtime.ports.pressure?.pauseReason() ?? null) !== null) return LOOK_MS;
    if (!mayAsk || attentionNow(runtime) === 'asleep') return LOOK_MS / 3;
    if (!this.#hasWork()) {
      this.#hasTurned = true;
      return this.#nextMs();
    }
    if (!(await session.mayRead())) return LOOK_MS / 3;
    this.#isPulling = true;
    try {
      const stop = (await this.#probe.ensure()) ?? (await this.#cycle());
      return stop === null ? this.#nextMs() : Math.max(stop.retryAfterMs ?? 0, LOOK_MS / 3);
    } finally {
      this.#isPulling = false;
      const isFirst = !this.#hasTurned;
      this.#hasTurned = true;
      if (isFirst) this.#hooks.filled();
      this.#hooks.changed();
    }
  }
}

/** Makes the loop of one term. */
export function createBulk(
  parts: Pick<BulkParts, 'runtime' | 'lead' | 'client' | 'session'>,
  feeds: FeedStore,
  hooks: BulkHooks,
): BulkLoop {
  const own = {
    suspicions: new Map(),
    calm: new Set<PackedName>(),
    held: new Map(),
    followed: new Set<PackedName>(),
    quiet: new Map(),
    serial: createSerial(),
  };
  return new BulkLoop({ ...parts, ...own }, feeds, hooks);
}
