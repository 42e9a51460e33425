import type { ReactElement } from 'react';
import { configTypeFromUrl, configTypeToUrl } from '#src/lib/config-type.ts';
import { isSameTimeRange, timeRangeSearch } from '#src/lib/time-range.ts';
import { formatTriState, parseTriState } from '#src/lib/tri-state.ts';
import { useRecentTimeRanges } from '#src/platform/device/recent-time-ranges.ts';
import { Switch } from '#src/ui/forms/switch.tsx';
import { TimeRangePicker } from '#src/ui/filters/time-range-picker.tsx';
import { TriStateFilter, type TriStateSource } from '#src/ui/filters/tri-state-filter.tsx';
import type { ControlProps, FilterField } from '#src/views/list/list-filters.tsx';
import { SEVERITIES } from '../severities.ts';
import { valuesOf } from '../values-of.tsx';
import { DEFAULT_RANGE, rangeOf } from './change-query.ts';
import { tagTitle, tagValue, type ChangeParams } from './change-search.ts';
import { deletedChangesHidden } from './hide-deleted.ts';
import { TimelineControl } from './timeline/timeline-slot.tsx';

type Props = ControlProps<ChangeParams>;

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
  { kind: 'slot', id: 'timeline', Control: TimelineControl },
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
      isSelected={deletedChangesHidden.useIsOn()}
      onChange={(isHiding) => {
        deletedChangesHidden.set(isHiding);
        // Other rows begin with the first page.
        if (view.page !== 1) change({ page: undefined });
      }}
    >
      Hide Deleted Config Changes
    </Switch>
  );
}
