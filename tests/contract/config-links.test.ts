import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SyncError } from '#sync/errors.ts';
import type { JsonRow, Op } from '#sync/protocol/op.ts';
import type { Command } from '#sync/protocol/command.ts';
import { joinKey } from '#sync/protocol/keys.ts';
import { wires } from '#tests/backend/migrate.ts';
import { openWireDevice, wireHttp, type WireDevice } from '#tests/support/wire-device.ts';
import { startGateway, type Client, type Gateway } from './gateway-client.ts';

/** Long enough for a pull of the demo data on a slow machine; conditions are polled, nothing sleeps for it. */
const PATIENCE_MS = 60_000;
const origin = { screen: '/topology', appVersion: 'test' };
const table = 'config_component_relationships';

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error('it did not happen in time');
    await new Promise((resolve) => {
      setTimeout(resolve, 25);
    });
  }
}

/* Calls C9a, C9c and C9d of the existing client (reference api-endpoints-catalog.md), and what the engine makes of them. */
describe.each(wires)('config links on the server of %s', (wire) => {
  let gateway: Gateway;
  let client: Client;
  let device: WireDevice;
  let componentId = '';
  let configId = '';
  /** What somebody does after the next deletion, whose answer is lost. */
  let afterDelete: (() => Promise<void>) | null = null;

  const remote = (): Promise<JsonRow[]> =>
    client.json<JsonRow[]>(`/api/db/${table}?component_id=eq.${componentId}&config_id=eq.${configId}`);

  beforeAll(async () => {
    gateway = await startGateway({ size: 'demo', wire });
    client = await gateway.signedIn('admin');
    const me = await client.json<{ payload: { user: { id: string } } }>('/api/auth/whoami');
    const links = await client.json<JsonRow[]>(`/api/db/${table}?select=component_id,config_id`);
    const linked = new Set(links.map((row) => `${String(row['component_id'])} ${String(row['config_id'])}`));
    const components = await client.json<{ id: string }[]>('/api/db/components?select=id&limit=1');
    componentId = components[0]?.id ?? '';
    const configs = await client.json<{ id: string }[]>('/api/db/config_items?select=id&limit=200');
    configId = configs.find(({ id }) => !linked.has(`${componentId} ${id}`))?.id ?? '';
    const http = wireHttp(client);
    const lossy: typeof http = {
      send: async (request, cancel) => {
        const answer = await http.send(request, cancel);
        if (request.method !== 'DELETE' || afterDelete === null) return answer;
        const then = afterDelete;
        afterDelete = null;
        await then();
        throw new SyncError({ kind: 'offline', message: 'The answer was lost.' });
      },
    };
    device = openWireDevice(lossy, me.payload.user.id, gateway.url);
    await device.engine.start();
    await until(async () => {
      const feeds = await device.cache.feeds();
      return feeds.some((feed) => feed.tbl === table && feed.status === 'complete');
    });
  }, 180_000);
  afterAll(async () => {
    await device.engine.stop();
    await gateway.stop();
  });

  /** Submits and waits until nothing is left to send; the operations as they ended. */
  const link = (): Command => ({
    kind: 'row.create',
    table,
    rows: [{ component_id: componentId, config_id: configId }],
  });
  const unlink = (): Command => ({ kind: 'row.delete', table, rowId: joinKey([componentId, configId]) });
  async function submit(command: Command): Promise<readonly Op[]> {
    const { opIds } = await device.engine.submit(command, origin);
    await until(async () => (await device.journal.read({ open: true })).length === 0);
    return device.journal.read({ ids: opIds });
  }

  const here = async (): Promise<unknown> =>
    (await device.cache.get({ tbl: table, id: joinKey([componentId, configId]) })).row?.['selector_id'];
  const ended = (ops: readonly Op[]): string[] => ops.map((op) => `${op.kind} ${op.state}`);

  it('[KEY3] [KEY4] are made and deleted for good', { timeout: 120_000 }, async () => {
    expect(ended(await submit(link()))).toEqual(['insert done']);
    expect(await remote()).toMatchObject([{ selector_id: 'manual', deleted_at: null }]);
    expect(await here()).toBe('manual');
    expect(ended(await submit(unlink()))).toEqual(['delete done']);
    expect(await remote()).toEqual([]);
    expect(await here()).toBeUndefined();
  });

  it('[KEY3] one that was deleted softly is brought back', { timeout: 120_000 }, async () => {
    const old = { selector_id: 'a1b2', deleted_at: '2026-01-01T00:00:00Z' };
    await client.send(`/api/db/${table}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ component_id: componentId, config_id: configId, ...old }),
    });
    expect(ended(await submit(link()))).toEqual(['insert done']);
    expect(await remote()).toMatchObject([{ selector_id: 'manual', deleted_at: null }]);
    expect(await here()).toBe('manual');
    expect(await device.journal.notices()).toEqual([]);
  });

  it('[KEY6] one that somebody made while the answer was lost stays', { timeout: 120_000 }, async () => {
    expect(await remote()).toMatchObject([{ selector_id: 'manual', deleted_at: null }]);
    const values = { component_id: componentId, config_id: configId, selector_id: 'manual' };
    afterDelete = async () => {
      expect(await remote()).toEqual([]);
      await client.send(`/api/db/${table}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(values),
      });
    };
    expect(ended(await submit(unlink()))).toEqual(['delete done']);
    expect(afterDelete).toBeNull();
    expect(await remote()).toMatchObject([{ selector_id: 'manual', deleted_at: null }]);
    expect(await here()).toBe('manual');
  });

  it('[KEY4] one that a selector took over meanwhile stays', { timeout: 120_000 }, async () => {
    const path = `/api/db/${table}?component_id=eq.${componentId}&config_id=eq.${configId}`;
    await client.send(path, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ selector_id: 'c3d4' }),
    });
    expect(ended(await submit(unlink()))).toEqual(['delete done']);
    expect(await remote()).toMatchObject([{ selector_id: 'c3d4', deleted_at: null }]);
    expect(await here()).toBe('c3d4');
  });

  it('answers the calls of the existing client', { timeout: 120_000 }, async () => {
    const admin = client;
    const other = await admin.json<{ id: string }[]>(
      `/api/db/config_items?select=id&id=neq.${configId}&order=id.desc&limit=1`,
    );
    const body = { component_id: componentId, config_id: other[0]?.id, selector_id: 'manual' };
    const json = { 'content-type': 'application/json' };
    const posted = await admin.send(`/api/db/${table}`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify(body),
    });
    expect(posted.status).toBe(201);
    const listed = await admin.json<JsonRow[]>(
      `/api/db/${table}?component_id=eq.${componentId}&configs.order=name&select=*,configs!config_component_relationships_config_id_fkey(id, type, name, config_class, deleted_at)&deleted_at=is.null`,
    );
    const row = listed.find((each) => each['config_id'] === body.config_id);
    expect(row).toMatchObject({ selector_id: 'manual', configs: { id: body.config_id } });
    const gone = await admin.send(
      `/api/db/${table}?component_id=eq.${componentId}&config_id=eq.${String(body.config_id)}&selector_id=eq.manual`,
      { method: 'DELETE' },
    );
    expect(gone.status).toBe(204);
  });
});
