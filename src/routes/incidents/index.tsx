import { createFileRoute, useLocation } from '@tanstack/react-router';
import { IncidentListPage } from '#src/features/incidents/incident-list-page.tsx';
import { incidentSearchSchema, type IncidentSearch } from '#src/features/incidents/incident-filters.ts';
import { parseSearch } from '#src/platform/search-params.ts';

export const Route = createFileRoute('/incidents/')({
  validateSearch: parseSearch(incidentSearchSchema),
  staticData: { resource: 'incident', feature: 'incidents' },
  component: IncidentsRoute,
});

function IncidentsRoute() {
  const { panel: _panel, ...search } = Route.useSearch();
  const navigate = Route.useNavigate();
  const entryKey = useLocation({ select: (location) => location.state.__TSR_key ?? location.href });
  const handleChange = (next: IncidentSearch, { replace }: { replace: boolean }): void => {
    void navigate({ search: (before) => ({ panel: before.panel, ...next }), replace });
  };
  return <IncidentListPage entryKey={entryKey} search={search} onChange={handleChange} />;
}
