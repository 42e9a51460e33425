import { HeartPulse } from 'lucide-react';
import { lazy, memo, Suspense, useEffect, useMemo, useState, type ReactElement } from 'react';
import type { HealthAnswer } from '#sync/protocol/health.ts';
import { NO_GROUPING } from '#src/lib/group-options.ts';
import type { TableLayout } from '#src/lib/table-layout.ts';
import { usePageFrame } from '#src/platform/actions/page-frame.ts';
import { storageKeys } from '#src/platform/device/storage-keys.ts';
import { useSyncStatus } from '#src/platform/replica/sync-context.tsx';
import { ColumnsButton } from '#src/ui/table/columns-button.tsx';
import { PanelBoundary } from '#src/ui/layout/error-boundary.tsx';
import { AgeOffset } from '#src/ui/marks/minute-clock.ts';
import { late } from '#src/ui/late.tsx';
import { useWidth } from '#src/ui/layout/use-width.ts';
import { HiddenNote } from '#src/views/list/list-chips.tsx';
import { lackOf, ListFrame, NoRows, type ListWords } from '#src/views/list/list-frame.tsx';
import { HeldRows } from '#src/views/list/list-table.tsx';
import type { Problem } from '#src/views/list/row-source.ts';
import { useHeldOrder } from '#src/views/list/use-held-order.ts';
import { useListAddress, type AddressProps, type ListAddress } from '#src/views/list/use-list-address.ts';
import { useTableLayout } from '#src/views/list/use-table-layout.ts';
import { FilterAside } from './filters/filter-sidebar.tsx';
import { FilterSheet, FoldButton, HealthBars, RangeControls } from './health-controls.tsx';
import { tabValueOf } from './health-query.ts';
import { healthSearch, isPivoted, type HealthParams, type HealthSearch } from './health-search.ts';
import { checkColumns } from './list/check-columns.tsx';
import { HealthCountLine } from './list/health-counts.tsx';
import type { HealthExportProps } from './list/health-export.tsx';
import { HealthTable } from './list/health-table.tsx';
import { GroupControls, LayoutControls } from './list/health-toolbar.tsx';
import { ALL_CLOSED, ALL_OPEN, linesOf, type OpenGroups } from './list/lines.ts';
import { usePivotColumns } from './list/pivot-columns.tsx';
import { TabStrip } from './list/tab-strip.tsx';
import { useOpenGroups, type OpenGroupsState } from './list/use-open-groups.ts';
import { OpenCheck, useDialogAhead } from './open-check.tsx';
import {
  LineMinuteProvider,
  RowStoreProvider,
  useHealthView,
  useIsSummaryStale,
  useLabels,
  useRoundMinute,
  useRowStore,
} from './queries.ts';
import { PAGE_RANGE, useHealthRefreshing } from './refresh.ts';

export interface HealthPageProps extends AddressProps<HealthSearch> {
  /** One step back in history. */
  onBack: () => void;
}

type Address = ListAddress<HealthParams>;

/** Width of the page from which the filters stand beside the list. */
const WIDE_PX = 1000;
const NARROW_PX = 700;

const WORDS: ListWords<HealthParams> = {
  title: 'Health',
  rows: 'Checks',
  find: {
    param: 'query',
    label: 'Search by name, description, or endpoint',
    shortcut: 'Search checks',
    className: 'max-w-96 min-w-52 flex-1 max-[700px]:max-w-full',
  },
  empty: { icon: HeartPulse, title: 'No data available' },
};

