import { useEffect, useMemo, type ReactElement } from 'react';
import { toSyncError } from '#sync/errors.ts';
import type { IncidentDetail } from '#sync/read/types.ts';
import { usePageFrame } from '#src/platform/page-frame.ts';
import { useShortcut } from '#src/platform/shortcuts.ts';
import { useSync, useSyncStatus } from '#src/platform/sync-context.tsx';
import { useWorkInProgress } from '#src/platform/work-in-progress.ts';
import { PanelBoundary } from '#src/ui/error-boundary.tsx';
import { LoadingRegion, SkeletonBar, SkeletonRows } from '#src/ui/skeleton.tsx';
import { useIncidentCommands } from './commands.ts';
import { IncidentScreenProvider, type IncidentScreen } from './incident-context.tsx';
import { IncidentPanel } from './panel/incident-panel.tsx';
import { IncidentHeader } from './incident-header.tsx';
import { IncidentTabs } from './incident-tabs.tsx';
import { lastListHref } from './list/list-href.ts';
import { NoIncident } from './no-incident.tsx';
import { useWriteReason } from './permissions.ts';
import { useIncident, usePeople } from './queries.ts';
import { StaleContext, useIsStale } from './stale.ts';
import { StaleBar, ViewFallback } from '#src/views/view-notices.tsx';
import { viewState } from '#src/views/view-state.ts';

interface IncidentDetailPageProps {
  incidentId: string;
  /** `?comments=true`: all hypotheses start open. */
  isAllExpanded: boolean;
  onExpandedChange: (isAllExpanded: boolean) => void;
  /** Back to the list, to the row that was opened. */
  onLeave: () => void;
}

/** `/incidents/{id}` */
export function IncidentDetailPage(props: IncidentDetailPageProps): ReactElement {
  const { incidentId } = props;
  const live = useIncident(incidentId);
  const status = useSyncStatus();
  const lookup = live.value?.data;
  const incident = lookup?.found === 'yes' ? lookup.incident : undefined;
  const state = viewState(live, status, incident === undefined);
  const isStale = useIsStale(live.value?.asOf ?? null);
  useFocusedIncident(incidentId, live.status !== 'loading');
  useWorkInProgress('incident');
  usePageFrame({
    title: incident === undefined ? 'Incident' : incidentTitle(incident),
    sealedTitle: incident?.number ?? 'Incident',
    crumbs: [{ label: 'Incidents', href: lastListHref() }, { label: incident?.number ?? 'Incident' }],
  });

  return (
    <LoadingRegion isLoading={state === 'loading'} label="Loading the incident" skeleton={<DetailSkeleton />}>
      {incident !== undefined && state !== 'forbidden' ? (
        <StaleContext value={isStale}>
          <IncidentView {...props} asOf={live.value?.asOf ?? null} incident={incident} />
        </StaleContext>
      ) : state === 'ready' ? (
        <NoIncident incidentId={incidentId} isMissing={lookup?.found === 'missing'} />
      ) : (
        state !== 'loading' && (
          <ViewFallback isWholePage error={live.error} state={state} what="This incident" />
        )
      )}
    </LoadingRegion>
  );
}

interface IncidentViewProps extends IncidentDetailPageProps {
  incident: IncidentDetail;
  asOf: string | null;
}

function IncidentView({
  incident,
  asOf,
  isAllExpanded,
  onExpandedChange,
  onLeave,
}: IncidentViewProps): ReactElement {
  const people = usePeople();
  useShortcut({
    id: 'incident-leave',
    keys: ['Escape'],
    shown: ['Esc'],
    label: 'Back to the list',
    group: 'This page',
    run: onLeave,
  });
  const commands = useIncidentCommands(incident.id);
  const commentReason = useWriteReason('comments', 'comments');
  const editReason = useWriteReason('incident', 'hypotheses');
  const screen = useMemo<IncidentScreen>(
    () => ({ incidentId: incident.id, people, commands, commentReason, editReason }),
    [incident.id, people, commands, commentReason, editReason],
  );
  return (
    <IncidentScreenProvider value={screen}>
      <div className="@container flex min-h-full flex-col">
        <PanelBoundary name={incidentTitle(incident)}>
          <IncidentHeader asOf={asOf} incident={incident} />
        </PanelBoundary>
        <div className="px-page">
          <StaleBar />
        </div>
        <div className="grid flex-1 grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] @min-[1100px]:grid-rows-none @min-[1100px]:grid-cols-[minmax(0,1fr)_auto]">
          <PanelBoundary name="The panel of this incident">
            <IncidentPanel incident={incident} />
          </PanelBoundary>
          <section
            aria-label="Comments and action plan"
            className="min-w-0 border-t border-line px-page py-4 @min-[1100px]:border-t-0"
          >
            <IncidentTabs
              incident={incident}
              isAllExpanded={isAllExpanded}
              onExpandedChange={onExpandedChange}
            />
          </section>
        </div>
      </div>
    </IncidentScreenProvider>
  );
}

/** Who only passes through on the way to another incident asks the server for nothing. */
const DWELL_MS = 300;

/**
 * Tells the worker which incident is open, so that it pulls it more often. A moment after the first answer of this
 * device: what the worker writes at the same time would hold that up.
 */
function useFocusedIncident(incidentId: string, isRead: boolean): void {
  const sync = useSync();
  useEffect(() => {
    if (!isRead) return undefined;
    const report = (thrown: unknown): void => {
      // It only costs freshness: the page goes on, the platform's error handler hears of it.
      reportError(toSyncError(thrown));
    };
    let isTold = false;
    const timer = setTimeout(() => {
      isTold = true;
      sync.focusIncident(incidentId).catch(report);
    }, DWELL_MS);
    return () => {
      clearTimeout(timer);
      if (isTold) sync.focusIncident(null).catch(report);
    };
  }, [sync, incidentId, isRead]);
}

function incidentTitle(incident: IncidentDetail): string {
  return incident.number === null ? incident.title : `${incident.number} ${incident.title}`;
}

function DetailSkeleton(): ReactElement {
  return (
    <div className="flex flex-col gap-4 px-page pt-5">
      <SkeletonBar className="h-5 w-2/5" />
      <SkeletonBar className="w-1/3" />
      <SkeletonRows count={6} />
    </div>
  );
}
