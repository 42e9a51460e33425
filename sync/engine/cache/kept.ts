import { keptThings, type Kept } from '../../core/pull/kept-things.ts';
import { toSyncError } from '../../errors.ts';
import { keepingTables } from '../../protocol/tables.ts';
import type { Runtime } from '../runtime.ts';

/** What something on this device speaks for. Null when that cannot be read: then nobody knows what may go (D13). */
export async function keptNow({ ports }: Pick<Runtime, 'ports'>): Promise<Kept | null> {
  const { journal, documents, cache, log } = ports;
  try {
    return await keptThings({
      pins: await journal.pins(),
      documents: (await documents?.claimed?.()) ?? [],
      tables: keepingTables,
      rowsOf: (tbl) => cache.dump(tbl),
    });
  } catch (thrown) {
    log.event('warn', 'kept.unknown', { message: toSyncError(thrown).message });
    return null;
  }
}
