import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SUMMARY_ID } from '#sync/protocol/document-facts.ts';
import { DEFAULT_CHECK_LIMIT, type HealthQuery, type HealthRow } from '#sync/protocol/health.ts';
import { HealthKeeper } from '#sync/read/check-keeper.ts';
import { showHealth } from '#sync/store/cache/swap-health.ts';
import { wires, type Wire } from '#tests/backend/migrate.ts';
import type { SeedSize } from '#tests/backend/seed/sizes.ts';
import { openWireDevice, wireHttp, type WireDevice } from '#tests/support/wire-device.ts';
import { startGateway, type Gateway } from './gateway-client.ts';

/* What a device says of the checks, from the real backend through the engine to the answer of the list. */

/** Long enough for a pull of the demo data on a slow machine; conditions are polled, nothing sleeps for it. */
const PATIENCE_MS = 60_000;

const query: HealthQuery = {
  text: '',
  tabBy: { kind: 'column', column: 'agent_id' },
  tab: null,
  groupBy: { kind: 'column', column: 'canary_name' },
  labels: { include: [], exclude: [] },
  hidePassing: false,
  sort: null,
  pivotBy: null,
  nowMs: Date.now(),
  limit: DEFAULT_CHECK_LIMIT,
  withRows: 1_000,
};

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error('it did not happen in time');
    await new Promise((resolve) => {
      setTimeout(resolve, 25);
    });
  }
}

let gateway: Gateway;
let device: WireDevice;

async function open(wire: Wire, size: SeedSize): Promise<void> {
  gateway = await startGateway({ size, wire });
  const client = await gateway.signedIn('admin');
  const me = await client.json<{ payload: { user: { id: string } } }>('/api/auth/whoami');
  device = openWireDevice(wireHttp(client), me.payload.user.id, gateway.url);
  await device.engine.start();
  await until(async () => {
    const feeds = await device.cache.feeds();
    return ['checks', 'canaries', 'agents'].every((tbl) =>
      feeds.some((feed) => feed.tbl === tbl && feed.status === 'complete'),
    );
  });
}

async function close(): Promise<void> {
  await device.engine.stop();
  await gateway.stop();
}

/** The list over what the device has now. */
function listOf({ cache, documents }: WireDevice): HealthKeeper {
  const log = { event: () => undefined };
  return new HealthKeeper({
    cache,
    shown: showHealth({ cache, documents }, () => Promise.resolve(null), log),
    packed: cache.packed,
    documents,
    clock: { nowMs: () => Date.now() },
    timers: {
      set: (run, delayMs) => {
        const timer = setTimeout(run, delayMs);
        return () => clearTimeout(timer);
      },
    },
    log,
  });
}

interface ServerRow {
  id: string;
  name: string;
  status: string | null;
  canary_name: string;
  agent: string | null;
  schedule: string | null;
  uptime: { passed: number | null; failed: number | null };
}

const serverRows = async (): Promise<ServerRow[]> =>
  (
    await gateway.pool.query<ServerRow>(
      `select c.id, c.name, c.status, n.name as canary_name, s.uptime, n.spec ->> 'schedule' as schedule,
              case when a.id = '00000000-0000-0000-0000-000000000000' then null else a.name end as agent
       from checks c join canaries n on n.id = c.canary_id join check_summary s on s.id = c.id
       left join agents a on a.id = c.agent_id
       where c.deleted_at is null order by lower(c.name), c.id`,
    )
  ).rows;

/** Both servers with the little data, and the data of a team on the one the product is made for. */
const servers: readonly (readonly [Wire, SeedSize])[] = [
  ...wires.map((wire) => [wire, 'demo'] as const),
  ['2024', 'team'],
];

describe.each(servers)('the checks of a device in front of the server of %s with %s data', (wire, size) => {
  beforeAll(() => open(wire, size), 180_000);
  afterAll(close);

  it('[HLT1] are those of the server, with its numbers, agents and intervals', async () => {
    expect(await device.engine.refreshHealth(0)).toEqual({ kind: 'pulled' });
    const list = listOf(device);
    // The rows of the checks come after the stored summary.
    const before = (await list.query(query)).version;
    await until(async () => (await list.query(query)).version > before);
    const answer = await list.query(query);
    list.stop();
    const expected = await serverRows();
    expect(answer).toMatchObject({ state: 'complete', all: { total: expected.length } });
    const bySummary = new Map(answer.rows.map((row): [string, HealthRow] => [row.id, row]));
    const differing = expected.filter((server) => {
      const row = bySummary.get(server.id);
      const minutes = Number(/^@every (\d+)m$/u.exec(server.schedule ?? '')?.[1] ?? Number.NaN);
      return !(
        row?.name === server.name &&
        row.status === server.status &&
        row.canaryName === server.canary_name &&
        row.agentName === server.agent &&
        row.intervalMs === minutes * 60_000 &&
        row.lastRuntime !== null &&
        row.uptime?.passed === (server.uptime.passed ?? 0) &&
        row.uptime.failed === (server.uptime.failed ?? 0)
      );
    });
    expect(differing).toEqual([]);
    expect(answer.tabs.length).toBeGreaterThan(1);
    const canaries = new Set(expected.map((row) => row.canary_name));
    expect(answer.groups).toHaveLength(canaries.size);
  });

  it(
    '[HLT6] say of an opened check what the server says, computed of its runs',
    { timeout: 90_000 },
    async () => {
      const { pool } = gateway;
      const found = await pool.query<{ check_id: string }>(
        `select check_id from check_statuses group by check_id order by count(*) desc, check_id limit 1`,
      );
      const checkId = found.rows[0]?.check_id ?? '';
      // Of this hour, however old the demo data is; the pulled summary knows none of them, the last of them failed.
      await pool.query(
        `insert into check_statuses (check_id, time, status, duration)
         select $1, date_trunc('second', now()) - n * interval '1 minute', n > 0, 100 + n
         from generate_series(0, 20) n on conflict do nothing`,
        [checkId],
      );
      const stored = await device.documents.get('health-summary', SUMMARY_ID);
      if (stored === undefined) throw new Error('no summary was pulled');
      await device.documents.put({ ...stored, asOf: new Date(Date.now() - 600_000).toISOString() });
      const from = new Date(Date.now() - 3 * 3_600_000).toISOString();
      await device.engine.watch({ table: 'checks', id: checkId, from });
      const rowOf = async (): Promise<HealthRow | null> => {
        const list = listOf(device);
        // Every new list reads anew; rows and runs come after the stored summary.
        const first = (await list.query(query)).version;
        await until(async () => (await list.query(query)).version > first);
        const [row] = await list.rows([checkId]);
        list.stop();
        return row ?? null;
      };
      let row: HealthRow | null = null;
      await until(async () => {
        row = await rowOf();
        return row?.isComputed === true && row.uptime?.lastFail !== null;
      });
      const now = String(row!.summaryAsOf);
      const server = await pool.query<{ passed: number; failed: number; p99: number; p95: number }>(
        `select (count(*) filter (where status))::int as passed, (count(*) filter (where not status))::int as failed,
              percentile_disc(0.99) within group (order by duration) as p99,
              percentile_disc(0.95) within group (order by duration) as p95
       from check_statuses where check_id = $1 and time > $2::timestamptz - interval '1 hour' and time <= $2`,
        [checkId, now],
      );
      expect(row).toMatchObject({
        status: 'unhealthy',
        uptime: { passed: server.rows[0]?.passed, failed: server.rows[0]?.failed },
        latency: { p99: server.rows[0]?.p99, p95: server.rows[0]?.p95 },
      });
    },
  );
});
