import { Network } from 'lucide-react';
import type { ReactElement } from 'react';
import * as v from 'valibot';
import { shownName } from '#src/lib/shown-name.ts';
import { usePageFrame } from '#src/platform/actions/page-frame.ts';
import { useSyncStatus } from '#src/platform/replica/sync-context.tsx';
import { useTopology } from '#src/platform/replica/use-topology.ts';
import { EmptyState } from '#src/ui/layout/empty-state.tsx';
import { Ago } from '#src/ui/marks/ago.tsx';
import { InlineBar } from '#src/ui/marks/inline-bar.tsx';
import { LoadingRegion, SkeletonRows } from '#src/ui/marks/skeleton.tsx';
import { reading } from '#src/views/list/params.ts';
import { ViewFallback } from '#src/views/view-fallback.tsx';
import { StaleBar } from '#src/views/view-notices.tsx';
import { viewState } from '#src/views/view-state.ts';
import { CARD_SIZES, readSize } from './card/card-size.ts';
import { ComponentCard } from './card/component-card.tsx';
import { queryOf } from './topology-query.ts';
import { topologySearch } from './topology-search.ts';
import { useIsTopologyStale } from './use-is-stale.ts';

interface ComponentViewPageProps {
  componentId: string;
  /** The search of the address, whole: `size`, which is large where none is named (spec 2). */
  raw: object;
}

const viewSchema = v.object({ size: reading(readSize) });

/** `/view/topology/{id}`: the card of a component and nothing else, to be shown in other places. */
export function ComponentViewPage({ componentId, raw }: ComponentViewPageProps): ReactElement {
  const { size = 'large' } = v.parse(viewSchema, raw);
  const live = useTopology(queryOf(componentId, topologySearch.view({}), 0));
  const status = useSyncStatus();
  const answer = live.value;
  const card = answer?.opened;
  const name = card === null || card === undefined ? 'Topology' : shownName(card.name);
  usePageFrame({ title: name, sealedTitle: 'Topology', crumbs: [] });
  const isStale = useIsTopologyStale(answer?.asOf ?? null);
  const shown = viewState(live, status, answer === undefined || card === undefined);
  return (
    <div className="flex flex-col gap-3 p-page" style={{ maxWidth: CARD_SIZES[size] + 2 * PADDING_PX }}>
      <h1 className="sr-only" tabIndex={-1}>
        {name}
      </h1>
      <StaleBar />
      {answer?.isAmbiguous === true && <AmbiguousBar />}
      <LoadingRegion isLoading={shown === 'loading'} label="Loading component" skeleton={<SkeletonRows />}>
        {shown !== 'ready' && shown !== 'loading' && (
          <ViewFallback error={live.error} state={shown} what="Components" />
        )}
        {shown === 'ready' && answer?.isAmbiguous === false && (card === null || card === undefined) && (
          <MissingComponent isComplete={answer.state === 'complete'} />
        )}
        {shown === 'ready' && answer !== undefined && card !== null && card !== undefined && (
          <>
            <ComponentCard
              isAlone
              card={card}
              href={null}
              isStale={isStale}
              parts={answer.parts}
              size={size}
            />
            <p className="text-caption text-muted">
              As of <Ago at={answer.asOf} />
            </p>
          </>
        )}
      </LoadingRegion>
    </div>
  );
}

/** Of `p-page`. */
const PADDING_PX = 24;

/** Of an address that several components go by. */
export function AmbiguousBar(): ReactElement {
  return <InlineBar tone="warning">Response has multiple components for the id.</InlineBar>;
}

/** In the place of a component that nobody knows here; the product's words only when all of them are known. */
export function MissingComponent({ isComplete }: { isComplete: boolean }): ReactElement {
  return (
    <EmptyState icon={Network} title={isComplete ? 'Component not found' : 'Not on this device yet'}>
      {isComplete ? undefined : 'Not all components are on this device. It may be on the server.'}
    </EmptyState>
  );
}
