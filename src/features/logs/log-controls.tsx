import { useState, type ReactElement } from 'react';
import { FilterPlace } from '#src/views/list/filter-place.tsx';
import { ListSearch } from '#src/views/list/list-search.tsx';
import { TimeRangeSelect } from '#src/ui/filters/time-range-select.tsx';
import { ToolbarSelect } from '#src/ui/filters/toolbar-select.tsx';
import { Combobox } from '#src/ui/forms/combobox.tsx';
import type { ListAddress } from '#src/views/list/use-list-address.ts';
import { DEFAULT_START, type LogParams } from './log-search.ts';
import type { Offered } from './use-sources.ts';

interface LogControlsProps {
  address: ListAddress<LogParams>;
  offered: Offered;
  selectors: readonly string[];
  selector: string;
  /** Of the component that is chosen. */
  name: string;
}

/** Whose lines, by which selector, of which time, and what is looked for in them. */
export function LogControls(props: LogControlsProps): ReactElement {
  const { address, offered, selectors, selector, name } = props;
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
        offered={offered}
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
  offered: Offered;
  onChange: (id: string | undefined) => void;
}

function ComponentChoice({ chosen, name, offered, onChange }: ComponentChoiceProps): ReactElement {
  const shown = chosen === undefined ? 'None' : name;
  const [typed, setTyped] = useState<string | null>(null);
  const wanted = (typed ?? '').trim().toLowerCase();
  const isSought = typed !== null && typed !== shown;
  const found = offered.sources.filter((source) => !isSought || source.name.toLowerCase().includes(wanted));
  const shownOnes = found.slice(0, MOST_OPTIONS).map((source) => ({ id: source.id, label: source.name }));
  return (
    <Combobox
      className="w-56 max-[700px]:min-w-0 max-[700px]:flex-1"
      inputValue={typed ?? shown}
      isLabelHidden
      label="Component"
      note={noteOf(offered, found.length)}
      options={[{ id: NONE, label: 'None' }, ...shownOnes]}
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

/** What has to be known of the components in the list, in short; undefined where nothing has. */
function noteOf({ sources, doubt, none, more }: Offered, found: number): string | undefined {
  const notes: string[] = [];
  if (none !== null)
    notes.push(doubt === null ? none : `${none}. Which components have logs is not known: ${doubt}`);
  else if (found === 0) notes.push('Nothing matches');
  if (none === null && doubt !== null) notes.push(`Some of these may have no logs: ${doubt}`);
  if (found > MOST_OPTIONS)
    notes.push(`First ${MOST_OPTIONS} of ${found.toLocaleString('en-US')}; type to narrow`);
  // Typing does not reach those: they are not here.
  if (more !== 0) {
    const all = more === null ? '' : ` of ${(sources.length + more).toLocaleString('en-US')}`;
    const first = sources.length.toLocaleString('en-US');
    notes.push(`Only the first ${first}${all} components with logs are listed here`);
  }
  return notes.length === 0 ? undefined : `${notes.join('. ')}.`;
}
