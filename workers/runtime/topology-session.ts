import * as v from 'valibot';
import type { Bus, CacheStore, PackedStore } from '#sync/ports.ts';
import { idsSchema } from '#sync/protocol/index-query.ts';
import { topologyQuerySchema, topologyTables } from '#sync/protocol/topology.ts';
import type { TopologyChange } from '#sync/protocol/topology.ts';
import { TopologyKeeper } from '#sync/read/topology-keeper.ts';
import type { TopologyHost } from '#sync/read/topology-keeper.ts';
import type { TopologyContract } from '#workers/contracts/topology-contract.ts';
import { announcedCache } from './announced-cache.ts';
import type { Implementation } from './expose.ts';
import { followedPacked, parsedInput, Subscriptions } from './session-parts.ts';

/** The dashboards of one session, and the stores that keep those of all tabs informed. */
export interface TopologySession {
  /** The cache for the engine: what it writes about components is announced to every tab. */
  readonly cache: CacheStore;
  /** A packed store of this worker, whose insights are followed. */
  following(packed: PackedStore): PackedStore;
  readonly calls: Implementation<TopologyContract>;
  stop(): void;
}

const QUESTION = 'about components';

/** Whether a claim about the dashboards hangs on a feed. */
const isTold = (tbl: string): boolean =>
  topologyTables.some((each) => each === tbl) || tbl === 'config_analysis';

/** Opens the dashboards of a session; their components are loaded when first asked for. */
export function openTopologySession(host: TopologyHost & { readonly bus: Bus }): TopologySession {
  const { cache, bus } = host;
  const keeper = new TopologyKeeper(host);
  const subscriptions = new Subscriptions();

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
    following: (packed) =>
      followedPacked(packed, 'config_analysis', () => keeper.notice({ tbl: 'insights' })),
    calls: {
      queryTopology: async (query) => await keeper.query(parsedInput(topologyQuerySchema, query, QUESTION)),
      topologyCards: async (ids, showHidden) =>
        await keeper.cards(
          parsedInput(idsSchema, ids, QUESTION),
          parsedInput(v.boolean(), showHidden, QUESTION),
        ),
      subscribeTopology: async (listener) => {
        return subscriptions.add(keeper.subscribe(listener));
      },
      unsubscribeTopology: async (subscription) => {
        subscriptions.end(subscription);
      },
    },
    stop: () => {
      stopListening();
      keeper.stop();
      subscriptions.clear();
    },
  };
}
