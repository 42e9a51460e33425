import { useState, type ReactElement } from 'react';
import type { Read } from '#sync/read/types.ts';
import type { Live } from '#src/platform/live.ts';
import { Combobox } from '#src/ui/combobox.tsx';
import type { PickerProps } from '#src/views/list/list-filters.tsx';
import { useComponents, usePeople, type NamedRow } from '../queries.ts';

export function OwnerList(props: PickerProps): ReactElement {
  return <EntityList {...props} failure="Owner names could not be read:" label="Owner" live={usePeople()} />;
}

export function ComponentList(props: PickerProps): ReactElement {
  return (
    <EntityList {...props} failure="Unable to load components!" label="Component" live={useComponents()} />
  );
}

interface NamesProps extends PickerProps {
  label: string;
  live: Live<Read<readonly NamedRow[]>>;
  /** What is said when the names cannot be read. */
  failure: string;
}

/** Shown at once; typing finds the others. */
const MAX_OPTIONS = 300;

function EntityList({ label, live, value, failure, onPick, close }: NamesProps): ReactElement {
  const [text, setText] = useState('');
  const wanted = text.trim().toLocaleLowerCase();
  const found = (live.value?.data ?? [])
    .filter((option) => option.name.toLocaleLowerCase().includes(wanted))
    .slice(0, MAX_OPTIONS)
    .map((option) => ({ id: option.id, label: option.name }));
  return (
    <Combobox
      empty={emptyWords(live)}
      help={live.status === 'failed' ? `${failure} ${live.error.message}` : undefined}
      inputValue={text}
      label={label}
      options={found}
      placeholder={`Find ${label.toLowerCase()}`}
      value={value ?? null}
      onChange={(id) => {
        if (id === null) return;
        onPick(id);
        close();
      }}
      onInputChange={setText}
    />
  );
}

/** Why the list has nothing to offer; only a whole list may say that nothing matches. */
function emptyWords(live: NamesProps['live']): string {
  if (live.status === 'failed') return 'Could not be read from this device';
  if (live.status === 'loading') return 'Reading';
  return live.value.data.length === 0 ? 'None on this device yet' : 'Nothing matches';
}
