import { useId, useState, type ReactElement } from 'react';
import { toSyncError } from '#sync/errors.ts';
import type { TicketClient } from '#sync/protocol/ticketing.ts';
import type { ResponderView } from '#sync/read/responders.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { serverBlocker } from '#src/platform/shell/server-blocker.ts';
import { useSyncStatus } from '#src/platform/replica/sync-context.tsx';
import { useWorkInProgress } from '#src/platform/session/work-in-progress.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/overlays/dialog.tsx';
import { StepProgress } from '#src/ui/marks/step-progress.tsx';
import { useIncidentCommands } from '../commands.ts';
import { DraftNotes } from '#src/views/form/draft-notes.tsx';
import { usePeople, useTeams } from '../queries.ts';
import { tellOutcome } from '#src/views/tell-outcome.ts';
import { DetailsStep } from './details-step.tsx';
import type { Directory } from '#src/views/form/pick-one.tsx';
import { effectTitle, effectWords, responderTypeLabels } from './responder-labels.ts';
import { SelectStep, TypeStep } from './select-step.tsx';
import { keptTicket, teamTexts, ticketFields, type IncidentScope, type TicketField } from './ticket-form.ts';
import type { AddFlow } from './use-add-flow.ts';
import { useTicketing, type Asked } from './use-ticketing.ts';
import { useTicketActions } from './use-tickets.ts';

