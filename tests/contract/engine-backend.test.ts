import { visitAll } from '#tests/support/visit-all.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '#sync/engine/engine-contract.ts';
import type { HttpRequest, HttpResponse } from '#sync/ports.ts';
import { tableNames } from '#sync/protocol/table.ts';
import type { PackedName } from '#sync/protocol/packed.ts';
import type { MemoryCache } from '#sync/store/cache/memory-cache.ts';
import { wires, type Wire } from '#tests/backend/migrate.ts';
import { openWireDevice, wireHttp } from '#tests/support/wire-device.ts';
import { startGateway, type Client, type Gateway } from './gateway-client.ts';

/** Long enough for a pull of the demo data on a slow machine; conditions are polled, nothing sleeps for it. */
const PATIENCE_MS = 60_000;

/** Collections whose copy is whole after a first pull; the runs of a check come when it is opened. */
const pulledNames: readonly string[] = [...tableNames, 'config_items', 'config_changes', 'config_analysis'];
/** Columns of the server of 2026 and of 2024, as a probe asks for them. */
const isProbe = (request: HttpRequest): boolean => request.path.endsWith('limit=0');

let gateway: Gateway;
let client: Client;
let userId: string;
const engines: Engine[] = [];
const sent: { readonly request: HttpRequest; readonly response: HttpResponse }[] = [];

async function openBackend(wire: Wire): Promise<void> {
  gateway = await startGateway({ size: 'demo', wire });
  client = await gateway.signedIn('admin');
  const me = await client.json<{ payload: { user: { id: string } } }>('/api/auth/whoami');
  userId = me.payload.user.id;
}

async function closeBackend(): Promise<void> {
  await Promise.all(engines.splice(0).map((engine) => engine.stop()));
  await gateway.stop();
  sent.length = 0;
}

/** A device with nothing on it, in front of the real gateway; its requests are kept for the last test. */
function openDevice() {
  const http = wireHttp(client);
  const device = openWireDevice(
    {
      send: async (request) => {
        const response = await http.send(request);
        sent.push({ request, response });
        return response;
      },
    },
    userId,
    gateway.url,
  );
  engines.push(device.engine);
  return device;
}

async function firstIds(cache: MemoryCache, tbl: PackedName): Promise<readonly string[]> {
  return (await cache.packed.lines(tbl, null, null)).slice(0, 1).map((line) => line.id);
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error('it did not happen in time');
    await new Promise((resolve) => {
      setTimeout(resolve, 25);
    });
  }
}

