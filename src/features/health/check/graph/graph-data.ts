import { readCheckGraph } from '#sync/protocol/tables/check-graph.ts';
import type { FrozenRun } from '#sync/protocol/tables/evidence-payload.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Width of a bucket by the length of the range, as the server cuts it (reference server.md, section 4). */
const WIDTHS = [
  { upToMs: 2 * HOUR_MS, widthMs: MINUTE_MS },
  { upToMs: 24 * HOUR_MS, widthMs: 15 * MINUTE_MS },
  { upToMs: 7 * 24 * HOUR_MS, widthMs: HOUR_MS },
] as const;
const WIDEST_MS = 4 * HOUR_MS;
/** Percentiles are taken over at most the newest hundred buckets. */
const LATENCY_BUCKETS = 100;

/** What happened around one moment: a single run, or those of a bucket. */
export interface GraphPoint {
  readonly atMs: number;
  /** Mean of its runs in ms; null where none was measured. */
  readonly latencyMs: number | null;
  readonly passed: number;
  readonly failed: number;
}

/** Latency and status of a check over a window. */
export interface GraphData {
  /** Oldest first. */
  readonly points: readonly GraphPoint[];
  /** Time between two points where nothing is missing. */
  readonly widthMs: number;
  readonly uptime: { readonly passed: number; readonly failed: number };
  readonly latency: { readonly p95: number | null; readonly p97: number | null; readonly p99: number | null };
}

export function bucketWidthMs(rangeMs: number): number {
  return WIDTHS.find(({ upToMs }) => rangeMs <= upToMs)?.widthMs ?? WIDEST_MS;
}

/** True when every run of it passed; null when none said. */
export function isPassing({ passed, failed }: GraphPoint): boolean | null {
  if (failed > 0) return false;
  return passed > 0 ? true : null;
}

interface Bucket {
  passed: number;
  failed: number;
  sumMs: number;
  measured: number;
}

/** Cuts runs into buckets as the server does: each run belongs to the nearest multiple of the width. */
export function graphOfRuns(runs: readonly FrozenRun[], rangeMs: number): GraphData {
  const widthMs = bucketWidthMs(rangeMs);
  const buckets = new Map<number, Bucket>();
  for (const { time, status, duration } of runs) {
    const at = Date.parse(time);
    if (Number.isNaN(at)) continue;
    const atMs = Math.floor((at + widthMs / 2) / widthMs) * widthMs;
    const bucket = buckets.get(atMs) ?? { passed: 0, failed: 0, sumMs: 0, measured: 0 };
    if (status === true) bucket.passed += 1;
    if (status === false) bucket.failed += 1;
    if (duration !== null) {
      bucket.sumMs += duration;
      bucket.measured += 1;
    }
    buckets.set(atMs, bucket);
  }
  const points = [...buckets]
    .sort(([a], [b]) => a - b)
    .map(([atMs, { passed, failed, sumMs, measured }]) => ({
      atMs,
      // Whole milliseconds, as the server tells them.
      latencyMs: measured === 0 ? null : Math.round(sumMs / measured),
      passed,
      failed,
    }));
  return { points, widthMs, uptime: sumOf(points), latency: latencyOf(points) };
}

function sumOf(points: readonly GraphPoint[]): GraphData['uptime'] {
  return {
    passed: points.reduce((sum, { passed }) => sum + passed, 0),
    failed: points.reduce((sum, { failed }) => sum + failed, 0),
  };
}

function latencyOf(points: readonly GraphPoint[]): GraphData['latency'] {
  const means = points
    .slice(-LATENCY_BUCKETS)
    .flatMap(({ latencyMs }) => (latencyMs === null ? [] : [latencyMs]))
    .sort((a, b) => a - b);
  const at = (share: number): number | null => means[Math.ceil(means.length * share) - 1] ?? null;
  return { p95: at(0.95), p97: at(0.97), p99: at(0.99) };
}

/** The server's answer to the same question; undefined for what is none. */
export function graphOfServer(body: unknown, rangeMs: number): GraphData | undefined {
  const graph = readCheckGraph(body);
  if (graph === null) return undefined;
  const points = graph.points.flatMap(({ time, isPassed, durationMs, passed, failed }): GraphPoint[] => {
    const atMs = Date.parse(time);
    if (Number.isNaN(atMs)) return [];
    const isCounted = passed !== null || failed !== null;
    const counts = isCounted
      ? { passed: passed ?? 0, failed: failed ?? 0 }
      : { passed: isPassed ? 1 : 0, failed: isPassed ? 0 : 1 };
    return [{ atMs, latencyMs: durationMs, ...counts }];
  });
  const { p95, p97, p99 } = graph.latency;
  return { points, widthMs: bucketWidthMs(rangeMs), uptime: graph.uptime, latency: { p95, p97, p99 } };
}

/** Columns for a plot in seconds and ms; between two points with a hole an empty one, so that no line crosses it. */
export function plotColumns({ points, widthMs }: Pick<GraphData, 'points' | 'widthMs'>): {
  readonly xs: readonly number[];
  readonly ys: readonly (number | null)[];
  /** Place of each column among the points; -1 for a hole. */
  readonly at: readonly number[];
} {
  const holeMs = holeLimitMs(points, widthMs);
  const xs: number[] = [];
  const ys: (number | null)[] = [];
  const at: number[] = [];
  for (const [index, point] of points.entries()) {
    const before = points[index - 1];
    if (before !== undefined && point.atMs - before.atMs > holeMs) {
      xs.push((before.atMs + widthMs) / 1000);
      ys.push(null);
      at.push(-1);
    }
    xs.push(point.atMs / 1000);
    ys.push(point.latencyMs);
    at.push(index);
  }
  return { xs, ys, at };
}

/** A check may run less often than there are buckets: a hole is what is much longer than usual between two of its points. */
function holeLimitMs(points: readonly GraphPoint[], widthMs: number): number {
  const steps = points
    .flatMap(({ atMs }, index) => {
      const before = points[index - 1];
      return before === undefined ? [] : [atMs - before.atMs];
    })
    .sort((a, b) => a - b);
  const usual = steps[Math.floor(steps.length / 2)] ?? widthMs;
  return Math.max(usual, widthMs) * 2.5;
}
