import type { CacheStore, DocumentStore, Log } from '../../ports.ts';
import { healthTables } from '../../protocol/health.ts';
import type { HealthTable } from '../../protocol/health.ts';
import { fromOldOf, showTables } from './swap-tables.ts';
import type { EarlierTables, ShownTables } from './swap-tables.ts';

/** The stores that a list of checks reads. */
export interface HealthSource {
  readonly cache: Pick<CacheStore, 'feeds' | 'dump'>;
  readonly documents: Pick<DocumentStore, 'get'>;
}

/** Those of an earlier cache. */
export interface EarlierHealth extends HealthSource {
  readonly cache: EarlierTables;
}

/** What a list of checks reads, and what may be claimed of it. Rejects with SyncError. */
export interface ShownHealth extends ShownTables<HealthTable> {
  readonly document: DocumentStore['get'];
}

/** The checks as screens read them while the cache of an earlier layout is replaced: a document until the present one has one. */
export function showHealth(
  { cache, documents }: HealthSource,
  old: () => Promise<EarlierHealth | null>,
  log: Log,
): ShownHealth {
  const fromOld = fromOldOf(old, log);
  return {
    ...showTables(healthTables, cache, (read) => fromOld((earlier) => read(earlier.cache))),
    document: async (kind, id) =>
      (await documents.get(kind, id)) ?? (await fromOld((earlier) => earlier.documents.get(kind, id))),
  };
}
