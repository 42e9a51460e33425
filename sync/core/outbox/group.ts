import type { JsonRow, Op } from '../../protocol/op.ts';
import { NO_STAMP } from './plan.ts';
import { textAt } from './json.ts';
import { sameJson } from '../../protocol/same-json.ts';

/** True when both belong to one group and `op` comes after `other` in it. */
export function isLaterStep(op: Pick<Op, 'group'>, other: Pick<Op, 'group'>): boolean {
  if (op.group === null || other.group === null) return false;
  return op.group.id === other.group.id && op.group.step > other.group.step;
}

/** True when both are steps of one group. */
export function isSameGroup(a: Pick<Op, 'group'>, b: Pick<Op, 'group'>): boolean {
  return a.group !== null && a.group.id === b.group?.id;
}

/** Steps of the group of `op` that took effect, oldest first. `ops` may hold anything. */
export function stepsDone(ops: readonly Op[], op: Op): readonly Op[] {
  return ops
    .filter((other) => isSameGroup(other, op) && (other.state === 'acked' || other.state === 'done'))
    .sort((a, b) => a.seq - b.seq);
}

/** Class of the error of an operation whose forerunner is missing from this device. */
export const FORERUNNER_MISSING = 'forerunner-missing';

/**
 * True when what must come before the operation is not in the journal any more, whatever became of it: an insert it names,
 * or an earlier step of its group. `kept` are the records the journal has of both. What is missing is not done.
 */
export function lacksForerunner(op: Op, kept: readonly Op[]): boolean {
  const ids = new Set(kept.map(({ id }) => id));
  if (op.deps.some((id) => !ids.has(id))) return true;
  const steps = new Set(kept.filter((other) => isSameGroup(other, op)).map((other) => other.group?.step));
  for (let step = 1; step < (op.group?.step ?? 1); step += 1) if (!steps.has(step)) return true;
  return false;
}

/** The operation on its own, after a person said that it is to be sent all the same. */
export function standingAlone(op: Op): Op {
  return op.lastError?.class === FORERUNNER_MISSING ? { ...op, deps: [], group: null, lastError: null } : op;
}

type Inverse = Pick<Op, 'kind' | 'patch' | 'guard'>;

/** Fields that a later change of this device is about: taking back an earlier one must not show through it. */
function without(fields: JsonRow, later: readonly Op[]): JsonRow {
  const taken = new Set(later.flatMap((op) => Object.keys(op.patch)));
  return Object.fromEntries(Object.entries(fields).filter(([field]) => !taken.has(field)));
}

/**
 * What takes the effect of a step back; null when nothing can: a deleted row would come back without its history. An
 * insert is deleted, an update set back, both only while the row is as the step left it.
 */
function inverseOf(step: Op, later: readonly Op[]): Inverse | null {
  const stamp = textAt(step.ack, 'updated_at') ?? NO_STAMP;
  if (step.kind === 'delete') return null;
  if (step.kind === 'insert') {
    const isBuiltOn = later.some((op) => op.tbl === step.tbl && op.rowId === step.rowId);
    return isBuiltOn ? null : { kind: 'delete', patch: {}, guard: { updatedAt: stamp, fields: {} } };
  }
  const onRow = later.filter((op) => op.tbl === step.tbl && op.rowId === step.rowId);
  const before = without(step.guard?.fields ?? {}, onRow);
  const patch = Object.fromEntries(
    Object.entries(before).filter(([field, value]) => !sameJson(step.patch[field], value)),
  );
  if (Object.keys(patch).length === 0) return null;
  const fields = Object.fromEntries(Object.keys(patch).map((field) => [field, step.patch[field] ?? null]));
  return { kind: 'update', patch, guard: { updatedAt: stamp, fields } };
}

/** Operations that take a group back (B20). */
export interface Compensation {
  readonly ops: readonly Op[];
  /** Steps whose effect stays, because nothing takes it back. */
  readonly kept: number;
  readonly lastSeq: number;
}

/**
 * Takes back the steps that took effect, last one first, as a group of its own that stops where it fails. `remaining`
 * are the open operations that stay. `newIds` holds one id per step and one for the group, made by the caller, because
 * a journal transaction may run twice.
 */
export function compensate(
  steps: readonly Op[],
  remaining: readonly Op[],
  newIds: readonly string[],
  at: { readonly lastSeq: number; readonly nowMs: number },
): Compensation {
  const inverses = steps.toReversed().flatMap((step) => {
    const inverse = inverseOf(
      step,
      remaining.filter((op) => op.seq > step.seq),
    );
    return inverse === null ? [] : [{ step, inverse }];
  });
  const [groupId = '', ...opIds] = newIds;
  const ops = inverses.map(({ step, inverse }, index): Op => {
    return {
      ...step,
      ...inverse,
      id: opIds[index] ?? '',
      seq: at.lastSeq + index + 1,
      group:
        step.group === null
          ? null
          : { ...step.group, id: groupId, step: index + 1, of: inverses.length, onFail: 'stop' },
      undoes: step.id,
      deps: [],
      createdAt: at.nowMs,
      state: 'queued',
      attempts: 0,
      firstSentAt: null,
      nextAt: null,
      epoch: null,
      lastError: null,
      ack: null,
      conflict: null,
    };
  });
  return { ops, kept: steps.length - inverses.length, lastSeq: at.lastSeq + ops.length };
}
