import type { OpView } from '#sync/read/types.ts';
import type { ConflictField } from '#src/ui/conflict-review.tsx';
import { fieldWord, valueText } from './op-words.ts';

/** Clashing fields of any operation in words; the outbox knows no table by heart. */
export function conflictFieldsOf(op: OpView): readonly ConflictField[] {
  const clashing = op.conflict?.fields ?? [];
  const names = clashing.length > 0 ? clashing : Object.keys(op.patch);
  return names.map((name) => {
    const mine = op.patch[name];
    const word = fieldWord(name);
    return {
      name,
      label: `${word.charAt(0).toUpperCase()}${word.slice(1)}`,
      base: valueText(name, op.base[name]),
      theirs: valueText(name, op.conflict?.theirs?.[name]),
      mine: valueText(name, mine),
      mineValue: typeof mine === 'string' ? mine : '',
    };
  });
}

/** Free text is edited here; anything else where it was changed, because only that screen knows what is allowed. */
export function canEditHere(op: OpView): boolean {
  const names = op.conflict?.fields ?? [];
  return names.length > 0 && names.every((name) => ['title', 'description', 'name'].includes(name));
}
