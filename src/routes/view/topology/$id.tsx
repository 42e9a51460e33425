import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { readSize } from '#src/features/topology/card/card-size.ts';
import { ComponentViewPage } from '#src/features/topology/component-view-page.tsx';
import { parseSearch } from '#src/platform/device/search-params.ts';
import { reading } from '#src/views/list/params.ts';

export const Route = createFileRoute('/view/topology/$id')({
  validateSearch: parseSearch(v.object({ size: reading(readSize) })),
  // No feature: spec 2, "Reachable even before feature flags load".
  staticData: { frame: 'alone', resource: 'topologies' },
  component: ComponentViewRoute,
});

function ComponentViewRoute() {
  const { id } = Route.useParams();
  const { size = 'large' } = Route.useSearch();
  return <ComponentViewPage componentId={id} size={size} />;
}
