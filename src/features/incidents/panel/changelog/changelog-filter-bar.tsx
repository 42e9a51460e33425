import { Download, ListFilter } from 'lucide-react';
import type { ReactElement } from 'react';
import type { HistoryLine } from '#sync/read/incident-history.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import { Checkbox } from '#src/ui/forms/checkbox.tsx';
import { FilterChip, FilterRow } from '#src/ui/filters/filter-chip.tsx';
import { Menu } from '#src/ui/overlays/menu.tsx';
import { Popover } from '#src/ui/overlays/popover.tsx';
import { TriStateRadio } from '#src/ui/filters/tri-state-radio.tsx';
import { isFiltering, NO_FILTER, stateOfType, withType, type ChangelogFilter } from './changelog-filter.ts';
import { changelogTypes, isKnownType, typeWords } from './changelog-labels.ts';

interface ChangelogFilterBarProps {
  lines: readonly HistoryLine[];
  filter: ChangelogFilter;
  onFilter: (filter: ChangelogFilter) => void;
  onExport: (format: 'md' | 'json') => void;
}

/** Types to see or to leave out, the stars, and the way out of the device. */
export function ChangelogFilterBar(props: ChangelogFilterBarProps): ReactElement {
  const { lines, filter, onFilter, onExport } = props;
  return (
    <div className="flex flex-col gap-2 pb-2">
      <div className="flex items-center justify-between gap-2">
        <Popover
          label="Filter the changelog"
          trigger={
            <Button icon={ListFilter} size="small">
              Filter
            </Button>
          }
        >
          <div className="flex w-72 max-w-full flex-col gap-1.5">
            {typesOf(lines).map((type) => (
              <TriStateRadio
                key={type}
                label={typeWords(type)}
                value={stateOfType(filter, type)}
                onChange={(state) => onFilter(withType(filter, type, state))}
              />
            ))}
            <Checkbox
              className="mt-1"
              isSelected={filter.isStarredOnly}
              onChange={(isStarredOnly) => onFilter({ ...filter, isStarredOnly })}
            >
              Starred only
            </Checkbox>
          </div>
        </Popover>
        <Menu
          groups={[
            {
              id: 'Export',
              items: [
                { id: 'md', label: 'Export to Markdown', onAction: () => onExport('md') },
                { id: 'json', label: 'Export to JSON', onAction: () => onExport('json') },
              ],
            },
          ]}
          label="Export"
          placement="bottom end"
          trigger={<IconButton icon={Download} label="Export changelog" size="small" />}
        />
      </div>
      {isFiltering(filter) && <ActiveFilters filter={filter} onFilter={onFilter} />}
    </div>
  );
}

function ActiveFilters({
  filter,
  onFilter,
}: Pick<ChangelogFilterBarProps, 'filter' | 'onFilter'>): ReactElement {
  return (
    <FilterRow onClearAll={() => onFilter(NO_FILTER)}>
      {Object.entries(filter.types).map(([type, state]) => (
        <FilterChip
          field="Type"
          isExcluded={state === 'not'}
          key={type}
          value={typeWords(type)}
          onRemove={() => onFilter(withType(filter, type, 'any'))}
        />
      ))}
      {filter.isStarredOnly && (
        <FilterChip
          field="Show"
          value="Starred only"
          onRemove={() => onFilter({ ...filter, isStarredOnly: false })}
        />
      )}
    </FilterRow>
  );
}

/** The product's types, then those of a newer server that occur here. */
function typesOf(lines: readonly HistoryLine[]): readonly string[] {
  const odd = lines.map(({ type }) => type).filter((type) => !isKnownType(type));
  return [...changelogTypes, ...new Set(odd)];
}
