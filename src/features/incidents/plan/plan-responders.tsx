import type { ReactElement } from 'react';
import type { IncidentDetail } from '#sync/read/types.ts';
import { Avatar } from '#src/ui/marks/avatar.tsx';
import { Badge } from '#src/ui/marks/badge.tsx';
import { Records } from '#src/ui/layout/error-boundary.tsx';
import { useResponders } from '../queries.ts';
import { useTickets } from '../responders/use-tickets.ts';
import { ReadFailedBar } from '#src/views/view-notices.tsx';

/** Commander and responders by name; adding and deleting them is in the panel. */
export function PlanResponders({ incident }: { incident: IncidentDetail }): ReactElement {
  const live = useResponders(incident.id);
  const { tickets } = useTickets(incident.id);
  const responders = live.value?.data ?? [];
  const { commander } = incident;
  const waiting = tickets.filter(({ effect }) => effect.state === 'prepared').length;
  const isNobody = commander === null && responders.length === 0;
  return (
    <>
      {live.status === 'failed' && (
        <ReadFailedBar error={live.error}>Who responds could not be read from this device</ReadFailedBar>
      )}
      {isNobody && live.status === 'ready' && (
        <p className="text-table text-muted">
          {live.value.state === 'complete' ? 'Nobody yet' : 'Nobody on this device yet'}
        </p>
      )}
      {!isNobody && (
        <ul aria-label="Who responds" className="flex flex-col">
          {commander !== null && <Who id={commander.id} name={commander.name} note="Commander" />}
          <Records idOf={({ id }) => id} nameOf={({ who }) => who.name} of={responders}>
            {({ who, kind, externalId }) => (
              <Who
                externalId={externalId}
                id={who.id}
                name={who.name}
                note={kind === 'team' ? 'Team' : 'Responder'}
              />
            )}
          </Records>
        </ul>
      )}
      {waiting > 0 && (
        <p className="pt-1 text-table text-muted">
          {waiting === 1 ? '1 team is prepared, not sent' : `${waiting} teams are prepared, not sent`}: see
          Responders in Details
        </p>
      )}
    </>
  );
}

function Who({
  id,
  name,
  note,
  externalId = null,
}: {
  id: string;
  name: string;
  note: string;
  externalId?: string | null;
}): ReactElement {
  return (
    <li className="flex min-h-9 items-center gap-2 text-table">
      <Avatar isDecorative id={id} name={name} />
      <span className="min-w-0 truncate">{name}</span>
      <span className="text-muted">{note}</span>
      {externalId !== null && (
        <Badge isCode tone="outline">
          {externalId}
        </Badge>
      )}
    </li>
  );
}
