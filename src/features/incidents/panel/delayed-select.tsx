import { useState, type ReactElement } from 'react';
import { Select, type Option } from '#src/ui/forms/select.tsx';
import { useDelayed } from '#src/ui/use-delayed.ts';

/** Spec 9: severity and type are saved 500 ms after the last choice. */
export const FIELD_SAVE_DELAY_MS = 500;

interface DelayedSelectProps {
  label: string;
  options: readonly Option[];
  /** How a value is shown that is not offered: one the link dialog made, or a newer server. */
  optionOf: (id: string) => Option;
  /** null when the server has none. */
  value: string | null;
  placeholder?: string | undefined;
  /** Rejects when the device did not keep it; the field then shows the kept value again. */
  onSave: (id: string) => Promise<void>;
}

/** A field that saves the last choice of a quick series, and nothing when it ends where it began. */
export function DelayedSelect({
  label,
  options,
  optionOf,
  value,
  placeholder,
  onSave,
}: DelayedSelectProps): ReactElement {
  const [chosen, setChosen] = useState<string | null>(null);
  const release = (saved: string): void => setChosen((now) => (now === saved ? null : now));
  const delayed = useDelayed<string>(FIELD_SAVE_DELAY_MS, (next) => {
    // A failure has been said by who saves. What was chosen since waits for its own turn.
    const end = (): void => release(next);
    onSave(next).then(end, end);
  });
  const shown = chosen ?? value;
  const isKnown = shown === null || options.some(({ id }) => id === shown);
  return (
    <Select
      isLabelHidden
      label={label}
      options={isKnown ? options : [...options, optionOf(shown)]}
      size="small"
      value={shown}
      {...(placeholder === undefined ? {} : { placeholder })}
      onChange={(next) => {
        if (next === shown) return;
        if (next === value) {
          delayed.cancel();
          setChosen(null);
          return;
        }
        setChosen(next);
        delayed.schedule(next);
      }}
    />
  );
}
