import { useState, type ReactElement } from 'react';
import type { TicketClient } from '#sync/protocol/ticketing.ts';
import { FormBody } from '#src/views/form/form-body.tsx';
import type { FormValues } from '#src/views/form/form-spec.ts';
import type { Submission } from '#src/views/form/submission.ts';
import { useKitForm } from '#src/views/form/use-kit-form.ts';
import type { IncidentScope } from './ticket-form.ts';
import { resolvedTicket, ticketForm } from './ticket.form.ts';
import { useFlowKeep, type AddFlow } from './use-add-flow.ts';
import { useTicketing } from './use-ticketing.ts';

interface DetailsStepProps {
  formId: string;
  flow: AddFlow;
  client: TicketClient;
  incidentId: string;
  teamId: string;
  /** What the texts of the team may name. */
  scope: IncidentScope;
  /** Names the prepared action. */
  title: string;
  /** What happens when it is sent, or why it will only be prepared. */
  notice: string;
  onSubmit: (submission: Submission) => Promise<void>;
  /** It is prepared. */
  onDone: () => void;
}

/** The form of one responder type, made of what the team has fixed and what the other system offers. */
export function DetailsStep(props: DetailsStepProps): ReactElement {
  const { formId, flow, client, incidentId, teamId, scope, title, notice, onSubmit, onDone } = props;
  const asked = useTicketing(
    client.type === 'jira' || client.type === 'ms_planner'
      ? { kind: 'options', type: client.type, teamId }
      : null,
  );
  // A field somebody has begun to write in stays one when the choices arrive.
  const [begun, setBegun] = useState<ReadonlySet<string>>(new Set());
  const offered = asked.answer?.kind === 'options' ? asked.answer.options : {};
  const options = Object.fromEntries(Object.entries(offered).filter(([name]) => !begun.has(name)));
  const keep = useFlowKeep(flow, (names) => {
    if (asked.answer === undefined) setBegun(new Set(names));
  });
  const form = useKitForm({
    spec: ticketForm({ client, options, scope, title, incidentId, teamId }),
    keep,
    resolve: (typed: FormValues) => resolvedTicket(client, scope, typed),
    onSubmit,
    onDone,
  });
  return (
    <FormBody form={form} id={formId}>
      <p className="text-table text-muted">{notice}</p>
    </FormBody>
  );
}
