import type { Command } from '#sync/protocol/command.ts';
import { commandIncidentTypes, commandSeverities } from '#sync/protocol/tables/incident.ts';
import type { Frozen } from './freeze.ts';

/** Something that exists, or the title of something to create. */
export type Choice =
  | { readonly kind: 'existing'; readonly id: string }
  | { readonly kind: 'new'; readonly title: string };

/** What the dialog asks for. */
export interface LinkForm {
  readonly incident: Choice | null;
  /** Of an existing incident only. */
  readonly hypothesis: Choice | null;
  readonly description: string;
  /** Of a new incident only, as are the types. */
  readonly severity: string | null;
  readonly type: string | null;
}

/** The one command that does it all, an ordered group where it is more than one row; null while something is missing. */
export function linkCommand(form: LinkForm, frozen: Frozen): Command | null {
  const description = form.description.trim();
  const isNote = frozen.type === 'comment' && frozen.payload === undefined;
  const evidence = {
    ...frozen,
    description,
    ...(isNote ? { payload: { comment: description } } : {}),
  };
  const { incident, hypothesis } = form;
  if (incident?.kind === 'new') {
    const severity = oneOf(commandSeverities, form.severity);
    const type = oneOf(commandIncidentTypes, form.type);
    if (severity === null || type === null) return null;
    return { kind: 'incident.create', title: incident.title, severity, type, evidence };
  }
  if (incident === null || hypothesis === null) return null;
  if (hypothesis.kind === 'existing') return { kind: 'evidence.add', hypothesisId: hypothesis.id, evidence };
  return {
    kind: 'hypothesis.add',
    incidentId: incident.id,
    parentId: null,
    title: hypothesis.title,
    evidence,
  };
}

function oneOf<const T extends readonly string[]>(values: T, value: string | null): T[number] | null {
  return values.find((each) => each === value) ?? null;
}

/** A choice as a form holds it: "existing i-1", "new Disk full"; empty for none. */
export function choiceText(choice: Choice | null): string {
  if (choice === null) return '';
  return choice.kind === 'existing' ? `existing ${choice.id}` : `new ${choice.title}`;
}

/** Undefined where nothing is chosen. */
export function choiceOf(text: string): Choice | undefined {
  if (text.startsWith('existing ')) return { kind: 'existing', id: text.slice(9) };
  return text.startsWith('new ') ? { kind: 'new', title: text.slice(4) } : undefined;
}
