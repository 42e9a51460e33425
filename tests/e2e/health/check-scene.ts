import { randomUUID } from 'node:crypto';
import type { ServerFacts } from '../server-facts.ts';

/** A check made for one test, with a run every minute of the last hour and a half. */
export interface CheckScene {
  readonly checkId: string;
  readonly canaryId: string;
  readonly name: string;
  /** Runs of the last hour at least, and how many of them failed. */
  readonly runs: number;
  readonly failed: number;
}

const MINUTES = 90;
/** Every tenth run failed, and took seven seconds. */
const FAILED_EVERY = 10;

/** Inserts a canary with one check. `after` is what its name ends with, so that lists have it in a known place. */
export async function createCheck(facts: ServerFacts, after = ''): Promise<CheckScene> {
  const [checkId, canaryId] = [randomUUID(), randomUUID()];
  const name = `probe-${checkId.slice(0, 8)}${after}`;
  await facts.rows(
    `insert into canaries (id, name, namespace, spec, created_at)
     values ($1, $2, 'e2e', '{"schedule": "@every 1m"}', now() - interval '2 days')`,
    [canaryId, name],
  );
  await facts.rows(
    `insert into checks (id, canary_id, type, name, namespace, severity, status, spec, last_runtime,
                         next_runtime, last_transition_time, created_at, updated_at)
     values ($1, $2, 'http', $3, 'e2e', 'high', 'healthy', '{"url": "https://shop.example/health"}',
             date_trunc('minute', now()) - interval '1 minute', now() + interval '5 minutes',
             now() - interval '3 hours', now() - interval '2 days', now())`,
    [checkId, canaryId, name],
  );
  await facts.rows(
    `insert into check_statuses (check_id, time, status, invalid, duration, message, error, created_at)
     select $1, date_trunc('minute', now()) - n * interval '1 minute', n % $3 <> 5, false,
            case when n % $3 = 5 then 7000 else 100 + n end,
            case when n % $3 = 5 then '' else 'answered 200' end,
            case when n % $3 = 5 then 'timed out after 7s, attempt ' || n end,
            date_trunc('minute', now()) - n * interval '1 minute'
     from generate_series(1, $2) as n`,
    [checkId, MINUTES, FAILED_EVERY],
  );
  // The number of runs in the last hour depends on the second at which it is asked: 59 or 60 of them.
  return { checkId, canaryId, name, runs: 59, failed: 6 };
}
