import { createFileRoute } from '@tanstack/react-router';
import { TeamListPage } from '#src/features/teams/team-list-page.tsx';
import { teamSearch } from '#src/features/teams/team-search.ts';
import { parseSearch } from '#src/platform/device/search-params.ts';
import { useListRoute } from '#src/views/list/use-list-route.ts';

export const Route = createFileRoute('/settings/teams/')({
  validateSearch: parseSearch(teamSearch.schema),
  staticData: { resource: 'database', feature: 'settings.teams' },
  component: TeamsRoute,
});

function TeamsRoute() {
  return <TeamListPage {...useListRoute(Route)} />;
}
