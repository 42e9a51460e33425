import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flagRequest, flagsRequest, flagWriteRequest } from '#sync/transport/flag-requests.ts';
import type { HttpRequest } from '#sync/ports.ts';
import { readFlags, type FlagWrite } from '#sync/protocol/flags.ts';
import type { JsonRow } from '#sync/protocol/op.ts';
import { wires, type Wire } from '#tests/backend/migrate.ts';
import { startGateway, type Client, type Gateway } from './gateway-client.ts';

/* The requests of the client against a real database (reference F1-F5, captures F3-F5). */

describe.each(wires)('feature flags on the server of %s:', (wire: Wire) => {
  let gateway: Gateway;
  let admin: Client;
  beforeAll(async () => {
    gateway = await startGateway({ wire, localProperties: { 'topology.disable': 'false' } });
    admin = await gateway.signedIn('admin');
  }, 180_000);
  afterAll(() => gateway.stop());

  const send = (client: Client, { method, path, headers, body }: HttpRequest): Promise<Response> =>
    client.send(`/api${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
  const write = async (change: FlagWrite, client = admin) => {
    const answer = await send(client, flagWriteRequest(change, gateway.accounts[0]?.id ?? ''));
    return { status: answer.status, rows: answer.ok ? ((await answer.json()) as JsonRow[]) : [] };
  };
  const name = 'a.flag&b=c';

  it('one is added, changed on the value that was seen alone, and deleted for good', async () => {
    const seen = 'x, "y" & (z)=1';
    const added = await write({ kind: 'add', name, value: seen });
    expect([added.status, Object.keys(added.rows[0] ?? {}).toSorted()]).toEqual([
      201,
      ['created_at', 'created_by', 'deleted_at', 'name', 'updated_at', 'value'],
    ]);
    expect((await write({ kind: 'add', name, value: 'other' })).status).toBe(409);
    const all = (await (await send(admin, flagsRequest(false))).json()) as JsonRow[];
    expect(readFlags(all)?.map((flag) => [flag.name, flag.value, flag.source])).toEqual([
      ['topology.disable', 'false', 'local'],
      [name, seen, 'db'],
    ]);
    expect(await write({ kind: 'update', name, value: 'mine', seen: 'stale' })).toEqual({
      status: 200,
      rows: [],
    });
    expect(await write({ kind: 'update', name, value: 'mine', seen })).toMatchObject({
      status: 200,
      rows: [{ name, value: 'mine' }],
    });
    expect(await write({ kind: 'remove', name, seen })).toEqual({ status: 200, rows: [] });
    const look = await send(admin, flagRequest(name, false));
    expect(look.headers.get('content-range')).toBe('0-0/*');
    expect(await look.json()).toMatchObject([{ name, value: 'mine' }]);
    expect(await write({ kind: 'remove', name, seen: 'mine' })).toMatchObject({
      status: 200,
      rows: [{ name }],
    });
    const left = await gateway.pool.query('select name from properties where name = $1', [name]);
    expect(left.rowCount).toBe(0);
  });

  it('roles that may not write them are refused', async () => {
    for (const role of ['responder', 'commander', 'viewer'] as const) {
      const client = await gateway.signedIn(role);
      expect((await write({ kind: 'add', name: `by.${role}`, value: 'x' }, client)).status).toBe(403);
      expect((await send(client, flagsRequest(false))).status).toBe(200);
    }
  });
});
