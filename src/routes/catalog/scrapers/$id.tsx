import { createFileRoute, Outlet, useCanGoBack, useChildMatches, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { contentSchema, type ContentSearch } from '#src/features/catalog/item/selected-lines.ts';
import { ScraperPage } from '#src/features/catalog/scrapers/page/scraper-page.tsx';
import { jobSearch, type JobSearch } from '#src/features/jobs/job-search.ts';
import { ResourceJobs } from '#src/features/jobs/resource-jobs.tsx';
import { useHistoryEntry } from '#src/platform/device/history-entry.ts';
import { parseSearch } from '#src/platform/device/search-params.ts';
import { useLateSteps } from '#src/views/late-steps.ts';
import { lastListHref } from '#src/views/list/list-href.ts';
import { needId } from '#src/platform/device/id-param.ts';

const contentOf = parseSearch(contentSchema);
const jobsOf = parseSearch(jobSearch('').schema);

export const Route = createFileRoute('/catalog/scrapers/$id')({
  validateSearch: (search) => ({ ...jobsOf(search), ...contentOf(search) }),
  staticData: { resource: 'database', feature: 'config' },
  beforeLoad: ({ params }) => needId(params),
  component: ScraperRoute,
});

function ScraperRoute() {
  const { id } = Route.useParams();
  const child = useChildMatches({ select: (matches) => matches.at(-1)?.routeId });
  // A tab that is not there: the page that says so.
  if (child === undefined) return <Outlet />;
  // Another scraper is another page: nothing opened is carried over.
  return <OneScraper id={id} key={id} tab={child === '/catalog/scrapers/$id/jobs' ? 'jobs' : 'spec'} />;
}

function OneScraper({ id, tab }: { id: string; tab: string }) {
  const { panel: _panel, format, selected, ...search } = Route.useSearch();
  const navigate = Route.useNavigate();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const path = `/catalog/scrapers/${id}/jobs`;
  const entry = useHistoryEntry(path);
  const stepLate = useLateSteps(router.history);
  const handleTab = useCallback((href: string) => router.history.push(href), [router]);
  // What is pressed is shown already.
  const handleJobs = useCallback(
    (next: JobSearch, { replace }: { replace: boolean }): Promise<void> =>
      stepLate(() =>
        navigate({
          to: '/catalog/scrapers/$id/jobs',
          params: { id },
          search: ({ panel }) => ({ panel, ...next }),
          replace,
          resetScroll: false,
        }),
      ),
    [navigate, stepLate, id],
  );
  return (
    <ScraperPage
      content={{ format, selected }}
      jobs={
        <ResourceJobs
          entryKey={entry.key}
          path={path}
          resource={{ id, type: 'config_scraper' }}
          search={search}
          onBack={() => router.history.back()}
          onChange={handleJobs}
        />
      }
      scraperId={id}
      tab={tab}
      onContent={(next: ContentSearch) => {
        void navigate({
          to: '/catalog/scrapers/$id',
          params: { id },
          search: ({ panel }) => ({ panel, ...next }),
          replace: true,
          resetScroll: false,
        });
      }}
      // A step back keeps the row and the scroll of the list; a page opened by a link has none to go back to.
      onLeave={() =>
        canGoBack ? router.history.back() : router.history.push(lastListHref('/catalog/scrapers'))
      }
      onTab={handleTab}
    />
  );
}
