import { createFileRoute } from '@tanstack/react-router';
import { ComponentGraphPage } from '#src/features/topology/graph/component-graph-page.tsx';
import {
  componentGraphSearch,
  type ComponentGraphSearch,
} from '#src/features/topology/graph/graph-search.ts';
import { parseSearch } from '#src/platform/device/search-params.ts';

export const Route = createFileRoute('/topology/$id_/graph')({
  validateSearch: parseSearch(componentGraphSearch.schema),
  staticData: { resource: 'topologies', feature: 'topology' },
  component: GraphRoute,
});

function GraphRoute() {
  const { id } = Route.useParams();
  const { panel: _panel, ...search } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ComponentGraphPage
      componentId={id}
      key={id}
      search={search}
      onChange={(next: ComponentGraphSearch) => {
        void navigate({
          search: ({ panel }) => ({ panel, ...next }),
          replace: true,
          resetScroll: false,
        });
      }}
    />
  );
}
