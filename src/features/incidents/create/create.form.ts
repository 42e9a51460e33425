import type { Command } from '#sync/protocol/command.ts';
import { defineForm } from '#src/views/form/form-spec.ts';
import { incidentSeverities, incidentStatuses, incidentTypes, titleOf } from '../incident-labels.ts';

export type CreateCommand = Extract<Command, { readonly kind: 'incident.create' }>;

export interface NewIncident {
  readonly title: string;
  readonly description: string;
  readonly severity: CreateCommand['severity'];
  readonly type: CreateCommand['type'];
  readonly status: NonNullable<CreateCommand['status']>;
  /** What it begins with, as `keptChoice` writes it; empty for nothing. */
  readonly evidence: string;
  readonly evidenceWords: string;
}

const titled = <T extends string>(ids: readonly T[]) => ids.map((id) => ({ id, label: titleOf(id) }));

/** Makes an incident; its evidence is frozen when it is sent and comes along then. */
export const newIncidentForm = defineForm<NewIncident>({
  id: 'incident.new',
  v: 1,
  groups: [
    {
      fields: [
        { name: 'title', kind: { is: 'text' }, label: 'Title', required: true },
        { name: 'description', kind: { is: 'lines' }, label: 'Description' },
      ],
    },
    {
      columns: 3,
      fields: [
        {
          name: 'severity',
          kind: { is: 'choice', options: titled(incidentSeverities) },
          label: 'Severity',
          required: true,
        },
        {
          name: 'type',
          kind: { is: 'choice', options: titled(incidentTypes) },
          label: 'Type',
          required: true,
        },
        {
          name: 'status',
          kind: { is: 'choice', options: titled(incidentStatuses) },
          label: 'Status',
          required: true,
        },
      ],
    },
    {
      fields: [
        { name: 'evidence', kind: { is: 'slot' }, label: 'Evidence' },
        // Drawn with what it is about.
        {
          name: 'evidenceWords',
          kind: { is: 'slot' },
          label: 'What it shows',
          visible: ({ evidence }) => evidence !== '',
        },
      ],
    },
  ],
  // Spec 4: what the form begins with.
  empty: (given) => ({
    title: '',
    description: '',
    severity: 'low',
    type: 'availability',
    status: 'open',
    evidence: '',
    evidenceWords: '',
    ...given,
  }),
  // Title and description as the two halves of one kept text: the first paragraph, and the rest.
  words: {
    fields: ['title', 'description'],
    what: 'An earlier incident',
    read(text) {
      const [title = '', ...rest] = text.split('\n\n');
      return { title, description: rest.join('\n\n') };
    },
    write: ({ title = '', description = '' }) => (description === '' ? title : `${title}\n\n${description}`),
  },
  submit: {
    kind: 'command',
    of({ title, description, severity, type, status }) {
      const text = description.trim();
      return {
        kind: 'incident.create',
        title: title.trim(),
        severity,
        type,
        status,
        ...(text === '' ? {} : { description: text }),
      };
    },
  },
});
