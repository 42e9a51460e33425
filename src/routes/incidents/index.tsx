import { createFileRoute, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { IncidentListPage } from '#src/features/incidents/list/incident-list-page.tsx';
import { incidentSearch } from '#src/features/incidents/list/incident-search.ts';
import { parseSearch } from '#src/platform/device/search-params.ts';
import { whenIdle } from '#src/platform/shell/when-idle.ts';
import { useListRoute } from '#src/views/list/use-list-route.ts';

export const Route = createFileRoute('/incidents/')({
  validateSearch: parseSearch(incidentSearch.schema),
  // Where a start leads: its page comes with the entry, not after it.
  codeSplitGroupings: [],
  staticData: { resource: 'incident', feature: 'incidents' },
  component: IncidentsRoute,
});

function IncidentsRoute() {
  const { onBack: _onBack, ...address } = useListRoute(Route);
  const navigate = Route.useNavigate();
  const router = useRouter();
  // Any row may be opened next: its page is here before somebody does.
  const preloadDetail = useCallback(
    () =>
      whenIdle(() => {
        // A failed load is tried again by the opening itself, which also says so.
        void router.loadRouteChunk(router.routesByPath['/incidents/$id'])?.catch(() => undefined);
      }),
    [router],
  );
  return (
    <IncidentListPage
      {...address}
      onListed={preloadDetail}
      onOpen={(id) =>
        void navigate({
          to: '/incidents/$id',
          params: { id },
          search: (before) => ({ panel: before.panel, comments: undefined }),
        })
      }
    />
  );
}
