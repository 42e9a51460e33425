import { pathWords } from '#sync/protocol/json-path.ts';
import type { JsonRow, Notice, Op } from '#sync/protocol/op.ts';
import { own } from '#sync/protocol/own.ts';
import type { OpView } from '#sync/read/types.ts';
import { shortened } from '#src/lib/shortened.ts';

type Sentence = Pick<OpView, 'kind' | 'tbl' | 'patch'>;

/** Names of rows as people call them; anything else is its table name in words. */
const THINGS: Readonly<Record<string, string>> = {
  incidents: 'incident',
  hypotheses: 'hypothesis',
  evidences: 'evidence',
  comments: 'comment',
  responders: 'responder',
  config_component_relationships: 'config link',
  teams: 'team',
  team_members: 'team member',
  playbooks: 'playbook',
  properties: 'feature flag',
  incident_rules: 'incident rule',
};

const FIELDS: Readonly<Record<string, string>> = {
  spec: 'definition',
  commander_id: 'commander',
  communicator_id: 'communicator',
  definition_of_done: 'definition of done',
  deleted_at: 'deletion',
};

/** Columns that hold the id of a person, which says nothing to anybody. */
const PERSON_FIELDS: readonly string[] = ['commander_id', 'communicator_id', 'created_by', 'person_id'];

/** Columns whose values are one word of a list and read better in sentence case. */
const WORD_FIELDS: readonly string[] = ['status', 'severity', 'type'];

const MAX_QUOTE_LENGTH = 80;

/** One line for an operation in the words of the screen: "Comment “Rolled back”", "Hypothesis status changed to Unlikely". */
export function opSentence(op: Sentence): string {
  const thing = thingOf(op.tbl);
  if (op.kind === 'delete') return `${thing} deleted`;
  if (op.kind === 'insert') {
    const text = op.patch['comment'] ?? op.patch['title'] ?? op.patch['name'] ?? op.patch['description'];
    return typeof text === 'string' && text.trim() !== '' ? `${thing} ${quote(text)}` : `${thing} added`;
  }
  const fields = Object.keys(op.patch);
  const [first] = fields;
  if (first === undefined) return `${thing} changed`;
  if (fields.length > 2) return `${thing} changed: ${fields.map(fieldWord).join(', ')}`;
  return `${thing} ${fields.map((field) => `${fieldWord(field)} changed to ${valueWords(field, op.patch[field])}`).join(' and ')}`;
}

/** The line of a command: of several operations what was asked for, not what each of them does. */
export function lineSentence(steps: readonly OpView[]): string {
  const [first] = steps;
  if (first === undefined) return '';
  if (first.undoes !== undefined) return 'Undoing a change that was saved only in part';
  const incident = steps.find((step) => step.tbl === 'incidents');
  switch (first.group?.intent) {
    case 'hypothesis.delete':
      return 'Hypothesis deleted with everything under it';
    case 'hypothesis.add':
      return `${opSentence(first)} with evidence`;
    case 'incident.create':
      return incident === undefined
        ? 'New incident'
        : `New incident ${valueWords('title', incident.patch['title'])}`;
    case 'incident.set-status':
    // Of an earlier version.
    case 'incident.set-fields':
      return opSentence(incident ?? first);
    case 'row.create':
      return steps.length === 1
        ? opSentence(first)
        : `${steps.length} ${thingOf(first.tbl).toLowerCase()}s added`;
    default:
      return opSentence(first);
  }
}

/** "Hypothesis", "Feature flag", "Config scrapers". */
export function thingOf(tbl: string): string {
  return sentenceCase(own(THINGS, tbl) ?? tbl.replaceAll('_', ' '));
}

/** Label of a column in lower case: `definition_of_done` → "definition of done". */
export function fieldWord(field: string): string {
  return own(FIELDS, field) ?? pathWords(field);
}

/** A value as the conflict review and the lines show it; absent values are said, not left blank. */
export function valueWords(field: string, value: unknown): string {
  const text = valueText(field, value);
  const isQuoted = typeof value === 'string' && value !== '';
  return isQuoted && !WORD_FIELDS.includes(field) && !PERSON_FIELDS.includes(field) ? quote(text) : text;
}

