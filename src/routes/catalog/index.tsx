import { createFileRoute } from '@tanstack/react-router';
import { CatalogPage } from '#src/features/catalog/list/catalog-page.tsx';
import { catalogSearch } from '#src/features/catalog/list/catalog-search.ts';
import { parseSearch } from '#src/platform/device/search-params.ts';
import { useListRoute } from '#src/views/list/use-list-route.ts';

export const Route = createFileRoute('/catalog/')({
  validateSearch: parseSearch(catalogSearch.schema),
  staticData: { resource: 'database', feature: 'config' },
  component: CatalogRoute,
});

function CatalogRoute() {
  return <CatalogPage {...useListRoute(Route)} />;
}
