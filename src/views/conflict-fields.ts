import type { OpView } from '#sync/read/types.ts';
import type { ConflictField } from '#src/ui/overlays/conflict-review.tsx';
import { mineOf, textsOf } from './conflict-texts.ts';

/** How one column is told where it clashes. */
export interface ConflictFace {
  readonly label: string;
  readonly words: (value: unknown) => string;
  /** What may be chosen instead, from what the server has; undefined is free text. */
  readonly options?: ConflictField['options'];
}

/** Names of the columns that clash; of a conflict that names none, all that were changed. */
export function clashingColumns(op: OpView): readonly string[] {
  const clashing = op.conflict?.fields ?? [];
  return clashing.length > 0 ? clashing : Object.keys(op.patch);
}

/** The clashing columns of a change in words, one by one: before, theirs and mine. */
export function conflictFields(
  op: OpView,
  faceOf: (column: string, theirs: unknown) => ConflictFace,
  columns: readonly string[] = clashingColumns(op),
): readonly ConflictField[] {
  return columns.map((name) => {
    const theirs = op.conflict?.theirs?.[name];
    const mine = mineOf(op)[name];
    const { label, words, options } = faceOf(name, theirs);
    const isMineOffered = options === undefined || options.some(({ id }) => id === mine);
    return {
      name,
      label,
      base: words(op.base[name]),
      theirs: words(theirs),
      mine: words(mine),
      mineValue: isMineOffered && typeof mine === 'string' ? mine : '',
      options,
      texts: textsOf(op, name),
    };
  });
}

/** "The title and the status were changed on the server too". */
export function conflictTitle(fields: readonly ConflictField[]): string {
  const names = fields.map(({ label }) => `the ${label.toLowerCase()}`).join(' and ');
  const verb = fields.length === 1 ? 'was' : 'were';
  return `${names.charAt(0).toUpperCase()}${names.slice(1)} ${verb} changed on the server too`;
}
