import { Plus } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { IncidentDetail } from '#sync/read/types.ts';
import { IconButton } from '#src/ui/button.tsx';
import { Records } from '#src/ui/layout/error-boundary.tsx';
import { useWriteReason } from '../permissions.ts';
import { useResponders } from '../queries.ts';
import { ReadFailedBar } from '#src/views/view-notices.tsx';
import { AddResponderDialog } from './add-responder-dialog.tsx';
import { PreparedTickets } from './prepared-tickets.tsx';
import { ResponderItem } from './responder-item.tsx';
import type { IncidentScope } from './ticket-form.ts';
import { useAddFlow } from './use-add-flow.ts';
import { useTickets } from './use-tickets.ts';

/** Who responds to an incident, who is about to, and the way to add and delete them. */
export function RespondersField({ incident }: { incident: IncidentDetail }): ReactElement {
  const incidentId = incident.id;
  const live = useResponders(incidentId);
  const { tickets, failure } = useTickets(incidentId);
  const editReason = useWriteReason('responder', 'responders');
  const flow = useAddFlow(incidentId);
  const [adding, setAdding] = useState<'never' | 'open' | 'closed'>('never');
  const responders = live.value?.data ?? [];
  const canEdit = editReason === undefined;
  const blocker =
    incident.number === null
      ? 'The incident is not on the server yet, so nothing can be opened for it'
      : undefined;
  return (
    <section aria-label="Responders" className="flex min-w-0 flex-col gap-1">
      <div className="flex min-h-control-small items-center justify-between gap-2">
        <h3 className="text-table text-muted">Responders</h3>
        <IconButton
          disabledReason={editReason}
          icon={Plus}
          label="Add responder"
          size="small"
          onPress={() => setAdding('open')}
        />
      </div>
      {live.status === 'failed' && (
        <ReadFailedBar error={live.error}>Who responds could not be read from this device</ReadFailedBar>
      )}
      {failure !== undefined && (
        <ReadFailedBar error={{ message: failure }}>
          Which responders were prepared here could not be read from this device
        </ReadFailedBar>
      )}
      {responders.length > 0 && (
        <ul aria-label="Responders" className="flex flex-col">
          <Records idOf={({ id }) => id} nameOf={({ who }) => who.name} of={responders}>
            {(responder) => <ResponderItem canEdit={canEdit} incidentId={incidentId} responder={responder} />}
          </Records>
        </ul>
      )}
      {responders.length === 0 && tickets.length === 0 && live.status === 'ready' && (
        <p className="text-table text-muted">
          {live.value.state === 'complete' ? 'Nobody yet' : 'Nobody on this device yet'}
        </p>
      )}
      <PreparedTickets
        canEdit={canEdit}
        incident={{ id: incidentId, status: incident.status, blocker, scope: scopeOf(incident) }}
        tickets={tickets}
      />
      {canEdit && adding !== 'never' && (
        <AddResponderDialog
          blocker={blocker}
          flow={flow}
          incidentId={incidentId}
          isOpen={adding === 'open'}
          responders={responders}
          scope={scopeOf(incident)}
          onOpenChange={(isOpen) => setAdding(isOpen ? 'open' : 'closed')}
        />
      )}
    </section>
  );
}

/** The incident under the names of its columns: what the texts of a team may name. */
function scopeOf(incident: IncidentDetail): IncidentScope {
  const { id, number, title, description, status, severity, type, createdAt, commander } = incident;
  return {
    id,
    incident_id: number,
    title,
    description,
    status,
    severity,
    type,
    created_at: createdAt,
    commander: commander === null ? null : { id: commander.id, name: commander.name },
  };
}
