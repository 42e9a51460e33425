import { isOpen } from '../../protocol/op.ts';
import type { Op } from '../../protocol/op.ts';
import { NO_PENDING, sumText } from '../outbox/pending-sum.ts';
import type { Loss, PendingSum } from '../../protocol/stored.ts';

/**
 * Number of open operations of a journal and the sum of their hashes, in any order. It is written in the transaction that
 * writes the operations, so a record that was removed or rolled back by the disk no longer fits it.
 */
export interface Tally extends PendingSum {
  /** A record that could not be read was ended: what it had added to the sum nobody knows, and only the count is told by. */
  readonly isLoose?: true;
}

/** The tally of no operation. */
export const NO_OPS: Tally = NO_PENDING;

/** One record as it was read; what could not be read is counted and not summed. */
export interface TalliedRecord {
  readonly op: Op;
  readonly readable: boolean;
}

/** What would go unnoticed if the disk brought an earlier version of the record back. */
function textOf({ id, seq, kind, tbl, rowId, state, attempts, patch }: Op): string {
  return JSON.stringify([id, seq, kind, tbl, rowId, state, attempts, patch]);
}

/** The tally with an operation added (`sign` 1) or taken away (-1); one that has ended changes nothing. */
export function tallyWith(tally: Tally, op: Op, sign: 1 | -1): Tally {
  return isOpen(op) ? { ...tally, ...sumText(tally, textOf(op), sign) } : tally;
}

/** The tally of these records. */
export function tallyOf(records: readonly TalliedRecord[]): Tally {
  return records.reduce((tally, { op }) => tallyWith(tally, op, 1), NO_OPS);
}

/**
 * Compares the records that are open now with what was written last; null when nothing is lost. One that cannot be read is
 * there all the same: it is told as such, and the sum says nothing beside it.
 */
export function lossOf(stored: Tally, records: readonly TalliedRecord[]): Loss | null {
  const present = tallyOf(records);
  const isSame = present.high === stored.high && present.low === stored.low;
  const missing = Math.max(0, stored.count - present.count);
  const isJudged = stored.isLoose !== true && records.every(({ op, readable }) => readable || !isOpen(op));
  const isOlder = missing === 0 && (present.count > stored.count || (isJudged && !isSame));
  return missing > 0 || isOlder ? { missing, isOlder } : null;
}
