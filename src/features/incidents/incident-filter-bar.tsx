import { ChevronDown } from 'lucide-react';
import { useRef, useState, type ReactElement, type ReactNode } from 'react';
import type { Read } from '#sync/read/types.ts';
import type { Live } from '#src/platform/live.ts';
import { useShortcut } from '#src/platform/shortcuts.ts';
import { Button } from '#src/ui/button.tsx';
import { Combobox } from '#src/ui/combobox.tsx';
import { FilterChip, FilterRow } from '#src/ui/filter-chip.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { Menu } from '#src/ui/menu.tsx';
import { Popover } from '#src/ui/popover.tsx';
import { SearchField } from '#src/ui/search-field.tsx';
import {
  ANY,
  DEFAULT_STATUS,
  isDefaultSearch,
  withoutDefaults,
  type FilterName,
  type IncidentSearch,
} from './incident-filters.ts';
import {
  incidentSeverities,
  incidentStatuses,
  incidentTypes,
  linkedSeverities,
  titleOf,
} from './incident-words.ts';
import { useComponents, usePeople, type NamedRow } from './queries.ts';
import { useDelayed } from './use-delayed.ts';

/** Spec 9: the incident filter waits 400 ms. */
export const SEARCH_DELAY_MS = 400;

export interface FilterBarProps {
  search: IncidentSearch;
  /** `replace` for steps that Back should not stop at. */
  onChange: (search: IncidentSearch, options: { replace: boolean }) => void;
}

interface PickerProps extends FilterBarProps {
  onPick: (change: Partial<IncidentSearch>) => void;
}

/** Search, one menu per filter. */
export function IncidentFilterBar({ search, onChange }: FilterBarProps): ReactElement {
  const onPick = (change: Partial<IncidentSearch>): void =>
    onChange(withoutDefaults({ ...search, ...change }), { replace: false });
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchBox search={search} onChange={onChange} />
      <ListFilters search={search} onChange={onChange} onPick={onPick} />
      <EntityFilter
        label="Owner"
        live={usePeople()}
        value={search.owner}
        onPick={(owner) => onPick({ owner })}
      />
      <EntityFilter
        label="Component"
        live={useComponents()}
        value={search.component}
        onPick={(component) => onPick({ component })}
      />
    </div>
  );
}

function SearchBox({ search, onChange }: FilterBarProps): ReactElement {
  const applied = search.search ?? '';
  const [text, setText] = useState(applied);
  const [seen, setSeen] = useState(applied);
  const inputRef = useRef<HTMLInputElement>(null);
  // Back, a chip or a link changed the address: the field follows it, not the other way round.
  if (applied !== seen) {
    setSeen(applied);
    if (applied !== text) setText(applied);
  }
  const delayed = useDelayed<string>(SEARCH_DELAY_MS, (next) => {
    if (next !== applied) onChange(withoutDefaults({ ...search, search: next }), { replace: true });
  });
  useShortcut({
    id: 'page-search',
    keys: ['/'],
    shown: ['/'],
    label: 'Search incidents',
    group: 'This page',
    run: () => inputRef.current?.focus(),
  });
  return (
    <SearchField
      className="max-w-64 min-w-44 flex-1 max-[700px]:max-w-full max-[700px]:basis-full"
      inputRef={inputRef}
      label="Search incidents"
      shortcut="/"
      value={text}
      onChange={(next) => {
        setText(next);
        delayed.schedule(next.trim() === '' ? '' : next);
      }}
      onSubmit={delayed.flush}
    />
  );
}

/** Filters with a short list of values. */
function ListFilters({ search, onPick }: PickerProps): ReactElement {
  return (
    <>
      <ValueFilter
        anyLabel="Any type"
        label="Type"
        value={search.type}
        values={incidentTypes}
        onPick={(type) => onPick({ type })}
      />
      <ValueFilter
        anyLabel="Any severity"
        label="Severity"
        value={search.severity}
        values={[...incidentSeverities, ...linkedSeverities]}
        onPick={(severity) => onPick({ severity })}
      />
      <ValueFilter
        anyLabel="Any status"
        label="Status"
        value={search.status === ANY ? undefined : (search.status ?? DEFAULT_STATUS)}
        values={incidentStatuses}
        onPick={(status) => onPick({ status: status ?? ANY })}
      />
    </>
  );
}

