import { useId, useState, type FormEvent, type ReactElement } from 'react';
import { toSyncError } from '#sync/errors.ts';
import { useWorkInProgress } from '#src/platform/session/work-in-progress.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/overlays/dialog.tsx';
import { InlineBar } from '#src/ui/marks/inline-bar.tsx';
import { Select } from '#src/ui/forms/select.tsx';
import { TextArea } from '#src/ui/forms/text-area.tsx';
import { TextField } from '#src/ui/forms/text-field.tsx';
import { DraftNotes, ReturnedText } from '../draft-notes.tsx';
import { useFormDraft } from '../form-draft.ts';
import { severityOptions, statusOptions, typeOptions } from '../incident-options.tsx';
import { useWriteReason } from '../permissions.ts';
import { useDraft, type DraftField } from '../use-draft.ts';
import { choiceOf } from './evidence-choice.ts';
import { EvidenceField } from './evidence-field.tsx';
import {
  joinDraft,
  NEW_INCIDENT_CHOICES,
  NEW_INCIDENT_DRAFT,
  newIncidentOf,
  splitDraft,
  useCreateIncident,
  type NewIncident,
} from './new-incident.ts';

interface CreateIncidentDialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** The device has it; its page can be opened. */
  onCreated: (incidentId: string) => void;
}

/** Makes an incident with its root hypothesis, with or without a network. */
export function CreateIncidentDialog(props: CreateIncidentDialogProps): ReactElement {
  const { isOpen, onOpenChange, onCreated } = props;
  const formId = useId();
  const [isPending, setPending] = useState(false);
  // It may have been taken away since the dialog was opened.
  const refusal = useWriteReason('incident', 'incidents');
  return (
    <Dialog
      footer={
        <>
          <Button variant="ghost" onPress={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button
            disabledReason={refusal}
            form={formId}
            isPending={isPending}
            type="submit"
            variant="primary"
          >
            Create
          </Button>
        </>
      }
      isOpen={isOpen}
      title="Create New Incident"
      onOpenChange={onOpenChange}
    >
      <CreateForm
        formId={formId}
        isBlocked={isPending || refusal !== undefined}
        onCreated={(id) => {
          onOpenChange(false);
          onCreated(id);
        }}
        onPendingChange={setPending}
      />
    </Dialog>
  );
}

interface CreateFormProps {
  formId: string;
  isBlocked: boolean;
  onPendingChange: (isPending: boolean) => void;
  onCreated: (incidentId: string) => void;
}

/** What is typed is kept on the device until the incident is: closing the dialog loses nothing. */
function CreateForm({ formId, isBlocked, onPendingChange, onCreated }: CreateFormProps): ReactElement {
  const draft = useDraft(NEW_INCIDENT_DRAFT);
  const create = useCreateIncident();
  const choices = useFormDraft(NEW_INCIDENT_CHOICES);
  const chosen = newIncidentOf(choices.values);
  const [isTouched, setTouched] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { title, description } = splitDraft(draft.text);
  const isUntitled = title.trim() === '';
  useWorkInProgress('form', draft.text.trim() !== '');

  const forget = (): void => {
    draft.clear();
    choices.clear();
  };
  const submit = async (): Promise<void> => {
    onPendingChange(true);
    setFailure(undefined);
    try {
      const id = await create({
        ...chosen,
        title: title.trim(),
        description: description.trim(),
        evidence: choiceOf(choices.values['evidence']),
        evidenceWords: (choices.values['evidenceWords'] ?? '').trim(),
      });
      forget();
      onCreated(id);
    } catch (thrown) {
      setFailure(`Not saved on this device: ${toSyncError(thrown).message}`);
    } finally {
      onPendingChange(false);
    }
  };
  const handleSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setTouched(true);
    if (isUntitled) event.currentTarget.querySelector('input')?.focus();
    else if (!isBlocked) void submit();
  };
  return (
    <form noValidate className="flex flex-col gap-4" id={formId} onSubmit={handleSubmit}>
      <ReturnedText draft={draft} what="An earlier incident" />
      <TextField
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog must take focus, and this is what it asks for
        autoFocus
        isRequired
        error={isTouched && isUntitled ? 'This field is required' : undefined}
        label="Title"
        value={title}
        onBlur={() => setTouched(true)}
        onChange={(next) => draft.setText(joinDraft(next, description))}
      />
      <TextArea
        label="Description"
        minRows={3}
        value={description}
        onChange={(next) => draft.setText(joinDraft(title, next))}
      />
      <Choices chosen={chosen} onChoose={choices.set} />
      <EvidenceField choices={choices} />
      <Notes draft={{ ...draft, clear: forget }} failure={failure} />
    </form>
  );
}

function Notes({ draft, failure }: { draft: DraftField; failure: string | undefined }): ReactElement {
  return (
    <>
      <DraftNotes draft={draft} />
      {failure !== undefined && <InlineBar tone="error">{failure}</InlineBar>}
    </>
  );
}

function Choices({
  chosen,
  onChoose,
}: {
  chosen: NewIncident;
  onChoose: (change: Readonly<Record<string, string>>) => void;
}): ReactElement {
  return (
    <div className="grid gap-4 min-[560px]:grid-cols-3">
      <Select
        isRequired
        label="Severity"
        options={severityOptions}
        value={chosen.severity}
        onChange={(severity) => onChoose({ severity })}
      />
      <Select
        isRequired
        label="Type"
        options={typeOptions}
        value={chosen.type}
        onChange={(type) => onChoose({ type })}
      />
      <Select
        isRequired
        label="Status"
        options={statusOptions}
        value={chosen.status}
        onChange={(status) => onChoose({ status })}
      />
    </div>
  );
}
