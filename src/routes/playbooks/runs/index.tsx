import { createFileRoute } from '@tanstack/react-router';
import { RunListPage } from '#src/features/playbooks/runs/list/run-list-page.tsx';
import { runSearch } from '#src/features/playbooks/runs/list/run-search.ts';
import { parseSearch } from '#src/platform/device/search-params.ts';
import { useListRoute } from '#src/views/list/use-list-route.ts';

export const Route = createFileRoute('/playbooks/runs/')({
  validateSearch: parseSearch(runSearch.schema),
  staticData: { resource: 'database', feature: 'playbooks' },
  component: RunsRoute,
});

function RunsRoute() {
  return <RunListPage {...useListRoute(Route)} />;
}
