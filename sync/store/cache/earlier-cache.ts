import type { Dexie } from 'dexie';
import type { Identity } from '../../protocol/identity.ts';
import { CACHE_EPOCH, cachePrefix } from '../device/names.ts';

/** Record of `cache_meta` that says: this cache has everything once, readers need no older one. */
export const COMPLETE_KEY = 'complete';

/** Among the names of all databases: the newest earlier cache of the identity, which readers may still use (D17). */
export function readableOld(names: readonly string[], identity: Identity): string | undefined {
  const prefix = cachePrefix(identity);
  const epochs = names
    .filter((name) => name.startsWith(prefix))
    .map((name) => Number(name.slice(prefix.length)))
    .filter((epoch) => Number.isInteger(epoch) && epoch < CACHE_EPOCH);
  return epochs.length === 0 ? undefined : `${prefix}${Math.max(...epochs)}`;
}

/** True when the cache says that it has everything once. Runs inside a transaction over `cache_meta`. */
export async function isMarkedComplete(db: Dexie): Promise<boolean> {
  return (await db.table('cache_meta').get(COMPLETE_KEY)) !== undefined;
}
