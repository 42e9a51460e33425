import type { Draft } from '#sync/protocol/op.ts';
import { own } from '#sync/protocol/own.ts';
import { shownTitle } from '#src/lib/shown-name.ts';

/** Drafts that are the choices of a form, one a line, and not what somebody wrote. */
const FORMS = /#(?:choices|ticket):/u;

/** Names of the choices that mean something to a person; ids and the step a form stands at are left out. */
const NAMES: Readonly<Record<string, string>> = {
  title: 'Title',
  severity: 'Severity',
  type: 'Type',
  status: 'Status',
  kind: 'Kind',
  evidence: 'Evidence',
  evidenceWords: 'What it shows',
};

/** Choices of which only the id is kept: the table their name stands in, and its column. */
const POINTERS = {
  team: { name: 'Team', tbl: 'teams', column: 'name' },
  person: { name: 'Person', tbl: 'people', column: 'name' },
  incident: { name: 'Incident', tbl: 'incidents', column: 'title' },
  hypothesis: { name: 'Hypothesis', tbl: 'hypotheses', column: 'title' },
} as const;

/** A row a form points at. */
export interface DraftPointer {
  readonly tbl: (typeof POINTERS)[keyof typeof POINTERS]['tbl'];
  readonly id: string;
  /** Where its name stands. */
  readonly column: string;
}

/** Null where this device has no such row, undefined while that is read. */
export type PointerName = (pointer: DraftPointer) => string | null | undefined;

/** Values that are one of a few words of the program. */
const WORDS = new Set(['severity', 'type', 'status', 'kind']);

/** What a person reads of a kept text; empty where a form holds nothing that could be read. */
export function draftText({ key, text }: Pick<Draft, 'key' | 'text'>, nameOf: PointerName): string {
  if (!isForm(key)) return text;
  return formLines(text)
    .flatMap(([field, value]) => lineWords(field, value, nameOf))
    .join('\n');
}

/** The rows whose names a kept form needs. */
export function draftPointers({ key, text }: Pick<Draft, 'key' | 'text'>): readonly DraftPointer[] {
  if (!isForm(key)) return [];
  return formLines(text).flatMap(([field, value]) => pointerOf(field, value) ?? []);
}

function isForm(key: string): boolean {
  return FORMS.test(key);
}

function formLines(text: string): readonly (readonly [string, string])[] {
  return text.split('\n').flatMap((line) => {
    const at = line.indexOf(': ');
    return at < 1 ? [] : [[line.slice(0, at), unquoted(line.slice(at + 2))] as const];
  });
}

function lineWords(field: string, value: string, nameOf: PointerName): readonly string[] {
  const typed = /^field\.(?<name>.+)$/u.exec(field)?.groups?.['name'];
  if (typed !== undefined) return value === '' ? [] : [`${spaced(typed)}: ${value}`];
  if (isPointing(field)) {
    const { name } = POINTERS[field];
    const pointer = pointerOf(field, value);
    if (pointer === null) return value.startsWith('new ') ? [`${name}: ${value.slice(4)}`] : [];
    const words = nameOf(pointer);
    return words === undefined ? [] : [`${name}: ${pointedWords(words)}`];
  }
  const name = own(NAMES, field);
  const words = valueWords(field, value);
  return name === undefined || words === '' ? [] : [`${name}: ${words}`];
}

function isPointing(field: string): field is keyof typeof POINTERS {
  return Object.hasOwn(POINTERS, field);
}

/** Teams and people are kept by their id alone; incidents and hypotheses say whether they exist. */
function pointerOf(field: string, value: string): DraftPointer | null {
  if (!isPointing(field)) return null;
  const { tbl, column } = POINTERS[field];
  if (tbl === 'teams' || tbl === 'people') return { tbl, column, id: value };
  return value.startsWith('existing ') ? { tbl, column, id: value.slice('existing '.length) } : null;
}

function pointedWords(name: string | null): string {
  if (name === null) return 'not on this device';
  return shownTitle(name);
}

function valueWords(field: string, value: string): string {
  if (WORDS.has(field)) return spaced(value);
  return field === 'evidence' ? titleIn(value) : value;
}

/** `issue_type` and `technicalDebt` as they are read. */
function spaced(name: string): string {
  const words = name
    .replaceAll('_', ' ')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/gu, ' ')
    .toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function titleIn(json: string): string {
  const parsed = parsedJson(json);
  const isTitled = typeof parsed === 'object' && parsed !== null && 'title' in parsed;
  return isTitled && typeof parsed.title === 'string' ? parsed.title : '';
}

/** A value of several lines is kept as JSON has it. */
function unquoted(value: string): string {
  const parsed = value.startsWith('"') ? parsedJson(value) : undefined;
  return typeof parsed === 'string' ? parsed : value;
}

function parsedJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    // A draft of another version: there is nothing in it that could be shown.
    return undefined;
  }
}
