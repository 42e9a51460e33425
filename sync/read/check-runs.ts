import { summariseRuns } from '../core/check/summary.ts';
import type { CheckRun, RunSummary } from '../core/check/summary.ts';
import type { Dated } from '../core/check/rows.ts';
import { textAt } from '../core/outbox/json.ts';
import { compareServerTime, shiftServerTime } from '../core/pull/server-time.ts';
import type { CacheStore } from '../ports.ts';
import { DERIVED_KEY } from '../protocol/keys.ts';
import type { JsonRow } from '../protocol/op.ts';
import type { Coverage } from '../protocol/stored.ts';
import type { PackedLibrary } from '../store/packed/types.ts';

const HOUR_MS = 3_600_000;
/** Runs older than this before the newest one of their check say nothing about its last hour. */
const KEPT_MS = 2 * HOUR_MS;

/** The newest runs of the checks that were opened on this device, and what the server would say of them. */
export class CheckRuns {
  readonly #host: { readonly cache: CacheStore; readonly packed: PackedLibrary };
  readonly #runs = new Map<string, Map<string, CheckRun>>();
  #windows: readonly Coverage[] = [];
  #version: number | null = null;

  constructor(host: { readonly cache: CacheStore; readonly packed: PackedLibrary }) {
    this.#host = host;
  }

  /** Reads what was written since the last time. */
  async catchUp(): Promise<void> {
    const { cache, packed } = this.#host;
    // First what is covered, then the runs: a claim must not be younger than the rows it is about.
    const cursor = await cache.cursor('check_statuses');
    this.#version = await packed.read('check_statuses', this.#version, {
      begin: (isFull) => {
        if (isFull) this.#runs.clear();
      },
      put: (rows) => {
        for (const row of rows) this.#put(row);
      },
      remove: (ids) => {
        for (const runs of this.#runs.values()) for (const id of ids) runs.delete(id);
      },
    });
    for (const runs of this.#runs.values()) prune(runs);
    this.#windows = cursor?.windows ?? [];
  }

  /** Uptime and latency of the checks whose last hour is here whole and later than `since`. */
  summaries(since: string | null): ReadonlyMap<string, Dated<RunSummary>> {
    const found = new Map<string, Dated<RunSummary>>();
    for (const { scopeKey, from, complete, asOf } of this.#windows) {
      if (!complete || asOf === null || compareServerTime(asOf, since) <= 0) continue;
      const isHourHere = from === null || compareServerTime(from, shiftServerTime(asOf, -HOUR_MS)) <= 0;
      const runs = [...(this.#runs.get(scopeKey)?.values() ?? [])];
      // Without a run here the newest one may lie before the window.
      if (!isHourHere || runs.length === 0) continue;
      found.set(scopeKey, { value: summariseRuns(runs, asOf), asOf });
    }
    return found;
  }

  #put(row: JsonRow): void {
    const [checkId, time] = [textAt(row, 'check_id'), textAt(row, 'time')];
    if (checkId === null || time === null) return;
    const runs = this.#runs.get(checkId) ?? new Map<string, CheckRun>();
    this.#runs.set(checkId, runs);
    const { status, duration } = row;
    runs.set(textAt(row, DERIVED_KEY) ?? time, {
      time,
      status: typeof status === 'boolean' ? status : null,
      duration: typeof duration === 'number' ? duration : null,
    });
  }
}

function prune(runs: Map<string, CheckRun>): void {
  let newest: string | null = null;
  for (const { time } of runs.values()) if (compareServerTime(time, newest) > 0) newest = time;
  if (newest === null) return;
  const edge = shiftServerTime(newest, -KEPT_MS);
  for (const [key, { time }] of runs) if (compareServerTime(time, edge) < 0) runs.delete(key);
}
