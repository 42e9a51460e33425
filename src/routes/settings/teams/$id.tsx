import { createFileRoute, Outlet, useCanGoBack, useChildMatches, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import * as v from 'valibot';
import { jobSearch, type JobSearch } from '#src/features/jobs/job-search.ts';
import { ResourceJobs } from '#src/features/jobs/resource-jobs.tsx';
import { TeamPage } from '#src/features/teams/page/team-page.tsx';
import { useHistoryEntry } from '#src/platform/device/history-entry.ts';
import { parseSearch } from '#src/platform/device/search-params.ts';
import { useLateSteps } from '#src/views/late-steps.ts';
import { lastListHref } from '#src/views/list/list-href.ts';
import { needId } from '#src/platform/device/id-param.ts';

const contentOf = parseSearch(v.object({ format: v.optional(v.picklist(['json'])) }));
const jobsOf = parseSearch(jobSearch('').schema);

export const Route = createFileRoute('/settings/teams/$id')({
  validateSearch: (search) => ({ ...jobsOf(search), ...contentOf(search) }),
  staticData: { resource: 'database', feature: 'settings.teams' },
  beforeLoad: ({ params }) => needId(params),
  component: TeamRoute,
});

const TABS: ReadonlyMap<string, string> = new Map([
  ['/settings/teams/$id/manageTeam', 'manageTeam'],
  ['/settings/teams/$id/jobHistory', 'jobHistory'],
]);

function TeamRoute() {
  const { id } = Route.useParams();
  const child = useChildMatches({ select: (matches) => matches.at(-1)?.routeId });
  // A tab that is not there: the page that says so.
  if (child === undefined) return <Outlet />;
  // Another team is another page: nothing opened is carried over.
  return <OneTeam id={id} key={id} tab={TABS.get(child) ?? 'spec'} />;
}

function OneTeam({ id, tab }: { id: string; tab: string }) {
  const { panel: _panel, format, ...search } = Route.useSearch();
  const navigate = Route.useNavigate();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const path = `/settings/teams/${id}/jobHistory`;
  const entry = useHistoryEntry(path);
  const stepLate = useLateSteps(router.history);
  const handleTab = useCallback((href: string) => router.history.push(href), [router]);
  // What is pressed is shown already.
  const handleJobs = useCallback(
    (next: JobSearch, { replace }: { replace: boolean }): Promise<void> =>
      stepLate(() =>
        navigate({
          to: '/settings/teams/$id/jobHistory',
          params: { id },
          search: ({ panel }) => ({ panel, ...next }),
          replace,
          resetScroll: false,
        }),
      ),
    [navigate, stepLate, id],
  );
  return (
    <TeamPage
      format={format}
      jobs={
        <ResourceJobs
          entryKey={entry.key}
          path={path}
          resource={{ id, type: 'team' }}
          search={search}
          onBack={() => router.history.back()}
          onChange={handleJobs}
        />
      }
      tab={tab}
      teamId={id}
      onFormat={(next) => {
        void navigate({
          to: '/settings/teams/$id',
          params: { id },
          search: ({ panel }) => ({ panel, format: next === 'json' ? next : undefined }),
          replace: true,
          resetScroll: false,
        });
      }}
      // A step back keeps the row and the scroll of the list; a page opened by a link has none to go back to.
      onLeave={() =>
        canGoBack ? router.history.back() : router.history.push(lastListHref('/settings/teams'))
      }
      onTab={handleTab}
    />
  );
}
