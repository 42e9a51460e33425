import type { JsonRow, Op } from '../../protocol/op.ts';

/**
 * Changes that were made on the fields of a conflict after it and still wait, oldest first: what they set is what the
 * screen shows, so it is "mine" in the question. Steps of a group and steps taken back are answered on their own.
 */
export function laterOnConflict(op: Op, open: readonly Op[]): readonly Op[] {
  const fields = op.state === 'conflict' ? (op.conflict?.fields ?? []) : [];
  return open
    .filter(({ tbl, rowId, seq }) => tbl === op.tbl && rowId === op.rowId && seq > op.seq)
    .filter(({ kind, group, undoes }) => kind === 'update' && group === null && undoes === undefined)
    .filter((later) => isDiscardable(later) && fields.some((field) => Object.hasOwn(later.patch, field)))
    .sort((a, b) => a.seq - b.seq);
}

/** What the later changes of a conflict set its fields to; the last word counts. */
export function valuesOfLater(op: Op, later: readonly Op[]): JsonRow {
  const fields = op.conflict?.fields ?? [];
  const entries = later.flatMap(({ patch }) => Object.entries(patch));
  return Object.fromEntries(entries.filter(([field]) => fields.includes(field)));
}

/** True when a person may drop the operation: nothing of it can be on its way (D6). */
export function isDiscardable(op: Pick<Op, 'state'>): boolean {
  return ['queued', 'waiting', 'auth-hold', 'parked', 'conflict'].includes(op.state);
}
