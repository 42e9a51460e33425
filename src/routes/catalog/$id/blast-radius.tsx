import { createFileRoute } from '@tanstack/react-router';
import { useMemo } from 'react';
import { BlastPage } from '#src/features/blast/blast-page.tsx';
import { itemBlastSearch, type BlastSearch } from '#src/features/blast/blast-search.ts';
import { parseSearch } from '#src/platform/device/search-params.ts';

/** A page of its own: the route above draws the page of the item around its tabs only. */
export const Route = createFileRoute('/catalog/$id/blast-radius')({
  validateSearch: parseSearch(itemBlastSearch.schema),
  component: BlastRoute,
});

function BlastRoute() {
  const { id } = Route.useParams();
  const { panel: _panel, ...search } = Route.useSearch();
  const navigate = Route.useNavigate();
  const start = useMemo(() => ({ kind: 'config', id }) as const, [id]);
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
