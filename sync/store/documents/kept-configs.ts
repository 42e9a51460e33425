import type { JournalStore } from '../../ports.ts';
import type { DexieCache } from '../cache/dexie-cache.ts';

/** Configs and changes that something on this device speaks for: they stay when room is wanted (D13, D18). */
export interface Kept {
  readonly configs: ReadonlySet<string>;
  readonly changes: ReadonlySet<string>;
}

/**
 * Whatever is pinned, has a document that is kept for a reason, or is evidence of an incident that is here. Rejects when
 * any of these cannot be read: then nobody knows what may go, and nothing does.
 */
export async function keptConfigs(
  journal: Pick<JournalStore, 'pins'>,
  cache: Pick<DexieCache, 'dump' | 'documents'>,
): Promise<Kept> {
  const [pins, documents, evidences] = await Promise.all([
    journal.pins(),
    cache.documents.claimed(),
    cache.dump('evidences'),
  ]);
  const configs = new Set(pins.filter(({ kind }) => kind === 'config').map(({ id }) => id));
  const changes = new Set<string>();
  for (const { kind, id } of documents) {
    if (kind === 'config' || kind === 'config-detail' || kind === 'config-changes') configs.add(id);
    if (kind === 'change') changes.add(id);
  }
  for (const row of evidences) {
    const [config, change] = [row['config_id'], row['config_change_id']];
    if (typeof config === 'string') configs.add(config);
    if (typeof change === 'string') changes.add(change);
  }
  return { configs, changes };
}
