import type { EffectRequest } from '#sync/protocol/effect.ts';
import { own } from '#sync/protocol/own.ts';
import type { TicketClient, TicketOptions } from '#sync/protocol/ticketing.ts';
import {
  defineForm,
  type AnyForm,
  type Field,
  type FieldKind,
  type FormValues,
} from '#src/views/form/form-spec.ts';
import type { Resolved } from '#src/views/form/use-kit-form.ts';
import { isLongField } from './responder-labels.ts';
import {
  keptTicket,
  teamTexts,
  ticketFields,
  type IncidentScope,
  type TicketField,
  type Typed,
} from './ticket-form.ts';

type Ticket = Extract<EffectRequest, { readonly kind: 'responder.open-ticket' }>;

/** What a ticket is opened for, and what the other system offers; a field without choices is free text. */
export interface TicketSubject extends Pick<Ticket, 'incidentId' | 'teamId'> {
  readonly client: TicketClient;
  readonly options: TicketOptions;
  /** What the texts of the team may name. */
  readonly scope: IncidentScope;
  /** Names the prepared action. */
  readonly title: string;
}

/** The form of one responder type. Every field shown is required but the external id (spec 5). */
export function ticketForm({ client, options, scope, title, ...of }: TicketSubject): AnyForm {
  const fieldsWith = (typed: FormValues): readonly TicketField[] =>
    ticketFields(client, textsOf(typed), scope);
  return defineForm<FormValues>({
    id: 'responder.ticket',
    v: 1,
    groups: [{ fields: fieldsWith({}).map((field) => fieldOf(field, own(options, field.name) ?? [])) }],
    empty: (given) => ({ ...valuesOf(fieldsWith({})), ...given }),
    submit: {
      kind: 'effect',
      title: () => title,
      request: (_values, typed) => ({
        kind: 'responder.open-ticket',
        responderId: crypto.randomUUID(),
        ...of,
        ...keptTicket(client.type, fieldsWith(typed)),
      }),
      askAgain: (_values, typed) => teamTexts(fieldsWith(typed)),
    },
  });
}

/** The texts of the team, which may name what was typed, and what of them cannot be changed. */
export function resolvedTicket(client: TicketClient, scope: IncidentScope, typed: FormValues): Resolved {
  const fields = ticketFields(client, textsOf(typed), scope);
  return {
    base: valuesOf(fields),
    fixed: notes(fields, ({ isFixed }) => isFixed, 'Set by the team'),
    help: {
      ...notes(fields, ({ isOptional }) => isOptional, 'The number of an existing ticket'),
      ...notes(
        fields,
        ({ isUnfilled }) => isUnfilled,
        'The text set by the team has a gap this app cannot fill. Fill it in.',
      ),
    },
  };
}

function notes(
  fields: readonly TicketField[],
  isMeant: (field: TicketField) => boolean,
  text: string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(fields.filter(isMeant).map(({ name }) => [name, text]));
}

function valuesOf(fields: readonly TicketField[]): FormValues {
  return Object.fromEntries(fields.map(({ name, value }) => [name, value]));
}

function textsOf(typed: FormValues): Typed {
  return Object.fromEntries(
    Object.entries(typed).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );
}

function fieldOf(
  { name, label, isOptional }: TicketField,
  options: TicketOptions[string],
): Field<FormValues> {
  return {
    name,
    label,
    kind: kindOf(name, options),
    ...(isOptional ? {} : { required: 'Please provide valid value' }),
  };
}

function kindOf(name: string, options: TicketOptions[string]): FieldKind {
  if (name === 'person') return { is: 'pick', from: 'people' };
  // A value the other system does not list stays visible and chosen.
  if (options.length > 0) {
    return { is: 'choice', options: options.map(({ id, name: label }) => ({ id, label })), isOpen: true };
  }
  return isLongField(name) ? { is: 'lines' } : { is: 'text' };
}
