import { ChevronsDownUp, ChevronsUpDown, SlidersHorizontal } from 'lucide-react';
import { memo, useCallback, useMemo, useState, type ReactElement } from 'react';
import type { HealthAnswer, HealthLabel } from '#sync/protocol/health.ts';
import { NO_GROUPING } from '#src/lib/group-options.ts';
import type { TableLayout } from '#src/lib/table-layout.ts';
import { refreshRateMs, type RefreshRate } from '#src/lib/refresh-rate.ts';
import { TIME_RANGE_MINUTES, type TimeRangeOption } from '#src/lib/time-range-options.ts';
import { useFreshnessLimits } from '#src/platform/freshness-limits.ts';
import { useShortcut } from '#src/platform/shortcuts.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import { ColumnsButton } from '#src/ui/columns-button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { InlineBar } from '#src/ui/inline-bar.tsx';
import { PageHeader } from '#src/ui/page-header.tsx';
import { RefreshRateSelect } from '#src/ui/refresh-rate-select.tsx';
import { TimeRangeSelect } from '#src/ui/time-range-select.tsx';
import { Freshness } from '#src/views/freshness.tsx';
import { PageSearch } from '#src/views/page-search.tsx';
import { ReadFailedBar, StaleBar } from '#src/views/view-notices.tsx';
import { ActiveFilters } from './filters/active-filters.tsx';
import { FilterControls } from './filters/filter-sidebar.tsx';
import { clearing, hasFilters, isPivoted, type HealthSearch, type HealthView } from './health-search.ts';
import { checkColumns } from './list/check-columns.tsx';
import { HealthCountLine } from './list/health-counts.tsx';
import { GroupControls, LayoutControls } from './list/health-toolbar.tsx';
import { ALL_CLOSED, ALL_OPEN } from './list/lines.ts';
import type { OpenGroupsState } from './list/use-open-groups.ts';
import { MAX_PIVOT_COLUMNS } from './list/pivot-columns.tsx';
import { HiddenPassing } from './list/hidden-passing.tsx';
import { tabValueOf } from './health-query.ts';
import { NotAskedBar } from './not-asked-bar.tsx';
import { useIsSummaryStale } from './queries.ts';
import { PAGE_RANGE, useRefreshRate, useSummaryRefresh } from './refresh.ts';

/** Spec 9: the search of health waits 400 ms. */
export const SEARCH_DELAY_MS = 400;

interface HealthHeaderProps {
  view: HealthView;
  search: HealthSearch;
  answer: HealthAnswer | undefined;
  labels: readonly HealthLabel[];
  size: 'wide' | 'medium' | 'narrow';
  openGroups: OpenGroupsState;
  layout: TableLayout;
  onLayoutChange: (layout: TableLayout) => void;
  onChange: (change: HealthSearch, options?: { replace: boolean }) => void;
}