/** `/health` */
export function HealthPage({ onBack, ...route }: HealthPageProps): ReactElement {
  const address = useListAddress(healthSearch, route);
  const { search, view, change } = address;
  const minuteMs = useRoundMinute();
  const live = useHealthView(view, minuteMs);
  const { skewMs = 0 } = useSyncStatus();
  const [store, rowError] = useRowStore();
  const [frameRef, width] = useWidth<HTMLDivElement>();
  const [layout, setLayout] = useTableLayout(storageKeys.healthColumns);
  const answer = live.value;
  const shown = useShown(address, answer, live.isBehind);
  const { groupBy, query } = shown?.address.view ?? view;
  const openGroups = useOpenGroups(JSON.stringify([groupBy, query]), query === '' ? ALL_CLOSED : ALL_OPEN);
  const wasOpenedHere = useWasClosed(view.checkId);
  useDialogAhead();
  usePageFrame({ title: 'Health', crumbs: [{ label: 'Health' }] });
  // The rows that came with the answer are there before the lines that show them.
  const filled = useMemo(() => store.primed(answer?.rows ?? []), [store, answer]);
  useEffect(() => store.seed(answer?.rows ?? []), [store, answer]);
  const labels = useLabels(answer);
  const labelKeys = useMemo(() => labels.map(({ key }) => key), [labels]);
  const isStale = useIsSummaryStale(answer);
  const refreshing = useHealthRefreshing(view.timeRange);
  const { rate, choose, refresh } = refreshing;
  const size = width === 0 || width >= WIDE_PX ? 'wide' : width >= NARROW_PX ? 'medium' : 'narrow';
  const hasFilters = healthSearch.hasFilters(search);
  const range = view.timeRange ?? PAGE_RANGE;
  const tabLabel = answer?.tabs.find(({ value }) => value === tabValueOf(view))?.label;
  const passing = view.hidePassing ? (answer?.filtered.passing ?? 0) : 0;
  const failure = live.status === 'failed' && answer !== undefined ? live.error : null;

  return (
    <RowStoreProvider value={filled}>
      <LineMinuteProvider value={minuteMs}>
        <AgeOffset value={skewMs}>
          <div className="flex h-full min-h-0 flex-col" ref={frameRef}>
            <ListFrame
              address={address}
              after={
                size !== 'wide' && (
                  <FilterSheet
                    isWhole={size === 'narrow'}
                    ranges={
                      <RangeControls
                        className="w-full"
                        {...{ range, rate, choose, refresh, onChange: change }}
                      />
                    }
                    onChange={change}
                    {...{ view, hasFilters, labels, labelKeys }}
                  />
                )
              }
              bars={<HealthBars answer={answer} isStale={isStale} refreshing={refreshing} view={view} />}
              before={
                size === 'wide' && <RangeControls {...{ range, rate, choose, refresh, onChange: change }} />
              }
              controls={
                <>
                  {size !== 'narrow' && <GroupControls labelKeys={labelKeys} view={view} onChange={change} />}
                  {size === 'wide' && <LayoutControls labelKeys={labelKeys} view={view} onChange={change} />}
                  {view.layout === 'table' && view.groupBy !== NO_GROUPING && (
                    <FoldButton openGroups={openGroups} />
                  )}
                  {view.layout === 'table' && size !== 'narrow' && (
                    <Columns columns={checkColumns} layout={layout} onLayoutChange={setLayout} />
                  )}
                  {shown !== undefined && <HealthExport {...shown} />}
                </>
              }
              meta={
                answer === undefined || answer.state === 'never' ? null : (
                  <HealthCountLine counts={answer.filtered} />
                )
              }
              nameOf={(param) => (param === 'tab' ? tabLabel : undefined)}
              note={
                passing === 0 ? null : (
                  <HiddenNote
                    address={address}
                    counted=""
                    hidden={{
                      text: `${passing} passing hidden`,
                      label: 'Show passing checks',
                      part: { hidePassing: undefined },
                    }}
                  />
                )
              }
              state={{
                claim: answer && { ...answer, asOf: answer.summaryAsOf ?? answer.asOf },
                error: live.error,
                isStale,
                isEmpty: answer === undefined || answer.all.total === 0,
                problems: problemsOf(failure, rowError),
                refresh,
              }}
              words={WORDS}
            >
              {shown !== undefined && answer !== undefined && (
                <>
                  <PanelBoundary name="Tabs">
                    <TabStrip search={search} tabs={answer.tabs} view={view} onChange={change} />
                  </PanelBoundary>
                  <div className="flex min-h-0 flex-1">
                    {size === 'wide' && (
                      <PanelBoundary name="Filters">
                        <FilterAside labels={labels} view={view} onChange={change} />
                      </PanelBoundary>
                    )}
                    <CheckList
                      {...shown}
                      layout={layout}
                      open={openGroups.open}
                      onLayoutChange={setLayout}
                      onToggle={openGroups.toggle}
                    />
                  </div>
                </>
              )}
            </ListFrame>
          </div>
          {view.checkId !== undefined && (
            <OpenCheck
              answer={answer}
              checkId={view.checkId}
              view={view}
              onChange={change}
              onClose={() => (wasOpenedHere ? onBack() : change({ checkId: undefined }, { replace: true }))}
            />
          )}
        </AgeOffset>
      </LineMinuteProvider>
    </RowStoreProvider>
  );
}

