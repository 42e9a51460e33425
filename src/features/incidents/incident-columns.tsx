import type { ReactElement } from 'react';
import type { IncidentListRow } from '#sync/read/types.ts';
import { Age } from '#src/ui/age.tsx';
import { AvatarStack } from '#src/ui/avatar-stack.tsx';
import type { Column } from '#src/ui/data-table.tsx';
import { SeverityBars } from '#src/ui/severity-bars.tsx';
import { SyncMark } from '#src/ui/sync-mark.tsx';
import { IncidentStatus, IncidentType } from './incident-marks.tsx';
import { SEVERITY_FALLBACK } from './incident-words.ts';
import { syncStateOf } from './marks.ts';

/** Spec 2.6: Id, Type, Severity, Status, Name, Age, Responders. */
export const incidentColumns: readonly Column<IncidentListRow>[] = [
  { id: 'id', header: 'Id', width: '92px', cell: (row) => <IncidentNumber row={row} /> },
  {
    id: 'type',
    header: 'Type',
    width: '148px',
    hideBelow: 'medium',
    cell: (row) => <IncidentType type={row.type} />,
  },
  {
    id: 'severity',
    header: 'Severity',
    width: '112px',
    cell: ({ severity }) => (
      <SeverityBars isNotSet={severity === ''} severity={severity === '' ? SEVERITY_FALLBACK : severity} />
    ),
  },
  { id: 'status', header: 'Status', width: '136px', cell: (row) => <IncidentStatus status={row.status} /> },
  { id: 'name', header: 'Name', isName: true, cell: (row) => (row.title === '' ? '(no title)' : row.title) },
  {
    id: 'age',
    header: 'Age',
    width: '72px',
    align: 'end',
    cell: (row) => <Age at={row.createdAt} className="text-muted" label="Created" />,
  },
  {
    id: 'responders',
    header: 'Responders',
    width: '164px',
    hideBelow: 'narrow',
    cell: (row) => <AvatarStack label="Responders" people={row.responders} size="small" />,
  },
];

function IncidentNumber({ row }: { row: IncidentListRow }): ReactElement {
  const state = syncStateOf(row.marks);
  return (
    <span className="inline-flex items-center gap-1.5">
      <span className="font-mono tabular text-muted">{row.number ?? 'new'}</span>
      {state !== undefined && <SyncMark isCompact state={state} />}
    </span>
  );
}
