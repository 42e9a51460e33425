import { columnOfPath, pathWords } from '../../protocol/json-path.ts';
import { isRevival } from '../../protocol/op.ts';
import type { Notice, Op } from '../../protocol/op.ts';
import { own } from '../../protocol/own.ts';
import type { Loss } from '../../protocol/stored.ts';
import { writtenTable } from '../../protocol/written-tables.ts';
import type { FailReason } from '../pull/next-attempt.ts';

const reasons: Readonly<Record<FailReason, string>> = {
  forbidden: 'your role does not allow it',
  invalid: 'the server did not accept the value',
  gone: 'it no longer exists on the server',
  unique: 'the server already has one like it',
  'missing-parent': 'what it belongs to was deleted on the server',
  referenced: 'other records on the server still need it',
  clash: 'the server already has a different record with its number',
};

/** Groups as a person would name them, by the kind of the command. */
const intents: Readonly<Record<string, string>> = {
  'hypothesis.delete': 'Your deletion of the hypothesis',
  'hypothesis.add': 'Your new hypothesis with its evidence',
  'incident.create': 'Your new incident',
  'incident.set-status': 'Your change of the incident',
  // What versions before the commands of rows have written into journals.
  'incident.set-fields': 'Your change of the incident',
};

/** One row of a table, as a person would name it. */
export function nounOf(tbl: string): string {
  return writtenTable(tbl)?.write?.noun ?? tbl.replaceAll('_', ' ');
}

/** What is only ever added need not be called new. */
function isNeverChanged(tbl: string): boolean {
  return Object.values(writtenTable(tbl)?.conflict ?? {}).includes('append-only');
}

/** What an operation did, as a person would name it: "Your comment", "Your change of the hypothesis title". */
export function describeOp(
  op: Pick<Op, 'kind' | 'tbl' | 'patch' | 'undoes'> & { readonly guard?: Op['guard'] },
): string {
  const thing = nounOf(op.tbl);
  if (op.undoes !== undefined) return `Taking back a change of the ${thing}`;
  if (isRevival({ kind: op.kind, guard: op.guard ?? null })) return `Bringing back the ${thing}`;
  if (op.kind === 'insert') return `Your ${isNeverChanged(op.tbl) ? '' : 'new '}${thing}`;
  if (op.kind === 'delete') return `Your deletion of the ${thing}`;
  const columns = new Set(Object.keys(op.patch).map(columnOfPath));
  const fields = [...columns].map(pathWords);
  return `Your change of the ${thing}${fields.length === 0 ? '' : ` ${fields.join(' and ')}`}`;
}

/** What a group did, in the words of the command it was made by. */
function describeGroup(op: Op): string {
  return own(intents, op.group?.intent ?? '') ?? describeOp(op);
}

/** What became of a group when one of its steps ended: steps in all, saved, taken back, and staying as they are. */
export interface GroupEnd {
  readonly of: number;
  readonly saved: number;
  readonly takenBack: number;
  readonly kept: number;
}

interface Told {
  /** Changes outside the group that went with it. */
  readonly others: number;
  readonly keepsText: boolean;
  readonly group: GroupEnd | null;
}

function others(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? ' One change that depended on it was not sent either.'
    : ` ${count} changes that depended on it were not sent either.`;
}

function safety(keepsText: boolean): string {
  return keepsText
    ? ' Your text is kept: you find it where you wrote it and in Sync.'
    : ' The value shown is the server\u2019s again.';
}

/** What of a group is on the server; nothing when none of it is. */
function groupWords(group: GroupEnd | null): string {
  if (group === null || group.saved === 0) return '';
  const saved = ` ${group.saved} of its ${group.of} steps ${group.saved === 1 ? 'was' : 'were'} saved before that`;
  if (group.takenBack === 0) return `${saved} and ${group.saved === 1 ? 'stays' : 'stay'} on the server.`;
  if (group.kept === 0) return `${saved} and ${group.saved === 1 ? 'is' : 'are'} being taken back.`;
  const kept = `${group.kept} cannot be and ${group.kept === 1 ? 'stays' : 'stay'}`;
  return `${saved}; ${group.takenBack} of them ${group.takenBack === 1 ? 'is' : 'are'} being taken back, ${kept}.`;
}

