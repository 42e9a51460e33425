import type { ReactElement, ReactNode } from 'react';
import type { IndexQuery } from '#sync/protocol/index-query.ts';
import type { PackedName } from '#sync/protocol/packed.ts';
import { configTypeFromUrl, configTypeToUrl } from '#src/lib/config-type.ts';
import { isSameTimeRange, timeRangeSearch } from '#src/lib/time-range.ts';
import { formatTriState, isEncodable, parseTriState } from '#src/lib/tri-state.ts';
import { useRecentTimeRanges } from '#src/platform/recent-time-ranges.ts';
import { useIndexQuery } from '#src/platform/use-index.ts';
import { SkeletonBar } from '#src/ui/skeleton.tsx';
import { Switch } from '#src/ui/switch.tsx';
import { TimeRangePicker } from '#src/ui/time-range-picker.tsx';
import { TriStateFilter, type TriStateOption, type TriStateSource } from '#src/ui/tri-state-filter.tsx';
import type { ControlProps, FilterField } from '#src/views/list/list-filters.tsx';
import { DEFAULT_RANGE, rangeOf } from './change-query.ts';
import { SEVERITIES, tagTitle, tagValue, type ChangeParams } from './change-search.ts';
import { hideDeleted, useHidesDeleted } from './hide-deleted.ts';

type Props = ControlProps<ChangeParams>;

/** So many values of a column are offered; a cell of the list offers any. */
const MAX_VALUES = 1000;

/** Values of a column of the device's own index, as the address writes them. */
function valuesOf(
  tbl: PackedName,
  column: string,
  write: (value: string) => string | undefined = String,
): TriStateSource {
  const query: IndexQuery = {
    filters: [],
    text: '',
    sort: null,
    offset: 0,
    limit: 0,
    facets: [{ column, limit: MAX_VALUES }],
    groups: null,
  };
  return function Values({ children }) {
    const live = useIndexQuery(tbl, query);
    if (live.status === 'failed') return <Note>The values could not be read: {live.error.message}</Note>;
    if (live.value === undefined) return <SkeletonBar className="my-2 w-40" />;
    const options = (live.value.facets[0]?.values ?? []).flatMap(({ value }): TriStateOption[] => {
      const id = value === null ? undefined : write(value);
      return id === undefined || !isEncodable(id) ? [] : [{ id }];
    });
    return (
      <>
        {/* A list that is chosen from keeps its order; another one is another list. */}
        <div key={options.length}>{children(options.toSorted((a, b) => a.id.localeCompare(b.id)))}</div>
        <Note>Of what is on this device. Any other value is filtered by from its cell.</Note>
      </>
    );
  };
}

function Note({ children }: { children: ReactNode }): ReactElement {
  return <p className="px-2 text-caption text-pretty text-muted">{children}</p>;
}

/** `key=value` of the index as the address writes a tag. */
function tagOfFacet(pair: string): string | undefined {
  const at = pair.indexOf('=');
  return at === -1 ? undefined : tagValue(pair.slice(0, at), pair.slice(at + 1));
}

interface ValuesProps extends Props {
  param: 'configTypes' | 'changeType' | 'tags';
  label: string;
  Source: TriStateSource;
  /** Only and Not are not mixed. */
  isExclusive: boolean;
  titleOf?: (value: string) => string;
}

function Values({ param, label, Source, isExclusive, titleOf, view, change }: ValuesProps): ReactElement {
  return (
    <TriStateFilter
      Source={Source}
      isExclusive={isExclusive}
      items={parseTriState(view[param])}
      label={label}
      options={[]}
      titleOf={titleOf}
      onChange={(items) => change({ [param]: formatTriState(items) })}
    />
  );
}

const TypeValues = valuesOf('config_items', 'type', configTypeToUrl);
const ChangeTypeValues = valuesOf('config_changes', 'change_type');
const TagValues = valuesOf('config_items', 'tags', tagOfFacet);

/** Spec 2: "Filters: config types, change type, severity, tags, time range". */
export const changeFilters: readonly FilterField<ChangeParams>[] = [
  { kind: 'slot', id: 'range', Control: RangeControl },
  { kind: 'slot', id: 'configTypes', Control: ConfigTypes },
  { kind: 'slot', id: 'changeType', Control: ChangeTypes },
  {
    kind: 'choice',
    param: 'severity',
    label: 'Severity',
    anyLabel: 'All',
    values: SEVERITIES,
    titleOf: String,
  },
  { kind: 'slot', id: 'tags', Control: Tags },
  { kind: 'slot', id: 'deleted', Control: DeletedControl },
];

function ConfigTypes(props: Props): ReactElement {
  return (
    <Values
      {...props}
      Source={TypeValues}
      isExclusive
      label="Config type"
      param="configTypes"
      titleOf={configTypeFromUrl}
    />
  );
}

function ChangeTypes(props: Props): ReactElement {
  return <Values {...props} Source={ChangeTypeValues} isExclusive label="Change type" param="changeType" />;
}

function Tags(props: Props): ReactElement {
  return (
    <Values {...props} Source={TagValues} isExclusive={false} label="Tags" param="tags" titleOf={tagTitle} />
  );
}

function RangeControl({ view, change }: Props): ReactElement {
  const [recent, keep] = useRecentTimeRanges();
  return (
    <TimeRangePicker
      isRequired
      label="Time range"
      recent={recent}
      value={rangeOf(view)}
      onChange={(range) => change(timeRangeSearch(isSameTimeRange(range, DEFAULT_RANGE) ? undefined : range))}
      onRecentChange={keep}
    />
  );
}

function DeletedControl({ view, change }: Props): ReactElement {
  return (
    <Switch
      isSelected={useHidesDeleted()}
      onChange={(isHiding) => {
        hideDeleted(isHiding);
        // Other rows begin with the first page.
        if (view.page !== 1) change({ page: undefined });
      }}
    >
      Hide Deleted Config Changes
    </Switch>
  );
}
