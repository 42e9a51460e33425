import { createFileRoute } from '@tanstack/react-router';
import { TopologyPage } from '#src/features/topology/topology-page.tsx';
import { parseSearch, rawSearchSchema } from '#src/platform/device/search-params.ts';
import { useListRoute } from '#src/views/list/use-list-route.ts';

export const Route = createFileRoute('/topology/')({
  // The page reads it by its own schema, which comes with it.
  validateSearch: parseSearch(rawSearchSchema),
  staticData: { resource: 'topologies', feature: 'topology' },
  component: TopologyRoute,
});

function TopologyRoute() {
  const { search, entryKey, onChange } = useListRoute(Route);
  return <TopologyPage componentId={undefined} entryKey={entryKey} raw={search} onChange={onChange} />;
}
