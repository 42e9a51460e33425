import { createFileRoute } from '@tanstack/react-router';
import { useMemo } from 'react';
import { BlastPage } from '#src/features/blast/blast-page.tsx';

/** Beside the page of the component, not in it. The page itself reads what the address says: it comes late. */
export const Route = createFileRoute('/topology/$id_/blast-radius')({
  staticData: { resource: 'topologies', feature: 'topology' },
  component: BlastRoute,
});

function BlastRoute() {
  const { id } = Route.useParams();
  const navigate = Route.useNavigate();
  const start = useMemo(() => ({ kind: 'component', id }) as const, [id]);
  return (
    <BlastPage
      key={id}
      raw={Route.useSearch()}
      start={start}
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
