import { UserMinus, UserPlus, UsersRound } from 'lucide-react';
import { useMemo, useState, type ReactElement } from 'react';
import * as v from 'valibot';
import type { PagePart } from '#sync/protocol/paged.ts';
import type { TeamMember } from '#sync/read/teams.ts';
import { usePage } from '#src/platform/replica/use-page.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/layout/empty-state.tsx';
import { Avatar } from '#src/ui/marks/avatar.tsx';
import { SyncMark } from '#src/ui/marks/sync-mark.tsx';
import { ConfirmDialog } from '#src/ui/overlays/confirm-dialog.tsx';
import type { DetailPartProps } from '#src/views/detail/detail-spec.ts';
import { FormDialog } from '#src/views/form/form-dialog.tsx';
import { syncStateOf } from '#src/views/sync-marks.ts';
import { membersForm } from '../members.form.ts';
import { useTeamReason } from '../team-rights.ts';
import { teamHref } from '../team-href.ts';
import { useTeamCommands } from '../use-team-commands.ts';
import type { TeamRead } from './use-team.ts';

type Props = DetailPartProps<TeamRead>;

/** As old as addresses may be. */
const MAX_AGE_MS = 5 * 60_000;
/** People whose addresses are asked for at once. */
const MAX_PEOPLE = 200;

const emailSchema = v.object({ id: v.string(), email: v.string() });

interface Emails {
  readonly byPerson: ReadonlyMap<string, string>;
  readonly note: string | null;
}

/** Addresses of the members of a team as the server told them: they are kept on no device (D22). */
function useEmails(members: readonly TeamMember[]): Emails {
  const ids = members.map(({ person }) => person.id);
  const { part } = usePage(
    { source: 'emails', query: { ids }, range: null, page: 1, size: MAX_PEOPLE },
    MAX_AGE_MS,
  );
  return useMemo(() => {
    const rows = part.is === 'found' ? part.value.rows : [];
    const read = rows.flatMap((row) => {
      const parsed = v.safeParse(emailSchema, row);
      return parsed.success ? [[parsed.output.id, parsed.output.email] as const] : [];
    });
    return { byPerson: new Map(read), note: emailNote(part) };
  }, [part]);
}

/** Why there are no addresses; null where there are, or will be in a moment. */
function emailNote(part: PagePart): string | null {
  switch (part.is) {
    case 'not-here':
      return 'Email addresses are not kept on this device: they need the server.';
    case 'forbidden':
      return 'Your role may not read email addresses.';
    case 'failed':
      return `Email addresses could not be read: ${part.error.message}`;
    default:
      return null;
  }
}

/** Who is in a team, and the way in and out (spec 3, Team management). */
export function MembersTab({ value, claim }: Props): ReactElement {
  const { team, people } = value;
  const [isAdding, setAdding] = useState(false);
  const reason = useTeamReason();
  const groups = Array.from({ length: Math.ceil(team.members.length / MAX_PEOPLE) }, (_none, at) =>
    team.members.slice(at * MAX_PEOPLE, (at + 1) * MAX_PEOPLE),
  );
  return (
    <div className="flex max-w-3xl flex-col gap-2">
      {reason === undefined && (
        <div className="flex justify-end">
          <Button icon={UserPlus} onPress={() => setAdding(true)}>
            Add members
          </Button>
        </div>
      )}
      {team.members.length === 0 ? (
        <EmptyState
          icon={UsersRound}
          title={
            claim.state === 'complete'
              ? "You haven't added any team members to the team yet."
              : 'No members on this device yet'
          }
        />
      ) : (
        groups.map((members, at) => (
          <MemberLines
            canTake={reason === undefined}
            key={members[0]?.key}
            label={at === 0 ? 'Members' : `Members from the ${at * MAX_PEOPLE + 1}st`}
            members={members}
            teamId={team.id}
          />
        ))
      )}
      {isAdding && (
        <AddMembers
          others={people.filter(({ id }) => !team.members.some(({ person }) => person.id === id))}
          teamId={team.id}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  );
}

interface MemberLinesProps {
  label: string;
  members: readonly TeamMember[];
  canTake: boolean;
  teamId: string;
}

function MemberLines({ label, members, canTake, teamId }: MemberLinesProps): ReactElement {
  const { byPerson, note } = useEmails(members);
  return (
    <>
      <ul aria-label={label} className="flex flex-col">
        {members.map((member) => (
          <MemberLine
            canTake={canTake}
            email={byPerson.get(member.person.id)}
            key={member.key}
            member={member}
            teamId={teamId}
          />
        ))}
      </ul>
      {note !== null && <p className="text-table text-muted">{note}</p>}
    </>
  );
}

interface MemberLineProps {
  teamId: string;
  member: TeamMember;
  /** Undefined while it is not known. */
  email: string | undefined;
  canTake: boolean;
}

function MemberLine({ teamId, member, email, canTake }: MemberLineProps): ReactElement {
  const { key, person, marks } = member;
  const [isAsking, setAsking] = useState(false);
  const save = useTeamCommands(`${teamHref(teamId)}/manageTeam`);
  const state = syncStateOf(marks);
  return (
    <li className="flex min-h-control items-center gap-2.5 border-b border-line py-1 text-table">
      <Avatar isDecorative id={person.id} name={person.name} />
      <span className="flex min-w-0 flex-1 flex-wrap gap-x-2">
        <span className="truncate">{person.name}</span>
        {email !== undefined && <span className="truncate text-muted">{email}</span>}
      </span>
      {state !== undefined && <SyncMark isCompact state={state} />}
      {canTake && (
        <IconButton
          icon={UserMinus}
          label={`Remove ${person.name} from the team`}
          size="small"
          onPress={() => setAsking(true)}
        />
      )}
      {isAsking && (
        <ConfirmDialog
          isOpen
          confirmLabel="Remove"
          title={`Remove ${person.name} from the team?`}
          onConfirm={() => {
            setAsking(false);
            save(
              { kind: 'row.delete', table: 'team_members', rowId: key },
              `${person.name} removed from team successfully`,
              `${person.name} not removed from the team`,
            ).catch(() => undefined);
          }}
          onOpenChange={setAsking}
        >
          <p>{person.name} stays in every other team.</p>
        </ConfirmDialog>
      )}
    </li>
  );
}

interface AddMembersProps {
  teamId: string;
  others: Parameters<typeof membersForm>[1];
  onClose: () => void;
}

function AddMembers({ teamId, others, onClose }: AddMembersProps): ReactElement {
  const save = useTeamCommands(`${teamHref(teamId)}/manageTeam`);
  // Who is offered stays while somebody chooses.
  const [offered] = useState(others);
  const spec = useMemo(() => membersForm(teamId, offered), [teamId, offered]);
  const keepAt = useMemo(() => ({ lines: `${teamHref(teamId)}#team:members` }), [teamId]);
  return (
    <FormDialog
      isOpen
      blocker={offered.length === 0 ? 'Everybody this device knows is in the team already' : undefined}
      keepAt={keepAt}
      spec={spec}
      title="Add members"
      verb="Add"
      onDone={onClose}
      onOpenChange={onClose}
      onSubmit={async (submission) => {
        if (submission.kind !== 'command' || submission.command.kind !== 'row.create') return;
        const { command } = submission;
        const added = command.rows.map(
          ({ person_id: id }) => offered.find((person) => person.id === id)?.name,
        );
        const names = added.filter((name) => name !== undefined).join(', ');
        await save(command, `${names} added to the team successfully`, `${names} not added to the team`);
      }}
    />
  );
}
