import type { Identity } from '../../protocol/identity.ts';

/**
 * Version of the cache's layout. It is not raised any more (UPG12): a table or an index is an addition (`cacheAdditions`),
 * a column is read again for its collection alone (core/shape.ts). A new number would have every device download
 * everything again, and take the documents that are kept offline.
 */
export const CACHE_EPOCH = 7;

/** Two independent 32-bit FNV-1a runs over UTF-16 code units; stable across sessions, not a security measure. */
function hash64(input: string): string {
  let high = 0x811c9dc5;
  let low = 0x9e3779b9;
  for (let at = 0; at < input.length; at += 1) {
    const unit = input.charCodeAt(at);
    high = Math.imul(high ^ unit, 0x01000193);
    low = Math.imul(low ^ unit ^ (high >>> 15), 0x85ebca6b);
  }
  const hex = (part: number): string => (part >>> 0).toString(16).padStart(8, '0');
  return hex(high) + hex(low);
}

/** Short stable text of an identity for names; the identity itself is sealed inside the journal (D22). */
export function identityHash(identity: Identity): string {
  return hash64(JSON.stringify([identity.tenant, identity.userId, identity.scopeHash]));
}

/** Name of the precious database of an identity. */
export function journalName(identity: Identity): string {
  return `journal-${identityHash(identity)}`;
}

/** Name of the disposable database of an identity in the present layout. */
export function cacheName(identity: Identity): string {
  return `${cachePrefix(identity)}${CACHE_EPOCH}`;
}

/** Start of the names of all cache databases of an identity, whatever their layout. */
export function cachePrefix(identity: Identity): string {
  return `cache-${identityHash(identity)}-v`;
}
