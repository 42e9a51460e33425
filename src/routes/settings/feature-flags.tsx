import { createFileRoute } from '@tanstack/react-router';
import { FlagListPage } from '#src/features/flags/flag-list-page.tsx';
import { flagSearch } from '#src/features/flags/flag-search.ts';
import { parseSearch } from '#src/platform/device/search-params.ts';
import { useListRoute } from '#src/views/list/use-list-route.ts';

export const Route = createFileRoute('/settings/feature-flags')({
  validateSearch: parseSearch(flagSearch.schema),
  staticData: { resource: 'properties', feature: 'settings.feature_flags' },
  component: FeatureFlagsRoute,
});

function FeatureFlagsRoute() {
  return <FlagListPage {...useListRoute(Route)} />;
}
