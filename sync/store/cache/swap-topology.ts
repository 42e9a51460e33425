import type { CacheStore, Log } from '../../ports.ts';
import { topologyTables } from '../../protocol/topology.ts';
import type { TopologyTable } from '../../protocol/topology.ts';
import type { PackedLibrary } from '../packed/types.ts';
import type { ShownPacked } from './swap-packed.ts';
import { fromOldOf, showTables } from './swap-tables.ts';
import type { EarlierTables, ShownTables } from './swap-tables.ts';

/** The collection of insights, which is packed. */
const INSIGHTS = 'config_analysis';

/** What the dashboards read, and what may be claimed of it. Rejects with SyncError. */
export interface ShownTopology extends ShownTables<TopologyTable> {
  readonly packed: Pick<PackedLibrary, 'read'>;
}

/** The components and what they come to as screens read them while the cache of an earlier layout is replaced (D17). */
export function showTopology(
  cache: Pick<CacheStore, 'feeds' | 'dump'>,
  shown: ShownPacked,
  old: () => Promise<EarlierTables | null>,
  log: Log,
): ShownTopology {
  const tables = showTables(topologyTables, cache, fromOldOf(old, log));
  return {
    ...tables,
    packed: shown.packed,
    feeds: async () => [
      ...(await tables.feeds()).filter(({ tbl }) => tbl !== INSIGHTS),
      ...(await shown.feeds()).filter(({ tbl }) => tbl === INSIGHTS),
    ],
  };
}
