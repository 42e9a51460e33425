import { isOpen } from '../../protocol/op.ts';
import type { Draft, Notice, Op } from '../../protocol/op.ts';
import { isTableName } from '../../protocol/table.ts';
import type { WriteSpec } from '../../protocol/table.ts';
import { tables } from '../../protocol/tables.ts';
import { compensate, isLaterStep, isSameGroup } from './group.ts';
import type { Compensation } from './group.ts';
import { textAt } from './json.ts';
import { isDiscardable } from './later-changes.ts';
import type { FailReason } from '../pull/next-attempt.ts';
import { discardedText, failureText } from './notice-text.ts';
import type { GroupEnd } from './notice-text.ts';
import { inheritGuards } from './settle.ts';

function writingOf(tbl: string): WriteSpec | undefined {
  return isTableName(tbl) ? tables[tbl].write : undefined;
}

/** Where a text came from: the page of its incident, or for one that was never created the form that makes them. */
function draftKey(op: Op, column: string): string {
  if (op.group?.intent === 'incident.create') return `${op.origin.screen}#incident:new`;
  const incident = op.lane.startsWith('incident:') ? `/incidents/${op.lane.slice(9)}` : op.origin.screen;
  const form = op.kind === 'insert' ? writingOf(op.tbl)?.madeUnder : undefined;
  const under = form === undefined ? null : textAt(op.patch, form.column);
  if (under === null) return `${incident}#${column}:${op.rowId}`;
  return `${incident}#${form?.name?.(op.patch) ?? column}:${under}`;
}

/** Where and what to keep of an operation that goes away; nothing when it holds no text. */
export function draftsOfOp(op: Op, nowMs: number): readonly Draft[] {
  if (op.undoes !== undefined) return [];
  const texts = new Map<string, string>();
  for (const column of writingOf(op.tbl)?.typed ?? []) {
    const text = textAt(op.patch, column);
    const key = draftKey(op, column);
    if (text !== null && text.trim() !== '') texts.set(key, joinTexts(texts.get(key) ?? '', text));
  }
  return [...texts].map(([key, text]) => ({ key, text, savedAt: nowMs, fromOpId: op.id }));
}

/** Two texts in one place; a text that stands there as a paragraph of its own is not written twice. */
function joinTexts(existing: string, text: string): string {
  if (existing.trim() === '') return text;
  return `\n\n${existing}\n\n`.includes(`\n\n${text}\n\n`) ? existing : `${existing}\n\n${text}`;
}

/** The draft to store where one may already stand: texts are joined, never replaced (I2). */
export function joinDraft(existing: Draft | undefined, draft: Draft): Draft {
  if (existing === undefined || existing.fromOpId === draft.fromOpId) return draft;
  return { ...draft, text: joinTexts(existing.text, draft.text) };
}

function dependsOn(
  op: Op,
  gone: ReadonlySet<string>,
  goneRows: ReadonlySet<string>,
  goneGroups: readonly Op[],
): boolean {
  // A deletion of what was never made has what it wanted, so it does not go down with the insert (RPL12).
  const isOnGoneRow = op.kind !== 'delete' && goneRows.has(`${op.tbl} ${op.rowId}`);
  if (isOnGoneRow || op.deps.some((id) => gone.has(id))) return true;
  return goneGroups.some((other) => isLaterStep(op, other));
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
  /** Operations for the cache to apply: those that take earlier steps of the group back (B20), or have changed. */
  readonly added: readonly Op[];
  readonly lastSeq: number;
}

/** An ending that settles later changes of the same fields too: those that are over leave, the others are rebased anew. */
export function alsoSettled(plan: EndPlan, settled: readonly Op[]): EndPlan {
  const known = new Map(plan.put.map((op) => [op.id, op]));
  const rest = settled.map((op) => known.get(op.id) ?? op);
  return {
    ...plan,
    put: [...plan.put, ...rest.filter(({ id }) => !known.has(id))],
    dropNotices: [...plan.dropNotices, ...settled.map(({ id }) => id)],
    dropped: [...plan.dropped, ...rest.filter((op) => !isOpen(op))],
    added: [...plan.added, ...rest.filter(isOpen)],
  };
}

interface EndInput {
  /** All open operations, the ending one included. */
  readonly open: readonly Op[];
  readonly op: Op;
  readonly nowMs: number;
  /** Drafts that stand already, by key. */
  readonly drafts: ReadonlyMap<string, Draft>;
  /** Steps of its group that took effect, and ids to take them back with: one for the group and one per step. */
  readonly steps: readonly Op[];
  readonly newIds: readonly string[];
  readonly lastSeq: number;
}

