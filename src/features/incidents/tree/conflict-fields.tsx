import type { OpView } from '#sync/read/types.ts';
import { shownTitle } from '#src/lib/shown-name.ts';
import type { ConflictField } from '#src/ui/overlays/conflict-review.tsx';
import type { Option } from '#src/ui/forms/select.tsx';
import { mineOf, textsOf } from '#src/views/conflict-texts.ts';
import { HypothesisStatusGlyph } from '../incident-marks.tsx';
import { hypothesisStatuses, titleOf } from '../incident-labels.ts';

export const hypothesisStatusOptions: readonly Option[] = hypothesisStatuses.map((status) => ({
  id: status,
  label: titleOf(status),
  glyph: <HypothesisStatusGlyph status={status} />,
}));

/** The fields of a hypothesis that clash, in words, for the review in place. */
export function hypothesisConflictFields(op: OpView): readonly ConflictField[] {
  const clashing = op.conflict?.fields ?? [];
  const names = clashing.length > 0 ? clashing : Object.keys(op.patch);
  return names.map((name) => {
    const isStatus = name === 'status';
    const words = (value: unknown): string => (isStatus ? statusWords(value) : titleWords(value));
    const mine = mineOf(op)[name];
    return {
      name,
      label: titleOf(name),
      base: words(op.base[name]),
      theirs: words(op.conflict?.theirs?.[name]),
      mine: words(mine),
      mineValue: typeof mine === 'string' ? mine : '',
      options: isStatus ? hypothesisStatusOptions : undefined,
      texts: textsOf(op, name),
    };
  });
}

/** "The title and the status were changed on the server too". */
export function conflictTitle(fields: readonly ConflictField[]): string {
  const names = fields.map((field) => `the ${field.label.toLowerCase()}`).join(' and ');
  return `${names.charAt(0).toUpperCase()}${names.slice(1)} ${fields.length === 1 ? 'was' : 'were'} changed on the server too`;
}

function statusWords(value: unknown): string {
  return typeof value === 'string' && value !== '' ? titleOf(value) : 'Not set';
}

function titleWords(value: unknown): string {
  return shownTitle(typeof value === 'string' ? value : '');
}
