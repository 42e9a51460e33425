import { afterEach, describe, expect, it } from 'vitest';
import type { BusMessage } from '#sync/ports.ts';
import type { JsonRow } from '#sync/protocol/op.ts';
import type { FeedState } from '#sync/protocol/stored.ts';
import type { TableName } from '#sync/protocol/table.ts';
import type { TopologyAnswer, TopologyQuery, TopologyState } from '#sync/protocol/topology.ts';
import { readKeptTopology } from '#sync/protocol/topology-kept.ts';
import { createMemoryCache } from '#sync/store/cache/memory-cache.ts';
import { createMemoryDocuments } from '#sync/store/documents/memory-documents.ts';
import { showTopology } from '#sync/store/cache/swap-topology.ts';
import { createVirtualTime } from '#tests/support/virtual-time.ts';
import { openTopologySession, type TopologySession } from './topology-session.ts';

const AS_OF = '2026-11-20T12:00:00+00:00';
const query: TopologyQuery = {
  id: null,
  refererId: null,
  status: null,
  type: null,
  team: null,
  labels: [],
  agentId: null,
  text: '',
  showHidden: false,
  sortBy: 'status',
  descending: true,
  withCards: 10,
};

function feed(tbl: string, status: FeedState['status']): FeedState {
  return { tbl, status, asOf: AS_OF, lastRows: 0, lastError: null, badRows: 0, badSample: null };
}

/** Two tabs over one cache. */
class Device {
  readonly cache = createMemoryCache({ userId: 'u', tenant: 't', scopeHash: '' });
  readonly documents = createMemoryDocuments();
  readonly time = createVirtualTime(() => false);
  readonly #listeners = new Map<string, (message: BusMessage) => void>();
  readonly #opened: TopologySession[] = [];

