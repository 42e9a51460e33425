import { createFileRoute, useCanGoBack, useRouter } from '@tanstack/react-router';
import * as v from 'valibot';
import { PlaybookPage } from '#src/features/playbooks/page/playbook-page.tsx';
import { parseSearch } from '#src/platform/device/search-params.ts';
import { lastListHref } from '#src/views/list/list-href.ts';
import { needId } from '#src/platform/device/id-param.ts';

const searchOf = parseSearch(v.object({ format: v.optional(v.picklist(['json'])) }));

export const Route = createFileRoute('/playbooks/$id')({
  validateSearch: searchOf,
  staticData: { resource: 'database', feature: 'playbooks' },
  beforeLoad: ({ params }) => needId(params),
  component: PlaybookRoute,
});

function PlaybookRoute() {
  const { id } = Route.useParams();
  const { format } = Route.useSearch();
  const navigate = Route.useNavigate();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  return (
    <PlaybookPage
      format={format}
      id={id}
      // Another playbook is another page: nothing opened is carried over.
      key={id}
      onGo={(href) => router.history.push(href)}
      onFormat={(next) => {
        void navigate({
          search: (before) => ({ ...before, format: next === 'json' ? next : undefined }),
          replace: true,
          resetScroll: false,
        });
      }}
      // A step back keeps the card and the scroll of the list; a page opened by a link has none to go back to.
      onLeave={() => (canGoBack ? router.history.back() : router.history.push(lastListHref('/playbooks')))}
    />
  );
}
