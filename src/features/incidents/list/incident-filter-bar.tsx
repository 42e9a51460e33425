import { ChevronDown } from 'lucide-react';
import {
  lazy,
  memo,
  Suspense,
  useCallback,
  useLayoutEffect,
  useRef,
  type ReactElement,
  type ReactNode,
} from 'react';
import { useShortcut } from '#src/platform/shortcuts.ts';
import { Button } from '#src/ui/button.tsx';
import { FilterChip, FilterRow } from '#src/ui/filter-chip.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { Menu } from '#src/ui/menu.tsx';
import { Popover } from '#src/ui/popover.tsx';
import { SkeletonBar } from '#src/ui/skeleton.tsx';
import { PageSearch } from '#src/views/page-search.tsx';
import { FilterPlace } from './filter-place.tsx';
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
} from '../incident-words.ts';
import { useComponentName, useOwnerName } from '../queries.ts';

/** Fetched when a popover is opened: half of the first bundle's form code is in it. */
const OwnerList = lazy(async () => {
  const { OwnerList: component } = await import('./entity-lists.tsx');
  return { default: component };
});
const ComponentList = lazy(async () => {
  const { ComponentList: component } = await import('./entity-lists.tsx');
  return { default: component };
});

/** Spec 9: the incident filter waits 400 ms. */
export const SEARCH_DELAY_MS = 400;

export interface FilterBarProps {
  search: IncidentSearch;
  /** `replace` for steps that Back should not stop at. */
  onChange: (search: IncidentSearch, options: { replace: boolean }) => void;
}

type PickFilter = (change: Partial<IncidentSearch>) => void;

/** Search, one menu per filter. */
export function IncidentFilterBar({ search, onChange }: FilterBarProps): ReactElement {
  const { type, severity, status, owner, component } = search;
  const onPick = useLatest((change: Partial<IncidentSearch>) =>
    onChange(withoutDefaults({ ...search, ...change }), { replace: false }),
  );
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchBox search={search} onChange={onChange} />
      <Filters {...{ type, severity, status, owner, component, onPick }} />
    </div>
  );
}

/** The same function for as long as its component stands; what it does is what was said last. */
function useLatest<Value>(action: (value: Value) => void): (value: Value) => void {
  const latest = useRef(action);
  useLayoutEffect(() => {
    latest.current = action;
  });
  return useCallback((value) => latest.current(value), []);
}

interface FiltersProps extends Omit<IncidentSearch, 'search'> {
  onPick: PickFilter;
}

/** Not drawn again for another search: making five buttons with their menus would hold up the rows. */
const Filters = memo(function Filters(props: FiltersProps): ReactElement {
  const { type, severity, status, owner, component, onPick } = props;
  return (
    <FilterPlace>
      <ListFilters {...{ type, severity, status, onPick }} />
      <EntityFilter label="Owner">
        {(close) => <OwnerList close={close} value={owner} onPick={(id) => onPick({ owner: id })} />}
      </EntityFilter>
      <EntityFilter label="Component">
        {(close) => (
          <ComponentList close={close} value={component} onPick={(id) => onPick({ component: id })} />
        )}
      </EntityFilter>
    </FilterPlace>
  );
});

function SearchBox({ search, onChange }: FilterBarProps): ReactElement {
  return (
    <PageSearch
      applied={search.search ?? ''}
      className="max-w-64 min-w-44 flex-1 max-[700px]:max-w-full"
      delayMs={SEARCH_DELAY_MS}
      label="Search incidents"
      onApply={(next) => onChange(withoutDefaults({ ...search, search: next }), { replace: true })}
    />
  );
}

/** Filters with a short list of values. */
function ListFilters({ type, severity, status, onPick }: FiltersProps): ReactElement {
  return (
    <>
      <ValueFilter
        anyLabel="Any type"
        label="Type"
        value={type}
        values={incidentTypes}
        onPick={(next) => onPick({ type: next })}
      />
      <ValueFilter
        anyLabel="Any severity"
        label="Severity"
        value={severity}
        values={[...linkedSeverities, ...incidentSeverities]}
        onPick={(next) => onPick({ severity: next })}
      />
      <ValueFilter
        anyLabel="Any status"
        label="Status"
        value={status === ANY ? undefined : (status ?? DEFAULT_STATUS)}
        values={incidentStatuses}
        onPick={(next) => onPick({ status: next ?? ANY })}
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
  /** Made when the filter is opened: there may be tens of thousands of names, and the list is come to far more often. */
  children: (close: () => void) => ReactNode;
}

/** Filters over people or components: a list that is searched. */
function EntityFilter({ label, children }: EntityFilterProps): ReactElement {
  return (
    <Popover className="w-72" label={`${label} filter`} trigger={<FilterButton>{label}</FilterButton>}>
      {(close) => <Suspense fallback={<FieldPlace />}>{children(close)}</Suspense>}
    </Popover>
  );
}

/** As high as the field that is on its way: an empty panel would open as a sliver. */
function FieldPlace(): ReactElement {
  return (
    <div className="flex flex-col gap-1.5">
      <SkeletonBar className="my-1 w-20" />
      <SkeletonBar className="h-control" />
    </div>
  );
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
  const owner = useOwnerName(search.owner);
  const component = useComponentName(search.component);
  const status = search.status ?? DEFAULT_STATUS;
  const chips: readonly { name: FilterName; field: string; value: string | undefined }[] = [
    { name: 'status', field: 'Status', value: status === ANY ? 'Any' : titleOf(status) },
    { name: 'type', field: 'Type', value: search.type && titleOf(search.type) },
    { name: 'severity', field: 'Severity', value: search.severity && titleOf(search.severity) },
    { name: 'owner', field: 'Owner', value: owner },
    { name: 'component', field: 'Component', value: component },
    { name: 'search', field: 'Search', value: search.search },
  ];
  const remove = (name: FilterName): void => {
    // Without its filter the status is any; taking "any" away brings the default back.
    const next = name === 'status' && status !== ANY ? ANY : undefined;
    onChange(withoutDefaults({ ...search, [name]: next }), { replace: false });
  };
  const isDefault = isDefaultSearch(search);
  useShortcut(
    {
      id: 'page-filters-clear',
      keys: ['Shift+F'],
      shown: ['Shift', 'f'],
      label: 'Clear all filters',
      group: 'This page',
      run: () => onChange({}, { replace: false }),
    },
    !isDefault,
  );
  return (
    <FilterRow note={note} onClearAll={isDefault ? undefined : () => onChange({}, { replace: false })}>
      {chips.map(({ name, field, value }) =>
        value === undefined || value === '' ? null : (
          <FilterChip field={field} key={name} value={value} onRemove={() => remove(name)} />
        ),
      )}
    </FilterRow>
  );
}
