import { useState, type ReactElement } from 'react';
import type { PersonRef, Read } from '#sync/read/types.ts';
import type { Live } from '#src/platform/replica/live.ts';
import { Avatar } from '#src/ui/marks/avatar.tsx';
import { Combobox } from '#src/ui/forms/combobox.tsx';

/** Shown at once; typing finds the others. */
const MAX_OPTIONS = 300;

type Names = Live<Read<readonly PersonRef[]>>;

/** People and teams, read before a field that names one of them stands. */
export interface Directory {
  readonly people: Names;
  readonly teams: Names;
}

interface PickOneProps {
  label: string;
  live: Names;
  value: string | null;
  onChange: (id: string | null) => void;
  /** Why some cannot be chosen. */
  disabledReasons?: ReadonlyMap<string, string> | undefined;
  error?: string | undefined;
  help?: string | undefined;
  isRequired?: boolean;
}

/** One person or team out of all of them: a list that is searched. */
export function PickOne({
  label,
  live,
  value,
  onChange,
  disabledReasons,
  error,
  help,
  isRequired = true,
}: PickOneProps): ReactElement {
  const all = live.value?.data ?? [];
  const chosen = all.find(({ id }) => id === value);
  const [typed, setTyped] = useState<string | null>(null);
  const [isLeft, setLeft] = useState(false);
  const text = typed ?? chosen?.name ?? '';
  // What stands in the field after a choice is its name and no search.
  const wanted = text === chosen?.name ? '' : text.trim().toLocaleLowerCase();
  const options = all
    .filter(({ name }) => name.toLocaleLowerCase().includes(wanted))
    .slice(0, MAX_OPTIONS)
    .map(({ id, name }) => ({
      id,
      label: name,
      glyph: <Avatar isDecorative id={id} name={name} size="small" />,
      disabledReason: disabledReasons?.get(id),
    }));
  return (
    <Combobox
      isRequired={isRequired}
      empty={emptyWords(live)}
      error={
        isLeft && text.trim() !== '' && value === null
          ? `“${text.trim()}” matches nobody. Choose a name from the list.`
          : error
      }
      help={
        live.status === 'failed'
          ? `The names could not be read from this device: ${live.error.message}`
          : help
      }
      inputValue={text}
      label={label}
      options={options}
      placeholder={findText(label)}
      value={value}
      onChange={(id) => {
        // The field names what is chosen again.
        setTyped(null);
        if (id !== value) onChange(id);
      }}
      onLeave={(left) => {
        const named = all.filter(({ name }) => sameName(name, left));
        const [only, second] = named;
        const isOne = only !== undefined && second === undefined && !disabledReasons?.has(only.id);
        if (value !== null || isOne) setTyped(null);
        if (value === null && isOne) onChange(only.id);
        setLeft(true);
      }}
      onInputChange={(next) => {
        setLeft(false);
        setTyped(next);
        if (next === '' && value !== null) onChange(null);
      }}
    />
  );
}

/** Why the list has nothing to offer; only a whole list may say that nothing matches. */
function emptyWords(live: Names): string {
  if (live.status === 'failed') return 'Could not be read from this device';
  if (live.status === 'loading') return 'Reading';
  return live.value.data.length === 0 ? 'None on this device yet' : 'Nothing matches';
}

/** "Find a team", "Find an owner". */
export function findText(label: string): string {
  const noun = label.toLowerCase();
  return `Find ${/^[aeiou]/u.test(noun) ? 'an' : 'a'} ${noun}`;
}

function sameName(a: string, b: string): boolean {
  return a.trim().toLocaleLowerCase() === b.trim().toLocaleLowerCase();
}
