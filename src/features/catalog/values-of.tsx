import { useState, type ComponentType, type ReactElement, type ReactNode } from 'react';
import type { IndexQuery } from '#sync/protocol/index-query.ts';
import type { PackedName } from '#sync/protocol/packed.ts';
import { isEncodable } from '#src/lib/tri-state.ts';
import { useIndexQuery } from '#src/platform/replica/use-index.ts';
import { Combobox } from '#src/ui/forms/combobox.tsx';
import { SkeletonBar } from '#src/ui/marks/skeleton.tsx';
import type { TriStateOption, TriStateSource } from '#src/ui/filters/tri-state-filter.tsx';
import { useAmong } from '#src/views/list/among.ts';
import type { PickerProps } from '#src/views/list/list-filters.tsx';

/** So many values of a column are offered; a cell of the list offers any. */
const MAX_VALUES = 2000;

/** Values of a column of the device's own index, as the address writes them. */
export function valuesOf(
  tbl: PackedName,
  column: string,
  write: (value: string) => string | undefined = String,
): TriStateSource {
  const query = facetOf(column);
  return function Values({ children }) {
    const among = useAmong(tbl);
    const live = useIndexQuery(tbl, among === null ? query : { ...query, ...among });
    if (live.status === 'failed') return <Note>The values could not be read: {live.error.message}</Note>;
    if (live.value === undefined) return <SkeletonBar className="my-2 w-40" />;
    const options = (live.value.facets[0]?.values ?? []).flatMap(({ value, count }): TriStateOption[] => {
      const id = value === null ? undefined : write(value);
      return id === undefined || !isEncodable(id) ? [] : [among === null ? { id } : { id, count }];
    });
    return (
      <>
        {/* A list that is chosen from keeps its order; another one is another list. */}
        <div key={options.length}>{children(options.toSorted((a, b) => a.id.localeCompare(b.id)))}</div>
        <Note>
          {among === null
            ? 'Only values on this device are listed.'
            : 'Counted on this device, with the other filters.'}{' '}
          To filter by another value, use its cell in the list.
        </Note>
      </>
    );
  };
}

/** Shown at once; typing finds the others. */
const MAX_OPTIONS = 300;

interface PickerOf {
  tbl: PackedName;
  column: string;
  label: string;
  placeholder: string;
  /** A value of the address as people read it, and back. */
  read: (text: string) => string;
  write: (value: string) => string;
}

/** A list of the values of a column, one of which is filtered by. */
export function pickerOf(of: PickerOf): ComponentType<PickerProps> {
  const { tbl, column, label, placeholder, read, write } = of;
  const query = facetOf(column);
  return function OneValue({ value, onPick, close }) {
    const [text, setText] = useState('');
    const live = useIndexQuery(tbl, query);
    const wanted = text.trim().toLocaleLowerCase();
    const found = (live.value?.facets[0]?.values ?? [])
      .flatMap(({ value: name }) => name ?? [])
      .filter((name) => name.toLocaleLowerCase().includes(wanted))
      .toSorted((a, b) => a.localeCompare(b))
      .slice(0, MAX_OPTIONS)
      .map((name) => ({ id: name, label: name }));
    return (
      <Combobox
        empty={live.value === undefined ? 'Reading' : 'Nothing matches'}
        help={live.status === 'failed' ? `The values could not be read: ${live.error.message}` : undefined}
        inputValue={text}
        label={label}
        options={found}
        placeholder={placeholder}
        value={value === undefined || value === '' ? null : read(value)}
        onChange={(name) => {
          if (name === null) return;
          onPick(write(name));
          close();
        }}
        onInputChange={setText}
      />
    );
  };
}

function facetOf(column: string): IndexQuery {
  return {
    filters: [],
    text: '',
    sort: null,
    offset: 0,
    limit: 0,
    facets: [{ column, limit: MAX_VALUES }],
    groups: null,
  };
}

function Note({ children }: { children: ReactNode }): ReactElement {
  return <p className="px-2 text-caption text-pretty text-muted">{children}</p>;
}
