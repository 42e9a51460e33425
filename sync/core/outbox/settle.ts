import { isRevival } from '../../protocol/op.ts';
import type { JsonRow, Op } from '../../protocol/op.ts';
import { overlaid } from '../../protocol/json-path.ts';
import { own } from '../../protocol/own.ts';
import { isTableName } from '../../protocol/table.ts';
import { isPulled } from '../../protocol/tables.ts';
import { joinGuards } from './guards.ts';
import { textAt } from './json.ts';
import { sameJson } from '../../protocol/same-json.ts';
import type { RowChange } from './row-change.ts';

/** States in which the guard must stay as it is: a request may be on its way, or it tells what the end was made on. */
const untouchable: readonly Op['state'][] = [
  'sending',
  'ambiguous',
  'acked',
  'done',
  'failed',
  'cancelled',
  'discarded',
];

function sameRow(a: Op, b: Op): boolean {
  return a.id !== b.id && a.tbl === b.tbl && a.rowId === b.rowId;
}

/** Keys of `fields` replaced by what `pick` knows better. */
function refreshed(fields: JsonRow, pick: (field: string, value: unknown) => unknown): JsonRow {
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, pick(field, value)]));
}

/**
 * What a field holds after a change; undefined where that is not known. A column that is not pulled is not in the answer as
 * it is kept: it is as it was set, unless the row was made and only read later, when somebody may have set it since.
 */
function setBy({ kind, patch, isAckRead }: Op, ack: JsonRow, field: string): unknown {
  if (Object.hasOwn(ack, field)) return ack[field] ?? null;
  const isAsSet = kind === 'update' || (kind === 'insert' && isAckRead !== true);
  return isAsSet && Object.hasOwn(patch, field) ? (own(patch, field) ?? null) : undefined;
}

/**
 * Guards of the other operations on the row after `acked` took effect: our own acknowledgement must not look like
 * somebody else's edit (D7, self-conflict). A guard moves to the new `updated_at` only when every field it watches
 * still has the value it was made on; otherwise it stays, the next send matches nothing, and the check decides (I31).
 * Returns only the operations that change.
 */
export function rebaseGuards(ops: readonly Op[], acked: Op, ack: JsonRow | null): readonly Op[] {
  const stamp = textAt(ack, 'updated_at');
  if (ack === null) return [];
  return ops.flatMap((op) => {
    if (!sameRow(op, acked) || op.guard === null || untouchable.includes(op.state)) return [];
    // One that left the row to somebody else says nothing of what the next one may take (KEY6).
    if (acked.kind === 'delete' && op.kind === 'delete') return [];
    const fields = refreshed(op.guard.fields, (field, value) => {
      const now = setBy(acked, ack, field);
      // What takes a step back stays with the value that step set: it must not outrun a later change.
      const isOurs = Object.hasOwn(acked.patch, field) && op.seq > acked.seq && op.undoes === undefined;
      return isOurs && now !== undefined ? now : value;
    });
    const isUntouched = Object.entries(fields).every(([field, value]) => {
      const now = setBy(acked, ack, field);
      // What is not known is not as it was: the check reads it (WRT1).
      return now !== undefined && sameJson(now, value);
    });
    const guard = { updatedAt: isUntouched ? stamp : op.guard.updatedAt, fields };
    return sameJson(guard, op.guard) ? [] : [{ ...op, guard }];
  });
}

/**
 * Guards of later operations on the row after `dropped` went away without effect: for the fields both touch, what
 * they were made on is now what the dropped one was made on, stamp included. A stamp beside a value of another version
 * would let the send replace a value nobody here has seen (I31), also in a field that only the later one touches.
 * Returns only the operations that change.
 */
export function inheritGuards(ops: readonly Op[], dropped: Op): readonly Op[] {
  const before = dropped.guard;
  if (before === null) return [];
  return ops.flatMap((op) => {
    if (!sameRow(op, dropped) || op.guard === null || op.seq < dropped.seq) return [];
    if (untouchable.includes(op.state)) return [];
    // Made on what the dropped one set; a form that was opened before it showed something else (WRT3).
    const isMadeOnIt = ([field, value]: readonly [string, unknown]): boolean =>
      Object.hasOwn(dropped.patch, field) &&
      Object.hasOwn(before.fields, field) &&
      sameJson(dropped.patch[field], value);
    const shared = Object.entries(op.guard.fields)
      .filter(isMadeOnIt)
      .map(([field]) => field);
    if (shared.length === 0) return [];
    const fields = Object.fromEntries(shared.map((field) => [field, before.fields[field]]));
    const guard = joinGuards({ updatedAt: before.updatedAt, fields }, op.guard);
    return sameJson(guard, op.guard) ? [] : [{ ...op, guard }];
  });
}

/**
 * Cache side of an acknowledgement: the representation becomes the base, the operation leaves the row, the fence is
 * stamped (D2, D9). When the server's row could not be read, what the operation set counts as the base, unless
 * it changed a row that is not here. `late`: a rebuild replays it, long after the answer came, or a pull has overtaken
 * the answer. Null for a table this version does not know.
 */
export function changeForAck(
  op: Op,
  fence: number,
  base: JsonRow | null,
  late: 'replayed' | 'overtaken' | null = null,
): RowChange | null {
  if (!isTableName(op.tbl)) return null;
  // Some columns are no row: stored without its key it would fail, and with it stop every later operation. And what came
  // back is not as this device knew it before.
  if (op.ack === null && ((op.kind === 'update' && base === null) || isRevival(op))) {
    return { tbl: op.tbl, id: op.rowId, remove: [op.id] };
  }
  // A column that is not pulled is no part of the row: here it would stay as it was set (WRT1).
  const pulled = Object.entries(op.patch).filter(([column]) => isPulled(op.tbl, column));
  const assumed = op.kind === 'delete' ? null : overlaid(base ?? {}, Object.fromEntries(pulled));
  const row = op.ack ?? assumed;
  const madeOn = op.kind === 'update' ? op.guard?.updatedAt : undefined;
  const isReplay = late !== null;
  const isOvertaken = late === 'overtaken';
  return {
    tbl: op.tbl,
    id: op.rowId,
    remove: [op.id],
    base: { row, fence, isAck: true, isReplay, madeOn, isOvertaken, isRead: op.isAckRead },
  };
}
