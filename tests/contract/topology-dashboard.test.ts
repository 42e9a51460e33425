import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { topologyTables, type Nested, type TopologyQuery } from '#sync/protocol/topology.ts';
import { insightsByComponent, insightsByConfig } from '#sync/core/topology/own-counts.ts';
import { treeOf } from '#sync/core/topology/roll-up.ts';
import { createMemoryDocuments } from '#sync/store/documents/memory-documents.ts';
import { showTopology } from '#sync/store/cache/swap-topology.ts';
import { TopologyKeeper } from '#sync/read/topology-keeper.ts';
import { wires } from '#tests/backend/migrate.ts';
import { openWireDevice, wireHttp, type WireDevice } from '#tests/support/wire-device.ts';
import { startGateway, type Client, type Gateway } from './gateway-client.ts';

/*
 * What a device counts of the components, from the demo's rows through the engine, beside what the server answers and
 * what a real server answered of the same data (reference captures P1).
 */

/** Long enough for a pull of the demo data on a slow machine; conditions are polled, nothing sleeps for it. */
const PATIENCE_MS = 60_000;

const everything: TopologyQuery = {
  id: null,
  refererId: null,
  status: null,
  type: null,
  team: null,
  labels: [],
  agentId: null,
  text: '',
  showHidden: true,
  sortBy: 'name',
  descending: false,
  withCards: 1_000,
};

type Tree = Record<string, Record<string, number>>;

