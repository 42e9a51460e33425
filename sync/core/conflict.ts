import { SyncError } from '../errors.ts';
import type { JsonRow, Op } from '../protocol/op.ts';
import { isIncidentMove } from '../protocol/incident-status.ts';
import { guardOn } from './check.ts';
import { textAt } from './json.ts';

/** The user's answer to a conflict (D8). `mine` re-sends against the server's present row, `edit` with a new patch. */
export type ConflictDecision =
  | { readonly take: 'theirs' }
  | { readonly take: 'mine' }
  | { readonly take: 'edit'; readonly patch: JsonRow };

function refuse(message: string, table: string): SyncError {
  return new SyncError({ kind: 'rejected', message, status: 0, table });
}

/**
 * Why a patch is no legal move from the row the server has; null when it is one (ux 4.6: "sent only if the move is
 * still allowed"). Only incidents have a table of moves.
 */
export function illegalMove(tbl: string, theirs: JsonRow | null, patch: JsonRow): string | null {
  const to = patch['status'];
  if (tbl !== 'incidents' || typeof to !== 'string') return null;
  const from = textAt(theirs, 'status');
  if (isIncidentMove(from, to)) return null;
  return `The incident is ${from ?? 'without a status'} now and cannot become ${to}.`;
}

/**
 * The operation after a person answered its conflict with `mine` or `edit` (D8): queued again, guarded by the row the
 * person saw, so that a third value that arrived meanwhile is asked about again (I31). `theirs` discards the
 * operation, which is the caller's transition. Throws `rejected` when there is no conflict, the edit is no edit, or
 * the status may not move there from theirs.
 */
export function applyDecision(op: Op, decision: Exclude<ConflictDecision, { take: 'theirs' }>): Op {
  const theirs = op.conflict?.theirs ?? null;
  if (op.state !== 'conflict' || theirs === null) {
    throw refuse('This change has no open conflict.', op.tbl);
  }
  const edit = decision.take === 'edit' ? decision.patch : {};
  if (decision.take === 'edit' && Object.keys(edit).length === 0) {
    throw refuse('The edited value is missing.', op.tbl);
  }
  if (Object.keys(edit).some((field) => !(field in op.patch))) {
    throw refuse('Only the fields in conflict can be edited here.', op.tbl);
  }
  const patch = { ...op.patch, ...edit };
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

/** True when a person may drop the operation: nothing of it can be on its way (D6). */
export function isDiscardable(op: Pick<Op, 'state'>): boolean {
  return ['queued', 'waiting', 'auth-hold', 'parked', 'conflict'].includes(op.state);
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
  return { ...op, state, attempts: 0, nextAt: null };
}
