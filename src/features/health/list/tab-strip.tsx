import { memo, type ReactElement } from 'react';
import { LOCAL_LABEL, type HealthTab } from '#sync/protocol/health.ts';
import { NavTabs } from '#src/ui/layout/tabs.tsx';
import { ToolbarSelect } from '#src/ui/filters/toolbar-select.tsx';
import { tabParam, tabValueOf } from '../health-query.ts';
import { healthSearch, type HealthSearch, type HealthView } from '../health-search.ts';

/** More than these are found in a list faster than in a strip. */
export const MAX_TABS = 30;

interface TabStripProps {
  tabs: readonly HealthTab[];
  view: HealthView;
  search: HealthSearch;
  onChange: (change: HealthSearch) => void;
}

/** All, then the tabs in the order of the alphabet (spec 2.4). A tab without matches stays, so that the strip does not move. */
export const TabStrip = memo(function TabStrip({
  tabs,
  view,
  search,
  onChange,
}: TabStripProps): ReactElement {
  const chosen = tabValueOf(view);
  const countOf = ({ total, passing }: HealthTab): number => (view.hidePassing ? total - passing : total);
  const shown = shownTabs(tabs, chosen);
  const rest = tabs.filter((tab) => !shown.includes(tab));
  const hrefOf = (value: string | null): string =>
    healthSearch.href({ ...search, checkId: undefined, tab: tabParam(value) });
  return (
    <div className="flex min-w-0 items-end gap-2 border-b border-line px-page">
      <NavTabs
        className="min-w-0 flex-1 border-none"
        items={[
          {
            id: 'all',
            href: hrefOf(null),
            label: 'All',
            count: tabs.reduce((sum, tab) => sum + countOf(tab), 0),
            isCurrent: chosen === null,
          },
          ...shown.map((tab) => ({
            id: `tab ${tab.value}`,
            href: hrefOf(tab.value),
            label: tab.label,
            count: countOf(tab),
            isCurrent: tab.value === chosen,
          })),
        ]}
        label="Tabs"
      />
      {rest.length > 0 && (
        <ToolbarSelect
          className="shrink-0 pb-1"
          label={`${rest.length} more`}
          options={rest.map((tab) => ({
            id: tabParam(tab.value),
            label: `${tab.label} (${countOf(tab)})`,
          }))}
          value=""
          onChange={(tab) => onChange({ tab })}
        />
      )}
    </div>
  );
});

/** The first of them, and the chosen one wherever it stands; one that is gone is still shown as chosen. */
function shownTabs(tabs: readonly HealthTab[], chosen: string | null): readonly HealthTab[] {
  const first = tabs.slice(0, MAX_TABS);
  if (chosen === null || first.some(({ value }) => value === chosen)) return first;
  const known = tabs.find(({ value }) => value === chosen);
  const label = chosen === '' ? LOCAL_LABEL : chosen;
  const gone = { value: chosen, label, total: 0, passing: 0, failing: 0, unknown: 0, stale: 0 };
  return [...first, known ?? gone];
}
