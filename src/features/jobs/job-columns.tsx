import type { ReactElement } from 'react';
import { formatDuration } from '#src/lib/durations.ts';
import { Age } from '#src/ui/marks/age.tsx';
import type { Column } from '#src/ui/table/data-table.tsx';
import { Duration } from '#src/ui/marks/duration.tsx';
import { JobStatus } from '#src/views/jobs/job-status.tsx';
import type { ListColumn } from '#src/views/list/list-spec.ts';
import { agentOf, durationOf, runName, startOf, statistics, type JobRun } from './job-row.ts';

/**
 * Spec 002: "Timestamp, Job Name (click filters by name), Agent, Resource, Status, Duration, Statistics"; the resource is
 * the page's own. The ids are what the server sorts by.
 */
export const jobColumns: readonly ListColumn<JobRun>[] = [
  {
    id: 'created_at',
    header: 'Timestamp',
    width: '128px',
    isSortable: true,
    cell: (run) => <Age at={startOf(run)} label="Started" />,
    text: (run) => startOf(run) ?? '',
  },
  {
    id: 'name',
    header: 'Job Name',
    isName: true,
    isSortable: true,
    cell: runName,
    text: runName,
    filter: ({ name }) =>
      name === null || name === '' ? undefined : { param: 'name', value: name, label: name },
  },
  {
    id: 'agent',
    header: 'Agent',
    width: '128px',
    hideBelow: 'narrow',
    cell: (run) => agentOf(run)?.name ?? <span className="text-muted">–</span>,
    text: (run) => agentOf(run)?.name ?? '',
  },
  {
    id: 'status',
    header: 'Status',
    width: '132px',
    isSortable: true,
    cell: ({ status }) => <JobStatus status={status} />,
    text: ({ status }) => status ?? '',
  },
  {
    id: 'duration_millis',
    header: 'Duration',
    width: '104px',
    align: 'end',
    isSortable: true,
    cell: (run) => <Duration ms={durationOf(run)} />,
    text: (run) => formatDuration(durationOf(run) ?? Number.NaN),
  },
  {
    id: 'statistics',
    header: 'Statistics',
    width: '176px',
    cell: (run) => <Statistics run={run} />,
    text: statisticsWords,
  },
];

/** Where the columns have no room beside each other (ux 4.3). */
export const narrowColumns: readonly Column<JobRun>[] = [
  {
    id: 'name',
    header: 'Job Name',
    isName: true,
    cell: (run) => (
      // As high as the row, so that the whole of it is the link under a finger.
      <span className="flex h-[calc(var(--row-height)-1px)] flex-col justify-center">
        <span className="block truncate leading-5">{runName(run)}</span>
        <span className="flex items-center gap-x-3 overflow-hidden text-caption leading-4 font-normal text-muted">
          <JobStatus status={run.status} />
          <Statistics run={run} />
        </span>
      </span>
    ),
  },
  {
    id: 'created_at',
    header: 'Timestamp',
    width: '96px',
    align: 'end',
    cell: (run) => <Age at={startOf(run)} className="text-muted" label="Started" />,
  },
];

function statisticsWords(run: JobRun): string {
  return statistics(run)
    .map(({ label, count }) => `${label}: ${count.toLocaleString()}`)
    .join(', ');
}

/** How many things were done, and how many were not. */
export function Statistics({ run }: { run: JobRun }): ReactElement {
  const all = statistics(run);
  if (all.length === 0) return <span className="text-muted">–</span>;
  return (
    <span className="tabular" title={statisticsWords(run)}>
      {all.map(({ label, count }, at) => (
        <span key={label}>
          {at > 0 && ', '}
          <span className="text-muted">{label}: </span>
          {count.toLocaleString()}
        </span>
      ))}
    </span>
  );
}
