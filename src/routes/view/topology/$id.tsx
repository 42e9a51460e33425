import { createFileRoute } from '@tanstack/react-router';
import { ComponentViewPage } from '#src/features/topology/component-view-page.tsx';
import { parseSearch, rawSearchSchema } from '#src/platform/device/search-params.ts';

export const Route = createFileRoute('/view/topology/$id')({
  validateSearch: parseSearch(rawSearchSchema),
  // No feature: spec 2, "Reachable even before feature flags load".
  staticData: { frame: 'alone', resource: 'topologies' },
  component: ComponentViewRoute,
});

function ComponentViewRoute() {
  const { id } = Route.useParams();
  return <ComponentViewPage componentId={id} raw={Route.useSearch()} />;
}
