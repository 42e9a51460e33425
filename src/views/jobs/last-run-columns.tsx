import type { ReactElement } from 'react';
import { formatDuration } from '#src/lib/durations.ts';
import { Age } from '#src/ui/marks/age.tsx';
import { Duration } from '#src/ui/marks/duration.tsx';
import type { ListColumn } from '../list/list-spec.ts';
import { JobStatus } from './job-status.tsx';
import { jobStatusRank } from './job-words.ts';
import type { LastRun } from './last-run.ts';

/** A row with the last run of its job; undefined where the server did not say. */
interface Runs {
  readonly run: LastRun | undefined;
}

const startedAt = ({ run }: Runs): string => run?.startedAt ?? '';
const failedAt = ({ run }: Runs): string => run?.failedAt ?? '';

/** How it went. */
export const LAST_STATUS: ListColumn<Runs> = {
  id: 'job_status',
  header: 'Last run',
  width: '128px',
  isSortable: true,
  cell: ({ run }) => (run === undefined ? <NotKnown /> : <LastStatus status={run.status} />),
  text: ({ run }) => run?.status ?? '',
  // The worst first.
  compare: (a, b) => jobStatusRank(a.run?.status ?? null) - jobStatusRank(b.run?.status ?? null),
};

/** When it began. */
export const LAST_STARTED: ListColumn<Runs> = {
  id: 'job_time_start',
  header: 'Started',
  width: '88px',
  align: 'end',
  isSortable: true,
  cell: ({ run }) => <Age at={run?.startedAt} label="Last run started" />,
  text: startedAt,
  compare: (a, b) => startedAt(a).localeCompare(startedAt(b)),
};

/** How long it took. */
export const LAST_DURATION: ListColumn<Runs> = {
  id: 'job_duration_millis',
  header: 'Duration',
  width: '96px',
  align: 'end',
  isSortable: true,
  hideBelow: 'narrow',
  cell: ({ run }) => <Duration label="Last run took" ms={run?.durationMs} />,
  text: ({ run }) => formatDuration(run?.durationMs ?? Number.NaN),
  compare: (a, b) => (a.run?.durationMs ?? -1) - (b.run?.durationMs ?? -1),
};

/** When one failed last. */
export const LAST_FAILED: ListColumn<Runs> = {
  id: 'job_last_failed',
  header: 'Last failed',
  width: '120px',
  align: 'end',
  isSortable: true,
  hideBelow: 'narrow',
  cell: ({ run }) => <Age at={run?.failedAt} className="text-muted" label="Last failed" />,
  text: failedAt,
  compare: (a, b) => failedAt(a).localeCompare(failedAt(b)),
};

function LastStatus({ status }: { status: string | null }): ReactElement {
  return status === null ? <span className="text-muted">Has not run</span> : <JobStatus status={status} />;
}

/** Stands where the server did not say. */
export function NotKnown(): ReactElement {
  return (
    <span className="text-muted">
      <span aria-hidden>–</span>
      <span className="sr-only">not known</span>
    </span>
  );
}
