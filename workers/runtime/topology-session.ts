import * as v from 'valibot';
import { SyncError } from '#sync/errors.ts';
import type { Bus, CacheStore, PackedStore, RowRef } from '#sync/ports.ts';
import { idsSchema } from '#sync/protocol/index-query.ts';
import { rowKey } from '#sync/protocol/tables.ts';
import { topologyQuerySchema, topologyTables } from '#sync/protocol/topology.ts';
import type { TopologyChange, TopologyTable } from '#sync/protocol/topology.ts';
import { TopologyKeeper } from '#sync/read/topology-keeper.ts';
import type { TopologyHost } from '#sync/read/topology-keeper.ts';
import type { TopologyContract } from '#workers/contracts/topology-contract.ts';
import type { Implementation } from './expose.ts';

/** More ids are not told one by one. */
const MAX_TOLD = 500;

/** The dashboards of one session, and the stores that keep those of all tabs informed. */
export interface TopologySession {
  /** The cache for the engine: what it writes about components is announced to every tab. */
  readonly cache: CacheStore;
  /** A packed store of this worker, whose insights are followed. */
  following(packed: PackedStore): PackedStore;
  readonly calls: Implementation<TopologyContract>;
  stop(): void;
}

function isTopologyTable(tbl: string): tbl is TopologyTable {
  return (topologyTables as readonly string[]).includes(tbl); // widening only: `includes` refuses a plain string
}

function parsed<T>(schema: v.GenericSchema<unknown, T>, input: unknown): T {
  const result = v.safeParse(schema, input);
  if (result.success) return result.output;
  throw new SyncError({
    kind: 'bug',
    message: `Not a question about components: ${v.summarize(result.issues)}`,
  });
}

/** Changes of the dashboards that writing these rows makes. */
function changesOf(refs: readonly RowRef[]): readonly TopologyChange[] {
  const byTable = new Map<TopologyTable, string[]>();
  for (const { tbl, id } of refs) {
    if (!isTopologyTable(tbl)) continue;
    const ids = byTable.get(tbl) ?? [];
    byTable.set(tbl, ids);
    ids.push(id);
  }
  return [...byTable].map(([tbl, ids]) => ({ tbl, ids: ids.length > MAX_TOLD ? null : ids }));
}

/** Whether a claim about the dashboards hangs on a feed. */
const isTold = (tbl: string): boolean => isTopologyTable(tbl) || tbl === 'config_analysis';

/** The cache, with everybody told of what was written about components. */
function announcing(cache: CacheStore, tell: (change: TopologyChange) => void): CacheStore {
  return {
    ...cache,
    mutate: async (refs, epoch, decide) => {
      const written: RowRef[] = [];
      let hasFeed = false;
      const result = await cache.mutate(refs, epoch, (at) => {
        const write = decide(at);
        for (const { tbl, row } of write.putRows ?? []) written.push({ tbl, id: rowKey(tbl, row) ?? '' });
        for (const ref of write.deleteRows ?? []) written.push(ref);
        hasFeed ||= write.feed !== undefined && isTold(write.feed.tbl);
        return write;
      });
      for (const change of changesOf(written)) tell(change);
      if (hasFeed) tell({ tbl: 'feeds' });
      return result;
    },
    putFeeds: async (feeds, epoch) => {
      await cache.putFeeds(feeds, epoch);
      if (feeds.some(({ tbl }) => isTold(tbl))) tell({ tbl: 'feeds' });
    },
    clear: async () => {
      await cache.clear();
      for (const tbl of topologyTables) tell({ tbl, ids: null });
      tell({ tbl: 'insights' });
    },
  };
}

/** Opens the dashboards of a session; their components are loaded when first asked for. */
export function openTopologySession(host: TopologyHost & { readonly bus: Bus }): TopologySession {
  const { cache, bus } = host;
  const keeper = new TopologyKeeper(host);
  const subscriptions = new Map<number, () => void>();
  let lastSubscription = 0;

  const stopListening = bus.listen((message) => {
    if (message.type === 'topology') keeper.notice(message.change);
    if (message.type === 'packed' && message.tbl === 'config_analysis') keeper.notice({ tbl: 'insights' });
  });
  const tell = (change: TopologyChange): void => {
    keeper.notice(change);
    bus.post({ type: 'topology', change });
  };

  return {
    cache: announcing(cache, tell),
    following: (packed) => ({
      ...packed,
      apply: async (write, epoch) => {
        const applied = await packed.apply(write, epoch);
        if (write.tbl === 'config_analysis') keeper.notice({ tbl: 'insights' });
        return applied;
      },
    }),
    calls: {
      queryTopology: async (query) => await keeper.query(parsed(topologyQuerySchema, query)),
      topologyCards: async (ids, showHidden) =>
        await keeper.cards(parsed(idsSchema, ids), parsed(v.boolean(), showHidden)),
      subscribeTopology: async (listener) => {
        lastSubscription += 1;
        subscriptions.set(lastSubscription, keeper.subscribe(listener));
        return lastSubscription;
      },
      unsubscribeTopology: async (subscription) => {
        subscriptions.get(subscription)?.();
        subscriptions.delete(subscription);
      },
    },
    stop: () => {
      stopListening();
      keeper.stop();
      subscriptions.clear();
    },
  };
}