interface AddResponderDialogProps {
  incidentId: string;
  /** What the texts of a team may name. */
  scope: IncidentScope;
  /** Why nothing can be opened for the incident yet. */
  blocker: string | undefined;
  flow: AddFlow;
  responders: readonly ResponderView[];
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

const STEPS = [
  { id: 'select', label: 'Select Responder' },
  { id: 'type', label: 'Responder Type' },
  { id: 'details', label: 'Details' },
] as const;

/** Team or person; for a team its type and the form of that type. */
export function AddResponderDialog(props: AddResponderDialogProps): ReactElement {
  const { flow, isOpen, onOpenChange, responders } = props;
  const isAsking = isOpen && flow.teamId !== null && flow.step !== 'select';
  const clients = useTicketing(
    isAsking && flow.teamId !== null ? { kind: 'clients', teamId: flow.teamId } : null,
  );
  const client =
    clients.answer?.kind === 'clients'
      ? clients.answer.clients.find(({ type }) => type === flow.type)
      : undefined;
  const directory = { people: usePeople(), teams: useTeams() };
  const formId = useId();
  const sending = useSending(props, client, directory);
  const step = flow.step === 'details' && client === undefined ? 'type' : flow.step;
  useWorkInProgress('form', Object.keys(flow.typed).length > 0);
  return (
    <Dialog
      description={addressee(step, directory, flow.teamId, client)}
      footer={<Footer flow={flow} formId={formId} sending={sending} step={step} />}
      isOpen={isOpen}
      title="Add Responder"
      onOpenChange={onOpenChange}
    >
      <div className="flex flex-col gap-4">
        <DraftNotes draft={flow.draft} />
        {flow.kind === 'team' && (
          <StepProgress currentId={step} label="Steps of adding a responder" steps={STEPS} />
        )}
        {step === 'select' && <SelectStep directory={directory} flow={flow} responders={responders} />}
        {step === 'type' && <TypeStep answer={clients.answer} flow={flow} onRetry={clients.ask} />}
        {step === 'details' && client !== undefined && (
          <Details client={client} directory={directory} flow={flow} formId={formId} sending={sending} />
        )}
      </div>
    </Dialog>
  );
}

/** For whom the form is, and what it opens: a long one has its notice far below. */
function addressee(
  step: AddFlow['step'],
  { teams }: Directory,
  teamId: string | null,
  client: TicketClient | undefined,
): string | undefined {
  if (step === 'select') return undefined;
  const team = teams.value?.data.find(({ id }) => id === teamId)?.name;
  if (step === 'type' || client === undefined) return team;
  const type = responderTypeLabels[client.type];
  return team === undefined ? type : `${type} · ${team}`;
}

function Details({
  client,
  directory,
  flow,
  formId,
  sending,
}: {
  client: TicketClient;
  directory: Directory;
  flow: AddFlow;
  formId: string;
  sending: Sending;
}): ReactElement {
  const options: Asked = useTicketing(
    flow.teamId !== null && (client.type === 'jira' || client.type === 'ms_planner')
      ? { kind: 'options', type: client.type, teamId: flow.teamId }
      : null,
  );
  // A field somebody has begun to write in stays one when the choices arrive.
  const [begun, setBegun] = useState<ReadonlySet<string>>(new Set());
  const offered = options.answer?.kind === 'options' ? options.answer.options : {};
  return (
    <DetailsStep
      failure={sending.failure}
      fields={sending.fields}
      formId={formId}
      notice={sending.notice}
      options={Object.fromEntries(Object.entries(offered).filter(([field]) => !begun.has(field)))}
      people={directory.people}
      onFill={(field, value) => {
        if (options.answer === undefined) setBegun(new Set([...begun, field]));
        flow.fill(field, value);
      }}
      onSubmit={sending.sendTeam}
    />
  );
}

interface FooterProps {
  flow: AddFlow;
  step: AddFlow['step'];
  formId: string;
  sending: Sending;
}

function Footer({ flow, step, formId, sending }: FooterProps): ReactElement {
  const { isPending } = sending;
  return (
    <>
      {step !== 'select' && (
        <Button className="-ms-3 me-auto" variant="ghost" onPress={flow.back}>
          Back
        </Button>
      )}
      {step === 'select' && flow.kind === 'team' && (
        <Button
          disabledReason={flow.teamId === null ? 'Select a team first' : undefined}
          variant="primary"
          onPress={flow.next}
        >
          Next
        </Button>
      )}
      {step === 'select' && flow.kind === 'person' && (
        <Button
          disabledReason={flow.personId === null ? 'Select a person first' : undefined}
          isPending={isPending}
          variant="primary"
          onPress={sending.sendPerson}
        >
          Add
        </Button>
      )}
      {step === 'details' && (
        <Button form={formId} isPending={isPending} type="submit" variant="primary">
          {sending.isOnlyPrepared ? 'Prepare' : 'Add'}
        </Button>
      )}
    </>
  );
}

interface Sending {
  readonly isPending: boolean;
  readonly fields: readonly TicketField[];
  readonly notice: string;
  readonly failure: string | undefined;
  /** It is kept as a draft: it cannot be sent now. */
  readonly isOnlyPrepared: boolean;
  readonly sendPerson: () => void;
  readonly sendTeam: () => void;
}

function useSending(
  props: AddResponderDialogProps,
  client: TicketClient | undefined,
  { teams }: Directory,
): Sending {
  const { incidentId, scope, blocker, flow, onOpenChange } = props;
  const { phase } = useSyncStatus();
  const commands = useIncidentCommands(incidentId);
  const model = useReadModel();
  const actions = useTicketActions(incidentId);
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const fields = client === undefined ? [] : ticketFields(client, flow.typed, scope);
  const team = teams.value?.data.find(({ id }) => id === flow.teamId)?.name ?? 'the team';
  const whyNotNow = serverBlocker(phase) ?? blocker;

  const run = (work: () => Promise<void>): void => {
    if (isPending) return;
    setPending(true);
    setFailure(undefined);
    work()
      .catch((thrown: unknown) => setFailure(`Not saved on this device: ${toSyncError(thrown).message}`))
      .finally(() => setPending(false));
  };
  const close = (): void => {
    onOpenChange(false);
    flow.reset();
  };
  return {
    isPending,
    fields,
    failure,
    isOnlyPrepared: whyNotNow !== undefined,
    notice: client === undefined ? '' : noticeOf(client, team, whyNotNow),
    sendPerson: () =>
      run(async () => {
        const { personId } = flow;
        if (personId === null) return;
        await tellOutcome(model, () => commands.addResponder(personId), {
          saved: 'Responder added successfully',
          failed: () => 'Responder not added',
        });
        close();
      }),
    sendTeam: () =>
      run(async () => {
        if (client === undefined || flow.teamId === null) return;
        const effect = await actions.prepare(
          {
            kind: 'responder.open-ticket',
            responderId: crypto.randomUUID(),
            incidentId,
            teamId: flow.teamId,
            ...keptTicket(client.type, fields),
          },
          effectTitle(client.type, team),
        );
        close();
        if (whyNotNow === undefined) await actions.send(effect.id, teamTexts(fields));
      }),
  };
}

function noticeOf(client: TicketClient, team: string, whyNotNow: string | undefined): string {
  const act = effectWords(client.type, team);
  if (whyNotNow === undefined) return `Adding ${act}. This cannot be undone.`;
  return `${whyNotNow}: it is kept as a draft for 24 hours, and nothing is sent until you say so here. Sending it ${act}.`;
}
