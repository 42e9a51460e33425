import { laterOnConflict, valuesOfLater } from '../core/outbox/later-changes.ts';
import type { Notice, Op } from '../protocol/op.ts';
import type { OpView } from './types.ts';

/** One operation in plain data. */
export function opView(op: Op): OpView {
  return {
    id: op.id,
    state: op.state,
    kind: op.kind,
    tbl: op.tbl,
    rowId: op.rowId,
    patch: op.patch,
    base: op.guard?.fields ?? {},
    createdAt: op.createdAt,
    attempts: op.attempts,
    nextAt: op.nextAt,
    lastError: op.lastError,
    conflict: op.conflict,
    screen: op.origin.screen,
    group: op.group,
    undoes: op.undoes,
  };
}

/** Operations in plain data; one in conflict says what later changes have made of its fields. */
export function opViews(ops: readonly Op[]): readonly OpView[] {
  return ops.map((op) => {
    const later = laterOnConflict(op, ops);
    if (later.length === 0) return opView(op);
    return { ...opView(op), later: { ids: later.map(({ id }) => id), patch: valuesOfLater(op, later) } };
  });
}

/** Operations on one row, oldest first. */
export type OpsByRow = (tbl: string, rowId: string) => readonly OpView[];

/** Groups operations (already in journal order) by the row they touch. */
export function opsByRow(ops: readonly Op[]): OpsByRow {
  const groups = new Map<string, OpView[]>();
  for (const op of opViews(ops)) {
    const key = `${op.tbl}\u0000${op.rowId}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [op]);
    else group.push(op);
  }
  return (tbl, rowId) => groups.get(`${tbl}\u0000${rowId}`) ?? [];
}

/** Ids of ended operations that a notice still speaks of: the outbox shows them until it is dismissed (I6). */
export function noticedOps(notices: readonly Notice[]): readonly string[] {
  return [...new Set(notices.flatMap((notice) => [notice.id, ...notice.opIds]))];
}
