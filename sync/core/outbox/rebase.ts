import { overlaid } from '../../protocol/json-path.ts';
import type { JsonRow } from '../../protocol/op.ts';
import { pendingFlag } from '../../protocol/stored.ts';
import type { PendingOp } from '../../protocol/stored.ts';

/** Visible form of one row: null when nothing is to be shown. */
export interface Rebased {
  readonly row: JsonRow | null;
  /** Bits of `pendingFlag` for `_p`. */
  readonly flags: number;
}

function insertOver(row: JsonRow | null, patch: JsonRow): JsonRow {
  if (row === null) return { ...patch };
  // The server already has the row: what the user set stays visible (I8), what only the server knows shows through.
  const set = Object.entries(patch).filter(
    ([column, value]) => value !== null || !Object.hasOwn(row, column),
  );
  return { ...row, ...Object.fromEntries(set) };
}

/** Mark of one pending operation on its row. */
export function flagOf(op: Pick<PendingOp, 'state' | 'kind'>): number {
  if (op.state === 'conflict') return pendingFlag.conflict;
  if (op.state === 'parked') return pendingFlag.parked;
  return op.kind === 'delete' ? pendingFlag.pending | pendingFlag.deletedLocally : pendingFlag.pending;
}

/**
 * Visible row = server row with the pending operations applied in journal order (D2). Pure and total: an update of a
 * row that is not there shows nothing, a delete shows nothing, an insert over an existing row keeps what the user set.
 */
export function rebase(base: JsonRow | null, pending: readonly PendingOp[]): Rebased {
  let row = base;
  let flags = 0;
  for (const op of [...pending].sort((a, b) => a.seq - b.seq)) {
    flags |= flagOf(op);
    if (op.kind === 'delete') row = null;
    else if (op.kind === 'insert') row = insertOver(row, op.patch);
    else row = row === null ? null : overlaid(row, op.patch);
  }
  return { row, flags };
}
