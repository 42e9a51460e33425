import { createFileRoute, useLocation, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { TopologyPage } from '#src/features/topology/topology-page.tsx';
import type { TopologySearch } from '#src/features/topology/topology-search.ts';
import { parseSearch, rawSearchSchema } from '#src/platform/device/search-params.ts';
import { useLateSteps } from '#src/views/late-steps.ts';

export const Route = createFileRoute('/topology/$id')({
  // The page reads it by its own schema, which comes with it.
  validateSearch: parseSearch(rawSearchSchema),
  staticData: { resource: 'topologies', feature: 'topology' },
  component: ComponentRoute,
});

function ComponentRoute() {
  const { id } = Route.useParams();
  // Another component is another page: nothing opened is carried over.
  return <OneComponent id={id} key={id} />;
}

function OneComponent({ id }: { id: string }) {
  const raw = Route.useSearch();
  const navigate = Route.useNavigate();
  const router = useRouter();
  const entryKey = useLocation({ select: (location) => location.state.__TSR_key ?? location.href });
  const stepLate = useLateSteps(router.history);
  // What is pressed is shown already.
  const handleChange = useCallback(
    (next: TopologySearch, { replace }: { replace: boolean }): Promise<void> =>
      // What was typed last comes when the page is left too: then it leads nowhere.
      !router.history.location.pathname.endsWith(`/${encodeURIComponent(id)}`)
        ? Promise.resolve()
        : stepLate(() =>
            navigate({
              params: { id },
              search: (before) => ({ panel: before.panel, ...next }),
              replace,
              resetScroll: false,
            }),
          ),
    [navigate, router, stepLate, id],
  );
  return <TopologyPage componentId={id} entryKey={entryKey} raw={raw} onChange={handleChange} />;
}
