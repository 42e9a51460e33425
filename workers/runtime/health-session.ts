import type { Bus, CacheStore, DocumentStore, PackedStore } from '#sync/ports.ts';
import { healthQuerySchema, healthTables } from '#sync/protocol/health.ts';
import type { HealthChange } from '#sync/protocol/health.ts';
import { idsSchema } from '#sync/protocol/index-query.ts';
import { HealthKeeper } from '#sync/read/check-keeper.ts';
import type { HealthHost } from '#sync/read/check-keeper.ts';
import type { HealthContract } from '#workers/contracts/health-contract.ts';
import { announcedCache } from './announced-cache.ts';
import type { Implementation } from './expose.ts';
import { followedPacked, parsedInput, Subscriptions } from './session-parts.ts';

/** The list of checks of one session, and the stores that keep all tabs' lists informed. */
export interface HealthSession {
  /** The cache for the engine: what it writes about checks is announced to every tab. */
  readonly cache: CacheStore;
  readonly documents: DocumentStore;
  /** A packed store of this worker, whose new runs of checks are followed. */
  following(packed: PackedStore): PackedStore;
  readonly calls: Implementation<Omit<HealthContract, 'refreshHealth'>>;
  stop(): void;
}

const QUESTION = 'about checks';

/** Opens the list of checks of a session; it is loaded when first asked for. */
export function openHealthSession(host: HealthHost & { readonly bus: Bus }): HealthSession {
  const { cache, documents, bus } = host;
  const keeper = new HealthKeeper(host);
  const subscriptions = new Subscriptions();

  const stopListening = bus.listen((message) => {
    if (message.type === 'health') keeper.notice(message.change);
    if (message.type === 'packed' && message.tbl === 'check_statuses') keeper.notice({ tbl: 'runs' });
  });
  const tell = (change: HealthChange): void => {
    keeper.notice(change);
    bus.post({ type: 'health', change });
  };

  return {
    cache: announcedCache(cache, {
      tables: healthTables,
      isTold: (tbl) => healthTables.some((each) => each === tbl),
      tell,
      cleared: () => {
        tell({ tbl: 'summary' });
        tell({ tbl: 'runs' });
      },
    }),
    documents: {
      ...documents,
      put: async (document) => {
        await documents.put(document);
        if (document.kind === 'health-summary') tell({ tbl: 'summary' });
      },
    },
    following: (packed) => followedPacked(packed, 'check_statuses', () => keeper.notice({ tbl: 'runs' })),
    calls: {
      queryHealth: async (query) => await keeper.list(parsedInput(healthQuerySchema, query, QUESTION)),
      healthRows: async (ids) => await keeper.rows(parsedInput(idsSchema, ids, QUESTION)),
      subscribeHealth: async (listener) => {
        return subscriptions.add(keeper.subscribe(listener));
      },
      unsubscribeHealth: async (subscription) => {
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
