import { ChevronsDownUp, ChevronsUpDown, SlidersHorizontal } from 'lucide-react';
import { memo, useState, type ReactElement } from 'react';
import type { HealthAnswer, HealthLabel } from '#sync/protocol/health.ts';
import { refreshRateMs, type RefreshRate } from '#src/lib/refresh-rate.ts';
import { TIME_RANGE_MINUTES, type TimeRangeOption } from '#src/lib/time-range-options.ts';
import { useFreshnessLimits } from '#src/platform/device/freshness-limits.ts';
import { useShortcut } from '#src/platform/actions/shortcuts.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/overlays/dialog.tsx';
import { InlineBar } from '#src/ui/marks/inline-bar.tsx';
import { RefreshRateSelect } from '#src/ui/filters/refresh-rate-select.tsx';
import { TimeRangeSelect } from '#src/ui/filters/time-range-select.tsx';
import { ReadFailedBar } from '#src/views/view-notices.tsx';
import { FilterControls } from './filters/filter-sidebar.tsx';
import { isPivoted, type HealthSearch, type HealthView } from './health-search.ts';
import { GroupControls, LayoutControls } from './list/health-toolbar.tsx';
import { ALL_CLOSED, ALL_OPEN } from './list/lines.ts';
import { MAX_PIVOT_COLUMNS } from './list/pivot-columns.tsx';
import type { OpenGroupsState } from './list/use-open-groups.ts';
import { NotAskedBar } from './not-asked-bar.tsx';
import type { HealthRefreshing } from './refresh.ts';

interface RangeControlsProps {
  range: TimeRangeOption;
  rate: RefreshRate;
  choose: (rate: RefreshRate) => void;
  refresh: () => Promise<void>;
  onChange: (change: HealthSearch) => void;
  className?: string;
}

/** Of which time checks are shown, and how often they are asked for. */
export const RangeControls = memo(function RangeControls(props: RangeControlsProps): ReactElement {
  const { range, rate, choose, refresh, onChange, className } = props;
  return (
    <>
      <TimeRangeSelect
        className={className}
        value={range}
        onChange={(timeRange) => {
          onChange({ timeRange });
          void refresh();
        }}
      />
      <RefreshRateSelect
        className={className}
        rangeMinutes={TIME_RANGE_MINUTES[range]}
        value={rate}
        onChange={choose}
      />
    </>
  );
});

/** Opens every group of the table, or closes them again. */
export function FoldButton({ openGroups: { open, setAll } }: { openGroups: OpenGroupsState }): ReactElement {
  return (
    <IconButton
      icon={open.areOpen ? ChevronsDownUp : ChevronsUpDown}
      label={open.areOpen ? 'Collapse all groups' : 'Expand all groups'}
      variant="secondary"
      onPress={() => setAll(open.areOpen ? ALL_CLOSED : ALL_OPEN)}
    />
  );
}

interface FilterSheetProps {
  view: HealthView;
  hasFilters: boolean;
  labels: readonly HealthLabel[];
  labelKeys: readonly string[];
  /** On the smallest screens groups and tabs are chosen in here too. */
  isWhole: boolean;
  ranges: ReactElement;
  onChange: (change: HealthSearch) => void;
}

/** Filters and layout where there is no room for them beside the list. */
export function FilterSheet(props: FilterSheetProps): ReactElement {
  const { view, hasFilters, labels, labelKeys, isWhole, ranges, onChange } = props;
  const [isOpen, setOpen] = useState(false);
  const title = 'View and filters';
  useShortcut({
    id: 'page-filters',
    keys: ['f'],
    shown: ['f'],
    label: title,
    group: 'This page',
    run: () => setOpen(true),
  });
  return (
    <>
      <Button icon={SlidersHorizontal} onPress={() => setOpen(true)}>
        {hasFilters ? `${title} (on)` : title}
      </Button>
      <Dialog isDismissable isOpen={isOpen} size="side" title={title} onOpenChange={setOpen}>
        <div className="flex flex-col gap-5">
          <div className="flex flex-col gap-2">
            {isWhole && <GroupControls isStacked labelKeys={labelKeys} view={view} onChange={onChange} />}
            <LayoutControls isStacked labelKeys={labelKeys} view={view} onChange={onChange} />
            {ranges}
          </div>
          <FilterControls labels={labels} view={view} onChange={onChange} />
        </div>
      </Dialog>
    </>
  );
}

interface HealthBarsProps {
  answer: HealthAnswer | undefined;
  view: HealthView;
  isStale: boolean;
  refreshing: HealthRefreshing;
}

/** What has to be said of the checks that are shown. */
export function HealthBars({ answer, view, isStale, refreshing }: HealthBarsProps): ReactElement {
  const { error, refresh, rate } = refreshing;
  const { summaryMs } = useFreshnessLimits();
  return (
    <>
      {error !== null && (
        <ReadFailedBar error={error} onRetry={() => void refresh()}>
          A new summary could not be requested
        </ReadFailedBar>
      )}
      {isPivoted(view) && answer !== undefined && answer.pivotValues.length > MAX_PIVOT_COLUMNS && (
        <InlineBar tone="info">
          {MAX_PIVOT_COLUMNS} of the {answer.pivotValues.length} values of {view.pivotLabel} are shown as
          columns. Narrow the list to see the others.
        </InlineBar>
      )}
      {isStale && error === null && (refreshRateMs(rate) ?? Infinity) > summaryMs && (
        <NotAskedBar rate={rate} onAsk={() => void refresh()} />
      )}
    </>
  );
}
