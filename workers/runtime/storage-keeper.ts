import type { Evicted } from '#sync/core/pull/evicted.ts';
import { toSyncError } from '#sync/errors.ts';
import type { Clock, Log, Timers } from '#sync/ports.ts';
import type { PackedSpec } from '#sync/protocol/packed.ts';
import type { StorageReport } from '#sync/protocol/storage-report.ts';
import type { DexieCache } from '#sync/store/cache/dexie-cache.ts';
import type { DexieJournal } from '#sync/store/journal/dexie-journal.ts';
import { keptConfigs } from '#sync/store/documents/kept-configs.ts';
import type { FreeInput } from '#sync/store/packed/kept-row.ts';
import { dropOldRows } from '#sync/store/packed/old-rows.ts';
import type { QuotaKeeper } from '#sync/store/device/quota.ts';
import { CACHE_BUDGET_BYTES, createQuotaKeeper } from '#sync/store/device/quota.ts';
import { thinRows } from '#sync/store/packed/thin-rows.ts';
import { packedSpecs } from '#sync/protocol/packed-specs.ts';

/** First look at the weight after the start, when the screens have what they need, and the time between two looks. */
const FIRST_LOOK_MS = 10_000;
const LOOK_MS = 5 * 60_000;

/** What the upkeep of one identity's storage needs. */
export interface StorageKeeperInput {
  readonly journal: DexieJournal;
  readonly cache: DexieCache;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly log: Log;
  /** The browser's view of the origin; undefined where there is none. */
  readonly manager: Pick<StorageManager, 'estimate' | 'persisted'> | undefined;
  /** A mark outside the storage says that there was something here before. */
  readonly hadData: boolean;
}

/** Keeps the storage of one identity within bounds and tells about it (D18). */
export interface StorageKeeper {
  relieve(): Promise<boolean>;
  /** For the cache, which the ladder itself writes to. */
  relieveUnlessRunning(): Promise<boolean>;
  pauseReason(): string | null;
  /** A person asked for new data: a pause ends. */
  resume(): void;
  mayRefill(evicted: Evicted): boolean;
  /** Begins to look now and then; only the tab that leads acts. */
  start(isLeader: () => boolean): void;
  stop(): void;
  report(): Promise<StorageReport>;
}

async function ask<T>(question: (() => Promise<T>) | undefined, log: Log): Promise<T | null> {
  try {
    return (await question?.()) ?? null;
  } catch (thrown) {
    // Private windows and old engines refuse; the report says that nothing is known.
    log.event('info', 'storage.unasked', { message: String(thrown) });
    return null;
  }
}

function makeQuota({ journal, cache, clock, log }: StorageKeeperInput): QuotaKeeper {
  /** What a step frees of each packed collection, together. */
  async function ofEach(free: (spec: PackedSpec, now: FreeInput) => Promise<number>): Promise<number> {
    const kept = await keptConfigs(journal, cache);
    const { epoch } = await journal.meta();
    let freed = 0;
    for (const spec of Object.values(packedSpecs))
      freed += await free(spec, { kept, epoch, nowMs: clock.nowMs() });
    return freed;
  }

  return createQuotaKeeper({
    clock,
    log,
    weigh: () => cache.weigh(),
    free: {
      blobs: () => cache.documents.evictLoose(),
      'old-changes': () => ofEach((spec, now) => dropOldRows(cache.packed, spec, now)),
      'config-pages': () => ofEach((spec, now) => thinRows(cache, spec, now)),
    },
  });
}

/** Makes the keeper. Nothing runs before `start`. */
export function createStorageKeeper(input: StorageKeeperInput): StorageKeeper {
  const { journal, cache, timers, log, manager } = input;
  const quota = makeQuota(input);
  let cancel: (() => void) | undefined;

  async function look(): Promise<void> {
    await quota.tend();
    await journal.ballast.ensure();
  }

  function arm(delayMs: number, isLeader: () => boolean): void {
    cancel = timers.set(() => {
      arm(LOOK_MS, isLeader);
      if (!isLeader()) return;
      look().catch((thrown: unknown) =>
        log.event('warn', 'storage.not-tended', { message: toSyncError(thrown).message }),
      );
    }, delayMs);
  }

  return {
    relieve: () => quota.relieve(),
    relieveUnlessRunning: () => quota.relieveUnlessRunning(),
    pauseReason: () => quota.pauseReason(),
    resume: () => quota.resume(),
    mayRefill: (evicted) => quota.mayRefill(evicted),
    start: (isLeader) => arm(FIRST_LOOK_MS, isLeader),
    stop: () => cancel?.(),
    async report() {
      const [collections, documents, estimate, isPersisted, hasBallast, wasMissing] = await Promise.all([
        cache.weigh(),
        cache.documents.weigh(),
        ask(manager && (() => manager.estimate()), log),
        ask(manager && (() => manager.persisted()), log),
        journal.ballast.exists(),
        journal.wasMissing(),
      ]);
      return {
        collections,
        documents,
        isPersisted,
        hasBallast,
        cacheBytes: collections.reduce((sum, { bytes }) => sum + bytes, 0),
        budgetBytes: CACHE_BUDGET_BYTES,
        usageBytes: estimate?.usage ?? null,
        quotaBytes: estimate?.quota ?? null,
        isEvicted: input.hadData && wasMissing,
        reopens: { journal: journal.reopens(), cache: cache.reopens() },
        pauseReason: quota.pauseReason(),
        reliefs: quota.reliefs(),
      };
    },
  };
}
