import {
  lazy,
  memo,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactElement,
} from 'react';
import type { HealthAnswer } from '#sync/protocol/health.ts';
import { EMPTY_LAYOUT, tableLayoutSchema, type TableLayout } from '#src/lib/table-layout.ts';
import { usePageFrame } from '#src/platform/page-frame.ts';
import { readStored, storageKeys, writeStored } from '#src/platform/storage-keys.ts';
import { useSyncStatus } from '#src/platform/sync-context.tsx';
import { Button } from '#src/ui/button.tsx';
import { PanelBoundary } from '#src/ui/error-boundary.tsx';
import { AgeOffset } from '#src/ui/minute-clock.ts';
import { LoadingRegion, SkeletonRows } from '#src/ui/skeleton.tsx';
import { useWidth } from '#src/ui/use-width.ts';
import { ReadFailedBar, ViewFallback } from '#src/views/view-notices.tsx';
import { viewState } from '#src/views/view-state.ts';
import { FilterAside } from './filters/filter-sidebar.tsx';
import { HealthHeader } from './health-header.tsx';
import {
  healthHref,
  isPivoted,
  viewOf,
  withoutDefaults,
  type HealthSearch,
  type HealthView,
} from './health-search.ts';
import { checkColumns } from './list/check-columns.tsx';
import { HealthTable } from './list/health-table.tsx';
import { ALL_CLOSED, ALL_OPEN, linesOf, type OpenGroups } from './list/lines.ts';
import { useHeldOrder } from './list/use-held-order.ts';
import { NoChecks } from './list/no-checks.tsx';
import { usePivotColumns } from './list/pivot-columns.tsx';
import { TabStrip } from './list/tab-strip.tsx';
import { useOpenGroups, type OpenGroupsState } from './list/use-open-groups.ts';
import { OpenCheck, useDialogAhead } from './open-check.tsx';
import { usePressed, type PressedState } from '#src/views/use-pressed.ts';
import {
  LineMinuteProvider,
  RowStoreProvider,
  useHealthView,
  useLabels,
  useRowError,
  useRowStore,
  useRoundMinute,
} from './queries.ts';

export interface HealthPageProps {
  search: HealthSearch;
  /** Identifies the history entry, so that Back comes to the same row. */
  entryKey: string;
  /** `replace` for steps that Back should not stop at. Resolves when the address has it and the page was drawn with it. */
  onChange: (search: HealthSearch, options: { replace: boolean }) => Promise<void> | undefined;
  /** One step back in history. */
  onBack: () => void;
}

/** Width of the page from which the filters stand beside the list. */
const WIDE_PX = 1000;
const NARROW_PX = 700;

