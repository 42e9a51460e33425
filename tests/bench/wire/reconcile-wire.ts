import { gzipSync } from 'node:zlib';
import type { Pool } from 'pg';
import { startGateway } from '#tests/contract/gateway-client.ts';
import { createVirtualTime } from '#tests/support/virtual-time.ts';
import { openWireDevice } from '#tests/support/wire-device.ts';
import { RANGE_ROWS } from '#sync/engine/bulk/sweep.ts';
import { openH2Wire, type Weighed } from './h2-wire.ts';
import { leftToPull } from '../pulled.ts';

const MINUTE_MS = 60_000;
/** Minutes of the device's clock after which a first pull hangs. */
const PULL_MINUTES = 120;
/** Items of the comparison; what T12 is about. */
const ROWS = 100_000;

/** T12: what it costs to find out which of 100,000 items are gone. */
export interface ReconcileFigures {
  readonly rows: number;
  /** One question for the number of rows. */
  readonly countBytes: number;
  /** The comparison of every range, uncompressed and as a server that compresses would send it. */
  readonly digestBytes: number;
  readonly digestGzipBytes: number;
  readonly requests: number;
  /** The smallest exchange on the same connection, whatever it was about. */
  readonly leastBytes: number;
  /** Every id with its stamp and nothing else, compressed: less can not tell what differs. */
  readonly bareGzipBytes: number;
}

const sum = (calls: readonly Weighed[], of: (call: Weighed) => number): number =>
  calls.reduce((total, call) => total + of(call), 0);

const isDigest = ({ path }: Weighed): boolean =>
  path.includes('select=id,updated_at,status,health&') && path.includes('order=id.asc');

async function bareGzipBytes(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ line: string }>(
    `select id || ' ' || coalesce(extract(epoch from updated_at)::text, '') as line
     from config_items where deleted_at is null order by id`,
  );
  return gzipSync(rows.map(({ line }) => line).join('\n')).length;
}

/** Lets the engine pull 100,000 items, deletes one behind its back and weighs how it is found. */
export async function measureReconcile(): Promise<ReconcileFigures> {
  const gateway = await startGateway({ size: 'large' });
  await gateway.pool.query(
    `insert into config_items (id, agent_id, scraper_id, config_class, type, name, status, health, tags, labels, config,
       created_at, updated_at)
     select generate_ulid(), agent_id, scraper_id, config_class, type, name || '-bench-' || n, status, health, tags, labels, '{}',
       now() - random() * interval '90 days', now() - random() * interval '90 days'
     from config_items item, generate_series(1, 20) n
     where item.deleted_at is null
     limit $1 - (select count(*) from config_items where deleted_at is null)`,
    [ROWS],
  );
  const client = await gateway.signedIn('admin');
  const me = await client.json<{ payload: { user: { id: string } } }>('/api/auth/whoami');
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const wire = await openH2Wire(gateway.url, cookie);
  const time = createVirtualTime(() => wire.open() > 0);
  const { clock, timers } = time;
  // Everything else of the seed is pulled beside the items, as on any device.
  const device = openWireDevice(wire.http, me.payload.user.id, gateway.url, {
    clock,
    timers,
    rng: { next: () => 0.5 },
  });
  try {
    await device.engine.start();
    for (let minute = 0; (await leftToPull(device.cache)).length > 0; minute += 1) {
      if (minute > PULL_MINUTES) throw new Error('the first pull does not end');
      await time.pass(MINUTE_MS);
    }
    await time.pass(5 * MINUTE_MS);
    const rows = await device.cache.packed.count('config_items');
    if (rows < ROWS) throw new Error(`only ${rows} items were pulled`);
    await gateway.pool.query(
      `delete from config_items where id = (select min(id::text)::uuid from config_items where name like '%-bench-%')`,
    );
    const from = wire.seen.length;
    // The count is an hour old, and the comparison begins when a second count has said the same.
    await time.sleep(61 * MINUTE_MS);
    const items = (): readonly Weighed[] =>
      wire.seen.slice(from).filter(({ path }) => path.startsWith('/db/config_items?'));
    for (let minute = 0; minute < 30 && items().filter(isDigest).length < ROWS / RANGE_ROWS; minute += 1)
      await time.pass(MINUTE_MS);
    const counts = items().filter(({ path }) =>
      path.endsWith('select=id&deleted_at=is.null&order=id.asc&limit=1'),
    );
    const digests = items().filter(isDigest);
    if ((await device.cache.packed.count('config_items')) !== rows - 1)
      throw new Error('the item is still here');
    return {
      rows,
      countBytes: sum(counts.slice(0, 1), (call) => call.bytes),
      digestBytes: sum(digests, (call) => call.bytes),
      digestGzipBytes: sum(digests, (call) => call.bytes - call.bodyBytes + call.gzipBytes),
      requests: digests.length,
      leastBytes: Math.min(...wire.seen.map((call) => call.bytes)),
      bareGzipBytes: await bareGzipBytes(gateway.pool),
    };
  } finally {
    await device.engine.stop();
    await wire.stop();
    await gateway.stop();
  }
}