interface ValueFilterProps<Value extends string> {
  label: string;
  anyLabel: string;
  values: readonly Value[];
  value: Value | undefined;
  onPick: (value: Value | undefined) => void;
}

function ValueFilter<Value extends string>(props: ValueFilterProps<Value>): ReactElement {
  const { label, anyLabel, values, value, onPick } = props;
  return (
    <Menu
      groups={[
        {
          id: 'any',
          items: [
            { id: 'any', label: anyLabel, isChosen: value === undefined, onAction: () => onPick(undefined) },
          ],
        },
        {
          id: 'values',
          items: values.map((one) => ({
            id: one,
            label: titleOf(one),
            isChosen: one === value,
            onAction: () => onPick(one),
          })),
        },
      ]}
      label={`${label} filter`}
      trigger={<FilterButton>{label}</FilterButton>}
    />
  );
}

interface EntityFilterProps {
  label: string;
  live: Live<Read<readonly NamedRow[]>>;
  value: string | undefined;
  onPick: (id: string | undefined) => void;
}

/** Shown at once; typing finds the others. */
const MAX_OPTIONS = 300;

/** Filters over people or components: a list that is searched. */
function EntityFilter({ label, live, value, onPick }: EntityFilterProps): ReactElement {
  const [text, setText] = useState('');
  const options = live.value?.data ?? [];
  const wanted = text.trim().toLocaleLowerCase();
  const found = options
    .filter((option) => option.name.toLocaleLowerCase().includes(wanted))
    .slice(0, MAX_OPTIONS)
    .map((option) => ({ id: option.id, label: option.name }));
  return (
    <Popover
      className="w-72"
      label={`${label} filter`}
      trigger={<FilterButton>{label}</FilterButton>}
      onOpenChange={() => setText('')}
    >
      {(close) => (
        <Combobox
          empty={emptyWords(live)}
          help={
            live.status === 'failed' ? `${label} names could not be read: ${live.error.message}` : undefined
          }
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
      )}
    </Popover>
  );
}

/** Why the list has nothing to offer; only a whole list may say that nothing matches. */
function emptyWords(live: EntityFilterProps['live']): string {
  if (live.status === 'failed') return 'Could not be read from this device';
  if (live.status === 'loading') return 'Reading';
  return live.value.data.length === 0 ? 'None on this device yet' : 'Nothing matches';
}

function FilterButton({ children, ...rest }: { children: ReactNode }): ReactElement {
  return (
    <Button {...rest} className="text-muted!" variant="secondary">
      {children}
      <Icon icon={ChevronDown} size={14} />
    </Button>
  );
}

interface ChipsProps extends FilterBarProps {
  /** "Showing 4 open · …" */
  note: ReactNode;
}

/** What is filtered now, the default too, and the way back to it. */
export function IncidentFilterChips({ search, onChange, note }: ChipsProps): ReactElement {
  const people = usePeople();
  const components = useComponents();
  // Without a name the beginning of the id stands; the filter's own list says why the names are not here.
  const nameIn = (live: EntityFilterProps['live'], id: string): string =>
    live.value?.data.find((option) => option.id === id)?.name ?? id.slice(0, 8);
  const status = search.status ?? DEFAULT_STATUS;
  const chips: readonly { name: FilterName; field: string; value: string | undefined }[] = [
    { name: 'status', field: 'Status', value: status === ANY ? 'Any' : titleOf(status) },
    { name: 'type', field: 'Type', value: search.type && titleOf(search.type) },
    { name: 'severity', field: 'Severity', value: search.severity && titleOf(search.severity) },
    { name: 'owner', field: 'Owner', value: search.owner && nameIn(people, search.owner) },
    {
      name: 'component',
      field: 'Component',
      value: search.component && nameIn(components, search.component),
    },
    { name: 'search', field: 'Search', value: search.search },
  ];
  const remove = (name: FilterName): void => {
    // Without its filter the status is any; taking "any" away brings the default back.
    const next = name === 'status' && status !== ANY ? ANY : undefined;
    onChange(withoutDefaults({ ...search, [name]: next }), { replace: false });
  };
  return (
    <FilterRow
      note={note}
      onClearAll={isDefaultSearch(search) ? undefined : () => onChange({}, { replace: false })}
    >
      {chips.map(({ name, field, value }) =>
        value === undefined || value === '' ? null : (
          <FilterChip field={field} key={name} value={value} onRemove={() => remove(name)} />
        ),
      )}
    </FilterRow>
  );
}