/** Notice of a failure: what happened, whether the text is safe, what to do next (ux 4.6). */
export function failureText(op: Op, reason: FailReason, told: Told): string {
  const next = reason === 'forbidden' ? ' Ask for the role, then send it again.' : '';
  const isPart = (told.group?.saved ?? 0) > 0;
  const what =
    op.group === null || op.undoes !== undefined
      ? `${describeOp(op)} was not saved on the server`
      : isPart
        ? `${describeGroup(op)} was saved only in part. ${describeOp(op)} was not saved on the server`
        : `${describeGroup(op)} was not saved on the server`;
  return `${what}: ${reasons[reason]}.${groupWords(told.group)}${others(told.others)}${safety(told.keepsText)}${next}`;
}

/** Notice of operations that went with one a person discarded, and of a group that was partly saved by then. */
export function discardedText(op: Op, told: Told): string {
  const what = told.others === 1 ? 'One change' : `${told.others} changes`;
  const gone =
    told.others === 0
      ? `${describeGroup(op)} was discarded.`
      : `${what} could not be sent, because what it depended on was discarded.`;
  return `${gone}${groupWords(told.group)}${safety(told.keepsText)}`;
}

/** Notice of an operation the server keeps answering in a way nobody knows. */
export function parkedText(op: Op): string {
  return (
    `${describeOp(op)} is not on the server yet: it answered with an error this app does not know.` +
    ' Your change is safe on this device. Retry or discard it in Sync.'
  );
}

/** Notice of an operation that needs a change which is not on this device any more. */
export function strandedText(op: Op): string {
  return (
    `${describeOp(op)} was not sent: a change that had to be sent before it is missing from this device.` +
    ' Your change is safe on this device. Retry to send it on its own, or discard it.'
  );
}

/** Notice of operations the storage of this device has lost, or has brought back as they were. */
export function lossText({ missing, isOlder }: Loss): string {
  const what =
    missing === 0
      ? isOlder
        ? 'The storage of this device has gone back to an earlier state.'
        : 'The storage of this device has lost something.'
      : missing === 1
        ? 'A saved change is missing from this device: its storage has lost it.'
        : `${missing} saved changes are missing from this device: its storage has lost them.`;
  return `${what} Check whether the server has your last changes.`;
}

/** Notice of a conflict that a person must settle. */
export function conflictText(op: Op, fields: readonly string[]): string {
  const named = fields.map(pathWords).join(' and ');
  return (
    `${describeOp(op)} waits for you: somebody else changed the ${named} meanwhile.` +
    ' Nothing was overwritten and your value is safe. Choose which one to keep.'
  );
}

/** Notice after a field that goes to the last writer replaced somebody else's value (D8). */
export function replacedText(op: Op, fields: readonly string[]): string {
  const named = fields.map(pathWords).join(' and ');
  return `${describeOp(op)} replaced a newer value of ${named} that somebody else had set.`;
}

/**
 * Notice of something that left while the session was another person's, by what a look after it says: `createdAt` is when
 * it was sent. Whether it was before or after the swap cannot be told.
 */
export function foreignNotice(
  work: { readonly id: string; readonly what: string; readonly opIds: readonly string[] },
  sentAt: number,
  who: string | null,
): Notice {
  return {
    id: `${work.id} foreign`,
    kind: 'foreign',
    message:
      `${work.what} may have been sent under another account: ${who ?? 'somebody else'} was signed in on this device right` +
      ' after it. Check on the server whose name it carries.',
    opIds: [...work.opIds],
    createdAt: sentAt,
    readAt: null,
  };
}