function ended(op: Op, state: 'failed' | 'cancelled' | 'discarded', lastError: Op['lastError']): Op {
  return { ...op, state, nextAt: null, conflict: null, lastError };
}

function keptDrafts(ops: readonly Op[], input: EndInput): readonly Draft[] {
  const kept = new Map<string, Draft>();
  for (const op of ops) {
    for (const draft of draftsOfOp(op, input.nowMs)) {
      kept.set(draft.key, joinDraft(kept.get(draft.key) ?? input.drafts.get(draft.key), draft));
    }
  }
  return [...kept.values()];
}

type Say = (told: {
  readonly cancelled: readonly Op[];
  readonly keepsText: boolean;
  readonly group: GroupEnd | null;
}) => Notice | null;

/** What became of the group of an operation that ends; null when it has none. */
function groupEnd(input: EndInput, back: Compensation): GroupEnd | null {
  const { group } = input.op;
  return group === null
    ? null
    : { of: group.of, saved: input.steps.length, takenBack: back.ops.length, kept: back.kept };
}

function planEnd(input: EndInput, root: Op, isDiscard: boolean, say: Say): EndPlan {
  const { steps, newIds, lastSeq, nowMs } = input;
  const dependants = dependantsOf(input.open, input.op);
  const lastError = { class: 'cancelled', status: null, code: null, message: `Depended on ${root.id}` };
  const gone = dependants.map((op) =>
    // A group is one intent: who drops one step has dropped the rest of it knowingly.
    isDiscard && isSameGroup(op, root) ? ended(op, 'discarded', null) : ended(op, 'cancelled', lastError),
  );
  const dropped = [root, ...gone];
  const droppedIds = new Set(dropped.map((op) => op.id));
  const siblings = input.open.filter((op) => isOpen(op) && !droppedIds.has(op.id));
  const isCompensated = root.group?.onFail === 'compensate';
  const back: Compensation = isCompensated
    ? compensate(steps, siblings, newIds, { lastSeq, nowMs })
    : { ops: [], kept: steps.length, lastSeq };
  const drafts = keptDrafts([input.op, ...dependants], input);
  const cancelled = gone.filter((op) => op.state === 'cancelled');
  const notice = say({ cancelled, keepsText: drafts.length > 0, group: groupEnd(input, back) });
  return {
    put: [...dropped, ...inheritGuards(siblings, input.op), ...back.ops],
    notices: notice === null ? [] : [notice],
    dropNotices: dropped.map((op) => op.id).filter((id) => id !== notice?.id),
    drafts,
    dropped,
    added: back.ops,
    lastSeq: back.lastSeq,
  };
}

/** A permanent failure: rolled back with its dependants, told once, its text kept (D6, I5, I6, I20). */
export function planFailure(
  input: EndInput & { readonly reason: FailReason; readonly lastError: Op['lastError'] },
): EndPlan {
  const root = ended(input.op, 'failed', input.lastError);
  return planEnd(input, root, false, ({ cancelled, keepsText, group }) => {
    const others = cancelled.filter((op) => !isSameGroup(op, root)).length;
    return {
      id: root.id,
      kind: 'failed',
      message: failureText(input.op, input.reason, { others, keepsText, group }),
      opIds: [root.id, ...cancelled.map((op) => op.id)],
      createdAt: input.nowMs,
      readAt: null,
    };
  });
}

/**
 * The operation a person drops when they drop `op`: of a group its first step that is not on the server, so that the
 * rest goes with it. Null while a step is on its way.
 */
export function discardRoot(open: readonly Op[], op: Op): Op | null {
  const steps = open
    .filter((other) => other.id === op.id || isSameGroup(other, op))
    .filter((other) => other.state !== 'acked')
    .sort((a, b) => a.seq - b.seq);
  return steps.every(isDiscardable) ? (steps[0] ?? null) : null;
}

/** A person drops an operation; a notice is made only for others that had to go with it or are taken back. */
export function planDiscard(input: EndInput): EndPlan {
  const root = ended(input.op, 'discarded', input.op.lastError);
  return planEnd(input, root, true, ({ cancelled, keepsText, group }) => {
    const isTold = cancelled.length > 0 || (group !== null && group.saved > 0);
    if (!isTold) return null;
    return {
      id: root.id,
      kind: 'cancelled',
      message: discardedText(input.op, { others: cancelled.length, keepsText, group }),
      opIds: cancelled.map((op) => op.id),
      createdAt: input.nowMs,
      readAt: null,
    };
  });
}
