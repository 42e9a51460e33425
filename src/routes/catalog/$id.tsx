import {
  createFileRoute,
  notFound,
  Outlet,
  useCanGoBack,
  useChildMatches,
  useRouter,
} from '@tanstack/react-router';
import { useCallback } from 'react';
import * as v from 'valibot';
import { itemChangeSearch, type ItemChangeSearch } from '#src/features/catalog/item/item-change-search.ts';
import { ItemPage } from '#src/features/catalog/item/item-page.tsx';
import { contentSchema, type ContentSearch } from '#src/features/catalog/item/selected-lines.ts';
import { IncidentsSlotProvider } from '#src/features/catalog/changes/incidents-slot.ts';
import { renderIncidentsAround } from '#src/features/incidents/link/late-incidents-around.tsx';
import { useHistoryEntry } from '#src/platform/history-entry.ts';
import { parseSearch } from '#src/platform/search-params.ts';
import { useLateSteps } from '#src/views/late-steps.ts';
import { lastListHref } from '#src/views/list/list-href.ts';

const contentOf = parseSearch(contentSchema);
const changesOf = parseSearch(itemChangeSearch('').schema);
const idSchema = v.pipe(v.string(), v.uuid());

export const Route = createFileRoute('/catalog/$id')({
  validateSearch: (search) => ({ ...changesOf(search), ...contentOf(search) }),
  staticData: { resource: 'database', feature: 'config' },
  // Pages of the catalog that are to come have names where items have ids.
  beforeLoad: ({ params }) => {
    if (!v.is(idSchema, params.id)) throw notFound();
  },
  component: ItemRoute,
});

function ItemRoute() {
  const { id } = Route.useParams();
  const child = useChildMatches({ select: (matches) => matches.at(-1)?.routeId });
  // A tab that is not there yet: the page that says so.
  if (child === undefined) return <Outlet />;
  // Another item is another page: nothing opened is carried over.
  return (
    <IncidentsSlotProvider value={renderIncidentsAround}>
      <OneItem id={id} key={id} tab={child === '/catalog/$id/changes' ? 'changes' : 'config'} />
    </IncidentsSlotProvider>
  );
}

function OneItem({ id, tab }: { id: string; tab: string }) {
  const { panel: _panel, format, selected, ...search } = Route.useSearch();
  const navigate = Route.useNavigate();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const entry = useHistoryEntry(`/catalog/${id}/changes`);
  const stepLate = useLateSteps(router.history);
  const handleTab = useCallback((href: string) => router.history.push(href), [router]);
  // What is pressed is shown already.
  const handleChanges = useCallback(
    (next: ItemChangeSearch, { replace }: { replace: boolean }): Promise<void> =>
      stepLate(() =>
        navigate({
          to: '/catalog/$id/changes',
          params: { id },
          search: ({ panel }) => ({ panel, ...next }),
          replace,
          resetScroll: false,
        }),
      ),
    [navigate, stepLate, id],
  );
  return (
    <ItemPage
      changes={{ search, entryKey: entry.key, onChange: handleChanges }}
      content={{ format, selected }}
      itemId={id}
      tab={tab}
      onBack={() => router.history.back()}
      onContent={(next: ContentSearch) => {
        void navigate({
          to: '/catalog/$id',
          params: { id },
          search: ({ panel }) => ({ panel, ...next }),
          replace: true,
          resetScroll: false,
        });
      }}
      // A step back keeps the row and the scroll of the list; a page opened by a link has none to go back to.
      onLeave={() => (canGoBack ? router.history.back() : router.history.push(lastListHref('/catalog')))}
      onTab={handleTab}
    />
  );
}
