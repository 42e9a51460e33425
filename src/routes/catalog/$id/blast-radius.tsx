import { createFileRoute } from '@tanstack/react-router';
import { useMemo } from 'react';
import { BlastPage } from '#src/features/blast/blast-page.tsx';

/** A page of its own: the route above draws the page of the item around its tabs only, and hands on what the address says. */
export const Route = createFileRoute('/catalog/$id/blast-radius')({ component: BlastRoute });

function BlastRoute() {
  const { id } = Route.useParams();
  const navigate = Route.useNavigate();
  const start = useMemo(() => ({ kind: 'config', id }) as const, [id]);
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