interface Told {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly summary: {
    readonly healthy?: number;
    readonly unhealthy?: number;
    readonly warning?: number;
    readonly info?: number;
    readonly checks?: Record<string, number>;
    readonly incidents?: Tree;
    readonly insights?: Tree;
  };
  readonly components?: readonly (Told | string)[];
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

/** A captured component and those below it, as far as they were recorded. */
function flat(components: readonly (Told | string)[]): Told[] {
  return components.flatMap((one) => (typeof one === 'string' ? [] : [one, ...flat(one.components ?? [])]));
}

const plain = (nested: Nested): Tree =>
  Object.fromEntries([...nested].map(([type, counts]) => [type, Object.fromEntries(counts)]));

/** The last 80 bits of an id are the same on every server (captures/README.md). */
const lasting = (id: string): string => id.replaceAll('-', '').slice(12);

describe.each(wires)('the components of a device in front of the server of %s', (wire) => {
  let gateway: Gateway;
  let client: Client;
  let device: WireDevice;
  let keeper: TopologyKeeper;

  beforeAll(async () => {
    gateway = await startGateway({ size: 'demo', wire });
    client = await gateway.signedIn('admin');
    const me = await client.json<{ payload: { user: { id: string } } }>('/api/auth/whoami');
    device = openWireDevice(wireHttp(client), me.payload.user.id, gateway.url);
    await device.engine.start();
    await until(async () => {
      const feeds = await device.cache.feeds();
      return [...topologyTables, 'config_analysis'].every((tbl) =>
        feeds.some((feed) => feed.tbl === tbl && feed.status === 'complete'),
      );
    });
    const { cache } = device;
    const log = { event: () => undefined };
    keeper = new TopologyKeeper({
      cache,
      documents: createMemoryDocuments(),
      shown: showTopology(cache, { packed: cache.packed, feeds: () => cache.feeds() }, async () => null, log),
      clock: { nowMs: () => Date.now() },
      timers: {
        set: (run, delayMs) => {
          const timer = setTimeout(run, delayMs);
          return () => clearTimeout(timer);
        },
      },
      log,
    });
  }, 180_000);

  afterAll(async () => {
    keeper.stop();
    await device.engine.stop();
    await gateway.stop();
  });

  const cardOf = async (id: string) => {
    const [card] = await keeper.cards([id], true);
    if (card === null || card === undefined) throw new Error(`no component ${id} on the device`);
    return card;
  };

  it('are those of the server, each with its children, its status and its teams', async () => {
    const told = await client.json<{ components: Told[] }>('/api/canary/api/topology?depth=10');
    const answer = await keeper.query(everything);
    expect(answer.state).toBe('complete');
    expect([...answer.ids].sort()).toEqual(told.components.map(({ id }) => id).sort());
    const all = flat(told.components);
    expect(all.length).toBeGreaterThan(20);
    const rows = async (text: string): Promise<Record<string, unknown>[]> =>
      (await gateway.pool.query<Record<string, unknown>>(text)).rows;
    // The server counts insights that have ended too, and those are not pulled: here they are.
    const whole = treeOf(
      await rows('select id, parent_id, status from components where deleted_at is null'),
      await rows(
        'select component_id, relationship_id from component_relationships where deleted_at is null',
      ),
      {
        checks: new Map(),
        incidents: new Map(),
        insights: insightsByComponent(
          await rows('select component_id, config_id from config_component_relationships'),
          insightsByConfig(await rows('select config_id, analysis_type, severity from config_analysis')),
        ),
      },
    );
    for (const one of all) {
      const card = await cardOf(one.id);
      expect([card.status, card.name]).toEqual([one.status, one.name]);
      const { healthy = 0, unhealthy = 0, warning = 0, info = 0, checks = {}, incidents = {} } = one.summary;
      expect(card.summary).toMatchObject({ healthy, unhealthy, warning, unknown: info });
      expect([one.name, Object.fromEntries(card.summary.checks)]).toEqual([one.name, checks]);
      expect([one.name, plain(card.summary.incidents)]).toEqual([one.name, incidents]);
      expect([one.name, plain(whole.nodes.get(one.id)?.summary.insights ?? new Map())]).toEqual([
        one.name,
        one.summary.insights ?? {},
      ]);
    }
    const teams = await gateway.pool.query<{ id: string; names: string[] }>(
      `select l.component_id as id, array_agg(t.name order by t.name) as names
       from team_components l join teams t on t.id = l.team_id group by 1`,
    );
    for (const { id, names } of teams.rows) {
      expect((await cardOf(id)).teams.map(({ name }) => name)).toEqual(names);
    }
  });

  it('count the insights that are on the device, and say since when it has those that ended', async () => {
    const answer = await keeper.query(everything);
    const held = await gateway.pool.query<{ id: string; total: string }>(
      `select l.component_id as id, count(*) as total
       from config_component_relationships l join config_analysis a using (config_id)
       where l.deleted_at is null and a.status not in ('resolved', 'silenced') group by 1 having count(*) > 0`,
    );
    expect(held.rows.length).toBeGreaterThan(5);
    // Of leaves, which have nothing below them: all that is open is counted, and what has just ended may be too.
    for (const { id, total } of held.rows) {
      const card = await cardOf(id);
      if (card.children.length > 0) continue;
      const counted = [...card.summary.insights.values()].flatMap((counts) => [...counts.values()]);
      expect(sum(counted)).toBeGreaterThanOrEqual(Number(total));
    }
    expect(answer.parts.insights).toMatchObject({ state: 'complete' });
    expect(Date.parse(answer.parts.insights.since ?? '')).toBeLessThan(Date.now() - 6 * 86_400_000);
  });

  it('come to what a real server said of the same data, as far as it was recorded', async () => {
    const path = new URL(`captures/${wire}/P1-topology.json`, import.meta.url);
    const capture = JSON.parse(readFileSync(path, 'utf8')) as { body: { components: (Told | string)[] } }; // recorded by us
    const recorded = flat(capture.body.components);
    expect(recorded.length).toBeGreaterThan(3);
    const ids = (await gateway.pool.query<{ id: string }>('select id from components')).rows;
    const ours = new Map(ids.map(({ id }) => [lasting(id), id]));
    const compared = recorded.flatMap((one) => {
      const id = ours.get(lasting(one.id));
      return id === undefined ? [] : [{ one, id }];
    });
    expect(compared.length).toBe(recorded.length);
    for (const { one, id } of compared) {
      const { status, summary } = await cardOf(id);
      expect([one.name, status]).toEqual([one.name, one.status]);
      expect([one.name, plain(summary.incidents)]).toEqual([one.name, one.summary.incidents ?? {}]);
      const { healthy = 0, unhealthy = 0, warning = 0, info = 0 } = one.summary;
      expect({ name: one.name, ...summary }).toMatchObject({
        name: one.name,
        healthy,
        unhealthy,
        warning,
        unknown: info,
      });
      // How many pass depends on the runs of that day; how many there are does not.
      expect([one.name, sum([...summary.checks.values()])]).toEqual([
        one.name,
        sum(Object.values(one.summary.checks ?? {})),
      ]);
    }
  });
});

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
