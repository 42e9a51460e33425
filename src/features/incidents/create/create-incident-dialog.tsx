import type { ReactElement } from 'react';
import { FormDialog } from '#src/views/form/form-dialog.tsx';
import type { FormSlots } from '#src/views/form/form-fields.tsx';
import { textAt } from '#src/views/form/form-values.ts';
import { optionGlyph } from '../incident-options.tsx';
import { useWriteReason } from '../permissions.ts';
import { newIncidentForm } from './create.form.ts';
import { choiceOf } from './evidence-choice.ts';
import { EvidenceField } from './evidence-field.tsx';
import { NEW_INCIDENT_CHOICES, NEW_INCIDENT_DRAFT, useCreateIncident } from './new-incident.ts';

interface CreateIncidentDialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** The device has it; its page can be opened. */
  onCreated: (incidentId: string) => void;
}

const KEPT_AT = { words: NEW_INCIDENT_DRAFT, lines: NEW_INCIDENT_CHOICES };
const SLOTS: FormSlots = {
  glyph: optionGlyph,
  fields: { evidence: ({ values, set }) => <EvidenceField set={set} values={values} /> },
};

/** Makes an incident with its root hypothesis, with or without a network. */
export function CreateIncidentDialog(props: CreateIncidentDialogProps): ReactElement {
  const { isOpen, onOpenChange, onCreated } = props;
  const create = useCreateIncident();
  return (
    <FormDialog
      // It may have been taken away since the dialog was opened.
      blocker={useWriteReason('incident', 'incidents')}
      isOpen={isOpen}
      keepAt={KEPT_AT}
      slots={SLOTS}
      spec={newIncidentForm}
      title="Create New Incident"
      verb="Create"
      onDone={() => onOpenChange(false)}
      onOpenChange={onOpenChange}
      onSubmit={async (submission, values) => {
        if (submission.kind !== 'command' || submission.command.kind !== 'incident.create') return;
        const evidence = choiceOf(textAt(values, 'evidence'));
        onCreated(await create(submission.command, evidence, textAt(values, 'evidenceWords').trim()));
      }}
    />
  );
}
