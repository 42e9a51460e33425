import { Inbox, Plus } from 'lucide-react';
import { lazy, Suspense, useEffect, useState, type ReactElement } from 'react';
import type { IncidentList, Read } from '#sync/read/types.ts';
import { usePageFrame } from '#src/platform/page-frame.ts';
import { useShortcut } from '#src/platform/shortcuts.ts';
import { useSyncStatus } from '#src/platform/sync-context.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { PanelBoundary } from '#src/ui/error-boundary.tsx';
import { PageHeader } from '#src/ui/page-header.tsx';
import { LoadingRegion, SkeletonRows } from '#src/ui/skeleton.tsx';
import { Freshness } from '#src/views/freshness.tsx';
import { hiddenCount } from './hidden-count.ts';
import { IncidentFilterBar, IncidentFilterChips, type FilterBarProps } from './incident-filter-bar.tsx';
import {
  ANY,
  filterOf,
  incidentListHref,
  isDefaultSearch,
  withoutDefaults,
  type IncidentSearch,
} from './incident-filters.ts';
import { IncidentTable } from './incident-table.tsx';
import { rememberListHref } from './list-href.ts';
import { useWriteReason } from '../permissions.ts';
import { useIncidentList } from '../queries.ts';
import { StaleContext, useIsStale } from '../stale.ts';
import { usePressed } from '#src/views/use-pressed.ts';
import { StaleBar, ViewFallback } from '#src/views/view-notices.tsx';
import { viewState } from '#src/views/view-state.ts';

interface IncidentListPageProps {
  /** As the address has it. */
  search: IncidentSearch;
  /** `replace` for steps that Back should not stop at. Resolves when the address has it. */
  onChange: (search: IncidentSearch, options: { replace: boolean }) => Promise<void> | undefined;
  /** Identifies the history entry, so that Back comes to the same row. */
  entryKey: string;
  /** Place of the entry in the history, which a replaced entry keeps. */
  entryIndex: number;
  /** The rows stand; answers how to call off what it began. */
  onListed: () => () => void;
  /** Opens the page of an incident that was made here. */
  onOpen: (incidentId: string) => void;
}

/** `/incidents` */
export function IncidentListPage({
  search: given,
  onChange: tell,
  entryKey,
  entryIndex,
  onListed,
  onOpen,
}: IncidentListPageProps): ReactElement {
  const { search, isAhead, press, settle } = usePressed(given, incidentListHref);
  // A new entry is a new list: only what stays in its own is shown before the address has it.
  const onChange = (next: IncidentSearch, options: { replace: boolean }): void => {
    if (options.replace) press(next);
    void tell(next, options)?.finally(() => settle(next));
  };
  const live = useIncidentList(filterOf(search));
  const status = useSyncStatus();
  const read = live.value;
  const rows = read?.data.rows ?? [];
  const isStale = useIsStale(read?.asOf ?? null);
  const state = viewState(live, status, rows.length === 0);
  const href = incidentListHref(search);
  usePageFrame({ title: 'Incidents', crumbs: [{ label: 'Incidents' }] });
  useEffect(() => rememberListHref(href), [href]);
  const isListed = rows.length > 0;
  useEffect(() => (isListed ? onListed() : undefined), [isListed, onListed]);

  return (
    <div className="flex h-full min-h-0 flex-col">
      <PageHeader
        actions={
          <>
            <Freshness asOf={read?.asOf ?? null} isStale={isStale} />
            <NewIncidentButton onCreated={onOpen} />
          </>
        }
        title="Incidents"
      >
        <PanelBoundary name="Filters">
          <IncidentFilterBar search={search} onChange={onChange} />
          <IncidentFilterChips
            note={state === 'ready' && read !== undefined && <CountNote {...{ search, onChange, read }} />}
            search={search}
            onChange={onChange}
          />
        </PanelBoundary>
        {rows.length > 0 && <StaleBar>{read?.state === 'partial' ? PARTIAL : undefined}</StaleBar>}
      </PageHeader>
      <LoadingRegion
        isLoading={state === 'loading'}
        label="Loading incidents"
        skeleton={
          <div className="px-page">
            <SkeletonRows />
          </div>
        }
      >
        {state === 'ready' ? (
          <StaleContext value={isStale}>
            <IncidentTable
              // A list of another filter starts anew; one that is searched keeps what still matches.
              key={`${entryIndex} ${incidentListHref({ ...search, search: undefined })}`}
              empty={<NoIncidents {...{ search, onChange }} isComplete={read?.state === 'complete'} />}
              // What is not in the address yet has no entry to be remembered under.
              entryKey={isAhead ? `${entryKey} ${href}` : entryKey}
              rows={rows}
              search={search.search}
            />
          </StaleContext>
        ) : (
          state !== 'loading' && <ViewFallback error={live.error} state={state} what="Incidents" />
        )}
      </LoadingRegion>
    </div>
  );
}

/** The plus of the list, and its key. */
function NewIncidentButton({ onCreated }: { onCreated: (incidentId: string) => void }): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const disabledReason = useWriteReason('incident', 'incidents');
  useShortcut(
    {
      id: 'incident-new',
      keys: ['c'],
      shown: ['c'],
      label: 'New incident',
      group: 'This page',
      run: () => setOpen(true),
    },
    disabledReason === undefined,
  );
  return (
    <>
      <Button disabledReason={disabledReason} icon={Plus} variant="primary" onPress={() => setOpen(true)}>
        New incident
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <CreateIncidentDialog isOpen={isOpen} onCreated={onCreated} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}

/** Kept out of the first bundle; the service worker has it, also without a network. */
const CreateIncidentDialog = lazy(async () => {
  const { CreateIncidentDialog: Loaded } = await import('../create/create-incident-dialog.tsx');
  return { default: Loaded };
});

const PARTIAL = 'Not everything is on this device yet: counts and the list may still grow.';

/** "Showing 4 open · 7 more active (3 investigating, 2 mitigated, 2 new) · Show" */
function CountNote({ search, onChange, read }: FilterBarProps & { read: Read<IncidentList> }): ReactElement {
  const { rows, hidden } = read.data;
  const words = hiddenCount(filterOf(search).status, rows.length, hidden);
  return (
    <output>
      <span className="tabular">{words.shown}</span>
      {words.hidden !== null && (
        <>
          <span aria-hidden> · </span>
          <span className="tabular">{words.hidden}</span>
          <span aria-hidden> · </span>
          <button
            aria-label="Show incidents of every status"
            className="min-h-6 rounded-[3px] px-0.5 text-accent underline underline-offset-2 pointer-coarse:-my-3 pointer-coarse:min-h-11 pointer-coarse:min-w-11"
            type="button"
            onClick={() => onChange(withoutDefaults({ ...search, status: ANY }), { replace: false })}
          >
            Show
          </button>
        </>
      )}
    </output>
  );
}

/** The product's sentence is said only when the whole list is here. */
function NoIncidents({
  search,
  onChange,
  isComplete,
}: FilterBarProps & { isComplete: boolean }): ReactElement {
  const clear = isDefaultSearch(search) ? undefined : (
    <Button onPress={() => onChange({}, { replace: false })}>Clear filters</Button>
  );
  if (isComplete) {
    return <EmptyState action={clear} icon={Inbox} title="There are no incidents matching this criteria" />;
  }
  return (
    <EmptyState action={clear} icon={Inbox} title="None of the incidents on this device match">
      Not everything is on this device yet, so there may be others on the server.
    </EmptyState>
  );
}
