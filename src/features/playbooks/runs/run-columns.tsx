import type { ReactElement } from 'react';
import { Age } from '#src/ui/marks/age.tsx';
import type { Column } from '#src/ui/table/data-table.tsx';
import { Duration } from '#src/ui/marks/duration.tsx';
import { StatusMark, type Status } from '#src/ui/marks/status-mark.tsx';
import { IconMark, TypeMark } from '#src/ui/marks/type-mark.tsx';
import type { ListColumn } from '#src/views/list/list-spec.ts';
import { usePersonName } from '#src/views/person-name.ts';
import { resourceName, runDate, runMs, runName, runResource, type Run } from './run-row.ts';
import { statusTitle } from './status-title.ts';

/** Spec 2: "Name, Resource, Status, Date, Duration, Created At, Created By", for what they all ran on the same. */
export const runColumns: readonly ListColumn<Run>[] = [
  { id: 'name', header: 'Name', isName: true, cell: runName, text: runName },
  {
    id: 'status',
    header: 'Status',
    width: '128px',
    cell: (run) => <RunStatus run={run} />,
    text: ({ status }) => status ?? '',
  },
  {
    id: 'date',
    header: 'Date',
    width: '112px',
    align: 'end',
    cell: (run) => <Age at={runDate(run)} className="text-muted" label="Date" />,
    text: (run) => runDate(run) ?? '',
  },
  {
    id: 'duration',
    header: 'Duration',
    width: '96px',
    align: 'end',
    hideBelow: 'narrow',
    cell: (run) => <Duration label="Duration" ms={runMs(run)} />,
    text: (run) => String(runMs(run) ?? ''),
  },
  {
    id: 'created_at',
    header: 'Created At',
    width: '112px',
    align: 'end',
    hideBelow: 'medium',
    cell: ({ created_at: at }) => <Age at={at} className="text-muted" label="Created" />,
    text: ({ created_at: at }) => at ?? '',
  },
  {
    id: 'created_by',
    header: 'Created By',
    width: '144px',
    hideBelow: 'narrow',
    cell: ({ created_by: id }) => (id === null ? '–' : <PersonName id={id} />),
    text: ({ created_by: id }) => id ?? '',
  },
];

const RESOURCE: ListColumn<Run> = {
  id: 'resource',
  header: 'Resource',
  cell: (run) => <Resource run={run} />,
  text: (run) => resourceName(runResource(run)),
};

/** The same seven where they ran on many things. */
export const allRunColumns: readonly ListColumn<Run>[] = [
  ...runColumns.slice(0, 1),
  RESOURCE,
  ...runColumns.slice(1),
];

/** Where seven columns have no room (ux 4.3): what it ran on, and how long, under its name. */
export const narrowColumns: readonly Column<Run>[] = [
  {
    id: 'name',
    header: 'Name',
    isName: true,
    cell: (run) => (
      // As high as the row, so that the whole of it is the link under a finger.
      <span className="flex h-[calc(var(--row-height)-1px)] flex-col justify-center">
        <span className="block truncate leading-5">{runName(run)}</span>
        <span className="flex items-center gap-x-3 overflow-hidden text-caption leading-4 font-normal text-muted">
          <RunStatus run={run} />
          <Duration label="Duration" ms={runMs(run)} />
          <span className="truncate">{resourceName(runResource(run))}</span>
        </span>
      </span>
    ),
  },
  {
    id: 'date',
    header: 'Date',
    width: '80px',
    align: 'end',
    cell: (run) => <Age at={runDate(run)} className="text-muted" label="Date" />,
  },
];

/** Spec 4; whatever else there is has not ended. */
const MARKS: ReadonlyMap<string, Status> = new Map([
  ['completed', 'healthy'],
  ['failed', 'unhealthy'],
  ['timed_out', 'unhealthy'],
  ['cancelled', 'suspended'],
  ['skipped', 'suspended'],
]);

export function RunStatus({
  run: { status, error },
}: {
  run: Pick<Run, 'status'> & Partial<Pick<Run, 'error'>>;
}): ReactElement {
  if (status === null || status === '') return <>–</>;
  return (
    <span className="inline-flex max-w-full min-w-0 align-middle" title={error ?? undefined}>
      <StatusMark status={MARKS.get(status) ?? 'unknown'} word={statusTitle(status)} />
    </span>
  );
}

function Resource({ run }: { run: Run }): ReactElement {
  const resource = runResource(run);
  if (resource === null) return <span className="text-muted">–</span>;
  const { kind, name, type } = resource;
  return (
    <span className={name === null ? 'text-muted' : undefined}>
      {kind === 'check' ? <IconMark name={type} /> : <TypeMark type={type} />}
      {resourceName(resource)}
    </span>
  );
}

function PersonName({ id }: { id: string }): ReactElement {
  return <>{usePersonName()(id) ?? 'Somebody'}</>;
}