/** `/health` */
export function HealthPage({ search: given, entryKey, onChange, onBack }: HealthPageProps): ReactElement {
  const { search, isAhead, press, settle } = usePressed(given, healthHref);
  const view = useMemo(() => viewOf(search), [search]);
  const minuteMs = useRoundMinute();
  const live = useHealthView(view, minuteMs);
  const status = useSyncStatus();
  const store = useRowStore();
  const rowError = useRowError(store);
  const [frameRef, width] = useWidth<HTMLDivElement>();
  const [layout, setLayout] = useTableLayout();
  const answer = live.value;
  // What is not in the address yet has no entry to be remembered under.
  const entry = isAhead ? `${entryKey} ${healthHref(search)}` : entryKey;
  const shown = useShown({ search, view, entryKey: entry }, answer, live.isBehind);
  const { groupBy, query } = shown?.view ?? view;
  const openGroups = useOpenGroups(JSON.stringify([groupBy, query]), query === '' ? ALL_CLOSED : ALL_OPEN);
  const wasOpenedHere = useWasClosed(view.checkId);
  useDialogAhead();
  usePageFrame({ title: 'Health', crumbs: [{ label: 'Health' }] });
  // The rows that came with the answer are there before the lines that show them.
  const filled = useMemo(() => store.primed(answer?.rows ?? []), [store, answer]);
  useEffect(() => store.seed(answer?.rows ?? []), [store, answer]);
  const change = useChange(search, { press, settle }, onChange);
  const state = viewState(live, status, answer === undefined || answer.all.total === 0);
  const size = width === 0 || width >= WIDE_PX ? 'wide' : width >= NARROW_PX ? 'medium' : 'narrow';
  const controls = { view, search, labels: useLabels(answer), onChange: change };

  return (
    <RowStoreProvider value={filled}>
      <LineMinuteProvider value={minuteMs}>
        <AgeOffset value={status.skewMs ?? 0}>
          <div className="flex h-full min-h-0 flex-col" ref={frameRef}>
            <PanelBoundary name="Search and filters">
              <HealthHeader
                {...controls}
                answer={answer}
                layout={layout}
                openGroups={openGroups}
                size={size}
                onLayoutChange={setLayout}
              />
            </PanelBoundary>
            {live.status === 'failed' && answer !== undefined && (
              <div className="px-page pb-2">
                <ReadFailedBar error={live.error}>The checks could not be read again</ReadFailedBar>
              </div>
            )}
            {rowError !== null && (
              <div className="px-page pb-2">
                <ReadFailedBar error={rowError}>Some checks could not be read</ReadFailedBar>
              </div>
            )}
            <LoadingRegion
              isLoading={state === 'loading'}
              label="Loading checks"
              skeleton={
                <div className="px-page">
                  <SkeletonRows />
                </div>
              }
            >
              {state === 'ready' && answer !== undefined && shown !== undefined ? (
                <>
                  <PanelBoundary name="Tabs">
                    <TabStrip search={search} tabs={answer.tabs} view={view} onChange={change} />
                  </PanelBoundary>
                  <div className="flex min-h-0 flex-1">
                    {size === 'wide' && (
                      <PanelBoundary name="Filters">
                        <FilterAside {...controls} />
                      </PanelBoundary>
                    )}
                    <CheckList
                      {...shown}
                      layout={layout}
                      open={openGroups.open}
                      onChange={change}
                      onLayoutChange={setLayout}
                      onToggle={openGroups.toggle}
                    />
                  </div>
                </>
              ) : (
                state !== 'loading' &&
                state !== 'ready' && <ViewFallback error={live.error} state={state} what="Checks" />
              )}
            </LoadingRegion>
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

/** What was asked, and the answer to that. */
interface Shown {
  readonly view: HealthView;
  readonly search: HealthSearch;
  readonly entryKey: string;
  readonly answer: HealthAnswer;
}

/** While a new question is being answered the list stays as it is, whole: it is drawn once, not twice. */
function useShown(
  asked: Omit<Shown, 'answer'>,
  answer: HealthAnswer | undefined,
  isBehind: boolean,
): Shown | undefined {
  const [held, setHeld] = useState<Shown>();
  if (answer === undefined) return undefined;
  if (held !== undefined && isBehind) return held;
  const isSame = held?.answer === answer && held.search === asked.search && held.entryKey === asked.entryKey;
  if (isSame) return held;
  const shown = { ...asked, answer };
  setHeld(shown);
  return shown;
}

/** One function for as long as the page stands, so that a list is not drawn again because the address changed. */
function useChange(
  search: HealthSearch,
  { press, settle }: Pick<PressedState<HealthSearch>, 'press' | 'settle'>,
  onChange: HealthPageProps['onChange'],
): (part: HealthSearch, options?: { replace: boolean }) => void {
  const latest = useRef({ search, onChange });
  useEffect(() => {
    latest.current = { search, onChange };
  });
  return useCallback(
    (part, options = { replace: false }) => {
      const { search: before, onChange: tell } = latest.current;
      const next = withoutDefaults({ ...before, ...part });
      press(next);
      void tell(next, options)?.finally(() => settle(next));
    },
    [press, settle],
  );
}

interface CheckListProps extends Shown {
  open: OpenGroups;
  onToggle: OpenGroupsState['toggle'];
  layout: TableLayout;
  onLayoutChange: (layout: TableLayout) => void;
  onChange: (change: HealthSearch) => void;
}

/** The list itself, as a table or as cards. Drawn again only when what it shows has changed, not with every sign of syncing. */
const CheckList = memo(function CheckList(props: CheckListProps): ReactElement {
  const { view, search, entryKey, answer, open, onToggle, layout, onLayoutChange, onChange } = props;
  const question = healthHref({ ...search, checkId: undefined, timeRange: undefined });
  const { groups, isBehind, resort, inUse } = useHeldOrder(answer.groups, question);
  const lines = useMemo(() => linesOf(groups, open), [groups, open]);
  const pivotColumns = usePivotColumns(answer.pivotValues, view.pivotLabel, view.pivotCellType);
  const onSortChange = useCallback(
    (sort: Pick<HealthView, 'sortBy' | 'sortDesc'>) => onChange(sort),
    [onChange],
  );
  const empty = <NoChecks answer={answer} search={search} onChange={onChange} />;
  // A list of another filter starts at its top; sorting and folding keep the place.
  const listKey = healthHref({ ...search, checkId: undefined, sortBy: undefined, sortDesc: undefined });
  const list =
    view.layout === 'card' ? (
      <Suspense fallback={null}>
        <HealthCards {...{ groups, search, empty, entryKey }} key={listKey} />
      </Suspense>
    ) : (
      <HealthTable
        columns={isPivoted(view) ? pivotColumns : checkColumns}
        empty={empty}
        entryKey={entryKey}
        layout={layout}
        lines={lines}
        listId={listKey}
        search={search}
        view={view}
        onLayoutChange={onLayoutChange}
        onSortChange={onSortChange}
        onToggle={onToggle}
      />
    );
  return (
    // Watched, not operated: rows and cards keep their places while a pointer or the focus is among them.
    <div className="relative flex min-h-0 min-w-0 flex-1 flex-col" {...inUse}>
      {isBehind && (
        <output className="absolute end-4 bottom-4 z-20 flex items-center gap-2 rounded-control border border-line-strong bg-overlay px-3 py-1.5 text-table shadow-overlay">
          The order has changed
          <Button size="small" onPress={resort}>
            Re-sort
          </Button>
        </output>
      )}
      {list}
    </div>
  );
});

/** Made for those who ask for cards: the list of the table needs no second virtualiser. */
const HealthCards = lazy(async () => {
  const { HealthCards: component } = await import('./list/health-cards.tsx');
  return { default: component };
});

/** Widths and hidden columns, as this device remembers them. */
function useTableLayout(): readonly [TableLayout, (layout: TableLayout) => void] {
  const [layout, setLayout] = useState(() =>
    readStored(storageKeys.healthColumns, tableLayoutSchema, EMPTY_LAYOUT),
  );
  const change = useCallback((next: TableLayout) => {
    setLayout(next);
    writeStored(storageKeys.healthColumns, next);
  }, []);
  return [layout, change];
}

/** Whether the list stood without a check before: then the step back leads to it, and no second one is left behind. */
function useWasClosed(checkId: string | undefined): boolean {
  const [wasClosed, setWasClosed] = useState(checkId === undefined);
  if (!wasClosed && checkId === undefined) setWasClosed(true);
  return wasClosed;
}
