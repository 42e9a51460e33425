import type { JsonRow, Op } from '../protocol/op.ts';
import type { ConflictPolicy, TableSpec } from '../protocol/table.ts';
import { sameJson, textAt } from './json.ts';

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

function isRecord(value: unknown): value is JsonRow {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Their object with the keys that ours changed; null when one of the three is no object. */
function mergedKeys(base: unknown, mine: unknown, theirs: unknown): JsonRow | null {
  if (!isRecord(mine) || !isRecord(theirs)) return null;
  const before = isRecord(base) ? base : {};
  const merged = { ...theirs };
  for (const key of new Set([...Object.keys(before), ...Object.keys(mine)])) {
    if (sameJson(before[key], mine[key])) continue;
    if (key in mine) merged[key] = mine[key];
    else delete merged[key];
  }
  return merged;
}

function policyOf(spec: TableSpec, field: string): ConflictPolicy {
  return spec.conflict[field] ?? 'ask';
}

function checkUpdate(op: Op, row: JsonRow, spec: TableSpec): Verdict {
  const differing = Object.keys(op.patch).filter((field) => !sameJson(row[field], op.patch[field]));
  if (differing.length === 0) return { is: 'acked', row };
  const base = op.guard?.fields ?? {};
  const clashing = differing.filter((field) => !(field in base) || !sameJson(row[field], base[field]));
  const patch: JsonRow = { ...op.patch };
  const asked: string[] = [];
  const replaced: string[] = [];
  for (const field of clashing) {
    const policy = policyOf(spec, field);
    const merged = policy === 'merge-keys' ? mergedKeys(base[field], op.patch[field], row[field]) : null;
    if (merged !== null) patch[field] = merged;
    else if (policy === 'lww-notify') replaced.push(field);
    else asked.push(field);
  }
  if (asked.length > 0) return { is: 'conflict', theirs: row, fields: asked };
  return { is: 'queued', patch, guard: guardOn(row, patch), replaced };
}

/** Guard for sending `patch` against the row as the server has it. */
export function guardOn(row: JsonRow, patch: JsonRow): NonNullable<Op['guard']> {
  const fields = Object.fromEntries(Object.keys(patch).map((field) => [field, row[field] ?? null]));
  return { updatedAt: textAt(row, 'updated_at'), fields };
}

/**
 * Decides `checking` (D7) from the server's row, null when it is absent. An update whose values are all there already
 * is acknowledged, whoever wrote them (lost ack, self-conflict, equal values); fields that nobody else touched are
 * sent against a new guard; a field that somebody else changed goes by its policy (D8, I31). An insert that is there
 * and ours is acknowledged, one that is absent is sent again; a delete is the reverse.
 */
export function decideCheck(op: Op, row: JsonRow | null, spec: TableSpec): Verdict {
  const isDeleted = spec.softDelete && textAt(row, 'deleted_at') !== null;
  const resend: Verdict = { is: 'queued', patch: op.patch, guard: op.guard, replaced: [] };
  switch (op.kind) {
    case 'insert': {
      if (row === null) return resend;
      const isOurs = !('created_by' in op.patch) || sameJson(row['created_by'], op.patch['created_by']);
      return isOurs ? { is: 'acked', row } : { is: 'clash' };
    }
    case 'delete':
      return row === null || isDeleted ? { is: 'acked', row: null } : resend;
    case 'update':
      return row === null || isDeleted ? { is: 'gone' } : checkUpdate(op, row, spec);
  }
}
