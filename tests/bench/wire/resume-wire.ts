import { setTimeout as pause } from 'node:timers/promises';
import type { Ports } from '#sync/ports.ts';
import type { CoreTableName } from '#sync/protocol/tables.ts';
import { startGateway, type Gateway } from '#tests/contract/gateway-client.ts';
import { openWireDevice, wireHttp, type WireDevice } from '#tests/support/wire-device.ts';
import { leftToPull } from '../pulled.ts';

/** The network N1 of the targets: 50 ms there and back. */
export const RTT_MS = 50;
const SLEEP_MS = 8 * 3_600_000;
const SLEEPS = 5;
/** Longer than any first pull of the large seed. */
const PATIENCE_MS = 600_000;
/** So long without a request the device has nothing to catch up with. */
const CALM_MS = 3000;
/** A text in each hot table that somebody may have changed overnight. */
const HOT: readonly (readonly [CoreTableName, string])[] = [
  ['incidents', 'title'],
  ['hypotheses', 'title'],
  ['evidences', 'description'],
  ['comments', 'comment'],
  ['responders', 'external_id'],
  ['incident_histories', 'description'],
];

/** T16: milliseconds from waking up until the hot data is that of the server, one for each sleep. */
export interface ResumeFigures {
  readonly durationsMs: readonly number[];
  /** Incidents that lie on the device. */
  readonly incidents: number;
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error('the hot data did not become current');
    await pause(5);
  }
}

/** Changes a row of every hot table and adds two hundred comments, as a busy night does. */
async function work(
  gateway: Gateway,
  device: WireDevice,
  night: number,
): Promise<Map<CoreTableName, string>> {
  const changed = new Map<CoreTableName, string>();
  for (const [table, column] of HOT) {
    const [id] = await device.cache.ids(table, null, null);
    if (id === undefined) throw new Error(`no row of ${table} to change`);
    await gateway.pool.query(`update ${table} set ${column} = $1 where id = $2`, [`night ${night}`, id]);
    changed.set(table, id);
  }
  await gateway.pool.query(
    `insert into comments (id, comment, incident_id, created_by, created_at)
     select generate_ulid(), 'night ' || n, (select id from incidents limit 1), (select id from people limit 1), now()
     from generate_series(1, 200) n`,
  );
  return changed;
}

async function isCurrent(
  device: WireDevice,
  changed: Map<CoreTableName, string>,
  night: number,
): Promise<boolean> {
  for (const [table, column] of HOT) {
    const { row } = await device.cache.get({ tbl: table, id: changed.get(table) ?? '' });
    if (row?.[column] !== `night ${night}`) return false;
  }
  return true;
}

/** Measures waking up after eight hours: the clock jumps, timers fire late, the requests are slow and real. */
export async function measureResume(): Promise<ResumeFigures> {
  const gateway = await startGateway({ size: 'large' });
  const client = await gateway.signedIn('admin');
  const me = await client.json<{ payload: { user: { id: string } } }>('/api/auth/whoami');
  const plain = wireHttp(client);
  let askedAt = 0;
  const http: Ports['http'] = {
    send: async (request, cancel) => {
      askedAt = performance.now();
      await pause(RTT_MS);
      return plain.send(request, cancel);
    },
  };
  let sleptMs = 0;
  const clock = { nowMs: () => Date.now() + sleptMs };
  const device = openWireDevice(http, me.payload.user.id, gateway.url, { clock });
  try {
    await device.engine.start();
    await until(async () => (await leftToPull(device.cache)).length === 0);
    const durationsMs: number[] = [];
    for (let night = 1; night <= SLEEPS; night += 1) {
      await until(async () => performance.now() - askedAt > CALM_MS);
      device.setOnLine(false);
      const changed = await work(gateway, device, night);
      sleptMs += SLEEP_MS;
      const wokeAt = performance.now();
      device.setOnLine(true);
      await until(() => isCurrent(device, changed, night));
      durationsMs.push(performance.now() - wokeAt);
    }
    return { durationsMs, incidents: await device.cache.count('incidents') };
  } finally {
    await device.engine.stop();
    await gateway.stop();
  }
}
