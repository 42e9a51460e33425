import type { OpView } from '#sync/read/types.ts';
import type { ConflictAnswer, ConflictField } from '#src/ui/overlays/conflict-review.tsx';

/** Fields that hold words of a person and may be compared and merged as text, wherever their conflict is reviewed. */
export const TEXT_FIELDS: readonly string[] = ['title', 'description', 'name', 'script'];
/** Shorter texts read better side by side. */
const LONG_TEXT_LENGTH = 60;

/** What this device wants of the fields of a conflict: the latest change that waits, not the first that clashed. */
export function mineOf({ patch, later }: OpView): OpView['patch'] {
  return { ...patch, ...later?.patch };
}

/** The answer with the later changes whose values it was about (CNF11). */
export function answerSeen<T extends ConflictAnswer>(
  op: OpView,
  answer: T,
): T & { seen?: readonly string[] } {
  return op.later === undefined ? answer : { ...answer, seen: op.later.ids };
}

/** The three raw texts of a field, for the view that merges them; undefined where they are no texts or short. */
export function textsOf(op: OpView, name: string): ConflictField['texts'] {
  if (!TEXT_FIELDS.includes(name)) return undefined;
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  const texts = {
    base: text(op.base[name]),
    theirs: text(op.conflict?.theirs?.[name]),
    mine: text(mineOf(op)[name]),
  };
  const isLong = Object.values(texts).some((each) => each.length > LONG_TEXT_LENGTH || each.includes('\n'));
  return isLong ? texts : undefined;
}
