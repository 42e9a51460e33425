import type { Pool } from 'pg';
import type { Prng } from '#tests/sim/prng.ts';

/** More that have not ended are not begun. */
const MAX_OPEN = 4;

/**
 * Now and then something begins a run by itself, as an event does: of a playbook that needs no approval, on a thing that
 * it was run on before. What was begun so is thrown away after two days.
 */
export async function beginRun(pool: Pool, rng: Prng): Promise<void> {
  await pool.query(
    `delete from playbook_runs where created_by is null and created_at < now() - interval '2 days'`,
  );
  const at = rng.next();
  await pool.query(
    `insert into playbook_runs (playbook_id, status, config_id, component_id, parameters, agent_id)
     select r.playbook_id, 'scheduled', r.config_id, r.component_id, r.parameters, null
     from playbook_runs r join playbooks p on p.id = r.playbook_id
     where p.deleted_at is null and p.spec->'approval' is null and r.end_time is not null
       and (select count(*) from playbook_runs where status in ('scheduled', 'running', 'waiting')) < $2
     order by md5(r.id::text || $1::text) limit 1`,
    [String(at), MAX_OPEN],
  );
}
