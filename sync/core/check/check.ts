import { isRevival } from '../../protocol/op.ts';
import type { JsonRow, Op } from '../../protocol/op.ts';
import { own } from '../../protocol/own.ts';
import type { ConflictPolicy, StatusLog, TableSpec } from '../../protocol/table.ts';
import { writtenTable } from '../../protocol/written-tables.ts';
import { textAt } from '../outbox/json.ts';
import { sameJson } from '../../protocol/same-json.ts';
import { mergeKeys, mergeSet } from '../outbox/merge.ts';
import { NO_STAMP } from '../outbox/plan.ts';
import { wireBody } from '../outbox/wire-body.ts';

/** What a GET of the row says about an operation whose fate was unknown (D7 checking). */
export type Verdict =
  | { readonly is: 'acked'; readonly row: JsonRow | null }
  /** Nothing the operation touches has changed: send it (again) against the row as it is now. */
  | {
      readonly is: 'queued';
      readonly patch: JsonRow;
      readonly guard: Op['guard'];
      /** Fields that somebody else changed and that ours replaces (D8 `lww-notify`): the person is told. */
      readonly replaced: readonly string[];
    }
  | { readonly is: 'conflict'; readonly theirs: JsonRow; readonly fields: readonly string[] }
  | { readonly is: 'gone' }
  /** The id belongs to a row of somebody else. */
  | { readonly is: 'clash' };

function policyOf(spec: TableSpec, field: string): ConflictPolicy {
  return own(spec.conflict, field) ?? 'ask';
}

/** What both sides come to without asking, or null when a person has to say (D8). */
function mergedValue(policy: ConflictPolicy, base: unknown, mine: unknown, theirs: unknown): unknown {
  if (policy === 'merge-keys') return mergeKeys(base, mine, theirs);
  return policy === 'merge-set' ? mergeSet(base, mine, theirs) : null;
}

/** What takes a step back yields to whatever somebody else has set since: those fields stay as they are (B20). */
function checkUndo(op: Op, row: JsonRow, clashing: readonly string[]): Verdict {
  const patch = Object.fromEntries(Object.entries(op.patch).filter(([field]) => !clashing.includes(field)));
  if (Object.keys(patch).length === 0) return { is: 'acked', row };
  return { is: 'queued', patch, guard: guardOn(row, patch), replaced: [] };
}

function checkUpdate(op: Op, row: JsonRow, spec: TableSpec): Verdict {
  // A column that was not read back is no column without a value (WRT1).
  const isSame = (field: string, value: unknown): boolean =>
    Object.hasOwn(row, field) && sameJson(row[field], value);
  const differing = Object.keys(op.patch).filter((field) => !isSame(field, op.patch[field]));
  if (differing.length === 0) return { is: 'acked', row };
  const base = op.guard?.fields ?? {};
  const clashing = differing.filter((field) => !Object.hasOwn(base, field) || !isSame(field, base[field]));
  if (op.undoes !== undefined) return checkUndo(op, row, clashing);
  const merges: [string, unknown][] = [];
  const asked: string[] = [];
  const replaced: string[] = [];
  for (const field of clashing) {
    const policy = policyOf(spec, field);
    const merged = mergedValue(policy, own(base, field), op.patch[field], own(row, field));
    if (merged !== null) merges.push([field, merged]);
    else if (policy === 'lww-notify') replaced.push(field);
    else asked.push(field);
  }
  if (asked.length > 0) return { is: 'conflict', theirs: row, fields: asked };
  const patch: JsonRow = { ...op.patch, ...Object.fromEntries(merges) };
  return { is: 'queued', patch, guard: guardOn(row, patch), replaced };
}

/** Guard for sending `patch` against the row as the server has it. */
export function guardOn(row: JsonRow, patch: JsonRow): NonNullable<Op['guard']> {
  const known = Object.keys(patch).filter((field) => Object.hasOwn(row, field));
  const fields = Object.fromEntries(known.map((field) => [field, row[field] ?? null]));
  return { updatedAt: textAt(row, 'updated_at'), fields };
}

/** Which lines of the changelog tell whether a change of a status ever took effect. */
export interface UndoneQuestion extends StatusLog {
  readonly rowId: string;
  readonly status: string;
  /** Server time of the version that the change was made on. */
  readonly since: string;
}

/**
 * What to ask the changelog before an update whose answer was lost is sent again: the status stands as it was, but the
 * row has moved, so ours may have taken effect and been set back. Null where that cannot be, or no changelog tells.
 */
export function undoneQuestion(op: Op, row: JsonRow): UndoneQuestion | null {
  const status = textAt(op.patch, 'status');
  const since = op.guard?.updatedAt ?? null;
  const log = writtenTable(op.tbl)?.write?.statusLog;
  if (op.kind !== 'update' || op.inDoubt === false || log === undefined || status === null) return null;
  if (since === null || since === NO_STAMP || since === textAt(row, 'updated_at')) return null;
  return { ...log, rowId: op.rowId, status, since };
}

/**
 * Decides `checking` (D7) from the server's row, null when it is absent. An update whose values are all there already
 * is acknowledged, whoever wrote them (lost ack, self-conflict, equal values); fields that nobody else touched are
 * sent against a new guard; a field that somebody else changed goes by its policy (D8, I31). An insert that is there
 * and ours is acknowledged, one that is absent is sent again; a delete is the reverse. A guarded delete takes an insert
 * back and yields to a row that somebody has built on.
 */
export function decideCheck(op: Op, row: JsonRow | null, spec: TableSpec): Verdict {
  const isDeleted = spec.softDelete && textAt(row, 'deleted_at') !== null;
  const resend: Verdict = { is: 'queued', patch: op.patch, guard: op.guard, replaced: [] };
  switch (op.kind) {
    case 'insert': {
      const isBack = isRevival(op);
      // What is to be brought back and is not there any more is not made anew from what this device knew of it (ROW4).
      if (row === null)
        return isBack && spec.keyColumns === undefined ? { is: 'gone' } : { ...resend, guard: null };
      // A row under a natural key may be older than the operation: one deleted softly is brought back (KEY3, ROW4).
      if (isDeleted && (isBack || spec.keyColumns !== undefined)) {
        const guard = guardOn(row, { deleted_at: null });
        return { is: 'queued', patch: op.patch, guard, replaced: [] };
      }
      if (isBack) return { is: 'acked', row };
      // A key that a person chose may have been chosen before; our own row is as it was sent (WRT4).
      if (spec.write?.keyBy === 'person') {
        const sent = Object.entries(wireBody(op, spec.write));
        const isSame = !isDeleted && sent.every(([column, value]) => sameJson(own(row, column), value));
        return isSame ? { is: 'acked', row } : { is: 'clash' };
      }
      const isOurs = !('created_by' in op.patch) || sameJson(row['created_by'], op.patch['created_by']);
      return isOurs ? { is: 'acked', row } : { is: 'clash' };
    }
    case 'delete': {
      if (row === null || isDeleted) return { is: 'acked', row: null };
      // The server has taken it over: it is not for people to delete (KEY4).
      const { handMade } = spec;
      if (handMade !== undefined && row[handMade.column] !== handMade.value) return { is: 'acked', row };
      const isMoved = op.guard !== null && textAt(row, 'updated_at') !== op.guard.updatedAt;
      return isMoved ? { is: 'acked', row } : resend;
    }
    case 'update':
      return row === null || isDeleted ? { is: 'gone' } : checkUpdate(op, row, spec);
  }
}
