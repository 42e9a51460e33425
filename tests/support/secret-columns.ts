import type { Pool } from 'pg';
import type { Wire } from '#tests/backend/migrate.ts';

type Columns = Readonly<Record<string, readonly string[]>>;

/** Columns that may hold secrets or contact data, by table (reference schema.md 4.3, sync.md D22). */
export const deniedColumns: Columns = {
  access_tokens: ['value'],
  agents: ['ip', 'username', 'tls', 'properties'],
  canaries: ['spec'],
  check_statuses: ['details'],
  checks: ['spec'],
  components: ['configs', 'log_selectors', 'component_checks', 'selectors'],
  config_analysis: ['analysis', 'properties'],
  config_changes: ['patches', 'diff', 'details'],
  config_items: ['config', 'properties'],
  config_scrapers: ['spec'],
  connections: ['url', 'username', 'password', 'certificate', 'properties'],
  event_queue: ['properties'],
  incident_rules: ['spec'],
  integrations: ['spec'],
  job_history: ['details'],
  logging_backends: ['spec'],
  notification_send_history: ['body', 'body_payload'],
  notification_silences: ['selectors'],
  notifications: ['properties', 'custom_services'],
  people: ['email', 'phone', 'properties', 'external_id'],
  playbook_action_agent_data: ['spec', 'env'],
  playbook_run_actions: ['result'],
  playbook_runs: ['parameters', 'request', 'spec'],
  playbooks: ['spec'],
  responders: ['properties'],
  teams: ['spec'],
  topologies: ['spec'],
};

/** The same of the views that are pulled. */
export const deniedOfViews: Columns = {
  people_roles: ['email', 'name'],
  notifications_summary: ['custom_services'],
  connections_list: ['url', 'username', 'password', 'certificate', 'properties'],
};

/** Names that are denied in every collection that is pulled. */
export const deniedEverywhere: readonly string[] = [
  'spec',
  'password',
  'certificate',
  'phone',
  'email',
  'tls',
  'env',
  'token',
  'secret',
  'config',
  'details',
  'diff',
  'patches',
  'username',
  'custom_services',
  'request',
  'parameters',
];

/** Names that are denied somewhere: a column of any table that has one is denied, or stands among the harmless. */
const suspicious: ReadonlySet<string> = new Set(
  deniedEverywhere.concat(
    ['analysis', 'body', 'body_payload', 'component_checks', 'configs', 'ip', 'log_selectors', 'properties'],
    ['result', 'selectors', 'url', 'value'],
  ),
);

/** Columns of a suspicious name that the device may have. */
const harmless: Columns = {
  // The figures of its card, which the topology tells everybody who may read it (reference schema.json: not sensitive).
  components: ['properties'],
  // What a person wrote into a piece of evidence.
  evidences: ['properties'],
  // Feature flags.
  properties: ['value'],
};

const isListed = (list: Columns, table: string, column: string): boolean =>
  list[table]?.includes(column) === true;

interface Column {
  readonly table: string;
  readonly column: string;
  readonly isJson: boolean;
}

async function textColumns(pool: Pool): Promise<readonly Column[]> {
  const { rows } = await pool.query<{ table: string; column: string; type: string }>(
    `select c.table_name as table, c.column_name as column, c.data_type as type
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
       and c.data_type in ('text', 'json', 'jsonb', 'character varying')`,
  );
  return rows.map(({ table, column, type }) => ({ table, column, isJson: type.startsWith('json') }));
}

/** Columns named like a denied one that are neither denied nor known to be harmless: somebody has to say which. */
export async function undecidedColumns(pool: Pool): Promise<readonly string[]> {
  return (await textColumns(pool))
    .filter(({ table, column }) => suspicious.has(column) && !isListed(deniedColumns, table, column))
    .filter(({ table, column }) => !isListed(harmless, table, column))
    .map(({ table, column }) => `${table}.${column}`);
}

/** A row for tables that the demo leaves empty; its ids need not lead anywhere. */
const missingRows = `insert into playbook_action_agent_data (action_id, playbook_id, run_id, spec, env)
  select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), '{}', '{}'
  where not exists (select from playbook_action_agent_data)`;

/** Columns only the server of August 2026 has. */
const columnsOf2026 = new Set([
  'config_analysis.properties',
  'notification_send_history.body_payload',
  'notification_silences.selectors',
  'playbook_runs.spec',
]);

/**
 * Writes `canary` into every denied column of every row, past triggers and constraints, and answers the columns that do
 * not have it now, which must be none. What stands in a document stays beside it, so that whoever reads it finds what they
 * need; in a document the canary stands under the name of a secret too.
 */
export async function plantCanaries(pool: Pool, wire: Wire, canary: string): Promise<readonly string[]> {
  const planted = new Set<string>();
  const client = await pool.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query(missingRows);
    for (const { table, column, isJson } of await textColumns(pool)) {
      if (!isListed(deniedColumns, table, column)) continue;
      const secret = `jsonb_build_object('canary', $1::text, 'password', $1::text)`;
      const value = isJson
        ? `case jsonb_typeof(${column}) when 'object' then ${column} || ${secret}
             when 'array' then ${column} || jsonb_build_array(${secret}) else ${secret} end`
        : `$1::text || '-' || ctid::text`;
      const name = `${table}.${column}`;
      const done = await client.query(`update ${table} set ${column} = ${value}`, [`${canary} ${name}`]);
      if ((done.rowCount ?? 0) > 0) planted.add(name);
    }
  } finally {
    await client.query('set session_replication_role = default');
    client.release();
  }
  const wanted = Object.entries(deniedColumns).flatMap(([table, columns]) =>
    columns.map((column) => `${table}.${column}`),
  );
  return wanted.filter((name) => !planted.has(name) && (wire === '2026' || !columnsOf2026.has(name)));
}
