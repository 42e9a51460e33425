import { useState, type ReactElement } from 'react';
import { Ago } from '#src/ui/marks/ago.tsx';
import { InlineBar } from '#src/ui/marks/inline-bar.tsx';
import { Spinner } from '#src/ui/marks/spinner.tsx';
import { EffectButton } from '#src/views/effect/effect-button.tsx';
import type { EffectAction } from '#src/views/effect/use-effect-action.ts';
import { titleOf } from '../incident-labels.ts';
import { personName, usePeople } from '../queries.ts';
import { NeedsConnection } from './needs-connection.tsx';
import {
  teamTexts,
  wholeTicket,
  type IncidentScope,
  type TicketField,
  type WholeTicket,
} from './ticket-form.ts';
import { useTicketing } from './use-ticketing.ts';
import type { PreparedTicket } from './use-tickets.ts';

export interface TicketIncident {
  readonly id: string;
  readonly status: string;
  /** Why nothing can be opened for it yet; undefined when something can. */
  readonly blocker: string | undefined;
  /** What the texts of a team may name. */
  readonly scope: IncidentScope;
}

interface SendTicketProps {
  incident: TicketIncident;
  ticket: PreparedTicket;
  action: EffectAction;
}

/** Asked again with its age, the state of the incident and the whole form, because the world has moved on meanwhile. */
export function SendTicket({ incident, ticket, action }: SendTicketProps): ReactElement {
  const { effect } = ticket;
  const [isLooking, setLooking] = useState(false);
  const { whole, notAsked, ask } = useWholeTicket(ticket, incident.scope, isLooking);
  return (
    <EffectButton
      blocker={action.blocker ?? incident.blocker}
      isPending={action.isBusy}
      question={{
        title: 'Still send it?',
        confirm: 'Send it now',
        blocker: whyNotYet(whole, notAsked),
        content: (
          <>
            <p>
              {effect.title}. Prepared <Ago at={effect.createdAt} />; the incident is now{' '}
              {titleOf(incident.status).toLowerCase()}. It is sent once and cannot be undone.
            </p>
            {notAsked !== undefined && (
              <NeedsConnection onRetry={ask}>
                what the team sets is not kept on this device. {notAsked}
              </NeedsConnection>
            )}
            {notAsked === undefined && whole === undefined && (
              <Spinner label="Asking the server what the team sets" />
            )}
            {whole?.kind === 'changed' && (
              <InlineBar tone="warning">{whole.why}. Drop it and prepare it again.</InlineBar>
            )}
            {whole?.kind === 'whole' && <Fields fields={whole.fields} />}
          </>
        ),
        onOpenChange: setLooking,
      }}
      size="small"
      variant="ghost"
      onPress={() => {
        if (whole?.kind === 'whole') void action.send(effect, teamTexts(whole.fields));
      }}
    >
      Send it…
    </EffectButton>
  );
}

function whyNotYet(whole: WholeTicket | undefined, notAsked: string | undefined): string | undefined {
  if (notAsked !== undefined) return 'What the team sets is not known';
  if (whole === undefined) return 'Asking the server what the team sets';
  return whole.kind === 'changed' ? whole.why : undefined;
}

/** The form as it would be sent now. What the team sets is asked for while somebody looks, and is in memory alone (D22). */
function useWholeTicket(
  { request }: PreparedTicket,
  scope: IncidentScope,
  isLooking: boolean,
): { whole: WholeTicket | undefined; notAsked: string | undefined; ask: () => void } {
  const { answer, ask } = useTicketing(isLooking ? { kind: 'clients', teamId: request.teamId } : null);
  const { properties, fromTeam = [] } = request;
  const notAsked = answer?.kind === 'unanswered' ? answer.reason : undefined;
  const whole =
    answer?.kind === 'clients' ? wholeTicket({ properties, fromTeam }, answer.clients, scope) : undefined;
  return { whole, notAsked, ask };
}

function Fields({ fields }: { fields: readonly TicketField[] }): ReactElement {
  const people = usePeople();
  const shown = ({ name, value }: TicketField): string =>
    name === 'person' ? personName(value, people.value?.data) : value;
  return (
    <dl className="mt-3 flex max-h-64 flex-col gap-1.5 overflow-y-auto text-table">
      {fields
        .filter(({ value }) => value.trim() !== '')
        .map((field) => (
          <div key={field.name}>
            <dt>
              {field.label}
              {field.isFromTeam && ' · set by the team'}
            </dt>
            <dd className="whitespace-pre-line text-fg wrap-any">{shown(field)}</dd>
          </div>
        ))}
    </dl>
  );
}
