import type { JsonRow, Op } from '../../protocol/op.ts';
import type { PendingOp, Shadow, Stored, Tombstone } from '../../protocol/stored.ts';
import type { TableName, TableSpec } from '../../protocol/table.ts';
import type { CacheWrite, RowRef, RowSnapshot } from '../../ports.ts';
import { flagOf, rebase } from './rebase.ts';
import { columnsOf, textAt } from './json.ts';
import { sameJson } from '../../protocol/same-json.ts';
import { rowHash } from '../pull/row-hash.ts';
import { compareServerTime } from '../pull/server-time.ts';

/**
 * A server version of a row (null: the server has none). `fence` was taken when its request started and is compared
 * with what is stored; `stamp` was taken when the answer came and is what gets stored (D9). Fences order versions by
 * what this device saw happen: `updated_at` cannot, because a late commit carries an older stamp (B1).
 */
export interface BaseUpdate {
  readonly row: JsonRow | null;
  readonly fence: number;
  /** Defaults to `fence`. */
  readonly stamp?: number | undefined;
  /** An acknowledgement: the fence is stored even when no column changed, so that older pulls stay out. */
  readonly isAck?: boolean | undefined;
  /** Applied again after a crash, when fences no longer tell its age: then `updated_at` does, where it is trustworthy. */
  readonly isReplay?: boolean | undefined;
  /** Stamp of the version that a replayed change was made on: whatever came after that one holds the change. */
  readonly madeOn?: string | null | undefined;
  /** It was read, and not given in answer to the change: whatever came after the version it was made on may be older. */
  readonly isRead?: boolean | undefined;
  /** What is known was stored after the request of the change had begun, and could not be read once more. */
  readonly isOvertaken?: boolean | undefined;
}

/** Everything that can happen to one cached row: a new base, operations added or changed, operations dropped. */
export interface RowChange {
  readonly tbl: TableName;
  readonly id: string;
  readonly base?: BaseUpdate | undefined;
  readonly upsert?: readonly PendingOp[] | undefined;
  readonly remove?: readonly string[] | undefined;
}

/** What became of the base of a change. */
export type BaseOutcome = 'taken' | 'fenced' | 'older' | 'none';

/** Writes for one row; all arrays empty means that nothing changes. */
export interface RowPlan {
  readonly putRows: readonly { readonly tbl: TableName; readonly row: Stored }[];
  readonly deleteRows: readonly RowRef[];
  readonly putShadows: readonly Shadow[];
  readonly deleteShadows: readonly RowRef[];
  readonly putTombstones: readonly Tombstone[];
  readonly baseOutcome: BaseOutcome;
}

/** The part of an operation that the shadow keeps, so that rebasing never needs the journal (D2). */
export function pendingOf(op: Op): PendingOp {
  return { id: op.id, seq: op.seq, kind: op.kind, patch: op.patch, state: op.state };
}

/** True when both rebase to the same row with the same mark. */
export function samePending(a: PendingOp, b: PendingOp): boolean {
  return a.id === b.id && a.seq === b.seq && flagOf(a) === flagOf(b) && sameJson(a.patch, b.patch);
}

/** Newest fence anything stored about the row carries. */
function knownFence({ row, shadow, tombstone }: RowSnapshot): number {
  return Math.max(row?._f ?? 0, shadow?.fence ?? 0, tombstone?.fence ?? 0);
}

/** Last server version of a row as the cache knows it; null when the server has none. */
export function baseOf({ row, shadow }: RowSnapshot): JsonRow | null {
  if (shadow !== undefined) return shadow.base;
  return row === undefined ? null : columnsOf(row);
}

/**
 * True when another version of the row was stored after the request that brought `row` had begun: either of the two
 * may be the newer one, because both were on their way at the same time (D9, I9).
 */
export function isOvertaken(snap: RowSnapshot, row: JsonRow | null, since: number): boolean {
  if (knownFence(snap) <= since) return false;
  const known = baseOf(snap);
  return known === null || row === null ? known !== row : rowHash(known) !== rowHash(row);
}

function judgeBase(spec: TableSpec, snap: RowSnapshot, update: BaseUpdate | undefined): BaseOutcome {
  if (update === undefined) return 'none';
  if (update.fence < knownFence(snap)) return 'fenced';
  const stamp = textAt(update.row, 'updated_at');
  const known = textAt(baseOf(snap), 'updated_at');
  const isComparable = update.isReplay === true && spec.monotonic && stamp !== null && known !== null;
  if (!isComparable) return 'taken';
  const { madeOn = null, isOvertaken: isKnownLater = false, isRead = false } = update;
  const sinceMadeOn = madeOn === null ? null : compareServerTime(known, madeOn);
  // A server's clock may have been set back. It matched that very version before it answered, whatever stamp the answer has,
  if (sinceMadeOn === 0) return 'taken';
  // and what was stamped after the version it was made on, or was read after it, and is not the answer, came later.
  const isPassed = sinceMadeOn !== null && !isRead && (isKnownLater || sinceMadeOn > 0) && known !== stamp;
  return isPassed || compareServerTime(stamp, known) < 0 ? 'older' : 'taken';
}

