import type { Identity } from '#sync/protocol/identity.ts';
import type { Log } from '#sync/ports.ts';
import type { DexieCache } from '#sync/store/dexie-cache.ts';
import { createDexieCache } from '#sync/store/dexie-cache.ts';
import type { DexieJournal } from '#sync/store/dexie-journal.ts';
import { createDexieJournal } from '#sync/store/dexie-journal.ts';

/** The two databases of one identity. */
export interface Stores {
  readonly journal: DexieJournal;
  readonly cache: DexieCache;
  close(): Promise<void>;
  /** Deletes both and verifies that they are gone (D22). */
  wipe(): Promise<void>;
}

/** Opens the databases of an identity at first use; caches of earlier layouts are dropped in the background. */
export function openStores(
  identity: Identity,
  log: Log,
  wait: (delayMs: number) => Promise<void>,
  onSuperseded: (name: string) => void,
): Stores {
  const host = { log, wait, onSuperseded };
  const journal = createDexieJournal(identity, host);
  const cache = createDexieCache(identity, host);
  cache.dropOld().then(
    (names) => names.length > 0 && log.event('info', 'cache.old-dropped', { names }),
    (thrown: unknown) => log.event('warn', 'cache.old-kept', { message: String(thrown) }),
  );
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
