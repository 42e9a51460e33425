import type { Pool } from 'pg';
import { percentileDisc } from '#sync/core/check/summary.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Percentiles are those of the newest buckets, at most so many. */
const LATENCY_BUCKETS = 100;

/** Width of a bucket for a range: a minute up to two hours, and wider for longer ones. */
export function bucketSeconds(rangeMs: number): number {
  if (rangeMs <= 2 * HOUR_MS) return 60;
  if (rangeMs <= DAY_MS) return 15 * 60;
  return rangeMs <= 7 * DAY_MS ? 3_600 : 4 * 3_600;
}

interface Bucket {
  time: Date;
  status: boolean | null;
  duration: number | null;
  passed: number;
  failed: number;
}

/** The graph of a check between two moments (ms). A failing bucket has no `status`: the server drops false and zero. */
export async function graphOf(
  pool: Pool,
  checkId: string,
  fromMs: number,
  toMs: number,
): Promise<Record<string, unknown>> {
  const width = bucketSeconds(toMs - fromMs);
  // A run belongs to the nearest multiple of the width, before or after it.
  const found = await pool.query<Bucket>(
    `select to_timestamp(floor((extract(epoch from time) + $4::numeric / 2) / $4::numeric) * $4::numeric) as time,
            bool_and(coalesce(status, false)) as status, round(avg(duration))::int as duration,
            (count(*) filter (where status))::int as passed,
            (count(*) filter (where not coalesce(status, false)))::int as failed
     from check_statuses
     where check_id = $1 and time >= $2 and time <= $3
     group by 1 order by 1`,
    [checkId, new Date(fromMs), new Date(toMs), width],
  );
  const averages = found.rows
    .slice(-LATENCY_BUCKETS)
    .flatMap(({ duration }) => duration ?? [])
    .sort((a, b) => a - b);
  const percentile = (share: number): number => percentileDisc(averages, share) ?? 0;
  const sum = (key: 'passed' | 'failed'): number => found.rows.reduce((total, row) => total + row[key], 0);
  const points = found.rows.map(({ time, status, duration, passed, failed }) => ({
    time: time.toISOString().replace('.000Z', 'Z'),
    ...(status === true ? { status } : {}),
    duration: duration ?? 0,
    ...(passed > 0 ? { passed } : {}),
    ...(failed > 0 ? { failed } : {}),
  }));
  return {
    status: points.length === 0 ? null : points,
    latency: {
      ...(percentile(0.99) > 0 ? { p99: percentile(0.99) } : {}),
      ...(percentile(0.97) > 0 ? { p97: percentile(0.97) } : {}),
      ...(percentile(0.95) > 0 ? { p95: percentile(0.95) } : {}),
      rolling1h: 0,
    },
    uptime: { passed: sum('passed'), failed: sum('failed') },
  };
}
