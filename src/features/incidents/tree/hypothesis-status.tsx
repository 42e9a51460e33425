import { useState, type ReactElement } from 'react';
import { toSyncError } from '#sync/errors.ts';
import { Select } from '#src/ui/forms/select.tsx';
import { toast } from '#src/ui/overlays/toast-queue.ts';
import { hypothesisStatusOptions } from './conflict-fields.tsx';
import { HYPOTHESIS_STATUS_FALLBACK, titleOf } from '../incident-labels.ts';
import { HypothesisStatusGlyph } from '../incident-marks.tsx';
import { useDelayed } from '#src/ui/use-delayed.ts';

/** Spec 9: a status is saved 200 ms after the last choice. */
export const STATUS_SAVE_DELAY_MS = 200;

export const STATUS_SELECT_WIDTH = 'w-36 @min-[1100px]:w-40';

interface StatusSelectProps {
  hypothesisTitle: string;
  /** null when the server has none: displays as Likely. */
  status: string | null;
  onSave: (status: string) => Promise<void>;
}

/** All six values, without restriction (spec 4). */
export function HypothesisStatusSelect({ hypothesisTitle, status, onSave }: StatusSelectProps): ReactElement {
  const [chosen, setChosen] = useState<string | null>(null);
  const delayed = useDelayed<string>(STATUS_SAVE_DELAY_MS, (next) => {
    onSave(next)
      .catch((thrown: unknown) => {
        toast({
          kind: 'error',
          text: 'Status not saved on this device',
          detail: toSyncError(thrown).message,
        });
      })
      // What was chosen since waits for its own turn.
      .finally(() => setChosen((now) => (now === next ? null : now)));
  });
  const shown = chosen ?? status;
  const unset = shown === null ? ', not set' : '';
  return (
    <Select
      isLabelHidden
      className={STATUS_SELECT_WIDTH}
      label={`Status of ${hypothesisTitle}${unset}`}
      options={optionsFor(shown)}
      placeholder={`${titleOf(HYPOTHESIS_STATUS_FALLBACK)} (not set)`}
      size="small"
      value={shown}
      onChange={(next) => {
        if (next === shown) return;
        setChosen(next);
        if (next === status) delayed.cancel();
        else delayed.schedule(next);
        if (next === status) setChosen(null);
      }}
    />
  );
}

/** A status the product does not know stays visible and chosen, but is not offered to others. */
function optionsFor(status: string | null): typeof hypothesisStatusOptions {
  if (status === null || hypothesisStatusOptions.some((option) => option.id === status)) {
    return hypothesisStatusOptions;
  }
  const unknown = { id: status, label: titleOf(status), glyph: <HypothesisStatusGlyph status={status} /> };
  return [...hypothesisStatusOptions, unknown];
}