  tab(owner: string): TopologySession {
    const { cache, documents } = this;
    const log = { event: () => undefined };
    const present = { packed: cache.packed, feeds: () => cache.feeds() };
    const session = openTopologySession({
      cache,
      documents,
      shown: showTopology(cache, present, () => Promise.resolve(null), log),
      clock: this.time.clock,
      timers: this.time.timers,
      log,
      bus: {
        post: (message) => {
          for (const [other, receive] of this.#listeners) if (other !== owner) receive(message);
        },
        listen: (receive) => {
          this.#listeners.set(owner, receive);
          return () => this.#listeners.delete(owner);
        },
      },
    });
    this.#opened.push(session);
    return session;
  }

  stop(): void {
    for (const session of this.#opened) session.stop();
  }
}

/** Writes rows as the engine does, through the store of a tab. */
async function write(
  { cache }: TopologySession,
  tbl: TableName,
  rows: readonly JsonRow[],
  status: FeedState['status'] = 'complete',
): Promise<void> {
  const refs = rows.map((row) => ({ tbl, id: String(row['_k'] ?? row['id']) }));
  await cache.mutate(refs, null, () => ({
    result: undefined,
    putRows: rows.map((row) => ({ tbl, row: { ...row, _v: '1', _p: 0, _f: 0, _seen: 0 } })),
    feed: feed(tbl, status),
  }));
}

const shop = { id: 'shop', name: 'shop', parent_id: null, status: 'healthy' };
const link = (checkId: string): JsonRow => ({
  _k: `shop~${checkId}`,
  component_id: 'shop',
  check_id: checkId,
});

let device: Device | undefined;
afterEach(() => device?.stop());

describe('the components of a session', () => {
  it('are answered from the cache, and follow what any tab writes', async () => {
    device = new Device();
    const [leader, follower] = [device.tab('leader'), device.tab('follower')];
    await write(leader, 'components', [shop]);
    await write(leader, 'checks', [{ id: 'k', status: 'healthy' }]);
    await write(leader, 'check_component_relationships', [link('k')]);
    const told: TopologyState[] = [];
    const subscription = await follower.calls.subscribeTopology((state) => told.push(state));
    const first = await follower.calls.queryTopology(query);
    expect(first.cards[0]?.summary.checks).toEqual(new Map([['healthy', 1]]));
    // What has not come is not called none.
    expect(first.parts.checks.state).toBe('complete');
    expect(first.parts.incidents.state).toBe('never');

    await write(leader, 'checks', [{ id: 'k', status: 'unhealthy' }]);
    await write(leader, 'check_component_relationships', [link('gone')]);
    await device.time.pass(1_000);
    const second = await follower.calls.queryTopology(query);
    expect(second.version).toBeGreaterThan(first.version);
    expect(told.at(-1)?.version).toBe(second.version);
    expect(second.cards[0]?.summary.checks).toEqual(new Map([['unhealthy', 1]]));

    await follower.calls.unsubscribeTopology(subscription);
    await follower.calls.unsubscribeTopology(999);
    expect(await follower.calls.topologyCards(['shop', 'none'], false)).toMatchObject([{ id: 'shop' }, null]);
  });

  it('leave out what was deleted, and say what a role may not read', async () => {
    device = new Device();
    const tab = device.tab('one');
    await write(tab, 'components', [shop, { ...shop, id: 'gone', deleted_at: AS_OF }]);
    await write(tab, 'component_relationships', []);
    await tab.cache.putFeeds([feed('incidents', 'forbidden'), feed('hypotheses', 'complete')], null);
    const answer = await tab.calls.queryTopology(query);
    expect(answer).toMatchObject({ ids: ['shop'], state: 'complete', asOf: AS_OF });
    expect(answer.parts.incidents.state).toBe('forbidden');
  });

  it('keep the age of what is shown while reading fails, and are read again when it works', async () => {
    device = new Device();
    const tab = device.tab('one');
    const whole = { ...device.cache };
    const told: TopologyState[] = [];
    const fail = (): void => {
      Object.assign(device!.cache, { dump: () => Promise.reject(new Error('the disk is gone')) });
    };
    // From the very start on, more than once.
    fail();
    await tab.calls.subscribeTopology((state) => told.push(state));
    await expect(tab.calls.queryTopology(query)).rejects.toThrow('the disk is gone');
    await device.time.pass(1_000);
    Object.assign(device.cache, whole);
    await write(tab, 'components', [shop]);
    await write(tab, 'component_relationships', []);
    await device.time.pass(60_000);
    expect(told.at(-1)).toMatchObject({ state: 'complete', asOf: AS_OF });
    expect((await tab.calls.queryTopology(query)).ids).toEqual(['shop']);

    fail();
    const later = '2026-11-20T13:00:00+00:00';
    await device.cache.mutate([{ tbl: 'components', id: 'new' }], null, () => ({
      result: undefined,
      putRows: [{ tbl: 'components', row: { ...shop, id: 'new', _v: '1', _p: 0, _f: 0, _seen: 0 } }],
      feed: { ...feed('components', 'complete'), asOf: later },
    }));
    await device.time.pass(20_000);
    expect(await tab.calls.queryTopology(query)).toMatchObject({ ids: ['shop'], asOf: AS_OF });
    Object.assign(device.cache, whole);
    await device.time.pass(60_000);
    expect(await tab.calls.queryTopology(query)).toMatchObject({ ids: ['new', 'shop'], asOf: later });
  });

  it('[HLT13] are kept for the next start as they were answered last, once that has rested', async () => {
    device = new Device();
    const tab = device.tab('one');
    const asked = { ...query, keepAs: 'start' } as const;
    const kept = async (): Promise<TopologyAnswer | null> => {
      const stored = await device!.documents.get('topology-list', 'start');
      return stored === undefined ? null : readKeptTopology(stored.body, asked);
    };
    await tab.calls.subscribeTopology(() => undefined);
    await write(tab, 'components', [shop], 'partial');
    await write(tab, 'component_relationships', []);
    await tab.calls.queryTopology(asked);
    await device.time.pass(30_000);
    // One that is not whole would look like a smaller one.
    expect(await kept()).toBeNull();
    await write(tab, 'components', [shop]);
    await write(tab, 'checks', [{ id: 'k', status: 'healthy' }]);
    await write(tab, 'check_component_relationships', [link('k')]);
    await device.time.pass(1_000);
    await tab.calls.queryTopology(query);
    await device.time.pass(30_000);
    expect(await kept()).toBeNull();
    const answer = await tab.calls.queryTopology(asked);
    expect(await kept()).toBeNull();
    await device.time.pass(30_000);
    expect(await kept()).toEqual({ ...answer, version: 0 });
    // Of another question nothing is shown.
    const { body = '' } = (await device.documents.get('topology-list', 'start')) ?? {};
    expect(readKeptTopology(body, { ...asked, status: 'unhealthy' })).toBeNull();
    expect(readKeptTopology(body.slice(0, -9), asked)).toBeNull();
    expect(readKeptTopology(body.replace('"total":1', '"total":"1"'), asked)).toBeNull();
    // Not whole for a while: what is there is still the best there is.
    await tab.cache.putFeeds([feed('components', 'partial')], null);
    await device.time.pass(6_000);
    await tab.calls.queryTopology(asked);
    await device.time.pass(30_000);
    expect(await kept()).toEqual({ ...answer, version: 0 });
    await tab.cache.putFeeds([feed('components', 'forbidden')], null);
    await device.time.pass(6_000);
    await tab.calls.queryTopology(asked);
    await device.time.pass(30_000);
    expect(await kept()).toBeNull();
    await tab.cache.putFeeds([feed('components', 'complete')], null);
    await device.time.pass(6_000);
    await tab.calls.queryTopology(asked);
    await device.time.pass(1_000);
    tab.stop();
    await device.time.pass(30_000);
    expect(await kept()).toBeNull();
  });

  it('refuse what is no question', async () => {
    device = new Device();
    const { calls } = device.tab('one');
    await expect(calls.queryTopology({ ...query, sortBy: 7 as unknown as string })).rejects.toThrow(
      'Not a question about components',
    );
  });
});
