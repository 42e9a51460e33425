import type { ReactElement } from 'react';
import { usePageFrame } from '#src/platform/actions/page-frame.ts';
import { useShortcut } from '#src/platform/actions/shortcuts.ts';
import { PanelBoundary } from '#src/ui/layout/error-boundary.tsx';
import { LinkButton } from '#src/ui/text/link-button.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';
import { LoadingRegion, SkeletonBar, SkeletonRows } from '#src/ui/marks/skeleton.tsx';
import { Freshness } from '../freshness.tsx';
import { StaleBar } from '../view-notices.tsx';
import { useWatch } from '#src/platform/replica/use-watch.ts';
import { DetailActions } from './detail-actions.tsx';
import { DetailAside } from './detail-aside.tsx';
import { DetailAbsent } from './detail-states.tsx';
import type { DetailPartProps, DetailSpec, Subject } from './detail-spec.ts';
import { DetailTabs } from './detail-tabs.tsx';
import { Framed } from './framed.tsx';
import { DWELL_MS } from './dwell.ts';
import { TabsProvider, useTabs, useTabsHandle, type TabState } from './tab-state.ts';

interface DetailPageProps<T> {
  spec: DetailSpec<T>;
  id: string;
  tabs: TabState;
  /** Back to where it was opened from, to the same row. */
  onLeave: () => void;
}

/** A record as a page of its own. */
export function DetailPage<T>({ spec, id, tabs, onLeave }: DetailPageProps<T>): ReactElement {
  const { subject } = spec;
  // oxlint-disable-next-line react/hooks -- a frame keeps its description, and that its hooks, while it is mounted
  const part = spec.useOne(id);
  const handle = useTabsHandle(tabs);
  useWatch(part.is === 'loading' ? undefined : spec.watches, { id, afterMs: DWELL_MS });
  useShortcut({
    id: 'detail-leave',
    keys: ['Escape'],
    shown: ['Esc'],
    label: 'Back to the list',
    group: 'This page',
    run: onLeave,
  });
  return (
    <>
      {part.is !== 'found' && <NamelessFrame subject={subject} />}
      <LoadingRegion
        isLoading={part.is === 'loading'}
        label={`Loading the ${subject.label.toLowerCase()}`}
        skeleton={<DetailSkeleton />}
      >
        {part.is === 'found' ? (
          <TabsProvider value={handle}>
            <Framed claim={part.claim} Frame={spec.Frame} id={id} value={part.value}>
              <FoundPage claim={part.claim} id={id} spec={spec} tabs={tabs} value={part.value} />
            </Framed>
          </TabsProvider>
        ) : (
          part.is !== 'loading' && (
            <DetailAbsent
              action={<LinkButton href={subject.list.href()}>Back to {subject.list.label}</LinkButton>}
              id={id}
              isWholePage
              Missing={spec.Missing}
              part={part}
              subject={subject}
              onRetry={() => globalThis.location.reload()}
            />
          )
        )}
      </LoadingRegion>
    </>
  );
}

interface FoundPageProps<T> extends DetailPartProps<T> {
  spec: DetailSpec<T>;
  tabs: TabState;
}

function FoundPage<T>({ spec, id, value, claim, tabs }: FoundPageProps<T>): ReactElement {
  const { subject, aside } = spec;
  // oxlint-disable-next-line react/hooks -- a frame keeps its description, and that its hooks, while it is mounted
  const head = spec.useHead({ id, value, claim });
  const { ref } = useTabs();
  usePageFrame({
    title: head.title,
    sealedTitle: head.name,
    crumbs: [{ label: subject.list.label, href: subject.list.href() }, { label: head.name }],
  });
  return (
    <div className="@container flex min-h-full flex-col">
      <PanelBoundary name={head.title}>
        <PageHeader
          actions={
            <>
              {head.tools}
              <Freshness asOf={claim.asOf} isStale={head.isOld} onRefresh={head.refresh ?? undefined} />
              <DetailActions actions={head.actions} />
            </>
          }
          heading={head.heading}
          isTitleLong
          meta={head.marks}
          title={head.title}
        >
          {head.below}
        </PageHeader>
      </PanelBoundary>
      <div className="px-page">
        <StaleBar />
      </div>
      <div className="grid flex-1 grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] @min-[1100px]:grid-cols-[minmax(0,1fr)_auto] @min-[1100px]:grid-rows-none">
        {aside && (
          <PanelBoundary name={`The panel of this ${subject.label.toLowerCase()}`}>
            <DetailAside claim={claim} id={id} label={subject.label} sections={aside} value={value} />
          </PanelBoundary>
        )}
        <section
          aria-label={spec.tabs.map(({ label }) => label).join(', ')}
          className="min-w-0 border-t border-line px-page py-4 @min-[1100px]:border-t-0"
          ref={ref}
        >
          <DetailTabs
            claim={claim}
            id={id}
            label={subject.label}
            state={tabs}
            tabs={spec.tabs}
            value={value}
          />
        </section>
      </div>
    </div>
  );
}

/** The names of the page until its record is known. */
function NamelessFrame({ subject: { label, list } }: { subject: Subject }): null {
  usePageFrame({ title: label, crumbs: [{ label: list.label, href: list.href() }, { label }] });
  return null;
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
