import * as v from 'valibot';
import { SyncError } from '../errors.ts';
import type { JsonRow } from './op.ts';
import { own } from './own.ts';

/** The eleven kinds of responder a team may be reached by (spec 3). */
export const responderTypes = [
  'email',
  'jira',
  'service_now',
  'ca',
  'aws_support',
  'aws_ams_services_request',
  'redhat',
  'oracle',
  'vmware',
  'ms_planner',
  'person',
] as const;
/** One of the eleven kinds. */
export type ResponderType = (typeof responderTypes)[number];

const request = ['category', 'description', 'body'] as const;
const product = ['product', ...request] as const;

/** Fields of the form of each kind, in order; every one is required (spec 3 and 5). */
export const responderFields: Readonly<Record<ResponderType, readonly string[]>> = {
  email: ['to', 'subject', 'body'],
  jira: ['project', 'issueType', 'priority', 'summary', 'description'],
  service_now: request,
  ca: request,
  aws_support: request,
  aws_ams_services_request: request,
  redhat: product,
  oracle: product,
  vmware: product,
  ms_planner: ['plan_id', 'bucket_id', 'priority', 'title', 'description'],
  person: ['person'],
};

/** The optional field that every kind has besides its own: a ticket that exists already. */
export const EXTERNAL_ID = 'external_id';

/** Kinds whose choices the server lists as configs of the same type (reference I22). */
export const optionTypes = ['jira', 'ms_planner'] as const;
/** One of the kinds with choices. */
export type OptionType = (typeof optionTypes)[number];

/** What a screen may ask about ticket systems. The answers may stand beside credentials and are never stored (D22). */
export const ticketQuestionSchema = v.variant('kind', [
  v.object({ kind: v.literal('clients'), teamId: v.pipe(v.string(), v.uuid()) }),
  v.object({
    kind: v.literal('options'),
    type: v.picklist(optionTypes),
    teamId: v.pipe(v.string(), v.uuid()),
  }),
  v.object({ kind: v.literal('responder'), responderId: v.pipe(v.string(), v.uuid()) }),
]);
/** What a screen may ask about ticket systems. */
export type TicketQuestion = v.InferOutput<typeof ticketQuestionSchema>;

/** One way to reach a team, reduced to what its form needs. Texts may hold templates. */
export interface TicketClient {
  readonly type: ResponderType;
  /** Field → text that the team has fixed. */
  readonly values: Readonly<Record<string, string>>;
  /** Field → text the form begins with. */
  readonly defaults: Readonly<Record<string, string>>;
  readonly linkUrl: string | null;
}

/** One choice of a field. */
export interface TicketOption {
  readonly id: string;
  readonly name: string;
}

/** Field → its choices; a field without any is free text. */
export type TicketOptions = Readonly<Record<string, readonly TicketOption[]>>;

/** What was filled in when a responder was added. */
export interface TicketFacts {
  /** Null when the row names none this app knows. */
  readonly type: ResponderType | null;
  /** Field → text, in the order of the form. */
  readonly fields: readonly { readonly name: string; readonly value: string }[];
  readonly externalId: string | null;
  readonly linkUrl: string | null;
}

/** What became of a question; `unanswered` says why in plain words, and nothing else is ever empty for it (I23). */
export type TicketAnswer =
  | { readonly kind: 'clients'; readonly clients: readonly TicketClient[] }
  | { readonly kind: 'options'; readonly options: TicketOptions }
  | { readonly kind: 'responder'; readonly facts: TicketFacts }
  | {
      readonly kind: 'unanswered';
      readonly why: 'offline' | 'forbidden' | 'missing' | 'failed';
      readonly reason: string;
    };

/** Checks what came from the page. Throws SyncError `bug`. */
export function parseTicketQuestion(question: unknown): TicketQuestion {
  const parsed = v.safeParse(ticketQuestionSchema, question);
  if (parsed.success) return parsed.output;
  throw new SyncError({ kind: 'bug', message: 'The page asked a question about tickets that is none' });
}

function isType(name: unknown): name is ResponderType {
  return responderTypes.some((type) => type === name);
}

