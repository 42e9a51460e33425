import type { Op } from '../../protocol/op.ts';
import { isOpen } from '../../protocol/op.ts';
import type { PendingOp, PendingSum, Shadow } from '../../protocol/stored.ts';
import { flagOf } from './rebase.ts';
import { pendingOf } from './row-change.ts';
import { canRebase } from './can-rebase.ts';

/** The sum of nothing. */
export const NO_PENDING: PendingSum = { count: 0, high: 0, low: 0 };

function spread(lane: number): number {
  const mixed = Math.imul(lane ^ (lane >>> 16), 0x7feb352d);
  return mixed ^ (mixed >>> 15);
}

/** What of an operation decides whether two rebase to the same row with the same mark (`samePending`). */
function textOf(tbl: string, id: string, op: PendingOp): string {
  return JSON.stringify([tbl, id, op.id, op.seq, op.kind, flagOf(op), op.patch]);
}

/** The sum with one text added (`sign` 1) or taken away (-1). */
export function sumText(sum: PendingSum, text: string, sign: 1 | -1): PendingSum {
  let left = 0x2c1b3c6d ^ text.length;
  let right = 0x297a2d39;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    left = Math.imul(left ^ unit, 0x9e3779b1);
    left ^= left >>> 13;
    right = Math.imul(right + unit, 0x85ebca77) ^ (left >>> 7);
  }
  return {
    count: sum.count + sign,
    high: (sum.high + sign * (spread(left) >>> 0)) >>> 0,
    low: (sum.low + sign * (spread(right ^ left) >>> 0)) >>> 0,
  };
}

/** The sum with the operations of one row added (`sign` 1) or taken away (-1). */
export function sumWith(
  sum: PendingSum,
  row: { readonly tbl: string; readonly id: string },
  pending: readonly PendingOp[],
  sign: 1 | -1,
): PendingSum {
  return pending.reduce((present, op) => sumText(present, textOf(row.tbl, row.id, op), sign), sum);
}

/** The sum over the shadows of a cache. */
export function sumOfShadows(shadows: readonly Shadow[]): PendingSum {
  return shadows.reduce((sum, shadow) => sumWith(sum, shadow, shadow.pending, 1), NO_PENDING);
}

/**
 * True when the cache that has this sum shows what these open operations of the journal say: a rebuild would change
 * nothing. An acknowledged one is still to be applied, so with one of them this is false.
 */
export function showsAll(open: readonly Op[], shown: PendingSum): boolean {
  let sum = NO_PENDING;
  for (const op of open) {
    if (op.state === 'acked') return false;
    if (isOpen(op) && canRebase(op)) sum = sumWith(sum, { tbl: op.tbl, id: op.rowId }, [pendingOf(op)], 1);
  }
  return sum.count === shown.count && sum.high === shown.high && sum.low === shown.low;
}
