import { keptThings, type Kept } from '../../core/pull/kept-things.ts';
import type { JournalStore } from '../../ports.ts';
import { keepingTables } from '../../protocol/tables.ts';
import type { DexieCache } from '../cache/dexie-cache.ts';

/** What something on this device speaks for. Rejects when that cannot be read: then nothing may go (D13, D18). */
export async function keptConfigs(
  journal: Pick<JournalStore, 'pins'>,
  cache: Pick<DexieCache, 'dump' | 'documents'>,
): Promise<Kept> {
  const [pins, documents] = await Promise.all([journal.pins(), cache.documents.claimed()]);
  return keptThings({ pins, documents, tables: keepingTables, rowsOf: (tbl) => cache.dump(tbl) });
}
