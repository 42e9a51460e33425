import * as v from 'valibot';
import { SyncError } from '#sync/errors.ts';
import type { Bus, CacheStore, DocumentStore, PackedStore, RowRef } from '#sync/ports.ts';
import { healthQuerySchema, healthTables } from '#sync/protocol/health.ts';
import type { HealthChange, HealthTable } from '#sync/protocol/health.ts';
import { idsSchema } from '#sync/protocol/index-query.ts';
import { HealthKeeper } from '#sync/read/check-keeper.ts';
import type { HealthHost } from '#sync/read/check-keeper.ts';
import type { HealthContract } from '#workers/contracts/health-contract.ts';
import type { Implementation } from './expose.ts';

/** More ids are not told one by one. */
const MAX_TOLD = 500;

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

function isHealthTable(tbl: string): tbl is HealthTable {
  return (healthTables as readonly string[]).includes(tbl); // widening only: `includes` refuses a plain string
}

function parsed<T>(schema: v.GenericSchema<unknown, T>, input: unknown): T {
  const result = v.safeParse(schema, input);
  if (result.success) return result.output;
  throw new SyncError({ kind: 'bug', message: `Not a question about checks: ${v.summarize(result.issues)}` });
}

/** Changes of the list that writing these rows makes. */
function changesOf(refs: readonly RowRef[]): readonly HealthChange[] {
  const byTable = new Map<HealthTable, string[]>();
  for (const { tbl, id } of refs) {
    if (!isHealthTable(tbl)) continue;
    const ids = byTable.get(tbl) ?? [];
    byTable.set(tbl, ids);
    ids.push(id);
  }
  return [...byTable].map(([tbl, ids]) => ({ tbl, ids: ids.length > MAX_TOLD ? null : ids }));
}

/** The cache, with everybody told of what was written about checks. */
function announcing(cache: CacheStore, tell: (change: HealthChange) => void): CacheStore {
  return {
    ...cache,
    mutate: async (refs, epoch, decide) => {
      // Asked more than once where an earlier cache is kept up too.
      const written: RowRef[] = [];
      let hasFeed = false;
      const result = await cache.mutate(refs, epoch, (at) => {
        const write = decide(at);
        for (const { tbl, row } of write.putRows ?? []) written.push({ tbl, id: String(row['id']) });
        for (const ref of write.deleteRows ?? []) written.push(ref);
        hasFeed ||= write.feed !== undefined && isHealthTable(write.feed.tbl);
        return write;
      });
      for (const change of changesOf(written)) tell(change);
      if (hasFeed) tell({ tbl: 'feeds' });
      return result;
    },
    putFeeds: async (feeds, epoch) => {
      await cache.putFeeds(feeds, epoch);
      if (feeds.some(({ tbl }) => isHealthTable(tbl))) tell({ tbl: 'feeds' });
    },
    clear: async () => {
      await cache.clear();
      for (const tbl of healthTables) tell({ tbl, ids: null });
      tell({ tbl: 'summary' });
      tell({ tbl: 'runs' });
    },
  };
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
    cache: announcing(cache, tell),
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
