import type { Pool } from 'pg';
import { scheduleMs } from '#sync/core/check/schedule.ts';
import type { Wire } from '../../migrate.ts';

/** What a run of a check gave, in the runner's words: what is empty or zero is left out. */
export interface RunResult {
  start: string;
  pass: boolean;
  duration?: number;
  message?: string;
  error?: string;
  /** What the target said, by the kind of check. */
  data: Readonly<Record<string, unknown>>;
  metrics?: readonly Readonly<Record<string, unknown>>[];
  CanaryResult?: null;
}

interface Due {
  id: string;
  canary_id: string;
  type: string;
  severity: string | null;
  schedule: string | null;
  interval: string | null;
  last_status: boolean | null;
  last_duration: number | null;
  last_message: string | null;
  last_error: string | null;
}

/** Where a run leaves its traces beside its own row: in that of the check, or since 2025 mostly in a table of its own. */
const STORE: Readonly<Record<Wire, string>> = {
  '2024': `stored as (
       update checks set status = run.state, last_runtime = run.time, next_runtime = run.next
       from run where checks.id = run.check_id
     )`,
  '2026': `unlogged as (
       insert into checks_unlogged (check_id, canary_id, status, last_runtime, next_runtime)
       select check_id, canary_id, state, time, next from run
       on conflict (check_id) do update
       set status = excluded.status, last_runtime = excluded.last_runtime, next_runtime = excluded.next_runtime
     ), stored as (
       update checks set status = run.state
       from run where checks.id = run.check_id and checks.status is distinct from run.state
     )`,
};

/**
 * Runs one check at once and stores what came of it (semantics 1): a row of its own, the state of the check, and by the
 * triggers the time of a transition and its event. Nothing is there to be reached: a target is as its last run found
 * it. Undefined when there is no such check.
 */
export async function runCheck(pool: Pool, wire: Wire, checkId: string): Promise<RunResult | undefined> {
  const found = await pool.query<Due>(
    `select c.id, c.canary_id, c.type, c.severity,
            n.spec ->> 'schedule' as schedule, n.spec ->> 'interval' as interval,
            s.status as last_status, s.duration as last_duration, s.message as last_message, s.error as last_error
     from checks c
     join canaries n on n.id = c.canary_id
     left join lateral (
       select * from check_statuses where check_id = c.id order by time desc limit 1
     ) s on true
     where c.id = $1 and c.deleted_at is null`,
    [checkId],
  );
  const [check] = found.rows;
  if (check === undefined) return undefined;
  const pass = check.last_status ?? true;
  const duration = check.last_duration ?? 25;
  const [message, error] = pass ? [check.last_message, null] : [check.last_message, check.last_error];
  const stored = await pool.query<{ time: Date }>(
    `with run as (
       select $1::uuid as check_id, $2::uuid as canary_id, $3::boolean as ok,
              case when $3::boolean then 'healthy' else 'unhealthy' end as state,
              date_trunc('second', now()) as time,
              date_trunc('second', now()) + $8::bigint * interval '1 millisecond' as next
     ), written as (
       insert into check_statuses (check_id, time, status, invalid, duration, message, error, severity)
       select check_id, time, ok, false, $4, $5, $6, $7 from run on conflict do nothing
     ), ${STORE[wire]}
     select time from run`,
    [check.id, check.canary_id, pass, duration, message, error, check.severity, scheduleMs(check)],
  );
  const [row] = stored.rows;
  if (row === undefined) throw new Error('a run left no time');
  return {
    start: row.time.toISOString(),
    pass,
    ...(duration === 0 ? {} : { duration }),
    ...(message === null || message === '' ? {} : { message }),
    ...(error === null || error === '' ? {} : { error }),
    ...(check.type === 'http' ? httpTraces(pass, duration) : { data: { results: {} } }),
    ...(wire === '2026' ? { CanaryResult: null } : {}),
  };
}

/** What the runner tells of a request it made, and what it counts. */
function httpTraces(pass: boolean, durationMs: number): Pick<RunResult, 'data' | 'metrics'> {
  const code = pass ? 200 : 503;
  return {
    data: {
      code,
      content: '',
      elapsed: durationMs * 1_000_000,
      headers: {},
      json: {},
      results: {},
      sslAge: 0,
    },
    metrics: [{ name: 'response_code', type: 'counter', labels: { code: String(code) } }],
  };
}
