import { createFileRoute } from '@tanstack/react-router';
import { ChangeListPage } from '#src/features/catalog/changes/change-list-page.tsx';
import { changeSearch } from '#src/features/catalog/changes/change-search.ts';
import { IncidentsSlotProvider } from '#src/features/catalog/changes/incidents-slot.ts';
import { renderIncidentsAround } from '#src/features/incidents/link/late-incidents-around.tsx';
import { parseSearch } from '#src/platform/device/search-params.ts';
import { useListRoute } from '#src/views/list/use-list-route.ts';

export const Route = createFileRoute('/catalog/changes')({
  validateSearch: parseSearch(changeSearch.schema),
  staticData: { resource: 'database', feature: 'config' },
  component: ChangesRoute,
});

function ChangesRoute() {
  return (
    <IncidentsSlotProvider value={renderIncidentsAround}>
      <ChangeListPage {...useListRoute(Route)} />
    </IncidentsSlotProvider>
  );
}
