import { serverTimeToMs } from '../../core/pull/server-time.ts';
import { SyncError } from '../../errors.ts';
import type { Kept } from '../../core/pull/kept-things.ts';
import type { PackedLibrary } from '../packed/types.ts';
import { packedId } from '../packed/types.ts';

/** Changes older than this are the second thing to go when room is wanted (D18). */
export const OLD_CHANGE_MS = 48 * 3600 * 1000;

/** Rows removed in one transaction. */
const BATCH_ROWS = 5_000;

type KeptChanges = Pick<Kept, 'configs' | 'changes'>;
const nothing: KeptChanges = { configs: new Set(), changes: new Set() };

/**
 * Removes changes of configs older than 48 hours, by the device's clock; returns how many. `epoch` is that of whoever
 * leads: a leader that is over frees nothing. Rows whose time cannot be read stay, and so does what is kept (D13).
 */
export async function dropOldChanges(
  packed: PackedLibrary,
  epoch: number,
  nowMs: number,
  kept: KeptChanges = nothing,
): Promise<number> {
  const old: string[] = [];
  await packed.read('config_changes', null, {
    begin: () => {
      old.length = 0;
    },
    put: (rows) => {
      for (const row of rows) {
        const at = row['created_at'];
        const atMs = serverTimeToMs(typeof at === 'string' ? at : null);
        const id = packedId(row);
        if (atMs === null || id === undefined || nowMs - atMs <= OLD_CHANGE_MS) continue;
        if (!kept.configs.has(String(row['config_id'])) && !kept.changes.has(id)) old.push(id);
      }
    },
    remove: () => undefined,
  });
  let removed = 0;
  try {
    for (let at = 0; at < old.length; at += BATCH_ROWS) {
      const remove = old.slice(at, at + BATCH_ROWS);
      removed += (await packed.apply({ tbl: 'config_changes', put: [], remove }, epoch)).removed;
    }
  } catch (thrown) {
    if (!(thrown instanceof SyncError && thrown.info.kind === 'cancelled')) throw thrown;
  }
  return removed;
}
