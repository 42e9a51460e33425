import * as v from 'valibot';
import { SyncError } from '#sync/errors.ts';
import type { Bus, CacheStore, DocumentStore, PackedStore } from '#sync/ports.ts';
import { healthQuerySchema, healthTables } from '#sync/protocol/health.ts';
import type { HealthChange } from '#sync/protocol/health.ts';
import { idsSchema } from '#sync/protocol/index-query.ts';
import { HealthKeeper } from '#sync/read/check-keeper.ts';
import type { HealthHost } from '#sync/read/check-keeper.ts';
import type { HealthContract } from '#workers/contracts/health-contract.ts';
import { announcedCache } from './announced-cache.ts';
import type { Implementation } from './expose.ts';

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

function parsed<T>(schema: v.GenericSchema<unknown, T>, input: unknown): T {
  const result = v.safeParse(schema, input);
  if (result.success) return result.output;
  throw new SyncError({ kind: 'bug', message: `Not a question about checks: ${v.summarize(result.issues)}` });
}

/** Opens the list of checks of a session; it is loaded when first asked for. */
export function openHealthSession(host: HealthHost & { readonly bus: Bus }): HealthSession {
  const { cache, documents, bus } = host;
  const keeper = new HealthKeeper(host);
  const subscriptions = new Map<number, () => void>();
  let lastSubscription = 0;

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
    following: (packed) => ({
      ...packed,
      apply: async (write, epoch) => {
        const applied = await packed.apply(write, epoch);
        if (write.tbl === 'check_statuses') keeper.notice({ tbl: 'runs' });
        return applied;
      },
    }),
    calls: {
      queryHealth: async (query) => await keeper.list(parsed(healthQuerySchema, query)),
      healthRows: async (ids) => await keeper.rows(parsed(idsSchema, ids)),
      subscribeHealth: async (listener) => {
        lastSubscription += 1;
        subscriptions.set(lastSubscription, keeper.subscribe(listener));
        return lastSubscription;
      },
      unsubscribeHealth: async (subscription) => {
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
