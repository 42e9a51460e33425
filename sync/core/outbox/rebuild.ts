import { isOpen } from '../../protocol/op.ts';
import type { Op } from '../../protocol/op.ts';
import type { PendingOp, Shadow } from '../../protocol/stored.ts';
import { isTableName } from '../../protocol/table.ts';
import { pendingOf, samePending } from './row-change.ts';
import type { RowChange } from './row-change.ts';
import { canRebase } from './can-rebase.ts';
import { changeForAck } from './settle.ts';

/** Repairs that bring the cache to what the journal says. Both lists empty means that they agree. */
export interface RebuildPlan {
  readonly changes: readonly RowChange[];
  /** Acknowledged operations whose effect is in `changes`; they become `done` once the cache has it. */
  readonly acked: readonly Op[];
}

interface RowState {
  readonly shadow: Shadow | undefined;
  readonly ops: Op[];
}

function rowsOf(open: readonly Op[], shadows: readonly Shadow[]): readonly RowState[] {
  const rows = new Map<string, RowState>();
  for (const shadow of shadows) rows.set(`${shadow.tbl} ${shadow.id}`, { shadow, ops: [] });
  for (const op of open) {
    const key = `${op.tbl} ${op.rowId}`;
    const row = rows.get(key) ?? { shadow: undefined, ops: [] };
    row.ops.push(op);
    rows.set(key, row);
  }
  return [...rows.values()];
}

function rebasable(op: Op): boolean {
  return isOpen(op) && op.state !== 'acked' && canRebase(op);
}

function staleIds(pending: readonly PendingOp[], ops: readonly Op[]): readonly string[] {
  const keep = new Set(ops.filter(rebasable).map((op) => op.id));
  return pending.filter((op) => !keep.has(op.id)).map((op) => op.id);
}

/**
 * Compares every row that has pending operations with the journal (D1, rebuild). Missing operations are added, ended
 * ones removed, acknowledged ones applied with the representation the journal kept. `ended` are the journal's records
 * of operations that shadows name and that are no longer open: a finished one still brings its representation, so
 * that a power cut that took the cache's last write back does not show the old value again. Safe at any moment and
 * in any context; run it until it returns nothing.
 */
export function planRebuild(input: {
  readonly open: readonly Op[];
  readonly ended: readonly Op[];
  readonly shadows: readonly Shadow[];
  readonly fence: number;
}): RebuildPlan {
  const ended = new Map(input.ended.map((op) => [op.id, op]));
  const changes: RowChange[] = [];
  const acked: Op[] = [];
  for (const { shadow, ops } of rowsOf(input.open, input.shadows)) {
    const tbl = shadow?.tbl ?? ops[0]?.tbl ?? '';
    const id = shadow?.id ?? ops[0]?.rowId ?? '';
    if (!isTableName(tbl)) continue;
    const pending = shadow?.pending ?? [];
    const upsert = ops
      .filter(rebasable)
      .map(pendingOf)
      .filter((op) => !pending.some((known) => samePending(known, op)));
    const remove = staleIds(pending, ops);
    const finished = remove.flatMap((opId) => ended.get(opId) ?? []).filter((op) => op.state === 'done');
    const settled = [...ops.filter((op) => op.state === 'acked'), ...finished];
    for (const op of settled.sort((a, b) => a.seq - b.seq)) {
      const change = changeForAck(op, input.fence, shadow?.base ?? null, 'replayed');
      if (change !== null)
        changes.push(op.ack === null && op.state === 'done' ? { tbl, id, remove } : change);
    }
    acked.push(...settled.filter((op) => op.state === 'acked'));
    if (upsert.length > 0 || remove.length > 0) changes.push({ tbl, id, upsert, remove });
  }
  return { changes, acked };
}