/** Counts, freshness, and what decides which checks are listed and how. Not drawn again with every sign of syncing. */
export const HealthHeader = memo(function HealthHeader(props: HealthHeaderProps): ReactElement {
  const { view, search, answer, labels, size, openGroups, layout, onLayoutChange, onChange } = props;
  const isStale = useIsSummaryStale(answer);
  const { summaryMs } = useFreshnessLimits();
  const { rate, choose } = useRefreshRate(view.timeRange);
  const { error, refresh } = useSummaryRefresh(rate);
  useShortcut(
    {
      id: 'page-filters-clear',
      keys: ['Shift+F'],
      shown: ['Shift', 'f'],
      label: 'Clear all filters',
      group: 'This page',
      run: () => onChange(clearing(search)),
    },
    hasFilters(search),
  );
  const labelKeys = useMemo(() => labels.map(({ key }) => key), [labels]);
  const range = view.timeRange ?? PAGE_RANGE;
  const tab = tabValueOf(view);
  const tabOf = answer?.tabs.find(({ value }) => value === tab);
  const handleSearch = useCallback((query: string) => onChange({ query }, { replace: true }), [onChange]);
  const ranges = (className?: string): ReactElement => (
    <RangeControls {...{ className, range, rate, choose, refresh, onChange }} />
  );
  return (
    <PageHeader
      actions={
        <>
          {size === 'wide' && ranges()}
          <Freshness
            asOf={answer?.summaryAsOf ?? answer?.asOf ?? null}
            isStale={isStale}
            onRefresh={refresh}
          />
          {size !== 'wide' && (
            <FilterSheet
              isWhole={size === 'narrow'}
              ranges={ranges('w-full')}
              {...{ view, search, labels, labelKeys, onChange }}
            />
          )}
        </>
      }
      meta={answer !== undefined && answer.state !== 'never' && <HealthCountLine counts={answer.filtered} />}
      title="Health"
    >
      <div className="flex flex-wrap items-center gap-2">
        <Search
          applied={view.query}
          className="max-w-96 min-w-52 flex-1 max-[700px]:max-w-full"
          delayMs={SEARCH_DELAY_MS}
          label="Search by name, description, or endpoint"
          shortcutLabel="Search checks"
          onApply={handleSearch}
        />
        {size !== 'narrow' && <GroupControls labelKeys={labelKeys} view={view} onChange={onChange} />}
        {size === 'wide' && <LayoutControls labelKeys={labelKeys} view={view} onChange={onChange} />}
        {view.layout === 'table' && view.groupBy !== NO_GROUPING && <FoldButton openGroups={openGroups} />}
        {view.layout === 'table' && size !== 'narrow' && (
          <Columns columns={checkColumns} layout={layout} onLayoutChange={onLayoutChange} />
        )}
      </div>
      <ActiveFilters
        note={
          answer !== undefined && view.hidePassing && answer.filtered.passing > 0 ? (
            <HiddenPassing passing={answer.filtered.passing} onChange={onChange} />
          ) : null
        }
        search={search}
        tabLabel={tabOf?.label}
        view={view}
        onChange={onChange}
      />
      {error !== null && (
        <ReadFailedBar error={error} onRetry={() => void refresh()}>
          A new summary could not be asked for
        </ReadFailedBar>
      )}
      {isPivoted(view) && answer !== undefined && answer.pivotValues.length > MAX_PIVOT_COLUMNS && (
        <InlineBar tone="info">
          {MAX_PIVOT_COLUMNS} of the {answer.pivotValues.length} values of {view.pivotLabel} are columns. A
          search, a label or a tab leaves fewer.
        </InlineBar>
      )}
      {isStale && error === null && (refreshRateMs(rate) ?? Infinity) > summaryMs && (
        <NotAskedBar rate={rate} onAsk={() => void refresh()} />
      )}
      {answer !== undefined && answer.all.total > 0 && (
        <StaleBar>{answer.state === 'partial' ? PARTIAL : undefined}</StaleBar>
      )}
    </PageHeader>
  );
});

// Dear to draw, and mostly the same when a filter is pressed.
const Search = memo(PageSearch);
const Columns = memo(ColumnsButton);

interface RangeControlsProps {
  range: TimeRangeOption;
  rate: RefreshRate;
  choose: (rate: RefreshRate) => void;
  refresh: () => Promise<void>;
  onChange: (change: HealthSearch) => void;
  className: string | undefined;
}

/** Of which time checks are shown, and how often they are asked for. */
const RangeControls = memo(function RangeControls(props: RangeControlsProps): ReactElement {
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
function FoldButton({ openGroups: { open, setAll } }: { openGroups: OpenGroupsState }): ReactElement {
  return (
    <IconButton
      icon={open.areOpen ? ChevronsDownUp : ChevronsUpDown}
      label={open.areOpen ? 'Fold all groups' : 'Unfold all groups'}
      variant="secondary"
      onPress={() => setAll(open.areOpen ? ALL_CLOSED : ALL_OPEN)}
    />
  );
}

const PARTIAL = 'Not everything is on this device yet: counts and the list may still grow.';

interface FilterSheetProps {
  view: HealthView;
  search: HealthSearch;
  labels: readonly HealthLabel[];
  labelKeys: readonly string[];
  /** On the smallest screens groups and tabs are chosen in here too. */
  isWhole: boolean;
  ranges: ReactElement;
  onChange: (change: HealthSearch) => void;
}

/** Filters and layout where there is no room for them beside the list. */
function FilterSheet(props: FilterSheetProps): ReactElement {
  const { view, search, labels, labelKeys, isWhole, ranges, onChange } = props;
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
        {hasFilters(search) ? `${title} (on)` : title}
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
