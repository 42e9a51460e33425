import type { Pool } from 'pg';
import type { Prng } from '#tests/sim/prng.ts';

const DAY_MS = 86_400_000;
const LOOK_BACK_MS = 7 * DAY_MS;

/**
 * Something that happened to a config in the last days happens again: type, text and diff fit the config because they
 * are its own. Ids carry their time, so the primary key finds a change at a moment drawn by the generator.
 */
export async function changeConfigs(pool: Pool, rng: Prng): Promise<void> {
  const moment = Math.floor(Date.now() - rng.next() * LOOK_BACK_MS);
  const hex = moment.toString(16).padStart(12, '0');
  const from = `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
  await pool.query(
    `insert into config_changes (config_id, external_change_id, external_created_by, change_type, severity, source,
                                 summary, patches, diff, details)
     select c.config_id, 'life-' || generate_ulid(), c.external_created_by, c.change_type, c.severity, c.source,
            c.summary, c.patches, c.diff, c.details
     from config_changes c join config_items i on i.id = c.config_id and i.deleted_at is null
     where c.id >= $1 and i.agent_id = '00000000-0000-0000-0000-000000000000'
     order by c.id limit 1`,
    [from],
  );
}
