import { createFileRoute, Outlet, useCanGoBack, useChildMatches, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import * as v from 'valibot';
import type { ListTab } from '#src/features/catalog/item/item-address.ts';
import { ItemPage } from '#src/features/catalog/item/item-page.tsx';
import type { ItemParts } from '#src/features/catalog/item/item-spec.tsx';
import { contentSchema, type ContentSearch } from '#src/features/catalog/item/selected-lines.ts';
import { IncidentsSlotProvider } from '#src/features/catalog/changes/incidents-slot.ts';
import { renderIncidentsAround } from '#src/features/incidents/link/late-incidents-around.tsx';
import { late } from '#src/ui/late.tsx';
import { parseSearch } from '#src/platform/device/search-params.ts';
import { useLateSteps } from '#src/views/late-steps.ts';
import { lastListHref } from '#src/views/list/list-href.ts';
import { needId } from '#src/platform/device/id-param.ts';

/** Each tab reads its own by its own schema: the same name means another thing in another one. */
const rawSchema = v.record(v.string(), v.unknown());
const contentOf = parseSearch(contentSchema);
const TABS: ReadonlyMap<string, string> = new Map([
  ['/catalog/$id/', 'config'],
  ['/catalog/$id/changes', 'changes'],
  ['/catalog/$id/insights', 'insights'],
  ['/catalog/$id/relationships', 'relationships'],
  ['/catalog/$id/playbooks', 'playbooks'],
  ['/catalog/$id/checks', 'checks'],
]);

/** What other areas say of an item; it comes when somebody looks. */
const PARTS: ItemParts = {
  Runs: late(async () => (await import('#src/features/playbooks/runs/runs-of-item.tsx')).RunsOfItem),
  Checks: late(async () => (await import('#src/features/health/of-item/checks-of-item.tsx')).ChecksOfItem),
  Incidents: late(
    async () => (await import('#src/features/incidents/link/incidents-of-item.tsx')).IncidentsOfItem,
  ),
};

export const Route = createFileRoute('/catalog/$id')({
  validateSearch: parseSearch(rawSchema),
  staticData: { resource: 'database', feature: 'config' },
  // Pages of the catalog that are to come have names where items have ids.
  beforeLoad: ({ params }) => needId(params),
  component: ItemRoute,
});

function ItemRoute() {
  const { id } = Route.useParams();
  const child = useChildMatches({ select: (matches) => matches.at(-1)?.routeId });
  const tab = TABS.get(child ?? '');
  // A tab that is not there: the page that says so.
  if (tab === undefined) return <Outlet />;
  // Another item is another page: nothing opened is carried over.
  return (
    <IncidentsSlotProvider value={renderIncidentsAround}>
      <OneItem id={id} key={id} tab={tab} />
    </IncidentsSlotProvider>
  );
}

function OneItem({ id, tab }: { id: string; tab: string }) {
  const raw = Route.useSearch();
  const navigate = Route.useNavigate();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const stepLate = useLateSteps(router.history);
  const handleTab = useCallback((href: string) => router.history.push(href), [router]);
  // What is pressed is shown already.
  const handleSearch = useCallback(
    (to: ListTab, next: object, { replace }: { replace: boolean }): Promise<void> =>
      stepLate(() =>
        navigate({
          to: `/catalog/$id/${to}`,
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
      content={contentOf(raw)}
      itemId={id}
      parts={PARTS}
      raw={raw}
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
      onSearch={handleSearch}
      onTab={handleTab}
    />
  );
}