// Dear to draw, and mostly the same when a filter is pressed.
const Columns = memo(ColumnsButton);

function problemsOf(failure: Problem['error'] | null, rowError: Problem['error'] | null): readonly Problem[] {
  return [
    ...(failure === null ? [] : [{ error: failure, text: 'The checks could not be read again' }]),
    ...(rowError === null ? [] : [{ error: rowError, text: 'Some checks could not be read' }]),
  ];
}

/** What was asked, and the answer to that. */
interface Shown {
  readonly address: Address;
  readonly answer: HealthAnswer;
}

/** While a new question is being answered the list stays as it is, whole: it is drawn once, not twice. */
function useShown(address: Address, answer: HealthAnswer | undefined, isBehind: boolean): Shown | undefined {
  const [held, setHeld] = useState<Shown>();
  if (answer === undefined) return undefined;
  if (held !== undefined && isBehind) return held;
  if (held?.answer === answer && held.address === address) return held;
  const shown = { address, answer };
  setHeld(shown);
  return shown;
}

interface CheckListProps extends Shown {
  open: OpenGroups;
  onToggle: OpenGroupsState['toggle'];
  layout: TableLayout;
  onLayoutChange: (layout: TableLayout) => void;
}

/** The list itself, as a table or as cards. Drawn again only when what it shows has changed, not with every sign of syncing. */
const CheckList = memo(function CheckList(props: CheckListProps): ReactElement {
  const { address, answer, open, onToggle, layout, onLayoutChange } = props;
  const { search, view, entry } = address;
  const { groups, ...order } = useHeldOrder(answer.groups, healthSearch.orderKey(search));
  const lines = useMemo(() => linesOf(groups, open), [groups, open]);
  const pivotColumns = usePivotColumns(answer.pivotValues, view.pivotLabel, view.pivotCellType);
  const { passing, total } = answer.filtered;
  const isHiding = view.hidePassing && total > 0 && passing === total;
  const why = isHiding
    ? {
        text: 'Every check that matches passes.',
        action: `Show ${passing} passing`,
        part: { hidePassing: undefined },
      }
    : undefined;
  const empty = (
    <NoRows
      address={address}
      lack={lackOf(answer.state)}
      text={answer.all.total > 0 ? 'No check matches the filters.' : undefined}
      why={why}
      words={WORDS}
    />
  );
  return (
    <HeldRows order={order}>
      {view.layout === 'card' ? (
        <Suspense fallback={null}>
          {/* A list of another filter starts at its top. */}
          <HealthCards {...{ groups, search, empty }} entryKey={entry} key={healthSearch.listKey(search)} />
        </Suspense>
      ) : (
        <HealthTable
          address={address}
          columns={isPivoted(view) ? pivotColumns : checkColumns}
          empty={empty}
          layout={layout}
          lines={lines}
          onLayoutChange={onLayoutChange}
          onToggle={onToggle}
        />
      )}
    </HeldRows>
  );
});

/** Fetched after the list stands. */
const HealthExport = late<HealthExportProps>(
  async () => (await import('./list/health-export.tsx')).HealthExport,
  'spared',
);

/** Made for those who ask for cards: the list of the table needs no second virtualiser. */
const HealthCards = lazy(async () => {
  const { HealthCards: component } = await import('./list/health-cards.tsx');
  return { default: component };
});

/** Whether the list stood without a check before: then the step back leads to it, and no second one is left behind. */
function useWasClosed(checkId: string | undefined): boolean {
  const [wasClosed, setWasClosed] = useState(checkId === undefined);
  if (!wasClosed && checkId === undefined) setWasClosed(true);
  return wasClosed;
}
