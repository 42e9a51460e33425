import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { roles } from '#tests/backend/seed/accounts.ts';
import { wires } from '#tests/backend/migrate.ts';
import { startGateway, type Client, type Gateway } from './gateway-client.ts';

const NOBODY = '00000000-0000-7000-8000-00000000dead';

/** Statuses of a read, in the order admin, editor, commander, responder, viewer. */
type Statuses = readonly [number, number, number, number, number];

const reads: readonly (readonly [relation: string, Statuses])[] = [
  ['incidents', [200, 403, 200, 200, 403]],
  ['comments', [200, 403, 200, 200, 403]],
  ['incident_histories', [200, 403, 200, 200, 403]],
  ['checks', [200, 200, 200, 200, 200]],
  ['people', [200, 200, 200, 200, 200]],
  ['config_scrapers', [200, 403, 403, 403, 403]],
  ['notifications_summary', [200, 403, 403, 403, 403]],
];

describe.each(wires)('the roles of the real server, %s', (wire) => {
  let gateway: Gateway;
  const clients: Client[] = [];
  beforeAll(async () => {
    gateway = await startGateway({ wire, roles: 'server' });
    for (const role of roles) clients.push(await gateway.signedIn(role));
  });
  afterAll(() => gateway.stop());

  async function statusesOf(path: string, init: RequestInit = {}): Promise<number[]> {
    const answers = await Promise.all(clients.map((client) => client.send(path, init)));
    return answers.map(({ status }) => status);
  }

  it.each(reads)('reads of %s', async (relation, expected) => {
    expect(await statusesOf(`/api/db/${relation}?limit=1`)).toEqual(expected);
  });

  it('the connections of 2026 are for editors, those of 2024 for administrators', async () => {
    const editor = wire === '2026' ? 200 : 403;
    expect(await statusesOf('/api/db/connections?select=id&limit=1')).toEqual([200, editor, 403, 403, 403]);
  });

  it('writes of incidents are for those who work on them', async () => {
    const patch = { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: '{"title":"x"}' };
    expect(await statusesOf(`/api/db/incidents?id=eq.${NOBODY}`, patch)).toEqual([204, 403, 204, 204, 403]);
    expect(await statusesOf(`/api/db/teams?id=eq.${NOBODY}`, { ...patch, body: '{"name":"x"}' })).toEqual([
      204, 403, 403, 403, 403,
    ]);
  });
});
