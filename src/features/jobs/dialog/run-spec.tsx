import { Age } from '#src/ui/marks/age.tsx';
import { JobStatus } from '#src/views/jobs/job-status.tsx';
import type { DetailHead, DetailPartProps, DetailSpec, DetailTab } from '#src/views/detail/detail-spec.ts';
import { runName, startOf, type RunReport } from '../job-row.ts';
import { useOpenedRun, type OpenedRun } from './run-context.ts';
import { DetailsTab, ErrorsTab, ReconcileSummaryTab, RunFacts, ScrapeSummaryTab } from './run-parts.tsx';

const ERRORS: DetailTab<OpenedRun> = { id: 'errors', label: 'Errors', Body: ErrorsTab };
const SCRAPE: DetailTab<OpenedRun> = { id: 'scrape', label: 'Scrape Summary', Body: ScrapeSummaryTab };
const RECONCILE: DetailTab<OpenedRun> = {
  id: 'reconcile',
  label: 'Reconcile Summary',
  Body: ReconcileSummaryTab,
};
/** Until it is known, and where it reported nothing. */
const DETAILS: DetailTab<OpenedRun> = { id: 'details', label: 'Details', Body: DetailsTab };

const spec: Omit<DetailSpec<OpenedRun>, 'tabs'> = {
  subject: {
    label: 'Job run',
    notFound: 'No details found',
    list: { label: 'Job History', href: () => globalThis.location.pathname },
  },
  useOne: useOpenedRun,
  useHead: useRunHead,
  aside: [{ id: 'facts', title: 'Job run', Body: RunFacts }],
};

/** A run of a job: how it ended, and what it reported. Spec 002: "Only the tabs that have content are shown". */
export function runSpec(report: RunReport | undefined): DetailSpec<OpenedRun> {
  const tabs = [
    ...((report?.errors.length ?? 0) > 0 ? [ERRORS] : []),
    ...((report?.scrapeSummary ?? null) === null ? [] : [SCRAPE]),
    ...((report?.reconcileSummary ?? null) === null ? [] : [RECONCILE]),
  ];
  return { ...spec, tabs: tabs.length === 0 ? [DETAILS] : tabs };
}

function useRunHead({ value: { run, again } }: DetailPartProps<OpenedRun>): DetailHead {
  const name = runName(run);
  return {
    name,
    title: name,
    marks: (
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <JobStatus status={run.status} />
        {run.resource_name !== null && <span>{run.resource_name}</span>}
        <Age at={startOf(run)} label="Started" />
      </span>
    ),
    isOld: false,
    actions: [],
    refresh: async () => again(),
  };
}
