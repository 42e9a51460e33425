import { createFileRoute } from '@tanstack/react-router';
import { InsightListPage } from '#src/features/catalog/insights/insight-list-page.tsx';
import { insightSearch } from '#src/features/catalog/insights/insight-search.ts';
import { parseSearch } from '#src/platform/device/search-params.ts';
import { useListRoute } from '#src/views/list/use-list-route.ts';

export const Route = createFileRoute('/catalog/insights')({
  validateSearch: parseSearch(insightSearch.schema),
  staticData: { resource: 'database', feature: 'config' },
  component: InsightsRoute,
});

function InsightsRoute() {
  return <InsightListPage {...useListRoute(Route)} />;
}
