import { memo, useRef, type ReactElement } from 'react';
import type { HealthLabel } from '#sync/protocol/health.ts';
import { withLabelItems } from '#src/lib/label-filter.ts';
import { useShortcut } from '#src/platform/actions/shortcuts.ts';
import { LabelFilter } from '#src/ui/filters/label-filter.tsx';
import { Switch } from '#src/ui/forms/switch.tsx';
import type { HealthSearch, HealthView } from '../health-search.ts';
import { labelChoices, labelItems } from '#src/views/list/params.ts';

export interface FilterProps {
  view: HealthView;
  labels: readonly HealthLabel[];
  onChange: (change: HealthSearch) => void;
}

/** What is listed: Hide Passing, and the values of every label key; beside a table also what no header of it does. */
export function FilterControls(props: FilterProps & { isBesideTable?: boolean }): ReactElement {
  const { view, labels, onChange, isBesideTable = false } = props;
  const items = labelItems(view.labels);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-2.5">
        <Switch isSelected={view.hidePassing} onChange={(hidePassing) => onChange({ hidePassing })}>
          Hide Passing
        </Switch>
        {isBesideTable && (
          <Switch
            isSelected={view.sortBy === 'failing'}
            onChange={(isFirst) => onChange({ sortBy: isFirst ? 'failing' : undefined, sortDesc: undefined })}
          >
            Failing first
          </Switch>
        )}
      </div>
      <fieldset className="flex min-w-0 flex-col gap-1.5">
        <legend className="mb-1.5 text-caption font-medium text-muted">Labels</legend>
        {labels.map(({ key, values }) => (
          <LabelFilter
            className="w-full"
            items={items.filter((item) => item.key === key)}
            key={key}
            labelKey={key}
            options={values.map(({ value, count }) => ({ id: value, count }))}
            onChange={(chosen) => onChange({ labels: labelChoices(withLabelItems(items, key, chosen)) })}
          />
        ))}
        {labels.length === 0 && (
          <p className="text-table text-muted">The checks on this device have no labels</p>
        )}
      </fieldset>
    </div>
  );
}

/** The filters beside the list; `f` goes there. */
export const FilterAside = memo(function FilterAside(props: FilterProps): ReactElement {
  const ref = useRef<HTMLElement>(null);
  useShortcut({
    id: 'page-filters',
    keys: ['f'],
    shown: ['f'],
    label: 'Filters',
    group: 'This page',
    run: () => ref.current?.querySelector<HTMLElement>('input, button')?.focus(),
  });
  return (
    <aside
      aria-label="Filters"
      className="w-52 shrink-0 overflow-auto border-e border-line p-4 ps-(--space-page)"
      ref={ref}
    >
      <FilterControls {...props} isBesideTable={props.view.layout === 'table'} />
    </aside>
  );
}, isSame);

/** Of a view only what the filters show: a press on a tab or a header does not draw them again. */
function isSame(before: FilterProps, after: FilterProps): boolean {
  return (
    before.labels === after.labels &&
    before.onChange === after.onChange &&
    JSON.stringify(before.view.labels) === JSON.stringify(after.view.labels) &&
    before.view.hidePassing === after.view.hidePassing &&
    before.view.layout === after.view.layout &&
    (before.view.sortBy === 'failing') === (after.view.sortBy === 'failing')
  );
}
