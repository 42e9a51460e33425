import { incidentMovesFrom, isIncidentMove } from '#sync/protocol/tables/incident-status.ts';
import type { OpView } from '#sync/read/types.ts';
import type { ConflictField } from '#src/ui/overlays/conflict-review.tsx';
import { mineOf, TEXT_FIELDS, textsOf } from '#src/views/conflict-texts.ts';
import { fieldWord, valueText } from '#src/views/op-labels.ts';

/** Clashing fields of any operation in words; the outbox knows no table by heart but the moves of an incident. */
export function conflictFieldsOf(op: OpView): readonly ConflictField[] {
  const clashing = op.conflict?.fields ?? [];
  const names = clashing.length > 0 ? clashing : Object.keys(op.patch);
  return names.map((name) => {
    const mine = mineOf(op)[name];
    const word = fieldWord(name);
    const options = optionsOf(op, name);
    const isMineOffered = options === undefined || options.some(({ id }) => id === mine);
    return {
      name,
      label: `${word.charAt(0).toUpperCase()}${word.slice(1)}`,
      base: valueText(name, op.base[name]),
      theirs: valueText(name, op.conflict?.theirs?.[name]),
      mine: valueText(name, mine),
      mineValue: isMineOffered && typeof mine === 'string' ? mine : '',
      options,
      texts: textsOf(op, name),
    };
  });
}

/** Free text and statuses with a table of moves are edited here; the rest where it was changed. */
export function canEditHere(op: OpView): boolean {
  const names = op.conflict?.fields ?? [];
  return (
    names.length > 0 && names.every((name) => TEXT_FIELDS.includes(name) || optionsOf(op, name) !== undefined)
  );
}

/** Why mine may not be applied to what the server has now; undefined where it may. */
export function mineBlockedBy(op: OpView): string | undefined {
  const mine = mineOf(op)['status'];
  const theirs = theirStatus(op);
  if (op.tbl !== 'incidents' || typeof mine !== 'string' || isIncidentMove(theirs, mine)) return undefined;
  return `${valueText('status', theirs)} cannot become ${valueText('status', mine)}. Keep theirs, or choose another status.`;
}

function theirStatus(op: OpView): string | null {
  const status = op.conflict?.theirs?.['status'];
  return typeof status === 'string' ? status : null;
}

/** What the status may become from theirs; undefined where no table says so. */
function optionsOf(op: OpView, name: string): ConflictField['options'] {
  if (op.tbl !== 'incidents' || name !== 'status') return undefined;
  const theirs = theirStatus(op);
  return incidentMovesFrom(theirs)
    .filter((status) => status !== theirs)
    .map((status) => ({ id: status, label: valueText('status', status) }));
}
