import * as v from 'valibot';
import { maybeFlag, maybeNumber } from '../fields.ts';

const pointSchema = v.object({
  time: v.string(),
  status: maybeFlag,
  duration: maybeNumber,
  passed: maybeNumber,
  failed: maybeNumber,
});
const graphSchema = v.object({
  status: v.nullish(v.array(v.unknown()), null),
  latency: v.nullish(
    v.object({ p99: maybeNumber, p97: maybeNumber, p95: maybeNumber, rolling1h: maybeNumber }),
    null,
  ),
  uptime: v.nullish(v.object({ passed: maybeNumber, failed: maybeNumber }), null),
});

/** One bucket of a graph: it passed when every run in it did. */
export interface GraphPoint {
  /** Server time (ISO). */
  readonly time: string;
  readonly isPassed: boolean;
  /** Mean of the runs. */
  readonly durationMs: number;
  /** Runs; null where the server does not count them. */
  readonly passed: number | null;
  readonly failed: number | null;
}

/** Latency and status of one check over a range, as the server computed it (reference server.md 4). */
export interface CheckGraph {
  /** Oldest first. */
  readonly points: readonly GraphPoint[];
  /** Milliseconds over the last hundred buckets; null where the server does not say. */
  readonly latency: {
    readonly p99: number | null;
    readonly p97: number | null;
    readonly p95: number | null;
    readonly rolling1h: number | null;
  };
  /** Runs of the range. */
  readonly uptime: { readonly passed: number; readonly failed: number };
}

/** The server leaves a zero out, and sends one for a percentile it does not compute. */
const maybeZero = (value: number | null | undefined): number | null =>
  value === 0 || value === undefined ? null : value;

/**
 * The body of `check-graph`; null when it is none (D24). A bucket without `status` failed: the server drops false and
 * zero. A bucket that cannot be read is left out.
 */
export function readCheckGraph(body: unknown): CheckGraph | null {
  const graph = v.safeParse(graphSchema, body);
  if (!graph.success) return null;
  const { status, latency, uptime } = graph.output;
  const points = (status ?? []).flatMap((raw): GraphPoint[] => {
    const point = v.safeParse(pointSchema, raw);
    if (!point.success) return [];
    const { time, duration, passed, failed } = point.output;
    return [{ time, isPassed: point.output.status === true, durationMs: duration ?? 0, passed, failed }];
  });
  return {
    points: points.toSorted((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0)),
    latency: {
      p99: maybeZero(latency?.p99),
      p97: maybeZero(latency?.p97),
      p95: maybeZero(latency?.p95),
      rolling1h: maybeZero(latency?.rolling1h),
    },
    uptime: { passed: uptime?.passed ?? 0, failed: uptime?.failed ?? 0 },
  };
}
