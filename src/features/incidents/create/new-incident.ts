import type { Command } from '#sync/protocol/command.ts';
import { useSync } from '#src/platform/replica/sync-context.tsx';
import { madeId } from '../commands.ts';
import type { FormValues } from '../form-draft.ts';
import { useFreezer } from '../link/use-freezer.ts';
import { incidentSeverities, incidentStatuses, incidentTypes } from '../incident-labels.ts';
import type { FirstEvidence } from './evidence-choice.ts';

type CreateCommand = Extract<Command, { readonly kind: 'incident.create' }>;

/** The screen whose form makes incidents; the engine hands texts of one that was refused back to its draft. */
const SCREEN = '/incidents';
export const NEW_INCIDENT_DRAFT = `${SCREEN}#incident:new`;
export const NEW_INCIDENT_CHOICES = `${SCREEN}#choices:new`;

export interface NewIncident {
  readonly severity: CreateCommand['severity'];
  readonly type: CreateCommand['type'];
  readonly status: NonNullable<CreateCommand['status']>;
}

/** Spec 4: what the form begins with. */
export const NEW_INCIDENT: NewIncident = { severity: 'low', type: 'availability', status: 'open' };

/** What is chosen, with the beginning where nobody has chosen. */
export function newIncidentOf(values: FormValues): NewIncident {
  return {
    severity: incidentSeverities.find((each) => each === values['severity']) ?? NEW_INCIDENT.severity,
    type: incidentTypes.find((each) => each === values['type']) ?? NEW_INCIDENT.type,
    status: incidentStatuses.find((each) => each === values['status']) ?? NEW_INCIDENT.status,
  };
}

/** Title and description as the two halves of one kept text: the first paragraph, and the rest. */
export function splitDraft(text: string): { readonly title: string; readonly description: string } {
  const [title = '', ...rest] = text.split('\n\n');
  return { title, description: rest.join('\n\n') };
}

export function joinDraft(title: string, description: string): string {
  return description === '' ? title : `${title}\n\n${description}`;
}

interface NewIncidentInput extends NewIncident {
  readonly title: string;
  readonly description: string;
  readonly evidence: FirstEvidence | null;
  readonly evidenceWords: string;
}

/** Creates incident, root hypothesis and evidence as one ordered group; resolves with the id when the device has them. */
export function useCreateIncident(): (input: NewIncidentInput) => Promise<string> {
  const sync = useSync();
  const freezer = useFreezer();
  return async ({ title, description, severity, type, status, evidence, evidenceWords }) => {
    const frozen =
      evidence === null ? null : { ...(await freezer.freeze(evidence.source)), description: evidenceWords };
    const command: CreateCommand = {
      kind: 'incident.create',
      title,
      severity,
      type,
      status,
      ...(description === '' ? {} : { description }),
      ...(frozen === null ? {} : { evidence: frozen }),
    };
    return madeId(await sync.submit(command, SCREEN));
  };
}
