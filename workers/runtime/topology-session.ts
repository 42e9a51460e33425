import * as v from 'valibot';
import { SyncError } from '#sync/errors.ts';
import type { Bus, CacheStore, PackedStore } from '#sync/ports.ts';
import { idsSchema } from '#sync/protocol/index-query.ts';
import { topologyQuerySchema, topologyTables } from '#sync/protocol/topology.ts';
import type { TopologyChange } from '#sync/protocol/topology.ts';
import { TopologyKeeper } from '#sync/read/topology-keeper.ts';
import type { TopologyHost } from '#sync/read/topology-keeper.ts';
import type { TopologyContract } from '#workers/contracts/topology-contract.ts';
import { announcedCache } from './announced-cache.ts';
import type { Implementation } from './expose.ts';

/** The dashboards of one session, and the stores that keep those of all tabs informed. */
export interface TopologySession {
  /** The cache for the engine: what it writes about components is announced to every tab. */
  readonly cache: CacheStore;
  /** A packed store of this worker, whose insights are followed. */
  following(packed: PackedStore): PackedStore;
  readonly calls: Implementation<TopologyContract>;
  stop(): void;
}

function parsed<T>(schema: v.GenericSchema<unknown, T>, input: unknown): T {
  const result = v.safeParse(schema, input);
  if (result.success) return result.output;
  throw new SyncError({
    kind: 'bug',
    message: `Not a question about components: ${v.summarize(result.issues)}`,
  });
}

/** Whether a claim about the dashboards hangs on a feed. */
const isTold = (tbl: string): boolean =>
  topologyTables.some((each) => each === tbl) || tbl === 'config_analysis';

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
    cache: announcedCache(cache, {
      tables: topologyTables,
      isTold,
      tell,
      cleared: () => tell({ tbl: 'insights' }),
    }),
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
