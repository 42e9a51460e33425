import { isOpen } from '../protocol/op.ts';
import type { Draft, Notice, Op } from '../protocol/op.ts';
import { textAt } from './json.ts';
import type { FailReason } from './next-attempt.ts';
import { cancelledText, failureText } from './notice-text.ts';
import { inheritGuards } from './settle.ts';

/** Column that holds what a person typed, by table; only this text is worth keeping as a draft. */
const textColumns: Readonly<Record<string, string>> = {
  comments: 'comment',
  hypotheses: 'title',
  evidences: 'description',
  incidents: 'title',
};

/** Where and what to keep of an operation that goes away; null when it holds no text. */
export function draftOfOp(op: Op, nowMs: number): Draft | null {
  const column = textColumns[op.tbl];
  const text = column === undefined ? null : textAt(op.patch, column);
  if (column === undefined || text === null || text.trim() === '') return null;
  const incident = op.lane.startsWith('incident:') ? `/incidents/${op.lane.slice(9)}` : op.origin.screen;
  const place = op.tbl === 'comments' ? (textAt(op.patch, 'hypothesis_id') ?? op.rowId) : op.rowId;
  return { key: `${incident}#${column}:${place}`, text, savedAt: nowMs, fromOpId: op.id };
}

/** The draft to store where one may already stand: texts are joined, never replaced (I2). */
export function joinDraft(existing: Draft | undefined, draft: Draft): Draft {
  const isSame =
    existing === undefined || existing.text.trim() === '' || existing.fromOpId === draft.fromOpId;
  return isSame || existing.text.includes(draft.text)
    ? { ...draft, text: isSame ? draft.text : existing.text }
    : { ...draft, text: `${existing.text}\n\n${draft.text}` };
}

function dependsOn(
  op: Op,
  gone: ReadonlySet<string>,
  goneRows: ReadonlySet<string>,
  goneGroups: readonly Op[],
) {
  if (op.deps.some((id) => gone.has(id)) || goneRows.has(`${op.tbl} ${op.rowId}`)) return true;
  return goneGroups.some(
    (other) => other.group !== null && other.group.id === op.group?.id && op.group.step > other.group.step,
  );
}

/**
 * Transitive dependants of an operation that ends without effect (I20): operations that name it in `deps`, later
 * ones on the row a failed insert would have made, and the remaining steps of its group. Oldest first.
 */
export function dependantsOf(open: readonly Op[], root: Op): readonly Op[] {
  const gone = new Set([root.id]);
  const goneRows = new Set(root.kind === 'insert' ? [`${root.tbl} ${root.rowId}`] : []);
  const goneGroups = [root];
  const found: Op[] = [];
  for (const op of [...open].sort((a, b) => a.seq - b.seq)) {
    if (gone.has(op.id) || op.state === 'acked' || !dependsOn(op, gone, goneRows, goneGroups)) continue;
    found.push(op);
    gone.add(op.id);
    if (op.kind === 'insert') goneRows.add(`${op.tbl} ${op.rowId}`);
    goneGroups.push(op);
  }
  return found;
}

/** Journal side of an operation that ends without effect, in one transaction. */
export interface EndPlan {
  readonly put: readonly Op[];
  readonly notices: readonly Notice[];
  readonly dropNotices: readonly string[];
  readonly drafts: readonly Draft[];
  /** Operations the cache must take out of their rows afterwards. */
  readonly dropped: readonly Op[];
}

interface EndInput {
  /** All open operations, the ending one included. */
  readonly open: readonly Op[];
  readonly op: Op;
  readonly nowMs: number;
  /** Drafts that stand already, by key. */
  readonly drafts: ReadonlyMap<string, Draft>;
}

function ended(op: Op, state: 'failed' | 'cancelled' | 'discarded', lastError: Op['lastError']): Op {
  return { ...op, state, nextAt: null, conflict: null, lastError };
}

function keptDrafts(ops: readonly Op[], input: EndInput): readonly Draft[] {
  const kept = new Map<string, Draft>();
  for (const op of ops) {
    const draft = draftOfOp(op, input.nowMs);
    if (draft === null) continue;
    kept.set(draft.key, joinDraft(kept.get(draft.key) ?? input.drafts.get(draft.key), draft));
  }
  return [...kept.values()];
}

function planEnd(
  input: EndInput,
  root: Op,
  noticeOf: (cancelled: readonly Op[], keepsText: boolean) => Notice | null,
): EndPlan {
  const dependants = dependantsOf(input.open, input.op);
  const cancelled = dependants.map((op) =>
    ended(op, 'cancelled', {
      class: 'cancelled',
      status: null,
      code: null,
      message: `Depended on ${root.id}`,
    }),
  );
  const dropped = [root, ...cancelled];
  const droppedIds = new Set(dropped.map((op) => op.id));
  const siblings = input.open.filter((op) => isOpen(op) && !droppedIds.has(op.id));
  const drafts = keptDrafts([input.op, ...dependants], input);
  const notice = noticeOf(cancelled, drafts.length > 0);
  return {
    put: [...dropped, ...inheritGuards(siblings, input.op)],
    notices: notice === null ? [] : [notice],
    dropNotices: dropped.map((op) => op.id).filter((id) => id !== notice?.id),
    drafts,
    dropped,
  };
}

/** A permanent failure: rolled back with its dependants, told once, its text kept (D6, I5, I6, I20). */
export function planFailure(
  input: EndInput & { readonly reason: FailReason; readonly lastError: Op['lastError'] },
): EndPlan {
  const root = ended(input.op, 'failed', input.lastError);
  return planEnd(input, root, (cancelled, keepsText) => ({
    id: root.id,
    kind: 'failed',
    message: failureText(input.op, input.reason, cancelled.length, keepsText),
    opIds: [root.id, ...cancelled.map((op) => op.id)],
    createdAt: input.nowMs,
    readAt: null,
  }));
}

/** A person drops an operation; a notice is made only for others that had to go with it. */
export function planDiscard(input: EndInput): EndPlan {
  const root = ended(input.op, 'discarded', input.op.lastError);
  return planEnd(input, root, (cancelled, keepsText) =>
    cancelled.length === 0
      ? null
      : {
          id: root.id,
          kind: 'cancelled',
          message: cancelledText(cancelled.length, keepsText),
          opIds: cancelled.map((op) => op.id),
          createdAt: input.nowMs,
          readAt: null,
        },
  );
}
