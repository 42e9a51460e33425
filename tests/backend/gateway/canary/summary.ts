import type { Pool } from 'pg';
import type { Gateway } from '../context.ts';

/** The server's own jobs: the hour's numbers are computed anew every minute, those of silent checks every hour. */
const SUMMARY_EVERY_MS = 60_000;
const AGED_EVERY_MS = 3_600_000;

const refreshes = new WeakMap<Pool, { summaryAt: number; agedAt: number; running: Promise<void> }>();

/** Brings the stored numbers up to date when the jobs would have run since; the aged ones first, the others hold them. */
export async function refreshSummaries({ pool, clock }: Gateway): Promise<void> {
  const state = refreshes.get(pool) ?? {
    summaryAt: Number.NEGATIVE_INFINITY,
    agedAt: Number.NEGATIVE_INFINITY,
    running: Promise.resolve(),
  };
  refreshes.set(pool, state);
  // One after the other: two that ask at once need one refresh.
  const refresh = async (): Promise<void> => {
    const now = clock();
    if (now - state.summaryAt < SUMMARY_EVERY_MS) return;
    if (now - state.agedAt >= AGED_EVERY_MS) {
      await pool.query('refresh materialized view check_status_summary_aged');
      state.agedAt = now;
    }
    await pool.query('refresh materialized view check_status_summary');
    state.summaryAt = now;
  };
  const running = state.running.then(refresh);
  state.running = running.catch(() => undefined); // the caller of this turn hears of it
  await running;
}

/** One check as the summary has it: what is not set is left out, as is a zero of a percentile. 2026 never says when it last failed. */
const rowOf = (wire: Gateway['wire'], extra: string): string => `json_strip_nulls(json_build_object(
  'id', s.id, 'canary_id', s.canary_id, 'canary_name', s.canary_name, 'canary_namespace', s.canary_namespace,
  'name', s.name, 'namespace', coalesce(s.namespace, s.canary_namespace), 'type', s.type, 'status', s.status,
  'description', s.description, 'icon', s.icon, 'owner', s.owner, 'severity', s.severity, 'labels', s.labels,
  'uptime', json_build_object(
    'passed', coalesce((s.uptime ->> 'passed')::int, 0), 'failed', coalesce((s.uptime ->> 'failed')::int, 0),
    'last_pass', s.uptime -> 'last_pass'${wire === '2024' ? `, 'last_fail', s.uptime -> 'last_fail'` : ''}
  ),
  'latency', json_build_object(
    'p99', nullif((s.latency ->> 'p99')::numeric, 0), 'p95', nullif((s.latency ->> 'p95')::numeric, 0), 'rolling1h', 0
  ),
  'last_runtime', s.last_runtime, 'last_transition_time', s.last_transition_time,
  'created_at', s.created_at, 'updated_at', s.updated_at, 'silenced_at', s.silenced_at${extra}
))`;

/** Live checks as JSON text; the view of 2026 knows the agent too. */
export function summarySql(wire: Gateway['wire'], where = '', more = ''): string {
  const agent = wire === '2026' ? `, 'agent_id', s.agent_id` : '';
  return `select coalesce(json_agg(${rowOf(wire, agent + more)} order by s.name, s.id), '[]')::text as rows
          from check_summary s where s.deleted_at is null ${where}`;
}
