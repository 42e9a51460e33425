import type { ReactElement } from 'react';
import type { TeamRow } from '#sync/read/teams.ts';
import { LAST_FAILED, LAST_STARTED, LAST_STATUS } from '#src/views/jobs/last-run-columns.tsx';
import type { LastRun } from '#src/views/jobs/last-run.ts';
import { Age } from '#src/ui/marks/age.tsx';
import { AvatarStack } from '#src/ui/marks/avatar-stack.tsx';
import { SyncMark } from '#src/ui/marks/sync-mark.tsx';
import type { Column } from '#src/ui/table/data-table.tsx';
import type { ListColumn } from '#src/views/list/list-spec.ts';
import { syncStateOf } from '#src/views/sync-marks.ts';

/** A team of this device, with the last run of its job; undefined where the server did not say. */
export type TeamLine = TeamRow & { readonly run: LastRun | undefined };

const byText = (textOf: (row: TeamRow) => string) => (a: TeamRow, b: TeamRow) =>
  textOf(a).localeCompare(textOf(b));

const NAME: ListColumn<TeamLine> = {
  id: 'name',
  header: 'Name',
  isName: true,
  isSortable: true,
  cell: (team) => <TeamName team={team} />,
  text: ({ name }) => name,
  compare: byText(({ name }) => name),
};

const MEMBERS: ListColumn<TeamLine> = {
  id: 'members',
  header: 'Members',
  width: '176px',
  isSortable: true,
  cell: ({ members }) =>
    members.length === 0 ? (
      <span className="text-muted">None</span>
    ) : (
      <AvatarStack label="Members" people={members.map(({ person }) => person)} size="small" />
    ),
  text: ({ members }) => members.map(({ person }) => person.name).join(', '),
  compare: (a, b) => a.members.length - b.members.length,
};

/** What the device knows of a team. */
export const teamColumns: readonly ListColumn<TeamLine>[] = [
  NAME,
  MEMBERS,
  {
    id: 'source',
    header: 'Source',
    width: '144px',
    isSortable: true,
    hideBelow: 'medium',
    cell: ({ source }) => source ?? <span className="text-muted">–</span>,
    text: ({ source }) => source ?? '',
    compare: byText(({ source }) => source ?? ''),
  },
  LAST_STATUS,
  { ...LAST_STARTED, hideBelow: 'medium' },
  { ...LAST_FAILED, hideBelow: 'medium' },
  {
    id: 'created_by',
    header: 'Created By',
    width: '160px',
    isSortable: true,
    hideBelow: 'narrow',
    cell: ({ author }) => author?.name ?? <span className="text-muted">–</span>,
    text: ({ author }) => author?.name ?? '',
    compare: byText(({ author }) => author?.name ?? ''),
  },
  {
    id: 'created_at',
    header: 'Created',
    width: '96px',
    align: 'end',
    isSortable: true,
    hideBelow: 'narrow',
    cell: ({ createdAt }) => <Age at={createdAt} className="text-muted" label="Created" />,
    text: ({ createdAt }) => createdAt ?? '',
    compare: byText(({ createdAt }) => createdAt ?? ''),
  },
  {
    id: 'updated_at',
    header: 'Updated',
    width: '108px',
    align: 'end',
    isSortable: true,
    hideBelow: 'medium',
    cell: ({ updatedAt }) => <Age at={updatedAt} className="text-muted" label="Updated" />,
    text: ({ updatedAt }) => updatedAt ?? '',
    compare: byText(({ updatedAt }) => updatedAt ?? ''),
  },
];

/** Where the columns have no room beside each other (ux 4.3). */
export const narrowColumns: readonly Column<TeamLine>[] = [NAME, { ...MEMBERS, width: '128px' }];

function TeamName({ team: { name, marks } }: { team: TeamRow }): ReactElement {
  const state = syncStateOf(marks);
  return (
    <span title={name}>
      {name}
      {state !== undefined && <SyncMark isCompact className="ms-2" state={state} />}
    </span>
  );
}
