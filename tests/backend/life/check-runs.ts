import type { Pool } from 'pg';
import type { Prng } from '#tests/sim/prng.ts';
import type { Wire } from '../migrate.ts';

const BATCH = 10;
/** How often a good check fails and a failing one recovers: about one check in twelve is red at any time. */
const FAIL_CHANCE = 0.015;
const RECOVER_CHANCE = 0.17;

const FAILURES = [
  'connection refused',
  'context deadline exceeded',
  'expected status 200, got 503',
  'tls: certificate has expired',
  'no pods ready',
];

interface DueCheck {
  id: string;
  status: string | null;
  usual_ms: number | null;
}

/** Where a run leaves its traces: in the row of the check, or since 2025 in that only when the status changed. */
const STORE: Readonly<Record<Wire, string>> = {
  '2024': `update checks
     set status = result.status, last_runtime = now(), next_runtime = now() + interval '1 minute'
     from result where checks.id = result.check_id`,
  '2026': `, ran as (
       insert into checks_unlogged (check_id, canary_id, status, last_runtime, next_runtime)
       select result.check_id, checks.canary_id, result.status, now(), now() + interval '1 minute'
       from result join checks on checks.id = result.check_id
       on conflict (check_id) do update
       set status = excluded.status, last_runtime = excluded.last_runtime, next_runtime = excluded.next_runtime
     )
     update checks set status = result.status
     from result where checks.id = result.check_id and checks.status is distinct from result.status`,
};

const LAST_RUN: Readonly<Record<Wire, string>> = {
  '2024': 'checks.last_runtime',
  '2026': '(select last_runtime from checks_unlogged run where run.check_id = checks.id)',
};

/** Runs the checks that waited longest, as the server's scheduler would: a result row each and the check's new state. */
export async function runChecks(pool: Pool, rng: Prng, wire: Wire = '2024'): Promise<void> {
  const due = await pool.query<DueCheck>(
    `select id, status,
            (select duration from check_statuses where check_id = checks.id order by time desc limit 1) as usual_ms
     from checks
     where deleted_at is null and silenced_at is null and agent_id = '00000000-0000-0000-0000-000000000000'
     order by ${LAST_RUN[wire]} nulls first, id limit $1`,
    [BATCH],
  );
  const results = due.rows.map((check) => resultOf(check, rng));
  if (results.length === 0) return;
  await pool.query(
    `with result as (
       select *, case when ok then 'healthy' else 'unhealthy' end as status
       from jsonb_to_recordset($1) as r (check_id uuid, ok boolean, duration integer, error text)
     ), written as (
       insert into check_statuses (check_id, time, status, invalid, duration, message, error)
       select check_id, now(), ok, false, duration, case when ok then '' else error end, case when ok then null else error end
       from result on conflict do nothing
     )
     ${STORE[wire]}`,
    [JSON.stringify(results)],
  );
}

function resultOf({ id, status, usual_ms }: DueCheck, rng: Prng): Record<string, unknown> {
  const wasFailing = status === 'unhealthy';
  const ok = wasFailing ? rng.chance(RECOVER_CHANCE) : !rng.chance(FAIL_CHANCE);
  // Around the last one and back to a middle, so that it neither dies out nor explodes.
  const usual = Math.min(2_000, Math.max(15, usual_ms ?? 120));
  const duration = Math.round((usual * 0.8 + 120 * 0.2) * (0.75 + rng.next() * 0.5) * (ok ? 1 : 2));
  return { check_id: id, ok, duration, error: ok ? null : rng.pick(FAILURES) };
}
