import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wires } from '#tests/backend/migrate.ts';
import { openWireDevice, wireHttp } from '#tests/support/wire-device.ts';
import { createVirtualTime } from '#tests/support/virtual-time.ts';
import type { HttpRequest } from '#sync/ports.ts';
import { startGateway, type Gateway } from './gateway-client.ts';

const MINUTE_MS = 60_000;

let gateway: Gateway;

describe.each(wires)('the comparison with the server of %s', (wire) => {
  beforeAll(async () => {
    gateway = await startGateway({ size: 'demo', wire });
  }, 180_000);
  afterAll(() => gateway.stop());

  it(
    '[REC1] health that moves between calm values without a stamp is found by the comparison',
    { timeout: 240_000 },
    async () => {
      const client = await gateway.signedIn('admin');
      const me = await client.json<{ payload: { user: { id: string } } }>('/api/auth/whoami');
      const http = wireHttp(client);
      let open = 0;
      const sent: HttpRequest[] = [];
      const time = createVirtualTime(() => open > 0);
      const counting = {
        send: (request: HttpRequest) => {
          open += 1;
          sent.push(request);
          return http.send(request).finally(() => (open -= 1));
        },
      };
      const { clock, timers } = time;
      const rng = { next: () => 0.5 };
      const device = openWireDevice(counting, me.payload.user.id, gateway.url, { clock, timers, rng });
      try {
        await device.engine.start();
        await time.pass(3 * MINUTE_MS);
        const [mine, gone] = (await device.cache.dump('components')).filter(
          (row) => row['health'] === 'healthy',
        );
        const id = String(mine?.['id']);
        // As an agent leaves it: its rows keep the stamp they came with (reference schema.md 2.1).
        await gateway.pool.query(
          `update components set agent_id = (select id from agents where id <> '00000000-0000-0000-0000-000000000000' limit 1),
         updated_at = updated_at where id = $1`,
          [id],
        );
        await gateway.pool.query(`update components set health = 'unknown' where id = $1`, [id]);
        const { rows } = await gateway.pool.query<{ health: string; is_same: boolean }>(
          `select health, updated_at = $2::timestamptz as is_same from components where id = $1`,
          [id, mine?.['updated_at']],
        );
        expect(rows).toEqual([{ health: 'unknown', is_same: true }]);
        await time.pass(2 * MINUTE_MS);
        expect((await device.cache.get({ tbl: 'components', id })).row).toMatchObject({ health: 'healthy' });
        // A number of rows that differs makes the comparison due within the hour instead of within six.
        await gateway.pool.query('update components set parent_id = null where parent_id = $1', [
          gone?.['id'],
        ]);
        await gateway.pool.query('delete from components where id = $1', [gone?.['id']]);
        await time.sleep(61 * MINUTE_MS);
        await time.pass(2 * MINUTE_MS);
        const digests = sent.filter(({ path }) =>
          path.includes('select=id,updated_at,health,status,status_reason'),
        );
        expect(digests.length).toBeGreaterThan(0);
        expect((await device.cache.get({ tbl: 'components', id })).row).toMatchObject({ health: 'unknown' });
      } finally {
        await device.engine.stop();
      }
    },
  );
});
