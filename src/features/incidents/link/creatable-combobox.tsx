import { Plus } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { Combobox } from '#src/ui/forms/combobox.tsx';
import { Icon } from '#src/ui/marks/icon.tsx';
import type { Option } from '#src/ui/forms/select.tsx';
import type { Choice } from './link-form.ts';

/** More would be scrolled, not read; typing narrows them. */
const SHOWN_OPTIONS = 50;
const NEW_ID = '\u0000new';

interface CreatableComboboxProps {
  label: string;
  /** "incident": what a typed text would create. */
  noun: string;
  options: readonly Option[];
  value: Choice | null;
  onChange: (choice: Choice | null) => void;
  error?: string | undefined;
  help?: string | undefined;
  isRequired?: boolean;
}

/** Chooses one of many, or creates one with the typed title. */
export function CreatableCombobox(props: CreatableComboboxProps): ReactElement {
  const { label, noun, options, value, onChange, error, help, isRequired = false } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const chosenLabel = labelOf(value, options);
  const text = typed ?? chosenLabel;
  const shown = shownOptions(options, value, text === chosenLabel ? '' : text);
  const title = text.trim();
  const isNew = (wanted: string): boolean =>
    wanted !== '' && !options.some((option) => sameText(option.label, wanted));
  const isOffered = isNew(title);
  return (
    <Combobox
      empty={`Type a title to create a new ${noun}`}
      error={error}
      help={help ?? helpOf(value, noun)}
      inputValue={text}
      isRequired={isRequired}
      label={label}
      options={isOffered ? [...shown, newOption(title, noun)] : shown}
      value={value === null ? null : value.kind === 'new' ? NEW_ID : value.id}
      onChange={(id) => {
        setTyped(null);
        if (id === null) onChange(null);
        else onChange(id === NEW_ID ? { kind: 'new', title } : { kind: 'existing', id });
      }}
      onLeave={(left) => {
        setTyped(null);
        const wanted = left.trim();
        const same = options.find((option) => sameText(option.label, wanted));
        // What was typed is what was meant, whether or not a line of the list was pressed.
        if (wanted === '' || sameText(chosenLabel, wanted)) return;
        onChange(same === undefined ? { kind: 'new', title: wanted } : { kind: 'existing', id: same.id });
      }}
      onInputChange={(next) => {
        setTyped(next);
        const wanted = next.trim();
        // A title that is typed on is the one that is created, and an emptied field has chosen nothing.
        if (value?.kind === 'new') onChange(isNew(wanted) ? { kind: 'new', title: wanted } : null);
        else if (wanted === '' && value !== null) onChange(null);
      }}
    />
  );
}

/** What the field waits for, or what becomes of what it holds. */
function helpOf(value: Choice | null, noun: string): string | undefined {
  if (value === null) return `Choose one, or type the title of a new ${noun}`;
  return value.kind === 'new' ? `A new ${noun} with this title` : undefined;
}

function newOption(title: string, noun: string): Option {
  return {
    id: NEW_ID,
    label: title,
    description: `Create a new ${noun}`,
    glyph: <Icon icon={Plus} size={14} />,
  };
}

function labelOf(value: Choice | null, options: readonly Option[]): string {
  if (value === null) return '';
  if (value.kind === 'new') return value.title;
  return options.find((option) => option.id === value.id)?.label ?? '';
}

/** Matching options, the chosen one always among them: the field takes its text from it. */
function shownOptions(options: readonly Option[], value: Choice | null, search: string): readonly Option[] {
  const needle = search.trim().toLowerCase();
  const matching = options
    .filter(
      (option) =>
        needle === '' ||
        option.label.toLowerCase().includes(needle) ||
        (option.description ?? '').toLowerCase().includes(needle),
    )
    .slice(0, SHOWN_OPTIONS);
  const chosen = value?.kind === 'existing' ? options.find((option) => option.id === value.id) : undefined;
  return chosen === undefined || matching.includes(chosen) ? matching : [...matching, chosen];
}

function sameText(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.toLowerCase();
}
