import { useId, type KeyboardEvent, type ReactElement } from 'react';
import { cx } from '../class-names.ts';

export type TriState = 'any' | 'only' | 'not';

const CHOICES: readonly { state: TriState; word: string }[] = [
  { state: 'any', word: 'Any' },
  { state: 'only', word: 'Only' },
  { state: 'not', word: 'Not' },
];

export interface TriStateRadioProps {
  /** The value that is filtered; names the group. */
  label: string;
  value: TriState;
  onChange: (value: TriState) => void;
  isLabelHidden?: boolean;
  /** -1 in a list that moves between its groups itself. */
  tabIndex?: 0 | -1;
  className?: string | undefined;
}

/** Any, Only or Not for one value. Choosing the current one again, or i / Shift+i, goes back to Any. */
export function TriStateRadio({
  label,
  value,
  onChange,
  isLabelHidden = false,
  tabIndex,
  className,
}: TriStateRadioProps): ReactElement {
  const name = useId();
  const toggle = (state: TriState): void => onChange(state === value ? 'any' : state);
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.key.toLowerCase() !== 'i' || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    toggle(event.shiftKey || event.key === 'I' ? 'not' : 'only');
  };
  return (
    <fieldset className={cx('flex min-w-0 items-center gap-2 text-table', className)}>
      <legend className="sr-only">{label}</legend>
      {!isLabelHidden && (
        <span aria-hidden className="min-w-0 flex-1 truncate">
          {label}
        </span>
      )}
      <span className="inline-flex shrink-0 rounded-control border border-line-strong bg-control p-px">
        {CHOICES.map(({ state, word }) => (
          <label
            className={cx(
              'relative grid h-6 min-w-11 cursor-pointer place-items-center rounded-[5px] px-2 has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-focus pointer-coarse:h-11',
              state === value ? chosenStyle(state) : 'text-muted hover:text-fg',
            )}
            key={state}
          >
            <input
              checked={state === value}
              className="absolute inset-0 cursor-pointer appearance-none rounded-[5px] outline-none"
              name={name}
              tabIndex={tabIndex}
              type="radio"
              onChange={() => onChange(state)}
              onClick={() => {
                if (state === value) onChange('any');
              }}
              onKeyDown={handleKeyDown}
            />
            {word}
          </label>
        ))}
      </span>
    </fieldset>
  );
}

function chosenStyle(state: TriState): string {
  // Forced colours take backgrounds away: the system's own selection pair says it then.
  const forced = 'forced-color-adjust-none forced-colors:bg-[Highlight] forced-colors:text-[HighlightText]';
  return cx(forced, 'font-medium', state === 'any' ? 'bg-chip text-fg' : 'bg-accent-soft text-accent');
}
