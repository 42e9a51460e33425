import type { Pool } from 'pg';
import type { Prng } from '#tests/sim/prng.ts';

/** Below this many active incidents a closed one comes back, so that the demo never runs dry. */
const MIN_ACTIVE = 5;
/** What somebody works on is left alone. */
const QUIET = '10 minutes';

/** The ordinary next step; all are moves the product allows. */
const NEXT: Readonly<Record<string, string>> = {
  new: 'open',
  open: 'investigating',
  investigating: 'mitigated',
  mitigated: 'resolved',
  resolved: 'closed',
};

/** Moves one incident nobody touched lately a step on, or opens a closed one again. */
export async function moveIncident(pool: Pool, rng: Prng): Promise<void> {
  const found = await pool.query<{ id: string; status: string }>(
    `select id, status from incidents where updated_at < now() - $1::interval order by id`,
    [QUIET],
  );
  const active = found.rows.filter(({ status }) => status !== 'closed' && status !== 'cancelled');
  const closed = found.rows.filter(({ status }) => status === 'closed');
  const isReopening = active.length < MIN_ACTIVE && closed.length > 0;
  const candidates = isReopening ? closed : active;
  if (candidates.length === 0) return;
  const incident = rng.pick(candidates);
  const next = isReopening ? 'open' : NEXT[incident.status];
  if (next === undefined) return;
  // The status it was read with stays a condition: a person may have been faster.
  await pool.query('update incidents set status = $3 where id = $1 and status = $2', [
    incident.id,
    incident.status,
    next,
  ]);
}
