import type { Pool } from 'pg';
import type { Wire } from '../migrate.ts';

/** What the server's jobs do every minute: agents that report go on reporting, events are consumed, summaries renewed. */
export async function keepHouse(pool: Pool, wire: Wire = '2024'): Promise<void> {
  // An agent that fell silent long before the others stays silent.
  await pool.query(
    `update agents set last_seen = now(), last_received = now()
     where deleted_at is null and last_seen > (select max(last_seen) from agents) - interval '1 hour'`,
  );
  await pool.query(
    `delete from event_queue where created_at < now() - interval '10 minutes' and error is null`,
  );
  // The real server keeps results 30 days; at this pace eight are plenty.
  await pool.query(`delete from check_statuses where time < now() - interval '8 days'`);
  await pool.query(
    `delete from config_changes c
     where external_change_id like 'life-%' and created_at < now() - interval '8 days'
       and not exists (select from evidences where config_change_id = c.id)`,
  );
  await pool.query('select holdfast.refresh_check_summaries()');
  if (wire === '2026') await pool.query('select holdfast.refresh_config_summaries()');
}