function mergePending(snap: RowSnapshot, change: RowChange): readonly PendingOp[] {
  const gone = new Set(change.remove ?? []);
  const byId = new Map((snap.shadow?.pending ?? []).map((op) => [op.id, op]));
  for (const op of change.upsert ?? []) {
    const known = byId.get(op.id);
    if (known === undefined || !samePending(known, op)) byId.set(op.id, op);
  }
  return [...byId.values()].filter((op) => !gone.has(op.id)).sort((a, b) => a.seq - b.seq);
}

interface Target {
  readonly base: JsonRow | null;
  readonly fence: number;
  readonly pending: readonly PendingOp[];
}

function planVisible(
  change: RowChange,
  snap: RowSnapshot,
  { base, fence, pending }: Target,
): Pick<RowPlan, 'putRows' | 'deleteRows'> {
  const { row, flags } = rebase(base, pending);
  if (row === null) {
    const deleteRows = snap.row === undefined ? [] : [{ tbl: change.tbl, id: change.id }];
    return { putRows: [], deleteRows };
  }
  const hash = rowHash(row);
  const isSame = snap.row !== undefined && snap.row._v === hash && snap.row._p === flags;
  const isStamped = snap.row?._f === fence || change.base?.isAck !== true;
  if (isSame && isStamped) return { putRows: [], deleteRows: [] };
  const stored: Stored = { ...row, _v: hash, _p: flags, _f: fence, _seen: snap.row?._seen ?? 0 };
  return { putRows: [{ tbl: change.tbl, row: stored }], deleteRows: [] };
}

function planShadow(
  change: RowChange,
  snap: RowSnapshot,
  { base, fence, pending }: Target,
): Pick<RowPlan, 'putShadows' | 'deleteShadows'> {
  const { tbl, id } = change;
  if (pending.length === 0) {
    return { putShadows: [], deleteShadows: snap.shadow === undefined ? [] : [{ tbl, id }] };
  }
  const next: Shadow = { tbl, id, base, fence, pending };
  const isSame = snap.shadow !== undefined && sameJson(snap.shadow, next);
  return { putShadows: isSame ? [] : [next], deleteShadows: [] };
}

/**
 * Plans one row (D2, D9). A base that is fenced off, or replayed and older than the known one, is not taken; the
 * operations of the change are rebased all the same. An unchanged row is not written. `nowMs` only dates
 * tombstones.
 */
export function planRow(spec: TableSpec, snap: RowSnapshot, change: RowChange, nowMs: number): RowPlan {
  const baseOutcome = judgeBase(spec, snap, change.base);
  const known = baseOf(snap);
  const taken = baseOutcome === 'taken' ? change.base : undefined;
  const base = taken === undefined ? known : taken.row;
  const fence =
    taken === undefined ? knownFence(snap) : Math.max(taken.stamp ?? taken.fence, knownFence(snap));
  const target: Target = { base, fence, pending: mergePending(snap, change) };
  const isRemoval = taken !== undefined && taken.row === null && known !== null;
  return {
    ...planVisible(change, snap, target),
    ...planShadow(change, snap, target),
    putTombstones: isRemoval ? [{ tbl: change.tbl, id: change.id, fence, at: nowMs }] : [],
    baseOutcome,
  };
}

/** True when the plan writes something. */
export function writesAnything(plan: RowPlan): boolean {
  const { putRows, deleteRows, putShadows, deleteShadows, putTombstones } = plan;
  return [putRows, deleteRows, putShadows, deleteShadows, putTombstones].some((list) => list.length > 0);
}

/** One cache transaction from the plans of several rows. */
export function mergePlans<T>(plans: readonly RowPlan[], result: T): CacheWrite<T> {
  return {
    putRows: plans.flatMap((plan) => plan.putRows),
    deleteRows: plans.flatMap((plan) => plan.deleteRows),
    putShadows: plans.flatMap((plan) => plan.putShadows),
    deleteShadows: plans.flatMap((plan) => plan.deleteShadows),
    putTombstones: plans.flatMap((plan) => plan.putTombstones),
    result,
  };
}
