import { createFileRoute } from '@tanstack/react-router';
import { ScraperListPage } from '#src/features/catalog/scrapers/scraper-list-page.tsx';
import { scraperSearch } from '#src/features/catalog/scrapers/scraper-search.ts';
import { parseSearch } from '#src/platform/device/search-params.ts';
import { useListRoute } from '#src/views/list/use-list-route.ts';

export const Route = createFileRoute('/catalog/scrapers/')({
  validateSearch: parseSearch(scraperSearch.schema),
  staticData: { resource: 'database', feature: 'config' },
  component: ScrapersRoute,
});

function ScrapersRoute() {
  return <ScraperListPage {...useListRoute(Route)} />;
}
