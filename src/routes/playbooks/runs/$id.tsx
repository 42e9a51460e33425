import { createFileRoute, useCanGoBack, useRouter } from '@tanstack/react-router';
import * as v from 'valibot';
import { RunPage } from '#src/features/playbooks/runs/detail/run-page.tsx';
import { optionalText, parseSearch } from '#src/platform/device/search-params.ts';
import { lastListHref } from '#src/views/list/list-href.ts';
import { needId } from '#src/platform/device/id-param.ts';

const searchOf = parseSearch(v.object({ action: optionalText(64) }));

export const Route = createFileRoute('/playbooks/runs/$id')({
  validateSearch: searchOf,
  staticData: { resource: 'database', feature: 'playbooks' },
  beforeLoad: ({ params }) => needId(params),
  component: RunRoute,
});

function RunRoute() {
  const { id } = Route.useParams();
  const { action } = Route.useSearch();
  const navigate = Route.useNavigate();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  return (
    <RunPage
      action={action}
      // Another run is another page: nothing opened is carried over.
      key={id}
      runId={id}
      onAction={(next) => {
        void navigate({
          search: (before) => ({ ...before, action: next }),
          replace: true,
          resetScroll: false,
        });
      }}
      // A step back keeps the row and the scroll of the list; a page opened by a link has none to go back to.
      onLeave={() =>
        canGoBack ? router.history.back() : router.history.push(lastListHref('/playbooks/runs'))
      }
    />
  );
}
