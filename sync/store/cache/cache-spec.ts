import type { Identity } from '../../protocol/identity.ts';
import type { ConnectionSpec } from '../device/connection.ts';
import { cacheName } from '../device/names.ts';
import { cacheAdditions, cacheStores } from './schema.ts';

/** How the cache of an identity is opened: relaxed durability, because all of it can be pulled again (D1). */
export function cacheSpec(identity: Identity, cache: 'disabled' | 'cloned'): ConnectionSpec {
  return {
    name: cacheName(identity),
    options: { chromeTransactionDurability: 'relaxed', cache },
    stores: cacheStores(),
    additions: cacheAdditions,
  };
}
