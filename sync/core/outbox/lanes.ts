import { sameIdentity } from '../../protocol/identity.ts';
import type { Identity } from '../../protocol/identity.ts';
import { overlaps } from '../../protocol/json-path.ts';
import { OP_VERSION } from '../../protocol/op.ts';
import type { Op } from '../../protocol/op.ts';
import { isWritten } from '../../protocol/written-tables.ts';
import { isDue, msUntil } from '../pull/backoff.ts';
import { isLaterStep } from './group.ts';

/** Circumstances of a send. `busy` are the lanes with a request of this context in flight. */
export interface LaneContext {
  readonly identity: Identity;
  readonly nowMs: number;
  readonly busy: ReadonlySet<string>;
  /** False while the session is held: nothing is sent (D7 auth). */
  readonly maySend: boolean;
  readonly maxLanes: number;
}

/** What to do now, at most one operation per lane, and when to look again. */
export interface SendPlan {
  readonly send: readonly Op[];
  /** Operations whose fate must be looked up before anything else happens to them (D7 checking). */
  readonly check: readonly Op[];
  /** Milliseconds until the next operation is due; null when none is waiting. */
  readonly nextInMs: number | null;
}

function touchesSameFields(a: Op, b: Op): boolean {
  if (a.tbl !== b.tbl || a.rowId !== b.rowId) return false;
  if (a.kind !== 'update' || b.kind !== 'update') return true;
  const fields = Object.keys(a.patch);
  return Object.keys(b.patch).some((field) => fields.some((other) => overlaps(field, other)));
}

/** True when this device must not act on the operation by itself: a person decides, or it is not ours to send. */
function needsPerson(op: Op, identity: Identity): boolean {
  const isForeign = !sameIdentity(op.identity, identity) || op.v > OP_VERSION;
  // An update of the app may know the table; sent by this build it would go anywhere, or nowhere without end (WRT2).
  return op.state === 'parked' || op.state === 'conflict' || isForeign || !isWritten(op.tbl);
}

/**
 * Operations that do not move until a person decides: parked and conflicted ones, and those that depend on them, are
 * later steps of their group or touch the same fields of the same row (D6, B20). Everything else passes them.
 */
export function stuckOps(open: readonly Op[], identity: Identity): ReadonlySet<string> {
  const stuck: Op[] = [];
  const ids = new Set<string>();
  const inOrder = [...open].sort((a, b) => a.seq - b.seq);
  const needsStuck = (op: Op): boolean => op.state !== 'acked' && op.deps.some((id) => ids.has(id));
  const look = (op: Op): void => {
    const touches = stuck.some((other) => touchesSameFields(other, op) || isLaterStep(op, other));
    if (!needsPerson(op, identity) && !needsStuck(op) && !(touches && op.state !== 'acked')) return;
    stuck.push(op);
    ids.add(op.id);
  };
  for (const op of inOrder) look(op);
  // What it needs stands behind it only where the disk has damaged a number.
  for (let before = -1; before !== ids.size;) {
    before = ids.size;
    for (const op of inOrder) if (!ids.has(op.id) && needsStuck(op)) look(op);
  }
  return ids;
}

function lanesOf(open: readonly Op[]): ReadonlyMap<string, readonly Op[]> {
  const lanes = new Map<string, Op[]>();
  for (const op of [...open].sort((a, b) => a.seq - b.seq)) {
    const lane = lanes.get(op.lane);
    if (lane === undefined) lanes.set(op.lane, [op]);
    else lane.push(op);
  }
  return lanes;
}

/** True when something behind it in its lane must be sent before it: only damaged numbers put it there. */
function isTooEarly(op: Op, waiting: readonly Op[]): boolean {
  if (op.deps.length === 0 && op.group === null) return false;
  return waiting.some((other) => op.deps.includes(other.id) || isLaterStep(op, other));
}

/**
 * The operation a lane is waiting for: the oldest one that is neither acknowledged nor stuck, and needs none of the others
 * first. Without the last the whole lane would wait for ever once the disk has damaged a number.
 */
function headOf(lane: readonly Op[], stuck: ReadonlySet<string>): Op | undefined {
  const waiting = lane.filter((op) => op.state !== 'acked' && !stuck.has(op.id));
  return waiting.find((op) => !isTooEarly(op, waiting));
}

/**
 * Picks what may be sent now (D6): the head of each lane, if it is due and everything it depends on is acknowledged,
 * at most `maxLanes` lanes at once, oldest first. An operation found in `sending` in a lane that is not busy was
 * left there by a crash and is checked (D7). `open` are all open operations.
 */
export function planSends(open: readonly Op[], context: LaneContext): SendPlan {
  const stuck = stuckOps(open, context.identity);
  const unacked = new Set(open.filter((op) => op.state !== 'acked').map((op) => op.id));
  const send: Op[] = [];
  const check: Op[] = [];
  let nextInMs: number | null = null;
  const heads = [...lanesOf(open)].flatMap(([lane, ops]) => {
    const head = context.busy.has(lane) ? undefined : headOf(ops, stuck);
    return head === undefined ? [] : [head];
  });
  for (const head of heads.sort((a, b) => a.seq - b.seq)) {
    if (!context.maySend || head.deps.some((id) => unacked.has(id))) continue;
    if (head.state !== 'sending' && !isDue(head.nextAt, context.nowMs)) {
      const wait = msUntil(head.nextAt, context.nowMs);
      nextInMs = nextInMs === null ? wait : Math.min(nextInMs, wait);
      continue;
    }
    if (context.busy.size + send.length + check.length >= context.maxLanes) break;
    if (head.state === 'sending' || head.state === 'ambiguous') check.push(head);
    else send.push(head);
  }
  return { send, check, nextInMs };
}
