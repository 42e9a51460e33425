import { useState, type ReactElement } from 'react';
import { DURATION_PRESETS, parseDurationFilter } from '#src/lib/duration-filter.ts';
import { Combobox } from '#src/ui/forms/combobox.tsx';

interface DurationFieldProps {
  /** A preset or a free value; empty is All. */
  value: string;
  onChange: (value: string) => void;
}

const [ALL, ...LENGTHS] = DURATION_PRESETS;
const OPTIONS = [
  { id: ALL, label: ALL },
  ...LENGTHS.map((preset) => ({ id: preset, label: preset, description: `${preset} and longer` })),
];

/** Keeps runs of at least a length: one of the list, or any that ends in ms or s. A text that is none stays and says so. */
export function DurationField({ value, onChange }: DurationFieldProps): ReactElement {
  const shown = value === '' ? ALL : value;
  const [typed, setTyped] = useState(shown);
  const [isLeft, setLeft] = useState(true);
  const parsed = parseDurationFilter(typed);
  const apply = (text: string): void => {
    const trimmed = text.trim();
    const read = parseDurationFilter(trimmed);
    setLeft(true);
    if (read.kind === 'invalid') return;
    setTyped(read.kind === 'any' ? ALL : trimmed);
    const next = read.kind === 'any' ? '' : trimmed;
    if (next !== value) onChange(next);
  };
  // While the field says what is in force the whole list is offered; a text narrows it.
  const isTyping = typed.trim() !== shown;
  const options = isTyping ? OPTIONS.filter(({ id }) => id.startsWith(typed.trim())) : OPTIONS;
  return (
    <div className="flex items-start gap-2">
      {/* The name stands beside the field, as it stands inside the other controls of the row. */}
      <span aria-hidden className="flex h-control items-center text-table text-muted">
        Duration:
      </span>
      <Combobox
        // What it says of a text that is none is longer than the field.
        className="max-w-96 min-w-28 [&>[role=group]]:w-28"
        empty="Any length that ends in ms or s"
        error={isLeft && parsed.kind === 'invalid' ? parsed.error : undefined}
        inputValue={typed}
        isFree
        isLabelHidden
        label="Duration"
        options={options}
        value={OPTIONS.some(({ id }) => id === shown) ? shown : null}
        onChange={(id) => {
          if (id !== null) apply(id);
        }}
        onInputChange={(text) => {
          setLeft(false);
          setTyped(text);
        }}
        onLeave={apply}
      />
    </div>
  );
}
