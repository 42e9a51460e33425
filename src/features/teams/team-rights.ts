import type { TeamRow } from '#sync/read/teams.ts';
import { useAccess } from '#src/platform/session/access-context.tsx';

/**
 * Why this person may not change a team; undefined when they may. Teams are no resource of the spec's table: the server
 * keeps them with the database (reference server.md), and decides in the end.
 */
export function useTeamReason(team?: Pick<TeamRow, 'source'>): string | undefined {
  const { areRolesKnown, can, roles } = useAccess();
  if (!areRolesKnown) return 'Your role is not known on this device yet, so teams are read-only';
  if (!can('write', 'database'))
    return `Read-only: your role (${roles.join(', ')}) does not allow changing teams`;
  const source = team?.source ?? 'UI';
  return source === 'UI' ? undefined : `Read-only: it is defined in ${source}, and is changed there`;
}
