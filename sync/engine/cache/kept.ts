import { toSyncError } from '../../errors.ts';
import type { Runtime } from '../runtime.ts';

/** Things that something on this device speaks for: a window that moves on leaves what belongs to them (D13). */
export interface Kept {
  readonly configs: ReadonlySet<string>;
  readonly changes: ReadonlySet<string>;
  readonly checks: ReadonlySet<string>;
}

/**
 * What is pinned, has a document that is kept for a reason, or is evidence of an incident that is here. Null when any of
 * these cannot be read: then nobody knows what may go, and nothing should.
 */
export async function keptNow({ ports }: Pick<Runtime, 'ports'>): Promise<Kept | null> {
  const { journal, documents, cache, log } = ports;
  const configs = new Set<string>();
  const changes = new Set<string>();
  const checks = new Set<string>();
  try {
    for (const { kind, id } of await journal.pins()) if (kind === 'config') configs.add(id);
    for (const { kind, id } of (await documents?.claimed?.()) ?? []) {
      if (kind === 'config' || kind === 'config-detail' || kind === 'config-changes') configs.add(id);
      if (kind === 'change') changes.add(id);
    }
    for (const row of await cache.dump('evidences')) {
      const { config_id: config, config_change_id: change, check_id: check } = row;
      if (typeof config === 'string') configs.add(config);
      if (typeof change === 'string') changes.add(change);
      if (typeof check === 'string') checks.add(check);
    }
  } catch (thrown) {
    log.event('warn', 'kept.unknown', { message: toSyncError(thrown).message });
    return null;
  }
  return { configs, changes, checks };
}