/** The same without quotation marks and uncut, for a place of its own. */
export function valueText(field: string, value: unknown): string {
  if (value === null || value === undefined) return 'not set';
  if (value === '') return 'empty';
  if (PERSON_FIELDS.includes(field)) return 'another person';
  if (typeof value === 'string')
    return WORD_FIELDS.includes(field) ? sentenceCase(value) : withoutMentionIds(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return JSON.stringify(value);
}

/** Where an operation stands, without its error. */
export function stateWords(state: Op['state'], attempts: number): string {
  switch (state) {
    case 'queued':
      return 'Saved on this device, waiting to be sent';
    case 'sending':
      return 'Sending';
    case 'ambiguous':
      return 'Sent, checking whether the server has it';
    case 'waiting':
      return 'Waiting for the next try';
    case 'auth-hold':
      return 'Waiting until you sign in';
    case 'acked':
      return 'Saved on the server';
    case 'conflict':
      return 'Changed on the server too: needs your decision';
    case 'parked':
      return `Stopped after ${attempts} ${attempts === 1 ? 'try' : 'tries'}: needs your decision`;
    case 'failed':
      return 'Not saved on server';
    case 'cancelled':
      return 'Not sent, because what it belongs to could not be saved';
    case 'discarded':
      return 'Discarded';
    case 'done':
      return 'Saved on the server';
  }
}

const NOTICE_WORDS: Readonly<Record<Notice['kind'], string>> = {
  failed: 'Not saved on server',
  cancelled: 'Not sent',
  parked: 'Stopped',
  conflict: 'Changed on the server too',
  unknown: 'May have happened',
  foreign: 'Maybe sent under another account',
};

/** What happened to a change, in two or three words. */
export function noticeWords(kind: Notice['kind']): string {
  return NOTICE_WORDS[kind];
}

/** The class of an answer in plain words (D7); the server's own message is shown beside it, not instead of it. */
const ERROR_WORDS: Readonly<Record<string, string>> = {
  offline: 'This device is offline',
  timeout: 'The server did not answer in time',
  ambiguous: 'The connection was lost before the server answered',
  retryable: 'The server is busy or restarting',
  'rate-limited': 'The server asked to slow down',
  auth: 'You are signed out',
  unauthorized: 'You are signed out',
  captive: 'A proxy or a sign-in page of the network answered instead of the server',
  protocol: 'A proxy or a sign-in page of the network answered instead of the server',
  forbidden: 'Your role does not allow this',
  invalid: 'The server did not accept the value',
  rejected: 'The server did not accept the value',
  conflict: 'It was changed on the server meanwhile',
  gone: 'It no longer exists on the server',
  cancelled: 'What it depended on was not saved on the server',
  'missing-parent': 'What it belongs to was deleted on the server',
  skew: 'The server uses another version of the data; update the app or the server',
  server: 'The server failed',
  unknown: 'The server failed',
};

/** Why the last try did not work, or null when there was none. */
export function errorWords(lastError: OpView['lastError']): string | null {
  if (lastError === null) return null;
  const words = own(ERROR_WORDS, lastError.class.replaceAll('_', '-'));
  const message = lastError.message.trim();
  if (words === undefined) return message === '' ? 'The last try did not work' : message;
  const status = lastError.status === null ? '' : ` (${lastError.status})`;
  return `${words}${status}`;
}

/** Path of the screen an operation came from, or null when it is no path of this origin. */
export function screenHref(screen: string): string | null {
  return /^\/(?![/\\])/u.test(screen) ? screen : null;
}

/** The place in words: "Incident", "Settings"; the path itself says the rest in the link. */
export function screenWords(screen: string): string {
  const area = /^\/([a-z-]+)/u.exec(screen)?.[1];
  if (area === 'incidents' && screen.length > '/incidents/'.length) return 'Open incident';
  return area === undefined ? 'Open screen' : `Open ${area}`;
}

/** Text a person wrote in an operation, for "Copy text"; null when it holds none. */
export function textOf(patch: JsonRow): string | null {
  const text = patch['comment'] ?? patch['title'] ?? patch['description'];
  return typeof text === 'string' && text !== '' ? text : null;
}

/** A definition in an operation, to be pasted into an editor again: JSON is YAML, too. Null when it sets none. */
export function definitionTextOf({ spec }: JsonRow): string | null {
  return typeof spec === 'object' && spec !== null ? JSON.stringify(spec, null, 2) : null;
}

function quote(text: string): string {
  const flat = withoutMentionIds(text).replaceAll(/\s+/gu, ' ').trim();
  return `“${shortened(flat, MAX_QUOTE_LENGTH)}”`;
}

/** `@[Ada](user:…)` reads "@Ada". */
function withoutMentionIds(text: string): string {
  return text.replaceAll(/@\[([^\]\n]*)\]\(user:[^)\s]*\)/gu, '@$1');
}

function sentenceCase(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
