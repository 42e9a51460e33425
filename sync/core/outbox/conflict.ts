import { standingAlone } from './group.ts';
import { SyncError } from '../../errors.ts';
import { overlaid } from '../../protocol/json-path.ts';
import type { JsonRow, Op } from '../../protocol/op.ts';
import { writtenTable } from '../../protocol/written-tables.ts';
import { guardOn } from '../check/check.ts';
import { textAt } from './json.ts';
import { laterOnConflict, valuesOfLater } from './later-changes.ts';

/**
 * The user's answer to a conflict (D8). `mine` re-sends against the server's present row, `edit` with a new patch.
 * `seen` names the later changes whose values the person was shown as mine: the answer is about them too (CNF11).
 */
export type ConflictDecision = { readonly seen?: readonly string[] | undefined } & (
  | { readonly take: 'theirs' }
  | { readonly take: 'mine' }
  | { readonly take: 'edit'; readonly patch: JsonRow }
);

function refuse(message: string, table: string): SyncError {
  return new SyncError({ kind: 'rejected', message, status: 0, table });
}

/**
 * Why a patch is no legal move from the row the server has; null when it is one (ux 4.6: "sent only if the move is
 * still allowed").
 */
export function illegalMove(tbl: string, theirs: JsonRow | null, patch: JsonRow): string | null {
  const moves = writtenTable(tbl)?.write?.moves;
  for (const [column, why] of Object.entries(moves ?? {})) {
    const to = patch[column];
    const reason = typeof to === 'string' ? why(textAt(theirs, column), to) : null;
    if (reason !== null) return reason;
  }
  return null;
}

/**
 * The operation after a person answered its conflict with `mine` or `edit` (D8): queued again, guarded by the row the
 * person saw, so that a third value that arrived meanwhile is asked about again (I31). `theirs` discards the
 * operation, which is the caller's transition. Throws `rejected` when there is no conflict, the edit is no edit, or
 * the status may not move there from theirs. `later` are the changes the answer is about too.
 */
export function applyDecision(
  op: Op,
  decision: Exclude<ConflictDecision, { take: 'theirs' }>,
  later: readonly Op[] = [],
): Op {
  const theirs = op.conflict?.theirs ?? null;
  if (op.state !== 'conflict' || theirs === null) {
    throw refuse('This change has no open conflict.', op.tbl);
  }
  const edit = decision.take === 'edit' ? decision.patch : {};
  if (decision.take === 'edit' && Object.keys(edit).length === 0) {
    throw refuse('The edited value is missing.', op.tbl);
  }
  if (Object.keys(edit).some((field) => !Object.hasOwn(op.patch, field))) {
    throw refuse('Only the fields in conflict can be edited here.', op.tbl);
  }
  const patch = overlaid({ ...op.patch, ...valuesOfLater(op, later) }, edit);
  const move = illegalMove(op.tbl, theirs, patch);
  if (move !== null) throw refuse(move, op.tbl);
  return {
    ...op,
    patch,
    guard: guardOn(theirs, patch),
    state: 'queued',
    conflict: null,
    attempts: 0,
    nextAt: null,
    lastError: null,
  };
}

/**
 * Later changes after the answer to the conflict before them settled its fields: they keep the others, and one that
 * has none left is over. Only those the person was shown (`seen`) are the answer's to settle.
 */
export function settledWithConflict(
  op: Op,
  open: readonly Op[],
  seen: readonly string[] = [],
): readonly Op[] {
  const fields = op.conflict?.fields ?? [];
  const without = (row: JsonRow): JsonRow =>
    Object.fromEntries(Object.entries(row).filter(([field]) => !fields.includes(field)));
  return laterOnConflict(op, open)
    .filter(({ id }) => seen.includes(id))
    .map((later): Op => {
      const patch = without(later.patch);
      if (Object.keys(patch).length === 0) {
        return { ...later, state: 'discarded', nextAt: null, conflict: null, lastError: null };
      }
      const guard = later.guard === null ? null : { ...later.guard, fields: without(later.guard.fields) };
      const isAsked = later.state === 'conflict' || later.state === 'parked';
      const state = isAsked ? 'queued' : later.state;
      return { ...later, patch, guard, state, conflict: null };
    });
}

/** True when "retry" makes sense: it waits or was parked, and this version can read it. */
export function isRetryable(op: Pick<Op, 'state' | 'lastError'>): boolean {
  return (
    ['queued', 'waiting', 'ambiguous', 'auth-hold', 'parked'].includes(op.state) &&
    op.lastError?.class !== 'unreadable'
  );
}

/** The operation after "retry": due now; an ambiguous one keeps its state, because it must be checked first (D7). */
export function retried(op: Op): Op {
  const state = op.state === 'ambiguous' ? 'ambiguous' : 'queued';
  return { ...standingAlone(op), state, attempts: 0, nextAt: null };
}
