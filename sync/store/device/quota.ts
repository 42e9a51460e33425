import { hasPassed } from '../../core/pull/schedule.ts';
import type { Evicted } from '../../core/pull/evicted.ts';
import { STORAGE_FULL_WORDS } from '../../core/outbox/status.ts';
import { toSyncError } from '../../errors.ts';
import type { Clock, Log } from '../../ports.ts';
import type { CollectionWeight, Relief, ReliefStep } from '../../protocol/storage-report.ts';
import { reliefSteps } from '../../protocol/storage-report.ts';

/** Most the cache may weigh by our own account; what browsers report as quota is no limit (D18, T14). */
export const CACHE_BUDGET_BYTES = 300 * 1024 * 1024;
/** Pulls that were paused begin again after this, if the cache is within its budget; the disk may have room again. */
export const PAUSE_MS = 10 * 60_000;

/** Makes room; returns bytes, rows or pages that went — anything above zero means that trying again is worth it. */
export type Free = () => Promise<number>;

/** What a quota keeper is made of. */
export interface QuotaInput {
  readonly clock: Clock;
  readonly log: Log;
  /** What each step does; one that is missing is passed over. */
  readonly free: Readonly<Partial<Record<Exclude<ReliefStep, 'pause-pulls'>, Free>>>;
  readonly weigh: () => Promise<readonly CollectionWeight[]>;
  readonly budgetBytes?: number | undefined;
}

/** Keeps the cache within its budget and answers a full device by the ladder of D18. */
export interface QuotaKeeper {
  /** The device is full: goes down the ladder until a step frees something. Shared by calls made meanwhile. */
  relieve(): Promise<boolean>;
  /**
   * The same for a store the ladder writes to: false at once while it is gone down, for a step that met a full device
   * would otherwise wait for itself.
   */
  relieveUnlessRunning(): Promise<boolean>;
  /** Compares the weight with the budget and eases until it fits; ends a pause whose time has come. */
  tend(): Promise<void>;
  /** Why nothing new is downloaded, in plain words; null while pulls go on. */
  pauseReason(): string | null;
  /** Ends a pause before its time, because a person asked; a write that finds no room begins the next. */
  resume(): void;
  /**
   * True when a collection that lost rows for want of room may be pulled whole again: a day has passed since the last of
   * them went, and by the last weighing it would fit.
   */
  mayRefill(evicted: Evicted): boolean;
  reliefs(): readonly Relief[];
}

/** A device that was full is not tried with the whole catalog more often than this. */
export const REFILL_MS = 24 * 3_600_000;

/** Remembered reliefs. */
const MAX_RELIEFS = 50;

/** Makes the quota keeper of one cache. */
export function createQuotaKeeper(input: QuotaInput): QuotaKeeper {
  const { clock, log, budgetBytes = CACHE_BUDGET_BYTES } = input;
  const reliefs: Relief[] = [];
  let pausedAt: number | null = null;
  let running: Promise<boolean> | undefined;

  function note(step: ReliefStep, freed: number): void {
    reliefs.push({ step, at: clock.nowMs(), freed });
    if (reliefs.length > MAX_RELIEFS) reliefs.shift();
    log.event('warn', 'quota.relief', { step, freed });
  }

  /** Every step is tried each time: blobs come back while people look at things. */
  async function descend(): Promise<boolean> {
    for (const step of reliefSteps) {
      if (step === 'pause-pulls') {
        if (pausedAt === null) note(step, 0);
        pausedAt = clock.nowMs();
        return false;
      }
      try {
        const freed = (await input.free[step]?.()) ?? 0;
        if (freed > 0) {
          note(step, freed);
          return true;
        }
      } catch (thrown) {
        // A step that fails on a full device must not keep the next one from being tried.
        log.event('error', 'quota.step-failed', { step, message: toSyncError(thrown).message });
      }
    }
    return false;
  }

  function relieve(): Promise<boolean> {
    // Not begun before it counts as running: its first step may come back here.
    running ??= Promise.resolve()
      .then(descend)
      .finally(() => {
        running = undefined;
      });
    return running;
  }

  /** Null before the first weighing. */
  let totalBytes: number | null = null;
  const total = async (): Promise<number> => {
    totalBytes = (await input.weigh()).reduce((sum, { bytes }) => sum + bytes, 0);
    return totalBytes;
  };

  /** A tab that does not lead is not tended: its pause ends by itself. */
  const pauseReason = (): string | null =>
    hasPassed(pausedAt, PAUSE_MS, clock.nowMs()) ? null : STORAGE_FULL_WORDS;

  return {
    relieve,
    relieveUnlessRunning: () => (running === undefined ? relieve() : Promise.resolve(false)),
    async tend() {
      if (hasPassed(pausedAt, PAUSE_MS, clock.nowMs())) pausedAt = null;
      while ((await total()) > budgetBytes) {
        if (!(await relieve())) return;
      }
    },
    pauseReason,
    resume: () => {
      pausedAt = null;
    },
    mayRefill: ({ at, bytes }) =>
      pauseReason() === null &&
      hasPassed(at, REFILL_MS, clock.nowMs()) &&
      totalBytes !== null &&
      totalBytes + bytes <= budgetBytes,
    reliefs: () => [...reliefs],
  };
}
