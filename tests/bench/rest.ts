import type { Pool } from 'pg';

/** What a scrape touches, and the times it leaves there. */
const SCRAPED: Readonly<Record<string, readonly string[]>> = {
  components: ['updated_at', 'created_at'],
  checks: ['updated_at', 'created_at'],
  canaries: ['updated_at', 'created_at'],
  config_items: ['updated_at', 'created_at'],
  config_changes: ['created_at', 'first_observed'],
  config_analysis: ['first_observed', 'last_observed'],
};

/**
 * Puts the last scrape an hour back. The seed is as after one a moment ago, whose rows every pull reads again for half an
 * hour; in an idle hour there was none. Only what is younger moves, and keeps its order.
 */
export async function letRest(pool: Pool): Promise<void> {
  const database = await pool.connect();
  try {
    // Without the triggers, which would stamp every row anew.
    await database.query('set session_replication_role = replica');
    for (const [table, columns] of Object.entries(SCRAPED)) {
      for (const column of columns) {
        await database.query(
          `update ${table} set ${column} = ${column} - interval '1 hour' where ${column} > now() - interval '1 hour'`,
        );
      }
    }
  } finally {
    // Its setting goes with the connection.
    database.release(true);
  }
}
