import type { ReactElement } from 'react';
import type { IndexQuery } from '#sync/protocol/index-query.ts';
import { formatTriState, parseTriState } from '#src/lib/tri-state.ts';
import { useIndexQuery } from '#src/platform/replica/use-index.ts';
import { Switch } from '#src/ui/forms/switch.tsx';
import { TriStateFilter, type TriStateSource } from '#src/ui/filters/tri-state-filter.tsx';
import type { ControlProps, FilterField } from '#src/views/list/list-filters.tsx';
import { configTypeFromUrl, configTypeToUrl } from '#src/lib/config-type.ts';
import { pickerOf, valuesOf } from '../values-of.tsx';
import { labelsOf, writeLabels, type CatalogParams } from './catalog-search.ts';
import { tagValue } from './catalog-view.ts';
import { tagGroup } from './catalog-groups.ts';
import { GROUP_OPTIONS } from './group-dimensions.ts';
import { deletedHidden } from './preferences.ts';

type Props = ControlProps<CatalogParams>;

/** `key=value` of the index in two. */
function pairOf(facet: string) {
  const at = facet.indexOf('=');
  return at < 1 ? undefined : { key: facet.slice(0, at), value: facet.slice(at + 1) };
}

const StatusValues = valuesOf('config_items', 'status');
const TagValues = valuesOf('config_items', 'tags', (facet) => {
  const pair = pairOf(facet);
  return pair === undefined ? undefined : tagValue(pair);
});
/** Labels have no state: one that is chosen must be there. */
const LabelValues = valuesOf('config_items', 'labels', (facet) => {
  const pair = pairOf(facet);
  return pair === undefined || facet.includes(',') ? undefined : writeLabels([pair]);
});

/** Spec 2: "status, health (Unhealthy, Healthy, Unknown, Warning)". */
export const HEALTHS = [
  { id: 'unhealthy', label: 'Unhealthy' },
  { id: 'healthy', label: 'Healthy' },
  { id: 'unknown', label: 'Unknown' },
  { id: 'warning', label: 'Warning' },
];

const narrowing: readonly FilterField<CatalogParams>[] = [
  { kind: 'slot', id: 'labels', Control: Labels },
  { kind: 'slot', id: 'status', Control: Statuses },
  { kind: 'slot', id: 'health', Control: Healths },
  { kind: 'slot', id: 'tags', Control: Tags },
  { kind: 'slot', id: 'deleted', Control: DeletedControl },
];
const TypeList = pickerOf({
  tbl: 'config_items',
  column: 'type',
  label: 'Type',
  placeholder: 'Find a type',
  read: configTypeFromUrl,
  write: configTypeToUrl,
});
const type: FilterField<CatalogParams> = {
  kind: 'pick',
  param: 'configType',
  label: 'Type',
  Picker: TypeList,
};

/** Spec 2: "type, group by, labels, status, health", and tags. */
export const catalogFilters: readonly FilterField<CatalogParams>[] = [
  type,
  { kind: 'slot', id: 'groupBy', Control: GroupBy },
  ...narrowing,
];

interface ValuesProps extends Props {
  param: 'status' | 'tags';
  label: string;
  Source: TriStateSource;
  titleOf?: (value: string) => string;
}

function Values({ param, label, Source, titleOf, view, change }: ValuesProps): ReactElement {
  return (
    <TriStateFilter
      Source={Source}
      items={parseTriState(view[param])}
      label={label}
      options={[]}
      titleOf={titleOf}
      onChange={(items) => change({ [param]: formatTriState(items) })}
    />
  );
}

function Statuses(props: Props): ReactElement {
  return <Values {...props} Source={StatusValues} label="Status" param="status" />;
}

function Tags(props: Props): ReactElement {
  return (
    <Values
      {...props}
      Source={TagValues}
      label="Tags"
      param="tags"
      titleOf={(value) => value.replace(':', '=')}
    />
  );
}

function Healths({ view, change }: Props): ReactElement {
  return (
    <TriStateFilter
      items={parseTriState(view.health)}
      label="Health"
      options={HEALTHS}
      onChange={(items) => change({ health: formatTriState(items) })}
    />
  );
}

function Labels({ view, change }: Props): ReactElement {
  const items = labelsOf(view.labels).map((pair) => ({
    value: writeLabels([pair]),
    mode: 'include' as const,
  }));
  return (
    <TriStateFilter
      Source={LabelValues}
      items={items}
      label="Labels"
      options={[]}
      titleOf={(value) => value.replace('__:__', '=')}
      onChange={(next) =>
        change({
          labels: next
            .filter(({ mode }) => mode === 'include')
            .map(({ value }) => value)
            .join(','),
        })
      }
    />
  );
}

const KEYS: IndexQuery = {
  filters: [],
  text: '',
  sort: null,
  offset: 0,
  limit: 0,
  facets: [{ column: 'tags', limit: 1000 }],
  groups: null,
};

/** Several at once, outermost first; keys of tags too (spec 2: "comma list; tag groups get the suffix __tag"). */
const GroupValues: TriStateSource = function GroupValues({ children }) {
  const facets = useIndexQuery('config_items', KEYS).value?.facets[0]?.values ?? [];
  const keys = new Set(facets.flatMap(({ value }) => pairOf(value ?? '')?.key ?? []));
  const tags = [...keys].toSorted((a, b) => a.localeCompare(b));
  return (
    <div key={tags.length}>
      {children([...GROUP_OPTIONS, ...tags.map((key) => ({ id: tagGroup(key), label: key }))])}
    </div>
  );
};

function groupTitle(value: string): string {
  return GROUP_OPTIONS.find(({ id }) => id === value)?.label ?? value.replace(/__tag$/u, '');
}

function GroupBy({ view, change }: Props): ReactElement {
  const names = view.groupBy === '' ? [] : view.groupBy.split(',');
  return (
    <TriStateFilter
      Source={GroupValues}
      items={names.map((value) => ({ value, mode: 'include' as const }))}
      label="Group By"
      options={[]}
      titleOf={groupTitle}
      onChange={(items) =>
        change({
          groupBy: items
            .filter(({ mode }) => mode === 'include')
            .map(({ value }) => value)
            .join(','),
        })
      }
    />
  );
}

function DeletedControl(): ReactElement {
  return (
    <Switch
      help={
        deletedHidden.useIsOn()
          ? undefined
          : 'Deleted configs are not kept on this device. The list can show them from the server.'
      }
      isSelected={deletedHidden.useIsOn()}
      onChange={deletedHidden.set}
    >
      Hide Deleted Catalog
    </Switch>
  );
}
