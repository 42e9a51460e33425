import { createFileRoute, useCanGoBack, useRouter } from '@tanstack/react-router';
import * as v from 'valibot';
import { IncidentDetailPage } from '#src/features/incidents/incident-detail-page.tsx';
import { lastListHref } from '#src/views/list/list-href.ts';
import { flagParam, parseSearch } from '#src/platform/device/search-params.ts';

export const Route = createFileRoute('/incidents/$id')({
  validateSearch: parseSearch(v.object({ comments: flagParam() })),
  staticData: { resource: 'incident', feature: 'incidents' },
  component: IncidentRoute,
});

function IncidentRoute() {
  const { id } = Route.useParams();
  const { comments = false } = Route.useSearch();
  const navigate = Route.useNavigate();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  return (
    <IncidentDetailPage
      // Another incident is another page: nothing typed or opened is carried over.
      key={id}
      incidentId={id}
      isAllExpanded={comments}
      onExpandedChange={(isAllExpanded) => {
        void navigate({
          search: (before) => ({ ...before, comments: isAllExpanded ? true : undefined }),
          replace: true,
        });
      }}
      // A step back keeps the row and the scroll of the list; a page opened by a link has none to go back to.
      onLeave={() => (canGoBack ? router.history.back() : router.history.push(lastListHref('/incidents')))}
    />
  );
}
