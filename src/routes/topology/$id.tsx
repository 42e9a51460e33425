import { createFileRoute, useLocation, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { ComponentPartsProvider, type ComponentParts } from '#src/features/topology/panel/component-parts.ts';
import { TopologyPage } from '#src/features/topology/topology-page.tsx';
import type { TopologySearch } from '#src/features/topology/topology-search.ts';
import { parseSearch, rawSearchSchema } from '#src/platform/device/search-params.ts';
import { late } from '#src/ui/late.tsx';
import { useLateSteps } from '#src/views/late-steps.ts';

/** What other areas say of a component; it comes when somebody looks. */
const PARTS: ComponentParts = {
  Incidents: late(
    async () =>
      (await import('#src/features/incidents/link/incidents-of-component.tsx')).IncidentsOfComponent,
  ),
  Changes: late(
    async () =>
      (await import('#src/features/catalog/of-component/changes-of-component.tsx')).ChangesOfComponent,
  ),
  Checks: late(
    async () => (await import('#src/features/health/of-item/checks-of-component.tsx')).ChecksOfComponent,
  ),
  Playbooks: late(
    async () => (await import('#src/features/playbooks/runs/runs-of-component.tsx')).RunsOfComponent,
  ),
  Insights: late(
    async () =>
      (await import('#src/features/catalog/of-component/insights-of-component.tsx')).InsightsOfComponent,
  ),
};

export const Route = createFileRoute('/topology/$id')({
  // The page reads it by its own schema, which comes with it.
  validateSearch: parseSearch(rawSearchSchema),
  staticData: { resource: 'topologies', feature: 'topology' },
  component: ComponentRoute,
});

function ComponentRoute() {
  const { id } = Route.useParams();
  // Another component is another page: nothing opened is carried over.
  return (
    <ComponentPartsProvider value={PARTS}>
      <OneComponent id={id} key={id} />
    </ComponentPartsProvider>
  );
}

function OneComponent({ id }: { id: string }) {
  const raw = Route.useSearch();
  const navigate = Route.useNavigate();
  const router = useRouter();
  const entryKey = useLocation({ select: (location) => location.state.__TSR_key ?? location.href });
  const stepLate = useLateSteps(router.history);
  // What is pressed is shown already.
  const handleChange = useCallback(
    (next: TopologySearch, { replace }: { replace: boolean }): Promise<void> =>
      stepLate(() =>
        navigate({
          params: { id },
          search: (before) => ({ panel: before.panel, ...next }),
          replace,
          resetScroll: false,
        }),
      ),
    [navigate, stepLate, id],
  );
  return <TopologyPage componentId={id} entryKey={entryKey} raw={raw} onChange={handleChange} />;
}
