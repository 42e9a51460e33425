import { serverTimeToMs } from '../../core/pull/server-time.ts';
import { SyncError } from '../../errors.ts';
import type { PackedSpec } from '../../protocol/packed.ts';
import { isKeptRow } from './kept-row.ts';
import type { FreeInput } from './kept-row.ts';
import type { PackedLibrary } from './types.ts';
import { packedId } from './types.ts';

/** Rows removed in one transaction. */
const BATCH_ROWS = 5_000;

/**
 * Removes rows of a window that are older than those it can do without, by the device's clock; returns how many. `epoch` is
 * that of whoever leads: a leader that is over frees nothing. Rows whose time cannot be read stay, and so does what is kept
 * (D13).
 */
export async function dropOldRows(
  packed: PackedLibrary,
  spec: PackedSpec,
  { epoch, nowMs, kept }: FreeInput,
): Promise<number> {
  const { name, feed } = spec;
  if (feed.kind !== 'window') return 0;
  const old: string[] = [];
  await packed.read(name, null, {
    begin: () => {
      old.length = 0;
    },
    put: (rows) => {
      for (const row of rows) {
        const at = row[feed.bound];
        const atMs = serverTimeToMs(typeof at === 'string' ? at : null);
        const id = packedId(row);
        if (atMs === null || id === undefined || nowMs - atMs <= feed.spareAfterMs) continue;
        if (!isKeptRow(spec, row, kept)) old.push(id);
      }
    },
    remove: () => undefined,
  });
  let removed = 0;
  try {
    for (let at = 0; at < old.length; at += BATCH_ROWS) {
      const remove = old.slice(at, at + BATCH_ROWS);
      removed += (await packed.apply({ tbl: name, put: [], remove }, epoch)).removed;
    }
  } catch (thrown) {
    if (!(thrown instanceof SyncError && thrown.info.kind === 'cancelled')) throw thrown;
  }
  return removed;
}
