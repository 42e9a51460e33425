import { defineForm, type AnyForm } from '#src/views/form/form-spec.ts';
import { incidentSeverities, incidentTypes, linkedSeverities, titleOf } from '../incident-labels.ts';
import { choiceOf, linkCommand } from './link-form.ts';

/** Both choices as `choiceText` writes them; empty for none. */
export interface LinkValues {
  readonly incident: string;
  readonly hypothesis: string;
  readonly severity: string;
  readonly type: string;
  readonly description: string;
}

const titled = (ids: readonly string[]) => ids.map((id) => ({ id, label: titleOf(id) }));
const kindOf = (text: string): string | undefined => choiceOf(text)?.kind;
const chosen = (why: string) => (value: unknown) =>
  typeof value === 'string' && kindOf(value) !== undefined ? undefined : why;

const NO_INCIDENT = 'Must select or create an incident';
const NO_HYPOTHESIS = 'Must select or create a hypothesis';

/** `isNote`: the description is the evidence itself. */
export function linkForm(isNote: boolean): AnyForm {
  return defineForm<LinkValues>({
    id: 'incident.link',
    v: 1,
    failed: 'Not linked',
    groups: [
      {
        fields: [
          {
            name: 'incident',
            kind: { is: 'slot' },
            label: 'Incident',
            required: NO_INCIDENT,
            check: chosen(NO_INCIDENT),
          },
          {
            name: 'hypothesis',
            kind: { is: 'slot' },
            label: 'Hypothesis',
            required: NO_HYPOTHESIS,
            check: chosen(NO_HYPOTHESIS),
            visible: ({ incident }) => kindOf(incident) === 'existing',
          },
        ],
      },
      {
        columns: 2,
        fields: [
          {
            name: 'severity',
            // The link dialog offers two more (spec 4).
            kind: { is: 'choice', options: titled([...linkedSeverities, ...incidentSeverities]) },
            label: 'Severity',
            required: 'Please select incident severity',
            visible: ({ incident }) => kindOf(incident) === 'new',
          },
          {
            name: 'type',
            kind: { is: 'choice', options: titled(incidentTypes) },
            label: 'Type',
            required: 'Please select an incident type',
            visible: ({ incident }) => kindOf(incident) === 'new',
          },
        ],
      },
      {
        fields: [
          {
            name: 'description',
            kind: { is: 'lines' },
            label: isNote ? 'Note' : 'Description',
            ...(isNote ? { required: 'Please add comment details' } : {}),
          },
        ],
      },
    ],
    empty: (given) => ({ incident: '', hypothesis: '', severity: '', type: '', description: '', ...given }),
    words: {
      fields: ['description'],
      what: 'An earlier evidence',
      read: (description) => ({ description }),
      write: ({ description = '' }) => description,
    },
    submit: {
      kind: 'command',
      // What is attached is frozen when it is sent, and takes the place of this.
      of: ({ incident, hypothesis, ...rest }) =>
        linkCommand(
          { ...rest, incident: choiceOf(incident) ?? null, hypothesis: choiceOf(hypothesis) ?? null },
          { type: 'comment' },
        ),
    },
  });
}
