import { SyncError, toSyncError } from '#sync/errors.ts';
import { isIncidentMove } from '#sync/protocol/incident-status.ts';
import type { RowBefore } from '#sync/protocol/command.ts';
import type { OpView, ReadModel } from '#sync/read/types.ts';
import { forgetChange, lastChanges, type LastChange } from '#src/platform/last-changes.ts';
import type { SyncClient } from '#src/platform/worker-client.ts';
import { fieldWord, lineSentence, thingOf, valueText } from '#src/views/op-words.ts';
import { inverseOf } from './inverse.ts';

/** What came of taking the last change back. `line` is that change in words. */
export type Undone =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'undone'; readonly line: string }
  | { readonly kind: 'refused'; readonly line: string; readonly reason: string };

/** Nothing of these is there to be taken back. */
const WITHOUT_EFFECT: readonly OpView['state'][] = ['failed', 'cancelled', 'discarded'];
/** Nothing of these can be on the server by now, or a person is asked about them anyway. */
const UNSENT: readonly OpView['state'][] = ['queued', 'waiting', 'auth-hold', 'conflict', 'parked'];

const UNSETTLED: Readonly<Partial<Record<OpView['state'], string>>> = {
  sending: 'It is being sent. Try again in a moment.',
  ambiguous: 'The server may have it already. Try again when it can be asked.',
};

/**
 * Takes back the last change of this page (ux 4.7): while it waits it is cancelled; when the server has it, what it
 * replaced is put back as a new change, unless somebody has changed it since or the table of moves forbids it.
 */
export async function undoLast(
  sync: Pick<SyncClient, 'submit' | 'discard'>,
  model: Pick<ReadModel, 'opStates' | 'inspectRow'>,
): Promise<Undone> {
  for (;;) {
    const change = lastChanges.get().at(-1);
    if (change === undefined) return { kind: 'nothing' };
    const ops = await model.opStates(change.submitted.opIds);
    const effective = ops.filter(({ state }) => !WITHOUT_EFFECT.includes(state));
    const [first] = effective;
    if (first !== undefined) return takeBack(change, effective, first, sync, model);
    forgetChange(change.submitted);
  }
}

async function takeBack(
  change: LastChange,
  ops: readonly OpView[],
  first: OpView,
  sync: Pick<SyncClient, 'submit' | 'discard'>,
  model: Pick<ReadModel, 'inspectRow'>,
): Promise<Undone> {
  const line = lineSentence(ops);
  const refused = (reason: string): Undone => ({ kind: 'refused', line, reason });
  try {
    if (ops.every(({ state }) => UNSENT.includes(state)) && isAlone(change)) {
      await sync.discard(first.id);
      forgetChange(change.submitted);
      return { kind: 'undone', line };
    }
    const unsettled = ops.map(({ state }) => UNSETTLED[state]).find((reason) => reason !== undefined);
    if (unsettled !== undefined) return refused(unsettled);
    const inverse = inverseOf(change);
    const hindrance =
      inverse === null
        ? 'The server has it, and there is nothing that takes it back.'
        : await hindranceOf(change, ops, model);
    if (inverse === null || hindrance !== null) {
      forgetChange(change.submitted);
      return refused(hindrance ?? '');
    }
    for (const command of inverse) forgetChange(await sync.submit(command, change.screen));
    forgetChange(change.submitted);
    return { kind: 'undone', line };
  } catch (thrown) {
    if (!(thrown instanceof SyncError)) throw thrown;
    return refused(toSyncError(thrown).message);
  }
}

/** No other change of this page became part of the same unsent operation, which discarding would take along. */
function isAlone({ submitted }: LastChange): boolean {
  const mine = new Set(submitted.opIds);
  return !lastChanges
    .get()
    .some((other) => other.submitted !== submitted && other.submitted.opIds.some((id) => mine.has(id)));
}

/** Why what was replaced cannot be put back; null when it can. */
async function hindranceOf(
  { submitted: { before = [], made } }: LastChange,
  ops: readonly OpView[],
  model: Pick<ReadModel, 'inspectRow'>,
): Promise<string | null> {
  for (const { tbl, id } of made) {
    if ((await model.inspectRow(tbl, id)).visible === null)
      return `The ${thingOf(tbl).toLowerCase()} is gone.`;
  }
  for (const row of before) {
    const { visible } = await model.inspectRow(row.tbl, row.id);
    if (visible === null) return `The ${thingOf(row.tbl).toLowerCase()} is gone.`;
    const hindrance = fieldHindrance(row, visible, ops);
    if (hindrance !== null) return hindrance;
  }
  return null;
}

function fieldHindrance(
  { tbl, id, fields }: RowBefore,
  visible: Readonly<Record<string, unknown>>,
  ops: readonly OpView[],
): string | null {
  const set = Object.assign(
    {},
    ...ops.filter((op) => op.rowId === id).map((op) => op.patch),
  ) as OpView['patch']; // patches are objects
  for (const [field, value] of Object.entries(fields)) {
    const word = fieldWord(field);
    if (JSON.stringify(visible[field]) !== JSON.stringify(set[field]))
      return `The ${word} has been changed since.`;
    const isMove = tbl !== 'incidents' || field !== 'status';
    if (!isMove && !isIncidentMove(textOf(visible[field]), textOf(value) ?? ''))
      return `${valueText(field, visible[field])} cannot become ${valueText(field, value)}.`;
  }
  return null;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
