import { useState, type ReactElement } from 'react';
import { FilterPlace } from '#src/views/list/filter-place.tsx';
import { ListSearch } from '#src/views/list/list-search.tsx';
import { TimeRangeSelect } from '#src/ui/filters/time-range-select.tsx';
import { ToolbarSelect } from '#src/ui/filters/toolbar-select.tsx';
import { Combobox } from '#src/ui/forms/combobox.tsx';
import type { ListAddress } from '#src/views/list/use-list-address.ts';
import { DEFAULT_START, type LogParams } from './log-search.ts';
import type { Source } from './use-sources.ts';

interface LogControlsProps {
  address: ListAddress<LogParams>;
  sources: readonly Source[];
  selectors: readonly string[];
  selector: string;
  /** Of the component that is chosen. */
  name: string;
}

/** Whose lines, by which selector, of which time, and what is looked for in them. */
export function LogControls(props: LogControlsProps): ReactElement {
  const { address, sources, selectors, selector, name } = props;
  const { view, change } = address;
  const options = selectors.includes(selector) || selector === '' ? selectors : [selector, ...selectors];
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ListSearch
        applied={view.query}
        className="max-w-80 min-w-44 flex-1 max-[700px]:max-w-full max-[700px]:basis-full"
        label="Search logs"
        onCommit={address.commit}
        onType={(query) => address.type({ query })}
      />
      <ComponentChoice
        chosen={view.topologyId}
        name={name}
        sources={sources}
        onChange={(topologyId) => change({ topologyId })}
      />
      <FilterPlace>
        {view.topologyId !== undefined && options.length > 0 && (
          <ToolbarSelect
            label="Selector:"
            options={options.map((id) => ({ id, label: id }))}
            value={selector}
            onChange={(logsSelector) => change({ logsSelector })}
          />
        )}
        <TimeRangeSelect value={view.start ?? DEFAULT_START} onChange={(start) => change({ start })} />
      </FilterPlace>
    </div>
  );
}

/** Stands for no component. */
const NONE = 'none';
/** Shown at once; typing finds the others. */
const MOST_OPTIONS = 300;

interface ComponentChoiceProps {
  chosen: string | undefined;
  name: string;
  sources: readonly Source[];
  onChange: (id: string | undefined) => void;
}

function ComponentChoice({ chosen, name, sources, onChange }: ComponentChoiceProps): ReactElement {
  const shown = chosen === undefined ? 'None' : name;
  const [typed, setTyped] = useState<string | null>(null);
  const wanted = (typed ?? '').trim().toLowerCase();
  const isSought = typed !== null && typed !== shown;
  const found = sources
    .filter((source) => !isSought || source.name.toLowerCase().includes(wanted))
    .slice(0, MOST_OPTIONS)
    .map((source) => ({ id: source.id, label: source.name }));
  return (
    <Combobox
      className="w-56 max-[700px]:min-w-0 max-[700px]:flex-1"
      empty={sources.length === 0 ? 'None on this device yet' : 'Nothing matches'}
      inputValue={typed ?? shown}
      isLabelHidden
      label="Component"
      options={[{ id: NONE, label: 'None' }, ...found]}
      placeholder="Component"
      value={chosen ?? NONE}
      onChange={(id) => {
        setTyped(null);
        if (id !== null) onChange(id === NONE ? undefined : id);
      }}
      onInputChange={(text) => setTyped(text)}
      onLeave={() => setTyped(null)}
    />
  );
}
