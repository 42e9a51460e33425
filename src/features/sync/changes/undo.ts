import { SyncError, toSyncError } from '#sync/errors.ts';
import { isIncidentMove } from '#sync/protocol/tables/incident-status.ts';
import type { RowChange } from '#sync/protocol/command.ts';
import { sameJson } from '#sync/protocol/same-json.ts';
import type { ReadModel } from '#sync/read/read-model.ts';
import type { OpView } from '#sync/read/types.ts';
import { forgetChange, lastChanges, type LastChange } from '#src/platform/replica/last-changes.ts';
import type { SyncClient } from '#src/platform/replica/worker-client.ts';
import { fieldWord, lineSentence, thingOf, valueText } from '#src/views/op-labels.ts';
import { inverseOf } from './inverse.ts';

/** What came of taking the last change back. `line` is that change in words. */
export type Undone =
  | { readonly kind: 'nothing' }
  /** It was not sent, and never will be. */
  | { readonly kind: 'cancelled'; readonly line: string }
  /** What it replaced is put back by a change that waits to be sent. */
  | { readonly kind: 'put-back'; readonly line: string }
  | { readonly kind: 'refused'; readonly line: string; readonly reason: string };

/** A command of which one step ended so has failed as a whole: the engine has told what became of the rest. */
const WITHOUT_EFFECT: readonly OpView['state'][] = ['failed', 'cancelled', 'discarded'];
/** Nothing of these can be on the server by now, or a person is asked about them anyway. */
const UNSENT: readonly OpView['state'][] = ['queued', 'waiting', 'auth-hold', 'conflict', 'parked'];

const UNSETTLED: Readonly<Partial<Record<OpView['state'], string>>> = {
  sending: 'It is being sent. Try again in a moment.',
  ambiguous: 'The server may have it already. Try again when the server can be reached.',
};

/** What it takes to take a change back. */
export interface UndoParts {
  readonly sync: Pick<SyncClient, 'submit' | 'discard'>;
  readonly model: Pick<ReadModel, 'opStates' | 'inspectRow'>;
  /** Whether this person may still write; cancelling asks for no right. */
  readonly mayWrite: boolean;
}

/**
 * Takes back the last change of this page (ux 4.7): while it waits it is cancelled; when the server has it, what it
 * replaced is put back as a new change, unless somebody has changed it since or the table of moves forbids it.
 */
export async function undoLast(parts: UndoParts): Promise<Undone> {
  for (;;) {
    const change = lastChanges.get().at(-1);
    if (change === undefined) return { kind: 'nothing' };
    const ops = await parts.model.opStates(change.submitted.opIds);
    if (ops.length > 0 && !ops.some(({ state }) => WITHOUT_EFFECT.includes(state)))
      return takeBack(change, ops, parts);
    forgetChange(change.submitted);
  }
}

async function takeBack(change: LastChange, ops: readonly OpView[], parts: UndoParts): Promise<Undone> {
  const line = lineSentence(ops);
  const refused = (reason: string): Undone => ({ kind: 'refused', line, reason });
  const unsettled = ops.map(({ state }) => UNSETTLED[state]).find((reason) => reason !== undefined);
  if (unsettled !== undefined) return refused(unsettled);
  try {
    const unsent = ops.filter(({ state }) => UNSENT.includes(state));
    const [next] = unsent;
    if (next !== undefined && unsent.every((op) => isAlone(change, op))) {
      // Of a group the rest goes with it, and what of it was sent is taken back where that was promised (B20).
      await parts.sync.discard(next.id);
      forgetChange(change.submitted);
      return { kind: 'cancelled', line };
    }
    const inverse = inverseOf(change);
    const hindrance = await hindranceOf(change, inverse === null, parts);
    if (inverse === null || hindrance !== null) {
      // What waits with other changes in one operation stays: the outbox can still discard them together.
      if (next === undefined) forgetChange(change.submitted);
      return refused(`${hindrance ?? ''}${next === undefined ? '' : ' You can discard it in Sync.'}`);
    }
    for (const command of inverse) forgetChange(await parts.sync.submit(command, change.screen));
    forgetChange(change.submitted);
    return { kind: 'put-back', line };
  } catch (thrown) {
    if (!(thrown instanceof SyncError)) throw thrown;
    return refused(toSyncError(thrown).message);
  }
}

/** The operation does what this change did and nothing else: edits of other pages and earlier ones merge into it too. */
function isAlone({ submitted: { changes = [] } }: LastChange, op: OpView): boolean {
  const own = changes.find(({ tbl, id, kind }) => tbl === op.tbl && id === op.rowId && kind === op.kind);
  if (own === undefined || !sameJson(own.set, op.patch)) return false;
  return own.kind !== 'update' || sameJson(own.before, op.base);
}

/** Why what was replaced cannot be put back; null when it can. */
async function hindranceOf(
  { submitted: { changes = [] } }: LastChange,
  hasNoWay: boolean,
  { model, mayWrite }: UndoParts,
): Promise<string | null> {
  if (hasNoWay) return 'This cannot be undone.';
  if (!mayWrite) return 'Your role does not allow this.';
  for (const change of changes) {
    const { visible } = await model.inspectRow(change.tbl, change.id);
    // What was deleted is made anew.
    if (change.kind === 'delete') continue;
    if (visible === null) return `The ${thingOf(change.tbl).toLowerCase()} is gone.`;
    const hindrance = change.kind === 'update' ? fieldHindrance(change, visible) : null;
    if (hindrance !== null) return hindrance;
  }
  return null;
}

function fieldHindrance(
  { tbl, before, set }: RowChange,
  visible: Readonly<Record<string, unknown>>,
): string | null {
  for (const [field, value] of Object.entries(before)) {
    if (!sameJson(visible[field], set[field])) return `The ${fieldWord(field)} has been changed since.`;
    const isMove = tbl === 'incidents' && field === 'status';
    if (isMove && !isIncidentMove(textOf(visible[field]), textOf(value) ?? ''))
      return `${valueText(field, visible[field])} cannot become ${valueText(field, value)}.`;
  }
  return null;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
