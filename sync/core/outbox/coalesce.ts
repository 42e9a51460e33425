import { sameIdentity } from '../../protocol/identity.ts';
import { hidesPlaces, overlaid, wholeColumns } from '../../protocol/json-path.ts';
import { isOpen, isRevival } from '../../protocol/op.ts';
import type { Op } from '../../protocol/op.ts';
import { illegalMove } from './conflict.ts';
import { joinGuards } from './guards.ts';
import { textAt } from './json.ts';
import { NO_STAMP } from './plan.ts';
import type { OpDraft } from './plan.ts';

/** What the journal stores for an append, and the operations the caller may promise to the user. */
export interface AppendPlan {
  readonly put: readonly Op[];
  readonly remove: readonly string[];
  readonly lastSeq: number;
  /** Every operation the append ended in, merged ones included. */
  readonly kept: readonly Op[];
}

function neverSent(op: Op): boolean {
  return op.state === 'queued' && op.attempts === 0 && op.firstSentAt === null && op.group === null;
}

function mergedGuard(first: Op['guard'], next: Op['guard']): Op['guard'] {
  return first === null || next === null ? first : joinGuards(first, next);
}

/**
 * Merges `draft` into the operation before it (D5): later field wins, the guard is the earliest base. Null when the
 * two must stay apart; `'annihilate'` when a row that never left the device is deleted again.
 */
export function mergeOps(previous: Op, draft: OpDraft): Op | 'annihilate' | null {
  const isSameRow = previous.tbl === draft.tbl && previous.rowId === draft.rowId;
  if (!isSameRow || !neverSent(previous) || draft.group !== null) return null;
  if (!sameIdentity(previous.identity, draft.identity)) return null;
  if (draft.kind === 'delete' && previous.kind === 'insert') return 'annihilate';
  // What brings a row back takes its deletion back and sets nothing (ROW4).
  if (draft.kind !== 'update' || previous.kind === 'delete' || isRevival(previous)) return null;
  // A new row goes out whole: it has no column yet that a value could be laid into.
  const whole = previous.kind === 'insert' ? wholeColumns(draft.patch, previous.patch) : draft.patch;
  const patch = overlaid(previous.patch, whole);
  if (previous.kind === 'update' && hidesPlaces(previous.patch, draft.patch)) return null;
  // Two legal moves of a status may add up to one that is not: then both are sent, in order.
  if (illegalMove(draft.tbl, previous.guard?.fields ?? null, draft.patch) !== null) return null;
  const deps = [...new Set([...previous.deps, ...draft.deps])].filter((id) => id !== previous.id);
  return { ...previous, patch, deps, guard: mergedGuard(previous.guard, draft.guard) };
}

/**
 * A deletion of a row that was still to be made when it was planned, and is made by now: the answer has a stamp, and no
 * later one will bring it (KEY6).
 */
function stamped(draft: OpDraft, lane: readonly Op[]): OpDraft {
  if (draft.kind !== 'delete' || draft.guard?.updatedAt !== NO_STAMP) return draft;
  const last = lane
    .filter((op) => op.tbl === draft.tbl && op.rowId === draft.rowId)
    .filter(({ state }) => isOpen({ state }) || state === 'done')
    .reduce<Op | null>((newest, op) => (newest === null || op.seq > newest.seq ? op : newest), null);
  const isMade = last?.state === 'acked' || last?.state === 'done';
  if (last === null || !isMade || last.ack === null) return draft;
  return { ...draft, guard: { ...draft.guard, updatedAt: textAt(last.ack, 'updated_at') } };
}

/**
 * Plans the append of new operations to their lane (D4, D5). `lane` is everything the lane holds. Only the newest
 * open operation of the lane is a candidate: merging across a neighbour would reorder effects (I4).
 */
export function planAppend(lane: readonly Op[], drafts: readonly OpDraft[], lastSeq: number): AppendPlan {
  const open = lane.filter(isOpen).sort((a, b) => a.seq - b.seq);
  const put = new Map<string, Op>();
  const remove: string[] = [];
  let seq = lastSeq;
  for (const draft of drafts) {
    const previous = open.at(-1);
    const merged = previous === undefined ? null : mergeOps(previous, draft);
    if (previous !== undefined && merged === 'annihilate') {
      open.pop();
      put.delete(previous.id);
      remove.push(previous.id);
      continue;
    }
    if (merged !== null && merged !== 'annihilate') {
      open[open.length - 1] = merged;
      put.set(merged.id, merged);
      continue;
    }
    seq += 1;
    const op: Op = { ...stamped(draft, lane), seq };
    open.push(op);
    put.set(op.id, op);
  }
  return { put: [...put.values()], remove, lastSeq: seq, kept: [...put.values()] };
}
