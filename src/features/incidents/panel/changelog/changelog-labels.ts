import type { HistoryLine } from '#sync/read/incident-history.ts';
import { quotedTitle } from '#src/lib/shown-name.ts';
import { evidenceWords } from '../../evidence/evidence-labels.ts';
import { titleOf } from '../../incident-labels.ts';
import { markdownWords } from '#src/ui/text/markdown-words.ts';

/** What lines are told apart by, in the order the filter shows them; the names are the server's event types. */
export const changelogTypes = [
  'incident.created',
  'incident.status_updated',
  'hypothesis.created',
  'hypothesis.status_updated',
  'evidence.created',
  'evidence.done_definition_added',
  'responder.created',
  'responder.commented',
] as const;
export type ChangelogType = (typeof changelogTypes)[number];

const TYPE_WORDS: Readonly<Record<ChangelogType, string>> = {
  'incident.created': 'Incident created',
  'incident.status_updated': 'Status',
  'hypothesis.created': 'Hypothesis added',
  'hypothesis.status_updated': 'Hypothesis status',
  'evidence.created': 'Evidence',
  'evidence.done_definition_added': 'Definition of done',
  'responder.created': 'Responder',
  'responder.commented': 'Responder comment',
};

export function isKnownType(type: string): type is ChangelogType {
  return Object.hasOwn(TYPE_WORDS, type);
}

/** Name of a type in the filter; one of a newer server in its own words. */
export function typeWords(type: string): string {
  if (isKnownType(type)) return TYPE_WORDS[type];
  return type === '' ? 'Other' : titleOf(type.replaceAll('.', ' '));
}

/**
 * What happened, without who did it. The server notes who made a row and not who changed it, so lines about a change
 * stand without a name and begin with a capital.
 */
export function lineWords(line: HistoryLine): string {
  const words = eventWords(line);
  return line.author === null ? `${words.charAt(0).toUpperCase()}${words.slice(1)}` : words;
}

/** The whole sentence, with the person where one is known. */
export function lineSentence(line: HistoryLine): string {
  return line.author === null ? lineWords(line) : `${line.author.name} ${lineWords(line)}`;
}

function eventWords(line: HistoryLine): string {
  const { type, status, responder, hypothesis, evidence, comment } = line;
  if (!isKnownType(type)) return typeWords(type);
  switch (type) {
    case 'incident.created':
      return 'created Incident';
    case 'incident.status_updated':
      return `marked as: ${statusWords(status)}`;
    case 'responder.created':
      return `added responder ${responder === null ? 'who is no longer known' : responder.name}`;
    case 'evidence.created':
      return `added ${anyEvidence(evidence)}`;
    case 'evidence.done_definition_added':
      return `added DoD for ${anyEvidence(evidence)}`;
    case 'responder.commented':
      return comment === null ? 'commented; the comment was deleted' : `commented: ${markdownWords(comment)}`;
    case 'hypothesis.created':
      return `added ${hypothesisWords(hypothesis)}`;
    case 'hypothesis.status_updated':
      return `marked ${hypothesisWords(hypothesis)} as ${statusWords(status)}`;
  }
}

function statusWords(status: string | null): string {
  return status === null ? 'no status' : titleOf(status);
}

function hypothesisWords(hypothesis: HistoryLine['hypothesis']): string {
  if (hypothesis === null) return 'a hypothesis that was deleted';
  return quotedTitle(hypothesis.title);
}

function anyEvidence(evidence: HistoryLine['evidence']): string {
  return evidence === null ? 'evidence that was deleted' : evidenceWords(evidence);
}
