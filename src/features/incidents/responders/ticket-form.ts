import type { TeamTexts } from '#sync/protocol/effects/spec.ts';
import { own } from '#sync/protocol/own.ts';
import {
  EXTERNAL_ID,
  readTicketFacts,
  responderFields,
  type ResponderType,
  type TicketClient,
} from '#sync/protocol/ticketing.ts';
import { fieldLabel, responderTypeLabels } from './responder-labels.ts';
import { fillTemplate, type TemplateScope } from './template.ts';

/** Facts of the incident a team's text may name, as `incident.title` or by their own name. */
export type IncidentScope = TemplateScope;

/** What a person has typed, by field; a field nobody touched is missing. */
export type Typed = Readonly<Record<string, string>>;

export interface TicketField {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  /** The team has fixed it: shown, not to be changed. */
  readonly isFixed: boolean;
  /** The text is the team's, fixed or to begin with, and nobody has typed over it. */
  readonly isFromTeam: boolean;
  /** The team's text names something this app does not know; the person completes it. */
  readonly isUnfilled: boolean;
  readonly isOptional: boolean;
}

/** Fields of the form with their present values: fixed by the team, else typed, else the team's default. */
export function ticketFields(
  client: TicketClient,
  typed: Typed,
  incident: IncidentScope,
): readonly TicketField[] {
  const names = [...responderFields[client.type], EXTERNAL_ID];
  const plain = resolve(names, client, typed, scopeOf(typed, incident));
  // Once more, with what the first round has filled in: a text may name another field.
  const known = Object.fromEntries(plain.map(({ name, value }) => [name, value]));
  return resolve(names, client, typed, scopeOf(known, incident));
}

function scopeOf(form: Typed, incident: IncidentScope): TemplateScope {
  return { ...incident, ...form, form, incident, ID: form[EXTERNAL_ID] ?? '' };
}

function resolve(
  names: readonly string[],
  { values, defaults }: TicketClient,
  typed: Typed,
  scope: TemplateScope,
): readonly TicketField[] {
  return names.map((name) => {
    const fixed = own(values, name);
    const template = fixed ?? own(defaults, name);
    const filled = template === undefined ? undefined : fillTemplate(template, scope);
    const isFixed = fixed !== undefined && filled?.isWhole === true;
    const written = isFixed ? undefined : own(typed, name);
    const value = written ?? filled?.text ?? '';
    return {
      name,
      label: fieldLabel(name),
      value,
      isFixed,
      isFromTeam: written === undefined && value.trim() !== '',
      isUnfilled: written === undefined && filled?.isWhole === false,
      isOptional: name === EXTERNAL_ID,
    };
  });
}

/** Names of required fields without a value (spec 5: every field shown is required). */
export function missingFields(fields: readonly TicketField[]): readonly string[] {
  return fields.filter((field) => !field.isOptional && field.value.trim() === '').map(({ name }) => name);
}

/** What the device keeps of a ticket until it is sent: what a person typed, and which fields are the team's (D22). */
export interface KeptTicket {
  /** As the other clients write them (I20). */
  readonly properties: Record<string, unknown>;
  readonly fromTeam: string[];
}

export function keptTicket(type: ResponderType, fields: readonly TicketField[]): KeptTicket {
  const filled = fields.filter((field) => field.value.trim() !== '');
  const typed = filled.filter((field) => !field.isFromTeam);
  return {
    properties: {
      responderType: { label: responderTypeLabels[type], value: type },
      ...Object.fromEntries(typed.map(({ name, value }) => [name, value.trim()])),
    },
    fromTeam: filled.filter((field) => field.isFromTeam).map(({ name }) => name),
  };
}

/** The texts of the team, which leave with the request and are kept nowhere. */
export function teamTexts(fields: readonly TicketField[]): TeamTexts {
  return Object.fromEntries(
    fields.filter((field) => field.isFromTeam).map(({ name, value }) => [name, value.trim()]),
  );
}

/** A kept ticket with what the team sets now, or why it is none any more. */
export type WholeTicket =
  | { readonly kind: 'whole'; readonly fields: readonly TicketField[] }
  | { readonly kind: 'changed'; readonly why: string };

export function wholeTicket(
  { properties, fromTeam }: Pick<KeptTicket, 'properties' | 'fromTeam'>,
  clients: readonly TicketClient[],
  incident: IncidentScope,
): WholeTicket {
  const { type } = readTicketFacts({ properties });
  const client = clients.find((other) => other.type === type);
  if (type === null || client === undefined) {
    const name = type === null ? 'this way' : responderTypeLabels[type];
    return { kind: 'changed', why: `The team is no longer reached by ${name}` };
  }
  const typed = Object.entries(properties).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string',
  );
  const fields = ticketFields(client, Object.fromEntries(typed), incident);
  const isEmpty = (name: string): boolean =>
    fields.every((field) => field.name !== name || field.value.trim() === '');
  const lacking = [...new Set([...missingFields(fields), ...fromTeam.filter(isEmpty)])];
  if (lacking.length === 0) return { kind: 'whole', fields };
  return { kind: 'changed', why: `The team no longer sets ${lacking.map(fieldLabel).join(', ')}` };
}

/** Places of a template, which stay as they are, and the word alone. */
const PLACE_OR_ID = /\$\{[^{}]*\}|<%[\s\S]*?%>|\bID\b/gu;

/** The ticket in the other system; null unless the team's address gives a page of the web. */
export function ticketHref(linkUrl: string | null, externalId: string | null): string | null {
  if (linkUrl === null || externalId === null || externalId === '') return null;
  const id = encodeURIComponent(externalId);
  // The word becomes a place first: the id that is filled in may hold it too.
  const template = linkUrl.replaceAll(PLACE_OR_ID, (part) => (part === 'ID' ? '${ID}' : part));
  const { text, isWhole } = fillTemplate(template, { ID: id, id, external_id: id });
  if (!isWhole || !URL.canParse(text)) return null;
  const { protocol, href } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}
