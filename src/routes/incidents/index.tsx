import { createFileRoute, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { IncidentListPage } from '#src/features/incidents/list/incident-list-page.tsx';
import { incidentSearch, type IncidentSearch } from '#src/features/incidents/list/incident-search.ts';
import { useHistoryEntry } from '#src/platform/device/history-entry.ts';
import { parseSearch } from '#src/platform/device/search-params.ts';
import { useLateSteps } from '#src/views/late-steps.ts';
import { whenIdle } from '#src/platform/shell/when-idle.ts';

export const Route = createFileRoute('/incidents/')({
  validateSearch: parseSearch(incidentSearch.schema),
  // Where a start leads: its page comes with the entry, not after it.
  codeSplitGroupings: [],
  staticData: { resource: 'incident', feature: 'incidents' },
  component: IncidentsRoute,
});

function IncidentsRoute() {
  const { panel: _panel, ...search } = Route.useSearch();
  const navigate = Route.useNavigate();
  const entry = useHistoryEntry('/incidents');
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
  const stepLate = useLateSteps(router.history);
  // What is pressed is shown already.
  const handleChange = useCallback(
    (next: IncidentSearch, { replace }: { replace: boolean }): Promise<void> =>
      stepLate(() => navigate({ search: (before) => ({ panel: before.panel, ...next }), replace })),
    [navigate, stepLate],
  );
  return (
    <IncidentListPage
      entryKey={entry.key}
      search={search}
      onChange={handleChange}
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