function recordOf(value: unknown): JsonRow {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

/** The texts of the fields a kind knows; everything else of the object, credentials too, is left behind. */
function fieldTexts(type: ResponderType, value: unknown): Record<string, string> {
  const record = recordOf(value);
  const texts = [...responderFields[type], EXTERNAL_ID].map(
    (field) => [field, textOf(record[field])] as const,
  );
  return Object.fromEntries(
    texts.filter((pair): pair is readonly [string, string] => pair[1] !== null && pair[1] !== ''),
  );
}

/** Reads `responder_clients` of a team: known kinds and known fields only, in the order of `responderTypes`. */
export function readTicketClients(raw: unknown): readonly TicketClient[] {
  const clients = recordOf(raw);
  return responderTypes.flatMap((type) => {
    if (!Object.hasOwn(clients, type)) return [];
    const client = recordOf(clients[type]);
    return {
      type,
      values: fieldTexts(type, client['values']),
      defaults: fieldTexts(type, client['defaults']),
      linkUrl: textOf(client['linkUrl']),
    };
  });
}

/** Reads one responder row with the clients of its team. `responderType` is a word or `{label, value}` (I20). */
export function readTicketFacts(row: JsonRow): TicketFacts {
  const properties = recordOf(row['properties']);
  const named: unknown = properties['responderType'];
  const word = typeof named === 'string' ? named : recordOf(named)['value'];
  const type = isType(word) ? word : null;
  const texts = type === null ? {} : fieldTexts(type, properties);
  const clients = readTicketClients(recordOf(row['team'])['clients']);
  return {
    type,
    fields: type === null ? [] : responderFields[type].flatMap((name) => fieldOf(name, own(texts, name))),
    externalId: textOf(row['external_id']) ?? textOf(properties[EXTERNAL_ID]),
    linkUrl: clients.find((client) => client.type === type)?.linkUrl ?? null,
  };
}

function fieldOf(name: string, value: string | undefined): readonly { name: string; value: string }[] {
  return value === undefined ? [] : [{ name, value }];
}

/** Deepest look into a config for its lists. */
const MAX_DEPTH = 12;

/** Every entry of every list under the key, wherever it stands: `$..key[*]`. */
function entriesUnder(value: unknown, key: string, depth = 0): readonly unknown[] {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) return value.flatMap((each: unknown) => entriesUnder(each, key, depth + 1));
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => [
    ...(name === key && Array.isArray(inner) ? (inner as readonly unknown[]) : []), // as: isArray gives any[]
    ...entriesUnder(inner, key, depth + 1),
  ]);
}

/** One list as choices: texts stand for themselves, objects give their id (or key) and name. */
function optionsOf(entries: readonly unknown[], idKey: string): readonly TicketOption[] {
  const options = entries.flatMap((entry) => {
    const own = textOf(entry);
    if (own !== null) return { id: own, name: own };
    const record = recordOf(entry);
    const name = textOf(record['name']);
    const id = textOf(record[idKey]) ?? name;
    return id === null ? [] : { id, name: name ?? id };
  });
  return options.filter((option, at) => options.findIndex(({ id }) => id === option.id) === at);
}

/** Where the choices of a field stand in the config, and which key names one (reference ui-facts 6). */
const optionPlaces: Readonly<
  Record<OptionType, Readonly<Record<string, readonly [list: string, id: string]>>>
> = {
  jira: { project: ['projects', 'key'], issueType: ['issueTypes', 'name'], priority: ['priorities', 'name'] },
  ms_planner: { plan_id: ['plans', 'id'], bucket_id: ['buckets', 'id'], priority: ['priorities', 'id'] },
};

/**
 * The choices of a kind from its configs: of the instance whose external ids hold the team, else of all of them. A
 * field for which nothing is listed is missing in the answer.
 */
export function readTicketOptions(type: OptionType, teamId: string, rows: readonly JsonRow[]): TicketOptions {
  const isOurs = (row: JsonRow): boolean => {
    const ids = row['external_id'];
    return Array.isArray(ids) && ids.includes(teamId);
  };
  const own = rows.filter(isOurs);
  const configs = (own.length > 0 ? own : rows).map((row) => row['config']);
  const found = Object.entries(optionPlaces[type]).map(
    ([field, [list, id]]) => [field, optionsOf(entriesUnder(configs, list), id)] as const,
  );
  return Object.fromEntries(found.filter(([, options]) => options.length > 0));
}
