import {
  countAttention,
  countWaiting,
  phaseOf,
  STORAGE_FULL_WORDS,
  toldSkewMs,
  unknownReach,
} from '../../core/outbox/status.ts';
import type { Reach, SyncStatus } from '../../core/outbox/status.ts';
import type { Op } from '../../protocol/op.ts';
import { createLoop } from '../loop.ts';
import type { Loop } from '../loop.ts';
import type { PullFacts } from '../pull/loop.ts';
import type { Runtime } from '../runtime.ts';
import type { SessionState } from '../tabs/session.ts';

/** What the leading term adds to the status. */
export interface LeadFacts {
  readonly reach: Reach;
  readonly session: SessionState;
  readonly sending: number;
  readonly pull: PullFacts;
  readonly isHeld: boolean;
}

/** Time of rest between two looks at the counters, so that a burst of changes is one status. */
const SETTLE_MS = 50;
/** A status without news is looked at again after this, because freshness fades by itself (D23). */
const FADE_MS = 10_000;

/** Says that the device is full, unless its storage does not work at all: then nothing is promised. */
function withFull(status: SyncStatus, words: string | null): SyncStatus {
  if (words === null || status.phase === 'storage-failed') return status;
  return { ...status, reason: words, isFull: true };
}

/** The one indicator of this tab (ux 4.6): computed by the leader, repeated by followers. */
export class StatusService {
  readonly #runtime: Runtime;
  readonly #listeners = new Set<(status: SyncStatus) => void>();
  readonly #loop: Loop;
  #lead: (() => LeadFacts) | null = null;
  #fromLeader: SyncStatus | null = null;
  #present: SyncStatus;
  /** What a tab that neither leads nor has heard of a leader goes by: without what it adds of its own storage. */
  #base: SyncStatus;
  /** Operations that were on their way when the present batch began, for "3 of 12". */
  #batch = 0;
  #hasFailed = false;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
    this.#present = {
      phase: 'starting',
      isLeader: false,
      waiting: 0,
      needsAttention: 0,
      progress: null,
      asOf: null,
      reason: null,
      updatedAt: runtime.ports.clock.nowMs(),
    };
    this.#base = this.#present;
    this.#loop = createLoop(
      runtime.ports,
      () => this.#turn(),
      (thrown) => {
        runtime.storage.isFailed = true;
        this.#hasFailed = true;
        runtime.ports.log.event('error', 'status.failed', { error: String(thrown) });
        this.#publish({ ...this.#present, phase: 'storage-failed' });
        return FADE_MS;
      },
    );
  }

  present(): SyncStatus {
    return this.#present;
  }

  /** Calls back with the present status and with every change of it. */
  listen(listener: (status: SyncStatus) => void): () => void {
    this.#listeners.add(listener);
    listener(this.#present);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Something may have changed; the status follows within a moment. */
  touch(): void {
    this.#loop.wake(SETTLE_MS);
  }

  /** This tab leads from now on, or no longer (null). */
  lead(facts: (() => LeadFacts) | null): void {
    this.#lead = facts;
    // What an earlier leader said is older than what this tab sees while it leads.
    if (facts !== null) this.#fromLeader = null;
    this.touch();
  }

  /** Says the present status again, for a tab that has just come. */
  repeat(): void {
    if (this.#present.isLeader) this.#post();
  }

  /** What the leader of the device said. */
  hear(status: SyncStatus): void {
    this.#fromLeader = status;
    this.touch();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  async #turn(): Promise<number | null> {
    const { journal, clock } = this.#runtime.ports;
    const open = await journal.read({ open: true });
    const notices = await journal.notices();
    const waiting = countWaiting(open);
    this.#batch = waiting === 0 ? 0 : Math.max(this.#batch, waiting);
    const counts = { waiting, needsAttention: countAttention(open, notices), updatedAt: clock.nowMs() };
    const full = await this.#fullWords(open);
    const facts = this.#lead?.();
    // A leader knows more about its stores than this read, unless this very read had failed; a follower has nothing else to go by.
    if (facts === undefined || this.#hasFailed) this.#runtime.storage.isFailed = false;
    this.#hasFailed = false;
    if (facts !== undefined) this.#base = this.#led(facts, counts, full !== null);
    this.#publish(withFull(facts === undefined ? this.#followed(counts) : this.#base, full));
    return FADE_MS;
  }

  /** Why the copy on this device is behind for want of room; null when it is not (D18). */
  async #fullWords(open: readonly Op[]): Promise<string | null> {
    const { ports, storage } = this.#runtime;
    const { unshown } = storage;
    if (unshown.size > 0) {
      const shadows = await ports.cache.shadows();
      const shown = new Set(shadows.flatMap(({ pending }) => pending.map(({ id }) => id)));
      const openIds = new Set(open.map(({ id }) => id));
      // Shown while it is open, and gone when it is not: either way nothing is missing any more.
      for (const id of unshown) if (shown.has(id) === openIds.has(id)) unshown.delete(id);
    }
    const paused = ports.pressure?.pauseReason() ?? null;
    return paused ?? (unshown.size > 0 || storage.isCramped ? STORAGE_FULL_WORDS : null);
  }

  #followed(counts: Pick<SyncStatus, 'waiting' | 'needsAttention' | 'updatedAt'>): SyncStatus {
    const said = this.#fromLeader ?? this.#base;
    const phase = this.#runtime.storage.isFailed ? 'storage-failed' : said.phase;
    return { ...said, ...counts, phase, isLeader: false };
  }

  #led(
    facts: LeadFacts,
    counts: Pick<SyncStatus, 'waiting' | 'needsAttention' | 'updatedAt'>,
    isFull: boolean,
  ): SyncStatus {
    const { pull, reach, session, sending } = facts;
    const phase = phaseOf({
      isStorageFailed: this.#runtime.storage.isFailed,
      isSignedOut: session === 'signed-out' || session === 'other-user',
      isOnLine: this.#runtime.ports.lifecycle.isOnLine(),
      reach: session === 'doubt' && reach.state === 'up' ? unknownReach : reach,
      isBusy: sending > 0 || pull.isCompleting,
      hasHotPull: pull.hasHotPull,
      isFresh: pull.isFresh,
      // Without room there is no later pull that could take an earlier failure back.
      hasFailed: (pull.hasFailed && !isFull) || session === 'doubt',
    });
    const sent = { done: this.#batch - counts.waiting, total: this.#batch };
    const progress = pull.isCompleting ? { done: pull.done, total: pull.total } : sending > 0 ? sent : null;
    const skewMs = toldSkewMs(this.#runtime.skew.ms);
    const isHeld = facts.isHeld ? true : undefined;
    return {
      ...counts,
      phase,
      isLeader: true,
      progress,
      asOf: pull.asOf,
      reason: pull.reason,
      skewMs,
      isHeld,
    };
  }

  #publish(next: SyncStatus): void {
    const quiet = (status: SyncStatus): string => JSON.stringify({ ...status, updatedAt: 0 });
    if (quiet(next) === quiet(this.#present)) return;
    this.#present = next;
    for (const listener of this.#listeners) listener(next);
    if (next.isLeader) this.#post();
  }

  #post(): void {
    this.#runtime.ports.bus.post({ type: 'status', status: { ...this.#present } });
  }
}
