import { createFileRoute } from '@tanstack/react-router';
import { useMemo } from 'react';
import { BlastPage } from '#src/features/blast/blast-page.tsx';
import { componentBlastSearch, type BlastSearch } from '#src/features/blast/blast-search.ts';
import { parseSearch } from '#src/platform/device/search-params.ts';

/** Beside the page of the component, not in it. */
export const Route = createFileRoute('/topology/$id_/blast-radius')({
  validateSearch: parseSearch(componentBlastSearch.schema),
  staticData: { resource: 'topologies', feature: 'topology' },
  component: BlastRoute,
});

function BlastRoute() {
  const { id } = Route.useParams();
  const { panel: _panel, ...search } = Route.useSearch();
  const navigate = Route.useNavigate();
  const start = useMemo(() => ({ kind: 'component', id }) as const, [id]);
  return (
    <BlastPage
      key={id}
      search={search}
      start={start}
      onChange={(next: BlastSearch) => {
        void navigate({
          search: ({ panel }) => ({ panel, ...next }),
          replace: true,
          resetScroll: false,
        });
      }}
    />
  );
}
