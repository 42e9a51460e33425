import { Pencil, Trash2 } from 'lucide-react';
import { useState, type ReactElement, type ReactNode } from 'react';
import { DocumentCode } from '#src/code/document-code.tsx';
import { Age } from '#src/ui/marks/age.tsx';
import { SyncMark } from '#src/ui/marks/sync-mark.tsx';
import { ConfirmDialog } from '#src/ui/overlays/confirm-dialog.tsx';
import { KeyValueList } from '#src/ui/text/key-value-list.tsx';
import { BodyView } from '#src/views/body-view.tsx';
import type { DetailHead, DetailPartProps, DetailSpec } from '#src/views/detail/detail-spec.ts';
import { lastListHref } from '#src/views/list/list-href.ts';
import { isRow } from '#src/views/row-text.ts';
import { editableDefinition } from '#src/views/definition.ts';
import { syncStateOf } from '#src/views/sync-marks.ts';
import { TeamDialog } from '../team-dialog.tsx';
import { useTeamReason } from '../team-rights.ts';
import { teamHref } from '../team-href.ts';
import { teamSearch } from '../team-search.ts';
import { useTeamCommands } from '../use-team-commands.ts';
import { MembersTab } from './members-tab.tsx';
import { useTeamAddress } from './team-address.ts';
import { useTeam, type TeamRead } from './use-team.ts';

type Props = DetailPartProps<TeamRead>;

/** A team (spec 3: "Tabs depend on the resource: spec, manageTeam (teams) and jobHistory"). */
export const teamSpec: DetailSpec<TeamRead> = {
  subject: {
    label: 'Team',
    notFound: 'No resources found',
    list: { label: 'Teams', href: () => lastListHref(teamSearch.path) },
  },
  useOne: useTeam,
  useHead: useTeamHead,
  tabs: [
    { id: 'spec', label: 'Spec', Body: SpecTab },
    {
      id: 'manageTeam',
      label: 'Members',
      Body: MembersTab,
      count: () => null,
    },
    { id: 'jobHistory', label: 'Job History', Body: JobsTab },
  ],
  aside: [{ id: 'details', title: 'Details', Body: TeamFacts }],
};

function useTeamHead({ value: { team, definition, again } }: Props): DetailHead {
  const [dialog, setDialog] = useState<'none' | 'edit' | 'delete'>('none');
  const reason = useTeamReason(team);
  const state = syncStateOf(team.marks);
  const count = team.members.length;
  const close = (): void => setDialog('none');
  return {
    name: team.name,
    title: team.name,
    marks: (
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span>{count === 1 ? '1 member' : `${count} members`}</span>
        {team.source !== null && <span>{team.source}</span>}
        {state !== undefined && <SyncMark state={state} />}
        {dialog === 'edit' && <TeamDialog definition={editable(definition)} team={team} onClose={close} />}
        {dialog === 'delete' && <DeleteTeam id={team.id} name={team.name} onClose={close} />}
      </span>
    ),
    isOld: false,
    actions: [
      {
        is: 'button',
        id: 'delete',
        label: 'Delete',
        icon: Trash2,
        reason,
        onPress: () => setDialog('delete'),
      },
      {
        is: 'button',
        id: 'edit',
        label: 'Edit',
        icon: Pencil,
        isPrimary: true,
        // Before it is read nobody can say that it is not on this device.
        reason: reason ?? (definition.status === 'loading' ? 'Its definition is being read' : undefined),
        onPress: () => setDialog('edit'),
      },
    ],
    refresh: async () => again(),
  };
}

/** The definition where it is known, as it can be edited here. */
function editable({ value }: TeamRead['definition']): unknown {
  const body = value?.body ?? value?.remains;
  return isRow(body) ? editableDefinition(body['spec'] ?? {})?.spec : undefined;
}

function DeleteTeam({ id, name, onClose }: { id: string; name: string; onClose: () => void }): ReactElement {
  const save = useTeamCommands(teamHref(id));
  const { onLeave } = useTeamAddress();
  return (
    <ConfirmDialog
      isOpen
      confirmLabel="Delete team"
      title={`Delete team ${name}?`}
      onConfirm={() => {
        const command = { kind: 'row.delete', table: 'teams', rowId: id } as const;
        // What went wrong has been said.
        save(command, 'Team deleted successfully', 'Team not deleted').then(onLeave, () => undefined);
        onClose();
      }}
      onOpenChange={onClose}
    >
      <p>Incidents and playbooks that name it go on naming it. Its members stay as they are.</p>
    </ConfirmDialog>
  );
}

function SpecTab({ value: { team, definition } }: Props): ReactElement {
  const { format, onFormat } = useTeamAddress();
  return (
    <BodyView isToRead read={definition} what={`The definition of ${team.name}`}>
      {(body) => {
        const spec = isRow(body) ? body['spec'] : undefined;
        if (spec === undefined || spec === null) return <p className="text-table text-muted">It has none.</p>;
        return (
          <DocumentCode
            document={spec}
            format={format ?? 'yaml'}
            label="Spec"
            onFormat={(next) => onFormat(next === 'json' ? next : undefined)}
          />
        );
      }}
    </BodyView>
  );
}

function JobsTab(): ReactElement {
  return <>{useTeamAddress().jobs}</>;
}

/** Every fact of a team; what is not known is left out. */
function TeamFacts({ value: { team } }: Props): ReactElement {
  const { name, icon, source, author, createdAt, updatedAt } = team;
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Name', name],
    ['Icon', icon],
    ['Source', source],
    ['Created By', author?.name ?? null],
    ['Created', createdAt !== null && <Age at={createdAt} label="Created" />],
    ['Updated', updatedAt !== null && <Age at={updatedAt} label="Updated" />],
  ];
  const items = facts.flatMap(([label, value]) =>
    value === null || value === false || value === '' ? [] : [{ id: label, label, value }],
  );
  return <KeyValueList items={items} />;
}
