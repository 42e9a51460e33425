import type { ReactElement, ReactNode } from 'react';
import { withLabelItems } from '#src/lib/label-filter.ts';
import { FilterChip, FilterRow } from '#src/ui/filter-chip.tsx';
import { clearing, hasFilters, type HealthSearch, type HealthView } from '../health-search.ts';
import { labelChoices, labelItems } from './label-choices.ts';

interface ActiveFiltersProps {
  view: HealthView;
  search: HealthSearch;
  /** The name of the chosen tab. */
  tabLabel: string | undefined;
  note: ReactNode;
  onChange: (change: HealthSearch) => void;
}

/** Spec 2.4: "collapses to a count when more than 4 values are selected". */
const MAX_CHIPS = 4;

/** What is filtered now, and the way to take it away. */
export function ActiveFilters({
  view,
  search,
  tabLabel,
  note,
  onChange,
}: ActiveFiltersProps): ReactElement | null {
  const items = labelItems(view.labels);
  const keys = [...new Set(items.map(({ key }) => key))];
  if (!hasFilters(search)) return note === null ? null : <FilterRow note={note}>{null}</FilterRow>;
  return (
    <FilterRow note={note ?? undefined} onClearAll={() => onChange(clearing(search))}>
      {view.query !== '' && (
        <FilterChip field="Search" value={view.query} onRemove={() => onChange({ query: undefined })} />
      )}
      {view.tab !== '' && (
        <FilterChip field="Tab" value={tabLabel ?? view.tab} onRemove={() => onChange({ tab: undefined })} />
      )}
      {view.hidePassing && (
        <FilterChip field="Passing" value="hidden" onRemove={() => onChange({ hidePassing: undefined })} />
      )}
      {keys.flatMap((key) => {
        const ofKey = items.filter((item) => item.key === key);
        const without = (rest: typeof ofKey): void =>
          onChange({ labels: labelChoices(withLabelItems(items, key, rest)) });
        if (ofKey.length > MAX_CHIPS) {
          return [
            <FilterChip
              field={key}
              key={key}
              value={`${ofKey.length} selected`}
              onRemove={() => without([])}
            />,
          ];
        }
        return ofKey.map((item) => (
          <FilterChip
            field={key}
            isExcluded={item.mode === 'exclude'}
            key={`${key} ${item.value}`}
            value={item.value}
            onRemove={() => without(ofKey.filter((other) => other !== item))}
          />
        ));
      })}
    </FilterRow>
  );
}
