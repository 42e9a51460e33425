import type { Draft } from '#sync/protocol/op.ts';

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
  incident: 'Incident',
  hypothesis: 'Hypothesis',
};

/** Values that are one of a few words of the program. */
const WORDS = new Set(['severity', 'type', 'status', 'kind']);

/** What a person reads of a kept text; empty where a form holds nothing that could be read. */
export function draftText({ key, text }: Pick<Draft, 'key' | 'text'>): string {
  if (!FORMS.test(key)) return text;
  return text
    .split('\n')
    .flatMap((line) => {
      const at = line.indexOf(': ');
      return at < 1 ? [] : lineWords(line.slice(0, at), unquoted(line.slice(at + 2)));
    })
    .join('\n');
}

function lineWords(field: string, value: string): readonly string[] {
  const typed = /^field\.(?<name>.+)$/u.exec(field)?.groups?.['name'];
  if (typed !== undefined) return value === '' ? [] : [`${spaced(typed)}: ${value}`];
  const name = NAMES[field];
  const words = valueWords(field, value);
  return name === undefined || words === '' ? [] : [`${name}: ${words}`];
}

function valueWords(field: string, value: string): string {
  if (WORDS.has(field)) return spaced(value);
  if (field === 'evidence') return titleIn(value);
  // Of one that exists only the id is kept.
  if (field === 'incident' || field === 'hypothesis') return value.startsWith('new ') ? value.slice(4) : '';
  return value;
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
