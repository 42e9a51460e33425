import type { Latency, Uptime } from '../../protocol/health.ts';
import { compareServerTime, serverTimeToMicros } from '../pull/server-time.ts';

/** One run as uptime and latency need it. */
export interface CheckRun {
  readonly time: string;
  readonly status: boolean | null;
  /** Milliseconds. */
  readonly duration: number | null;
}

/** What the server says about the runs of one check; `lastRun` is the newest of them. */
export interface RunSummary {
  readonly uptime: Uptime;
  readonly latency: Latency;
  readonly lastRun: CheckRun | null;
}

const HOUR_MICROS = 3_600_000_000;

/** Discrete percentile as SQL has it: the first value whose share of the sorted values reaches `share`. */
export function percentileDisc(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}

function latencyOf(runs: readonly CheckRun[]): Latency {
  const durations = runs.flatMap(({ duration }) => duration ?? []).sort((a, b) => a - b);
  const sum = durations.reduce((total, each) => total + each, 0);
  return {
    p99: percentileDisc(durations, 0.99),
    p97: null,
    p95: percentileDisc(durations, 0.95),
    p50: percentileDisc(durations, 0.5),
    avg: durations.length === 0 ? null : sum / durations.length,
  };
}

function newest(runs: readonly CheckRun[]): CheckRun | null {
  let found: CheckRun | null = null;
  for (const run of runs) if (found === null || compareServerTime(run.time, found.time) > 0) found = run;
  return found;
}

function uptimeOf(runs: readonly CheckRun[]): Uptime {
  const passed = runs.filter(({ status }) => status === true);
  const failed = runs.filter(({ status }) => status === false);
  return {
    passed: passed.length,
    failed: failed.length,
    lastPass: newest(passed)?.time ?? null,
    lastFail: newest(failed)?.time ?? null,
  };
}

/**
 * Uptime and latency as the server computes them (semantics 1.1): over the runs of the hour before `now`, or over the
 * single newest run where there was none. `runs` are those of one check, in any order; `now` is server time.
 */
export function summariseRuns(runs: readonly CheckRun[], now: string): RunSummary {
  const edge = (serverTimeToMicros(now) ?? 0) - HOUR_MICROS;
  const inHour = runs.filter(({ time }) => (serverTimeToMicros(time) ?? 0) > edge);
  const lastRun = newest(runs);
  if (inHour.length > 0) return { uptime: uptimeOf(inHour), latency: latencyOf(inHour), lastRun };
  if (lastRun === null) return { uptime: uptimeOf([]), latency: latencyOf([]), lastRun };
  // Of a single run without a result the server makes a failed one.
  const aged = { ...lastRun, status: lastRun.status === true };
  const uptime = uptimeOf([aged]);
  return {
    uptime: lastRun.status === null ? { ...uptime, lastFail: null } : uptime,
    latency: latencyOf([lastRun]),
    lastRun,
  };
}
