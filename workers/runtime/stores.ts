import type { Identity } from '#sync/protocol/identity.ts';
import type { Log } from '#sync/ports.ts';
import { packedNames } from '#sync/protocol/packed.ts';
import { tableNames } from '#sync/protocol/table.ts';
import type { SwappingCache } from '#sync/store/cache-swap.ts';
import { createSwappingCache } from '#sync/store/cache-swap.ts';
import type { DexieJournal } from '#sync/store/dexie-journal.ts';
import { createDexieJournal } from '#sync/store/dexie-journal.ts';

/** The two databases of one identity. */
export interface Stores {
  readonly journal: DexieJournal;
  readonly cache: SwappingCache;
  close(): Promise<void>;
  /** Deletes both and verifies that they are gone (D22). */
  wipe(): Promise<void>;
}

/** What another tab can do to the databases of this one (D17). */
export interface StoreEvents {
  /** Another tab upgrades or deletes a database; its connection here has closed for good. */
  readonly superseded: () => void;
  /** Another tab keeps a database from being opened, upgraded or deleted. */
  readonly blocked: () => void;
}

/** Opens the databases of an identity at first use. A cache of an earlier layout stays until the new one is complete. */
export function openStores(
  identity: Identity,
  log: Log,
  wait: (delayMs: number) => Promise<void>,
  events: StoreEvents,
): Stores {
  const host = { log, wait, onSuperseded: events.superseded, onBlocked: events.blocked };
  const journal = createDexieJournal(identity, host);
  const cache = createSwappingCache(identity, host, [...tableNames, ...packedNames]);
  cache.settle().catch((thrown: unknown) => log.event('warn', 'cache.old-kept', { message: String(thrown) }));
  return {
    journal,
    cache,
    close: async () => {
      await Promise.all([journal.close(), cache.close()]);
    },
    wipe: async () => {
      await Promise.all([journal.wipe(), cache.wipe()]);
    },
  };
}
