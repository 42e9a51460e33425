import type { OpView } from '#sync/read/types.ts';
import { shownTitle } from '#src/lib/shown-name.ts';
import type { ConflictField } from '#src/ui/overlays/conflict-review.tsx';
import type { Option } from '#src/ui/forms/select.tsx';
import { conflictFields } from '#src/views/conflict-fields.ts';
import { HypothesisStatusGlyph } from '../incident-marks.tsx';
import { hypothesisStatuses, titleOf } from '../incident-labels.ts';

export const hypothesisStatusOptions: readonly Option[] = hypothesisStatuses.map((status) => ({
  id: status,
  label: titleOf(status),
  glyph: <HypothesisStatusGlyph status={status} />,
}));

/** The fields of a hypothesis that clash, in words, for the review in place. */
export function hypothesisConflictFields(op: OpView): readonly ConflictField[] {
  return conflictFields(op, (name) =>
    name === 'status'
      ? { label: titleOf(name), words: statusWords, options: hypothesisStatusOptions }
      : { label: titleOf(name), words: titleWords },
  );
}

function statusWords(value: unknown): string {
  return typeof value === 'string' && value !== '' ? titleOf(value) : 'Not set';
}

function titleWords(value: unknown): string {
  return shownTitle(typeof value === 'string' ? value : '');
}
