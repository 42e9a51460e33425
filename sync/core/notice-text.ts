import type { Op } from '../protocol/op.ts';
import type { FailReason } from './next-attempt.ts';

const things: Readonly<Record<string, string>> = {
  incidents: 'incident',
  hypotheses: 'hypothesis',
  evidences: 'evidence',
  comments: 'comment',
  responders: 'responder',
};

const reasons: Readonly<Record<FailReason, string>> = {
  forbidden: 'your role does not allow it',
  invalid: 'the server did not accept the value',
  gone: 'it no longer exists on the server',
  unique: 'the server already has one like it',
  'missing-parent': 'what it belongs to was deleted on the server',
  referenced: 'other records on the server still need it',
  clash: 'the server already has a different record with its number',
};

/** What an operation did, as a person would name it: "Your comment", "Your change of the hypothesis title". */
export function describeOp(op: Pick<Op, 'kind' | 'tbl' | 'patch'>): string {
  const thing = things[op.tbl] ?? op.tbl.replaceAll('_', ' ');
  if (op.kind === 'insert') return `Your ${op.tbl === 'comments' ? '' : 'new '}${thing}`;
  if (op.kind === 'delete') return `Your deletion of the ${thing}`;
  const fields = Object.keys(op.patch).map((field) => field.replaceAll('_', ' '));
  return `Your change of the ${thing}${fields.length === 0 ? '' : ` ${fields.join(' and ')}`}`;
}

function others(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? ' One change that depended on it was not sent either.'
    : ` ${count} changes that depended on it were not sent either.`;
}

function safety(keepsText: boolean): string {
  return keepsText
    ? ' Your text is kept: you find it where you wrote it and in the outbox.'
    : ' The value shown is the server\u2019s again.';
}

/** Notice of a failure: what happened, whether the text is safe, what to do next (ux 4.6). */
export function failureText(op: Op, reason: FailReason, cancelled: number, keepsText: boolean): string {
  const next = reason === 'forbidden' ? ' Ask for the role, then send it again.' : '';
  return `${describeOp(op)} was not saved on the server: ${reasons[reason]}.${others(cancelled)}${safety(keepsText)}${next}`;
}

/** Notice of operations that went with one a person discarded. */
export function cancelledText(count: number, keepsText: boolean): string {
  const what = count === 1 ? 'One change' : `${count} changes`;
  return `${what} could not be sent, because what it depended on was discarded.${safety(keepsText)}`;
}

/** Notice of an operation the server keeps answering in a way nobody knows. */
export function parkedText(op: Op): string {
  return (
    `${describeOp(op)} is not on the server yet: it answered with an error this app does not know.` +
    ' Your change is safe on this device. Retry or discard it in the outbox.'
  );
}

/** Notice of a conflict that a person must settle. */
export function conflictText(op: Op, fields: readonly string[]): string {
  const named = fields.map((field) => field.replaceAll('_', ' ')).join(' and ');
  return (
    `${describeOp(op)} waits for you: somebody else changed the ${named} meanwhile.` +
    ' Nothing was overwritten and your value is safe. Choose which one to keep.'
  );
}

/** Notice after a field that goes to the last writer replaced somebody else's value (D8). */
export function replacedText(op: Op, fields: readonly string[]): string {
  const named = fields.map((field) => field.replaceAll('_', ' ')).join(' and ');
  return `${describeOp(op)} replaced a newer value of ${named} that somebody else had set.`;
}
