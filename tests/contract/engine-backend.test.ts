import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '#sync/engine/engine.ts';
import type { HttpRequest, HttpResponse } from '#sync/ports.ts';
import { tableNames } from '#sync/protocol/table.ts';
import { openWireDevice, wireHttp } from '#tests/support/wire-device.ts';
import { startGateway, type Client, type Gateway } from './gateway-client.ts';

/** Long enough for a pull of the demo data on a slow machine; conditions are polled, nothing sleeps for it. */
const PATIENCE_MS = 40_000;

let gateway: Gateway;
let client: Client;
let userId: string;
const engines: Engine[] = [];
const sent: { readonly request: HttpRequest; readonly response: HttpResponse }[] = [];

beforeAll(async () => {
  gateway = await startGateway({ size: 'demo' });
  client = await gateway.signedIn('admin');
  const me = await client.json<{ payload: { user: { id: string } } }>('/api/auth/whoami');
  userId = me.payload.user.id;
});
afterAll(async () => {
  await Promise.all(engines.map((engine) => engine.stop()));
  await gateway.stop();
});

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

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error('it did not happen in time');
    await new Promise((resolve) => {
      setTimeout(resolve, 25);
    });
  }
}

describe('the engine in front of the real backend', () => {
  it(
    '[CUR1, NET8] pulls every collection whole, and its writes arrive once',
    { timeout: 90_000 },
    async () => {
      const { engine, journal, cache } = openDevice();
      await engine.start();
      await until(
        async () =>
          (await cache.feeds()).filter((feed) => feed.status === 'complete').length === tableNames.length,
      );
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
        { kind: 'hypothesis.set-title', hypothesisId, title: 'First' },
        origin,
      );
      await until(async () => (await journal.read({ open: true })).length === 0);
      const second = await engine.submit(
        { kind: 'hypothesis.set-title', hypothesisId, title: 'Second' },
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

  it('[CNF3] a title that somebody else changed is not replaced', { timeout: 60_000 }, async () => {
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
      { kind: 'hypothesis.set-title', hypothesisId, title: 'Mine' },
      origin,
    );
    await until(async () => (await journal.read({ ids: opIds }))[0]?.state === 'conflict');
    const [row] = await client.json<{ title: string }[]>(
      `/api/db/hypotheses?select=title&id=eq.${hypothesisId}`,
    );
    expect(row).toEqual({ title: 'Theirs' });
  });

  it('[NET1] every answer of the real backend was understood', () => {
    const odd = sent.filter(({ response }) => ![200, 201, 206].includes(response.status));
    expect(
      odd.map(
        ({ request, response }) => `${request.method} ${request.path} ${response.status} ${response.body}`,
      ),
    ).toEqual([]);
    expect(sent.length).toBeGreaterThan(30);
  });
});
