import { createFileRoute } from '@tanstack/react-router';
import { ComponentGraphPage } from '#src/features/topology/graph/component-graph-page.tsx';

/** The page itself reads what the address says: it comes late. */
export const Route = createFileRoute('/topology/$id_/graph')({
  staticData: { resource: 'topologies', feature: 'topology' },
  component: GraphRoute,
});

function GraphRoute() {
  const { id } = Route.useParams();
  const navigate = Route.useNavigate();
  return (
    <ComponentGraphPage
      componentId={id}
      key={id}
      raw={Route.useSearch()}
      onChange={(next) => {
        void navigate({
          search: ({ panel }) => ({ panel, ...next }),
          replace: true,
          resetScroll: false,
        });
      }}
    />
  );
}
