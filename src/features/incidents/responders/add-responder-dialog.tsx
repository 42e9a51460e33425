import { useId, useState, type ReactElement } from 'react';
import type { TicketClient } from '#sync/protocol/ticketing.ts';
import type { ResponderView } from '#sync/read/responders.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { useWorkInProgress } from '#src/platform/session/work-in-progress.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/overlays/dialog.tsx';
import { StepProgress } from '#src/ui/marks/step-progress.tsx';
import { useIncidentCommands } from '../commands.ts';
import { DraftNotes } from '#src/views/form/draft-notes.tsx';
import { usePeople, useTeams } from '../queries.ts';
import type { Submission } from '#src/views/form/submission.ts';
import { tellOutcome } from '#src/views/tell-outcome.ts';
import { DetailsStep } from './details-step.tsx';
import type { Directory } from '#src/views/form/pick-one.tsx';
import { effectTitle, effectWords, responderTypeLabels } from './responder-labels.ts';
import { SelectStep, TypeStep } from './select-step.tsx';
import type { IncidentScope } from './ticket-form.ts';
import type { AddFlow } from './use-add-flow.ts';
import { useTicketing } from './use-ticketing.ts';
import { useTicketAction } from './use-tickets.ts';

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
          <DetailsStep
            client={client}
            flow={flow}
            formId={formId}
            incidentId={props.incidentId}
            notice={sending.notice}
            scope={props.scope}
            teamId={flow.teamId ?? ''}
            title={sending.title}
            onDone={() => onOpenChange(false)}
            onSubmit={sending.sendTeam}
          />
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
        <Button form={formId} type="submit" variant="primary">
          {sending.isOnlyPrepared ? 'Prepare' : 'Add'}
        </Button>
      )}
    </>
  );
}

interface Sending {
  readonly isPending: boolean;
  readonly notice: string;
  /** Names what is prepared. */
  readonly title: string;
  /** It is kept as a draft: it cannot be sent now. */
  readonly isOnlyPrepared: boolean;
  readonly sendPerson: () => void;
  readonly sendTeam: (submission: Submission) => Promise<void>;
}

function useSending(
  props: AddResponderDialogProps,
  client: TicketClient | undefined,
  { teams }: Directory,
): Sending {
  const { incidentId, blocker, flow, onOpenChange } = props;
  const commands = useIncidentCommands(incidentId);
  const model = useReadModel();
  const action = useTicketAction(incidentId);
  const [isPending, setPending] = useState(false);
  const team = teams.value?.data.find(({ id }) => id === flow.teamId)?.name ?? 'the team';
  const whyNotNow = action.blocker ?? blocker;

  return {
    isPending,
    title: client === undefined ? '' : effectTitle(client.type, team),
    isOnlyPrepared: whyNotNow !== undefined,
    notice: client === undefined ? '' : noticeOf(client, team, whyNotNow),
    sendPerson: () => {
      const { personId } = flow;
      if (isPending || personId === null) return;
      setPending(true);
      const add = (): Promise<readonly string[]> => commands.addResponder(personId);
      tellOutcome(model, add, { saved: 'Responder added successfully', failed: () => 'Responder not added' })
        .then(
          () => {
            onOpenChange(false);
            flow.reset();
          },
          // It has been said, and what was chosen is kept.
          () => undefined,
        )
        .finally(() => setPending(false));
    },
    sendTeam: async (submission) => {
      if (submission.kind !== 'effect' || submission.request.kind !== 'responder.open-ticket') return;
      const effect = await action.prepare(submission.request, submission.title);
      // The dialog is not waited with: what becomes of it is told, and it is in the list.
      if (whyNotNow === undefined) void action.send(effect, submission.askAgain);
    },
  };
}

function noticeOf(client: TicketClient, team: string, whyNotNow: string | undefined): string {
  const act = effectWords(client.type, team);
  if (whyNotNow === undefined) return `Adding ${act}. This cannot be undone.`;
  return `${whyNotNow}: it is kept as a draft for 24 hours, and nothing is sent until you say so here. Sending it ${act}.`;
}
