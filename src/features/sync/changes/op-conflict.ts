import { incidentMovesFrom, isIncidentMove } from '#sync/protocol/tables/incident-status.ts';
import type { OpView } from '#sync/read/types.ts';
import type { ConflictField } from '#src/ui/overlays/conflict-review.tsx';
import { conflictFields } from '#src/views/conflict-fields.ts';
import { mineOf, TEXT_FIELDS } from '#src/views/conflict-texts.ts';
import { fieldWord, valueText } from '#src/views/op-labels.ts';

/** Clashing fields of any operation in words; the outbox knows no table by heart but the moves of an incident. */
export function conflictFieldsOf(op: OpView): readonly ConflictField[] {
  return conflictFields(op, (name) => {
    const word = fieldWord(name);
    return {
      label: `${word.charAt(0).toUpperCase()}${word.slice(1)}`,
      words: (value) => valueText(name, value),
      options: optionsOf(op, name),
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
