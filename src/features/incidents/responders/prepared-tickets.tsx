import type { ReactElement } from 'react';
import type { Effect } from '#sync/protocol/effect.ts';
import { UNKNOWN_TEAM } from '#sync/read/people.ts';
import { Avatar } from '#src/ui/marks/avatar.tsx';
import { Button } from '#src/ui/button.tsx';
import { Records } from '#src/ui/layout/error-boundary.tsx';
import { useMinuteNow } from '#src/ui/marks/minute-clock.ts';
import { shownState } from '#src/views/effect/effect-state.ts';
import { useTeams } from '../queries.ts';
import { fieldLabel } from './responder-labels.ts';
import { SendTicket, type TicketIncident } from './send-ticket.tsx';
import { useTicketAction, type PreparedTicket } from './use-tickets.ts';

interface PreparedTicketsProps {
  incident: TicketIncident;
  tickets: readonly PreparedTicket[];
  canEdit: boolean;
}

/** Team responders that were prepared here: each waits for a person, and for nothing else (ux 4.6 C). */
export function PreparedTickets({ incident, tickets, canEdit }: PreparedTicketsProps): ReactElement | null {
  if (tickets.length === 0) return null;
  return (
    <ul aria-label="Prepared responders" className="flex flex-col divide-y divide-line border-t border-line">
      <Records idOf={({ effect }) => effect.id} nameOf={({ effect }) => effect.title} of={tickets}>
        {(ticket) => <PreparedItem canEdit={canEdit} incident={incident} ticket={ticket} />}
      </Records>
    </ul>
  );
}

function PreparedItem({
  incident,
  ticket: { effect, request },
  canEdit,
}: {
  incident: TicketIncident;
  ticket: PreparedTicket;
  canEdit: boolean;
}): ReactElement {
  const teams = useTeams();
  const action = useTicketAction(incident.id);
  const nowMs = Math.max(useMinuteNow(), effect.createdAt);
  const state = shownState(effect, nowMs);
  const { fromTeam = [] } = request;
  const name = teams.value?.data.find(({ id }) => id === request.teamId)?.name ?? UNKNOWN_TEAM;
  return (
    <li className="flex flex-col gap-0.5 py-2">
      <span className="flex items-center gap-2 text-table">
        <Avatar isDecorative id={request.teamId} name={name} />
        <span className="flex min-w-0 flex-wrap items-center gap-x-2">
          <span className="max-w-full truncate">{name}</span>
          <span className="text-muted">{stateWords(effect, state, nowMs)}</span>
        </span>
      </span>
      <span className="ps-8 text-table text-muted wrap-any">{effect.title}</span>
      {state === 'prepared' && fromTeam.length > 0 && (
        <span className="ps-8 text-table text-muted">
          Set by the team when it is sent: {fromTeam.map(fieldLabel).join(', ')}
        </span>
      )}
      {effect.reason !== null && <span className="ps-8 text-table wrap-any">{effect.reason}</span>}
      {canEdit && state !== 'sending' && (
        <span className="flex flex-wrap items-center gap-1 ps-5.5">
          {state === 'prepared' && (
            <SendTicket action={action} incident={incident} ticket={{ effect, request }} />
          )}
          <Button
            isPending={action.isBusy}
            size="small"
            variant="ghost"
            onPress={() => void action.drop(effect)}
          >
            {state === 'prepared' ? 'Drop' : 'Remove from list'}
          </Button>
        </span>
      )}
    </li>
  );
}

const HOUR_MS = 3_600_000;

/** Where it stands, and how long it may still be sent. */
function stateWords({ expiresAt }: Effect, state: Effect['state'], nowMs: number): string {
  switch (state) {
    case 'prepared': {
      const hours = Math.floor((expiresAt - nowMs) / HOUR_MS);
      return `prepared, not sent · ${hours < 1 ? 'less than an hour' : `${hours} h`} left`;
    }
    case 'sending':
      return 'sending';
    case 'refused':
      return 'refused by the server';
    case 'unknown':
      return 'sent, but no answer came: it may have happened';
    case 'expired':
      return 'expired; never sent';
    case 'done':
      return 'added';
  }
}
