import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packedNames } from '#sync/protocol/packed.ts';
import { tableNames } from '#sync/protocol/table.ts';
import { wires, type Wire } from '#tests/backend/migrate.ts';
import { openWireDevice, wireHttp, type WireDevice } from '#tests/support/wire-device.ts';
import { startGateway, type Gateway } from './gateway-client.ts';

/*
 * I26: no column that may hold a secret reaches the device. A canary is planted in every such column of every row on
 * the server, everything is pulled, and neither an answer nor any store may hold one.
 */

/** Columns that are never kept (reference schema.md 4.3): table → columns. */
const denied: Readonly<Record<string, readonly string[]>> = {
  agents: ['ip', 'username', 'tls'],
  canaries: ['spec'],
  check_statuses: ['details'],
  checks: ['spec'],
  topologies: ['spec'],
  config_changes: ['patches', 'diff', 'details'],
  config_items: ['config'],
  config_scrapers: ['spec'],
  connections: ['url', 'username', 'password', 'certificate', 'properties'],
  responders: ['properties'],
  logging_backends: ['spec'],
  notifications: ['properties', 'custom_services'],
  playbooks: ['spec'],
  playbook_runs: ['parameters', 'request'],
  playbook_run_actions: ['result'],
  access_tokens: ['value'],
  integrations: ['spec'],
  job_history: ['details'],
  people: ['email', 'phone'],
  teams: ['spec'],
};
const CANARY = 'canary-7f3a';
/** In a column that is pulled: shows that the scan would find what is there. */
const CONTROL = 'control-91c4';
const PATIENCE_MS = 60_000;

let gateway: Gateway;
let device: WireDevice;
const bodies: string[] = [];
let planted = 0;

/** Writes the canary into a column of every row, past triggers and constraints of uniqueness. */
async function plant(table: string, column: string): Promise<void> {
  const { rows } = await gateway.pool.query<{ data_type: string }>(
    'select data_type from information_schema.columns where table_name = $1 and column_name = $2',
    [table, column],
  );
  const type = rows[0]?.data_type;
  if (type === undefined) throw new Error(`${table}.${column} is not there`);
  const value = type === 'jsonb' ? `jsonb_build_object('canary', $1::text)` : `$1::text || '-' || ctid::text`;
  const client = await gateway.pool.connect();
  try {
    await client.query('set session_replication_role = replica');
    const done = await client.query(`update ${table} set ${column} = ${value}`, [
      `${CANARY} ${table}.${column}`,
    ]);
    planted += done.rowCount ?? 0;
  } finally {
    await client.query('set session_replication_role = default');
    client.release();
  }
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error('it did not happen in time');
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
}

/** Everything the stores of a device hold, as text. */
async function everything({ cache, journal }: WireDevice): Promise<string> {
  const parts: unknown[] = [await cache.feeds(), await cache.shadows(), await journal.notices()];
  for (const name of tableNames) parts.push(await cache.dump(name), await cache.cursor(name));
  for (const name of packedNames) {
    const lines = await cache.packed.lines(name, null, null);
    const rows = await cache.packed.get(
      name,
      lines.map((line) => line.id),
    );
    parts.push([...rows.values()], await cache.cursor(name));
  }
  return JSON.stringify(parts);
}

async function open(wire: Wire): Promise<void> {
  gateway = await startGateway({ size: 'demo', wire });
  const client = await gateway.signedIn('admin');
  const me = await client.json<{ payload: { user: { id: string } } }>('/api/auth/whoami');
  planted = 0;
  for (const [table, columns] of Object.entries(denied)) {
    for (const column of columns) await plant(table, column);
  }
  await gateway.pool.query('update incidents set description = $1', [CONTROL]);
  const http = wireHttp(client);
  bodies.length = 0;
  device = openWireDevice(
    {
      send: async (request) => {
        const response = await http.send(request);
        if (request.path.startsWith('/db/')) bodies.push(`${request.path} ${response.body}`);
        return response;
      },
    },
    me.payload.user.id,
    gateway.url,
  );
}

async function close(): Promise<void> {
  await device.engine.stop();
  await gateway.stop();
}

describe.each(wires)('secrets of the server of %s', (wire) => {
  beforeAll(() => open(wire), 180_000);
  afterAll(close);

  it(
    '[I26] neither an answer nor a store holds what was planted in a denied column',
    { timeout: 180_000 },
    async () => {
      expect(planted).toBeGreaterThan(100);
      const { engine, cache } = device;
      const { rows } = await gateway.pool.query<{ check_id: string; time: Date }>(
        'select check_id, time from check_statuses order by time desc limit 1',
      );
      await engine.start();
      const pulled = tableNames.length + packedNames.length - 1;
      const isWhole = async (count: number): Promise<boolean> =>
        (await cache.feeds()).filter((feed) => feed.status === 'complete').length >= count;
      await until(() => isWhole(pulled));
      await engine.openCheck(
        rows[0]?.check_id ?? '',
        new Date((rows[0]?.time.getTime() ?? 0) - 3_600_000).toISOString(),
      );
      await until(() => isWhole(pulled + 1));
      const held = await everything(device);
      expect(held).toContain(CONTROL);
      expect(held).toContain('"check_id"');
      expect(held).not.toContain(CANARY);
      expect(bodies.filter((body) => body.includes(CANARY)).map((body) => body.split(' ')[0])).toEqual([]);
    },
  );
});
