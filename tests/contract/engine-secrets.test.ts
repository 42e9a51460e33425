import { visitAll } from '#tests/support/visit-all.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packedNames } from '#sync/protocol/packed.ts';
import { createMemoryDocuments } from '#sync/store/documents/memory-documents.ts';
import { tableNames } from '#sync/protocol/table.ts';
import { wires, type Wire } from '#tests/backend/migrate.ts';
import { plantCanaries, undecidedColumns } from '#tests/support/secret-columns.ts';
import { openWireDevice, wireHttp, type WireDevice } from '#tests/support/wire-device.ts';
import { startGateway, type Gateway } from './gateway-client.ts';

/*
 * I26: no column that may hold a secret reaches the device. A canary is planted in every such column of every row on
 * the server, everything is pulled, and neither an answer nor any store may hold one.
 */

const CANARY = 'canary-7f3a';
/** In a column that is pulled: shows that the scan would find what is there. */
const CONTROL = 'control-91c4';
/** What a person writes themselves, which is kept. */
const TYPED = 'typed-5be0';
const ORIGIN = { screen: '/incidents', appVersion: 'test' };
/** Bodies on demand whose columns are denied to every pull. */
const bodyTables = [
  ['config', 'config_items'],
  ['config-detail', 'config_items'],
  ['change', 'config_changes'],
  ['analysis', 'config_analysis'],
  ['check-spec', 'checks'],
  ['action-result', 'playbook_run_actions'],
  ['scraper', 'config_scrapers'],
  ['job-run', 'job_history'],
] as const;
/** The token of a new agent, as the real server tells it once; this backend makes no agents. */
const TOKEN = 'token-c2d9';
const generated = {
  status: 200,
  headers: { 'content-type': 'application/json', date: new Date().toUTCString() },
  body: JSON.stringify({ id: 'edge', username: 'edge', access_token: TOKEN }),
  redirected: false,
};
const PATIENCE_MS = 60_000;

let gateway: Gateway;
let device: WireDevice;
const bodies: string[] = [];
let unplanted: readonly string[] = [];
/** What the log was told. */
const logged: unknown[] = [];
/** Every document that was put, also what went again. */
const documents: unknown[] = [];

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
async function everything({ cache, journal, engine }: WireDevice, opIds: readonly string[]): Promise<string> {
  const parts: unknown[] = [await cache.feeds(), await cache.shadows(), await journal.meta()];
  parts.push(await journal.read({ open: true }), await journal.read({ ids: opIds }), await journal.notices());
  parts.push(await journal.drafts(), await journal.effects(), await journal.pins());
  parts.push(documents, logged, await engine.diagnostics());
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

const idOf = async (table: string): Promise<string> =>
  (await gateway.pool.query<{ id: string }>(`select id from ${table} order by id limit 1`)).rows[0]?.id ?? '';

/** A change, a draft and an effect, so that every store of the journal has something in it; ids of the operations. */
async function work(): Promise<readonly string[]> {
  const { engine, journal } = device;
  const incidentId = await idOf('incidents');
  const { opIds } = await engine.submit(
    { kind: 'comment.add', incidentId, hypothesisId: await idOf('hypotheses'), text: TYPED },
    ORIGIN,
  );
  await engine.submit(
    { kind: 'row.update', table: 'incidents', rowId: incidentId, set: { title: TYPED } },
    ORIGIN,
  );
  await until(async () => (await journal.read({ open: true })).length === 0);
  await engine.saveDraft('comment', TYPED, null);
  await engine.prepareEffect({ kind: 'check.run', checkId: await idOf('checks') }, 'Run', ORIGIN);
  return opIds;
}

async function open(wire: Wire): Promise<void> {
  gateway = await startGateway({ size: 'demo', wire });
  const client = await gateway.signedIn('admin');
  const me = await client.json<{ payload: { user: { id: string } } }>('/api/auth/whoami');
  unplanted = [
    ...(await undecidedColumns(gateway.pool)),
    ...(await plantCanaries(gateway.pool, wire, CANARY)),
  ];
  await gateway.pool.query('update incidents set description = $1', [CONTROL]);
  const http = wireHttp(client);
  for (const list of [bodies, logged, documents]) list.length = 0;
  const store = createMemoryDocuments();
  device = openWireDevice(
    {
      send: async (request) => {
        if (request.path === '/agent/generate') return generated;
        const response = await http.send(request);
        if (request.path.startsWith('/db/')) bodies.push(`${request.path} ${response.body}`);
        return response;
      },
    },
    me.payload.user.id,
    gateway.url,
    {
      log: { event: (...line) => logged.push(line) },
      documents: {
        ...store,
        put: (document) => {
          documents.push(document);
          return store.put(document);
        },
      },
    },
  );
}

async function close(): Promise<void> {
  await device.engine.stop();
  await gateway.stop();
}

describe.each(wires)('secrets of the server of %s', (wire) => {
  beforeAll(() => open(wire), 180_000);
  afterAll(close);

  it('[I26] a canary is planted in every column that may hold a secret', () => {
    expect(unplanted).toEqual([]);
  });

  it(
    '[I26] neither an answer nor a store holds what was planted in a denied column',
    { timeout: 180_000 },
    async () => {
      const { engine, cache } = device;
      const { rows } = await gateway.pool.query<{ check_id: string; time: Date }>(
        'select check_id, time from check_statuses order by time desc limit 1',
      );
      await engine.start();
      await visitAll(engine);
      const pulled = tableNames.length + packedNames.length - 1;
      const isWhole = async (count: number): Promise<boolean> =>
        (await cache.feeds()).filter((feed) => feed.status === 'complete').length >= count;
      await until(() => isWhole(pulled));
      const from = new Date((rows[0]?.time.getTime() ?? 0) - 3_600_000).toISOString();
      await engine.watch({ table: 'checks', id: rows[0]?.check_id ?? '', from });
      await until(() => isWhole(pulled + 1));
      await engine.refreshHealth(0);
      const opIds = await work();
      const held = await everything(device, opIds);
      expect(held).toContain(CONTROL);
      expect(held).toContain('"check_id"');
      expect(held).toContain(TYPED);
      expect(held).not.toContain(CANARY);
      expect(bodies.filter((body) => body.includes(CANARY)).map((body) => body.split(' ')[0])).toEqual([]);
    },
  );

  it(
    '[DOC2] a body that holds what was planted is given out and not kept',
    { timeout: 180_000 },
    async () => {
      for (const [kind, table] of bodyTables) {
        const { rows } = await gateway.pool.query<{ id: string }>(`select id from ${table} limit 1`);
        const { body, isKept } = await device.engine.fetchDocument(kind, rows[0]?.id ?? '');
        expect([kind, isKept, JSON.stringify(body)]).toEqual([kind, false, expect.stringContaining(CANARY)]);
      }
      await device.engine.pin('config', await idOf('config_items'));
      await until(async () => /"(?:withheld":"secret"|hidden":\d)/u.test(JSON.stringify(documents)));
      expect(await everything(device, [])).not.toContain(CANARY);
    },
  );

  it('[EFF6] the token of a new agent is given out once and not kept', async () => {
    const { engine, journal } = device;
    const request = { kind: 'agent.create', name: 'edge-7', properties: {} } as const;
    const { id } = await engine.prepareEffect(request, 'New agent', ORIGIN);
    const sent = await engine.sendEffect(id);
    expect(JSON.stringify(sent)).toContain(TOKEN);
    expect((await journal.effects()).find((effect) => effect.id === id)?.state).toBe('done');
    expect(await everything(device, [])).not.toContain(TOKEN);
  });
});
