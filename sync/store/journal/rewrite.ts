import type { Dexie } from 'dexie';
import { markKey } from '../device/key-mark.ts';
import type { RecordCodec } from '../device/vault.ts';

/** Records rewritten at once; each chunk is one transaction, so that readers are not held up for long. */
const CHUNK = 500;

/** Writes every record of a table again, in one transaction per chunk of keys. */
async function rewriteTable(db: Dexie, name: string): Promise<void> {
  const keys = await db.table(name).toCollection().primaryKeys();
  for (let at = 0; at < keys.length; at += CHUNK) {
    const part = keys.slice(at, at + CHUNK);
    await db.transaction('rw', name, async () => {
      const found: unknown[] = await db.table(name).bulkGet(part);
      await db.table(name).bulkPut(found.filter((record) => record !== undefined));
    });
  }
}

/**
 * Writes everything in a database again as its codec wants it: sealed after a lock was put on, in the clear before it
 * is taken off. Cut off, it may be run again: sealed and open records stand side by side without harm.
 */
export async function rewriteAll(db: Dexie, codec: RecordCodec | undefined): Promise<void> {
  // First of all: whoever still writes under another key is refused from here on.
  await markKey(db, codec);
  for (const { name } of db.tables) {
    if (name !== 'device_meta' && name !== 'cache_meta') await rewriteTable(db, name);
  }
}
