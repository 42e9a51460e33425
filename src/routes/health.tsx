import { createFileRoute } from '@tanstack/react-router';
import { HealthPage } from '#src/features/health/health-page.tsx';
import { healthSearch } from '#src/features/health/health-search.ts';
import { parseSearch } from '#src/platform/device/search-params.ts';
import { useListRoute } from '#src/views/list/use-list-route.ts';

export const Route = createFileRoute('/health')({
  validateSearch: parseSearch(healthSearch.schema),
  staticData: { resource: 'canaries', feature: 'health' },
  component: HealthRoute,
});

function HealthRoute() {
  return <HealthPage {...useListRoute(Route)} />;
}