describe.each(wires)('the engine in front of the real backend of %s', (wire) => {
  beforeAll(() => openBackend(wire), 180_000);
  afterAll(closeBackend);

  it(
    '[CUR1, NET8] pulls every collection whole, and its writes arrive once',
    { timeout: 180_000 },
    async () => {
      const { engine, journal, cache } = openDevice();
      await engine.start();
      await visitAll(engine);
      await until(
        async () =>
          (await cache.feeds()).filter((feed) => feed.status === 'complete').length === pulledNames.length,
      );
      expect((await cache.feeds()).map((feed) => feed.tbl).toSorted()).toEqual(pulledNames.toSorted());
      const items = await client.json<{ id: string }[]>(
        '/api/db/config_items?select=id&deleted_at=is.null&order=id.asc',
      );
      const lines = await cache.packed.lines('config_items', null, null);
      expect(lines.map((line) => line.id)).toEqual(items.map((row) => row.id));
      for (const name of [
        'incidents',
        'hypotheses',
        'comments',
        'evidences',
        'incident_histories',
      ] as const) {
        const remote = await client.json<{ id: string }[]>(`/api/db/${name}?select=id&order=id.asc`);
        expect(await cache.ids(name, null, null)).toEqual(remote.map((row) => row.id));
      }

      const [hypothesis] = await cache.dump('hypotheses');
      const [incidentId, hypothesisId] = [String(hypothesis?.['incident_id']), String(hypothesis?.['id'])];
      const origin = { screen: `/incidents/${incidentId}`, appVersion: 'test' };
      const text = 'said over the real wire';
      const comment = await engine.submit({ kind: 'comment.add', incidentId, hypothesisId, text }, origin);
      const first = await engine.submit(
        { kind: 'row.update', table: 'hypotheses', rowId: hypothesisId, set: { title: 'First' } },
        origin,
      );
      await until(async () => (await journal.read({ open: true })).length === 0);
      const second = await engine.submit(
        { kind: 'row.update', table: 'hypotheses', rowId: hypothesisId, set: { title: 'Second' } },
        origin,
      );
      await until(async () => (await journal.read({ open: true })).length === 0);
      const ops = await journal.read({ ids: [...comment.opIds, ...first.opIds, ...second.opIds] });
      expect(ops.map((op) => op.state)).toEqual(['done', 'done', 'done']);
      const said = await client.json<{ comment: string }[]>(
        `/api/db/comments?select=comment&comment=eq.${encodeURIComponent(text)}`,
      );
      expect(said).toEqual([{ comment: text }]);
      const [row] = await client.json<{ title: string }[]>(
        `/api/db/hypotheses?select=title&id=eq.${hypothesisId}`,
      );
      expect(row).toEqual({ title: 'Second' });
      await until(async () => engine.status().waiting === 0); // the status follows the journal, not with it
      expect(engine.status()).toMatchObject({ isLeader: true, needsAttention: 0 });
    },
  );

  it('[WIR4] a run names the run that began it where the server says so', { timeout: 120_000 }, async () => {
    const { engine, cache } = openDevice();
    await engine.start();
    await until(async () =>
      (await cache.feeds()).some((feed) => feed.tbl === 'playbook_runs' && feed.status === 'complete'),
    );
    const runs = await cache.dump('playbook_runs');
    expect(runs.length).toBeGreaterThan(0);
    expect(runs.some((run) => typeof run['parent_id'] === 'string')).toBe(wire === '2026');
  });

  it('[CNF3] a title that somebody else changed is not replaced', { timeout: 180_000 }, async () => {
    const { engine, journal, cache } = openDevice();
    await engine.start();
    await until(async () =>
      (await cache.feeds()).some((feed) => feed.tbl === 'hypotheses' && feed.status === 'complete'),
    );
    const hypothesisId = String((await cache.dump('hypotheses'))[1]?.['id']);
    await client.send(`/api/db/hypotheses?id=eq.${hypothesisId}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Theirs' }),
    });
    const origin = { screen: '/incidents', appVersion: 'test' };
    const { opIds } = await engine.submit(
      { kind: 'row.update', table: 'hypotheses', rowId: hypothesisId, set: { title: 'Mine' } },
      origin,
    );
    await until(async () => (await journal.read({ ids: opIds }))[0]?.state === 'conflict');
    const [row] = await client.json<{ title: string }[]>(
      `/api/db/hypotheses?select=title&id=eq.${hypothesisId}`,
    );
    expect(row).toEqual({ title: 'Theirs' });
  });

  it('[BLK7] the runs of an opened check come back to the wanted moment', { timeout: 180_000 }, async () => {
    const { engine, cache } = openDevice();
    await engine.start();
    const [newest] = await client.json<{ check_id: string; time: string }[]>(
      '/api/db/check_statuses?select=check_id,time&order=time.desc&limit=1',
    );
    const checkId = newest?.check_id ?? '';
    const from = new Date(Date.parse(newest?.time ?? '') - 3 * 3_600_000).toISOString();
    await engine.watch({ table: 'checks', id: checkId, from });
    await until(async () => {
      const cursor = await cache.cursor('check_statuses');
      return cursor?.windows?.some((window) => window.scopeKey === checkId && window.complete) === true;
    });
    const remote = await client.json<unknown[]>(
      `/api/db/check_statuses?select=time&check_id=eq.${checkId}&time=gte.${from}`,
    );
    expect((await cache.packed.lines('check_statuses', null, null)).length).toBeGreaterThanOrEqual(
      remote.length,
    );
    expect(remote.length).toBeGreaterThan(0);
  });

  it('[WIR1, WIR2] changes follow the stamp this server has, and say how far back they reach', async () => {
    const { engine, cache } = openDevice();
    await engine.start();
    await until(async () =>
      (await cache.feeds()).some((feed) => feed.tbl === 'config_changes' && feed.status === 'complete'),
    );
    const [row] = (
      await cache.packed.get('config_changes', await firstIds(cache, 'config_changes'))
    ).values();
    expect(typeof row?.['inserted_at']).toBe(wire === '2026' ? 'string' : 'object');
    const [window] = (await cache.cursor('config_changes'))?.windows ?? [];
    expect(window).toMatchObject({ scopeKey: '', complete: true });
    const [item] = (await cache.packed.get('config_items', await firstIds(cache, 'config_items'))).values();
    expect(item).toMatchObject({ name: expect.any(String) });
  });

  it('[WIR5] items have their costs, wherever this server keeps them', { timeout: 180_000 }, async () => {
    const { engine, cache } = openDevice();
    await engine.start();
    const costed = async (): Promise<readonly (readonly [unknown, number])[]> => {
      const found: (readonly [unknown, number])[] = [];
      await cache.packed.scan('config_items', (rows) => {
        for (const { id, cost_total_30d: cost } of rows) if (typeof cost === 'number') found.push([id, cost]);
      });
      return found;
    };
    await until(async () => (await costed()).length > 0);
    const remote = await client.json<{ id: string; cost_total_30d: number }[]>(
      '/api/db/configs?select=id,cost_total_30d&cost_total_30d=not.is.null&deleted_at=is.null',
    );
    await until(async () => (await costed()).length === remote.length);
    const mine = new Map(await costed());
    for (const { id, cost_total_30d: cost } of remote) expect(mine.get(id)).toBeCloseTo(cost, 2);
  });

  it('[NET1] every answer of the real backend was understood', () => {
    const odd = sent.filter(
      ({ request, response }) =>
        ![200, 201, 206].includes(response.status) && !(isProbe(request) && response.status === 400),
    );
    expect(
      odd.map(
        ({ request, response }) => `${request.method} ${request.path} ${response.status} ${response.body}`,
      ),
    ).toEqual([]);
    expect(sent.length).toBeGreaterThan(30);
  });
});
