import { useState, type ReactElement } from 'react';
import type { Read } from '#sync/read/types.ts';
import { componentsRead } from '#sync/read/names.ts';
import { useLive, type Live } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { Combobox } from '#src/ui/forms/combobox.tsx';
import type { PickerProps } from './list-filters.tsx';

/** Somebody or something to filter by. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

interface NamePickerProps extends PickerProps {
  label: string;
  live: Live<Pick<Read<readonly Named[]>, 'data'>>;
  /** What is said when the names cannot be read. */
  failure: string;
}

/** Shown at once; typing finds the others. */
const MAX_OPTIONS = 300;

/** One of the names that are on this device. */
export function NamePicker({ label, live, value, failure, onPick, close }: NamePickerProps): ReactElement {
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
function emptyWords(live: NamePickerProps['live']): string {
  if (live.status === 'failed') return 'Could not be read from this device';
  if (live.status === 'loading') return 'Reading';
  return live.value.data.length === 0 ? 'None on this device yet' : 'Nothing matches';
}

/** The components of this device. */
export function ComponentPicker(props: PickerProps): ReactElement {
  const model = useReadModel();
  const live = useLive(() => model.late(componentsRead), [model]);
  return <NamePicker {...props} failure="Unable to load components!" label="Component" live={live} />;
}
