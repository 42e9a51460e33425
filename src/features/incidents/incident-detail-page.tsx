import { ChevronsDownUp, ChevronsUpDown, FileQuestion } from 'lucide-react';
import { useEffect, useMemo, useRef, type ReactElement, type RefObject } from 'react';
import { toSyncError } from '#sync/errors.ts';
import type { IncidentDetail } from '#sync/read/types.ts';
import { usePageFrame } from '#src/platform/page-frame.ts';
import { useShortcut } from '#src/platform/shortcuts.ts';
import { useSync, useSyncStatus } from '#src/platform/sync-context.tsx';
import { useWorkInProgress } from '#src/platform/work-in-progress.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { LoadingRegion, SkeletonBar, SkeletonRows } from '#src/ui/skeleton.tsx';
import { useIncidentCommands } from './commands.ts';
import { HypothesisTree } from './hypothesis-tree.tsx';
import { IncidentScreenProvider, type IncidentScreen } from './incident-context.tsx';
import { IncidentFacts } from './incident-facts.tsx';
import { IncidentHeader } from './incident-header.tsx';
import { lastListHref } from './list-position.ts';
import { useWriteReason } from './permissions.ts';
import { useIncident, usePeople } from './queries.ts';
import { StaleContext, useIsStale } from './stale.ts';
import { StaleBar, ViewFallback } from './view-notices.tsx';
import { viewState } from './view-state.ts';

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
  const { phase } = useSyncStatus();
  const lookup = live.value?.data;
  const incident = lookup?.found === 'yes' ? lookup.incident : undefined;
  const state = viewState(live, phase, incident === undefined);
  const isStale = useIsStale(live.value?.asOf ?? null);
  useFocusedIncident(incidentId);
  useWorkInProgress('incident');
  usePageFrame({
    title: incident === undefined ? 'Incident' : incidentTitle(incident),
    crumbs: [{ label: 'Incidents', href: lastListHref() }, { label: incident?.number ?? 'Incident' }],
  });

  return (
    <LoadingRegion isLoading={state === 'loading'} label="Loading the incident" skeleton={<DetailSkeleton />}>
      {incident !== undefined ? (
        <StaleContext value={isStale}>
          <IncidentView {...props} asOf={live.value?.asOf ?? null} incident={incident} />
        </StaleContext>
      ) : state === 'ready' ? (
        <NoIncident isMissing={lookup?.found === 'missing'} />
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
  const treeRef = useDetailKeys(onLeave);
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
        <IncidentHeader asOf={asOf} incident={incident} />
        <div className="px-page">
          <StaleBar />
        </div>
        <div className="grid flex-1 @min-[1100px]:grid-cols-[minmax(0,1fr)_336px]">
          <aside
            aria-label="Details"
            className="@container/facts border-line px-page py-4 @min-[1100px]:order-2 @min-[1100px]:border-s"
          >
            <IncidentFacts incident={incident} />
          </aside>
          <section
            aria-labelledby="incident-comments"
            className="min-w-0 border-t border-line px-page py-4 @min-[1100px]:border-t-0"
          >
            <div className="flex max-w-[60rem] items-center justify-between gap-3 pb-1">
              <h2 className="text-section font-semibold" id="incident-comments">
                Comments
              </h2>
              {incident.tree.length > 0 && (
                <Button
                  className="text-muted"
                  icon={isAllExpanded ? ChevronsDownUp : ChevronsUpDown}
                  size="small"
                  variant="ghost"
                  onPress={() => onExpandedChange(!isAllExpanded)}
                >
                  {isAllExpanded ? 'Collapse' : 'Expand all'}
                </Button>
              )}
            </div>
            {commentReason !== undefined && editReason !== undefined && (
              <p className="pb-2 text-table text-muted">{editReason}</p>
            )}
            <div className="max-w-[60rem]" ref={treeRef}>
              <HypothesisTree isAllExpanded={isAllExpanded} tree={incident.tree} />
            </div>
          </section>
        </div>
      </div>
    </IncidentScreenProvider>
  );
}

/** "Not found" only when the whole list is here and it is not in it; else it may just not have been downloaded. */
function NoIncident({ isMissing }: { isMissing: boolean }): ReactElement {
  const back = <LinkButton href={lastListHref()}>Back to Incidents</LinkButton>;
  if (isMissing)
    return <EmptyState isPageHeading action={back} icon={FileQuestion} title="Incident not found" />;
  return (
    <EmptyState isPageHeading action={back} icon={FileQuestion} title="Not on this device">
      This incident is not among those stored here. It is fetched as soon as the server can be reached.
    </EmptyState>
  );
}

/** `c` writes a comment, Escape goes back (ux 4.4). */
function useDetailKeys(onLeave: () => void): RefObject<HTMLDivElement | null> {
  const treeRef = useRef<HTMLDivElement>(null);
  useShortcut({
    id: 'incident-comment',
    keys: ['c'],
    shown: ['c'],
    label: 'Write a comment',
    group: 'This page',
    run: () => treeRef.current?.querySelector('textarea')?.focus(),
  });
  useShortcut({
    id: 'incident-leave',
    keys: ['Escape'],
    shown: ['Esc'],
    label: 'Back to the list',
    group: 'This page',
    run: onLeave,
  });
  return treeRef;
}

/** Tells the worker which incident is open, so that it pulls it more often. */
function useFocusedIncident(incidentId: string): void {
  const sync = useSync();
  useEffect(() => {
    const report = (thrown: unknown): void => {
      // It only costs freshness: the page goes on, the platform's error handler hears of it.
      reportError(toSyncError(thrown));
    };
    sync.focusIncident(incidentId).catch(report);
    return () => {
      sync.focusIncident(null).catch(report);
    };
  }, [sync, incidentId]);
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
