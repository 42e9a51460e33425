import type { ReviewPart, ReviewState } from '#sync/read/review.ts';
import type { TimelineEvent, TimelineLane } from '#sync/read/timeline.ts';
import { shortened } from '#src/lib/shortened.ts';
import { quotedTitle } from '#src/lib/shown-name.ts';
import { evidenceWords } from '../evidence/evidence-labels.ts';
import { counted, titleOf } from '../incident-labels.ts';

/** What each document of a review is, in the order in which they are listed. */
const PART_WORDS: Readonly<Record<ReviewPart['kind'], string>> = {
  change: 'Config change',
  analysis: 'Insight',
  'check-spec': 'Check definition',
  'check-history': 'Check runs around the incident',
  'check-recent': 'Latest check runs',
  'check-runs': 'Playbook runs on the check',
  scraper: 'Scraper',
  team: 'Team',
  'job-run': 'Job run',
  config: 'Config content',
  'config-detail': 'Config details',
  'config-changes': 'Latest config changes',
  'config-edges': 'Links between configs',
  'config-unlinked': 'Deleted config links',
  'config-checks': 'Checks of configs',
  'config-events': 'Config changes around the incident',
  'config-runs': 'Playbook runs on the config',
  'component-runs': 'Playbook runs on the component',
  'component-logs': 'Log selectors',
  'playbook-run': 'Playbook run',
  'action-result': 'Playbook result',
  'check-detail': 'Check state',
  'check-playbooks': 'Playbooks for the check',
  'component-playbooks': 'Playbooks for the component',
  'config-playbooks': 'Playbooks for the config',
  playbook: 'Playbook',
  schema: 'Schema of definitions',
  'check-graph': 'Check graph',
};

const ABSENCE_WORDS: Readonly<Record<Exclude<ReviewPart['state'], 'here'>, string>> = {
  lacking: 'not downloaded yet',
  secret: 'not kept: it may hold a secret',
  large: 'not kept: too large',
  gone: 'gone from the server',
  forbidden: 'not for your role',
};

export interface PartLine {
  readonly words: string;
  readonly count: number;
  /** null when all of them are here. */
  readonly absence: string | null;
  readonly asOf: string | null;
}

/** Parts of one kind and state as one line; what is lacking first. */
export function partLines(parts: readonly ReviewPart[]): readonly PartLine[] {
  const lines = new Map<string, PartLine>();
  for (const { kind, state, asOf } of parts) {
    const key = `${kind} ${state}`;
    const known = lines.get(key);
    const oldest = known?.asOf !== undefined && known.asOf !== null && (asOf === null || known.asOf < asOf);
    lines.set(key, {
      words: PART_WORDS[kind],
      count: (known?.count ?? 0) + 1,
      absence: state === 'here' ? null : ABSENCE_WORDS[state],
      asOf: oldest ? known.asOf : asOf,
    });
  }
  return [...lines.values()].sort((a, b) => Number(a.absence === null) - Number(b.absence === null));
}

export interface Completeness {
  readonly here: number;
  /** Those that can be here: what is withheld for good does not count. */
  readonly possible: number;
  readonly withheld: number;
}

export function completenessOf(parts: readonly ReviewPart[]): Completeness {
  const here = parts.filter(({ state }) => state === 'here').length;
  const lacking = parts.filter(({ state }) => state === 'lacking').length;
  return { here, possible: here + lacking, withheld: parts.length - here - lacking };
}

/** Word on the button: whether one may walk into the lift. */
export function keepWords({ keep, parts }: Pick<ReviewState, 'keep' | 'parts'>): string {
  if (keep === 'no') return 'Keep offline';
  const { here, possible } = completenessOf(parts);
  return here === possible ? 'Kept offline' : `Kept offline, ${here} of ${possible}`;
}

export const LANE_WORDS: Readonly<Record<TimelineLane, string>> = {
  incident: 'Incident',
  checks: 'Checks',
  changes: 'Config changes',
  runs: 'Playbook runs',
};

/** Longest stretch of a text in one line of the timeline. */
const MAX_TEXT = 140;

/** Markdown as one reads it aloud: mentions by their names, no marks of emphasis and code. */
function spoken(text: string): string {
  return text.replaceAll(/@\[([^\]]*)\]\(user:[^)]*\)/gu, '@$1').replaceAll(/\*\*|__|`+/gu, '');
}

/** `eventWords` within a line, for a list. */
export function eventLine(event: TimelineEvent, subjectName: string | null): string {
  return shortened(eventWords(event, subjectName), MAX_TEXT);
}

/** The evidence an event is about, as the changelog says it; one that is gone has no type. */
function saidEvidence({ text, detail, keptName }: TimelineEvent, subjectName: string | null): string {
  // A change and an insight go by what was kept of them: the catalog item they point at is named there.
  return evidenceWords({ type: text, description: spoken(detail ?? ''), name: subjectName ?? keptName });
}

/** One event as a sentence without its time and author. `subjectName` is what the event's subject is called here. */
export function eventWords(event: TimelineEvent, subjectName: string | null): string {
  return sentence(event, subjectName).replaceAll(/\s+/gu, ' ').trim();
}

function sentence(event: TimelineEvent, subjectName: string | null): string {
  const { kind, text, detail } = event;
  const about = subjectName === null ? '' : subjectName;
  switch (kind) {
    case 'created':
      return 'created Incident';
    case 'status':
      return `marked as: ${titleOf(text)}`;
    case 'hypothesis':
      return `added hypothesis ${quotedTitle(text)}`;
    case 'evidence':
      return `added ${saidEvidence(event, subjectName)}`;
    case 'definition-of-done':
      return `added DoD for ${saidEvidence(event, subjectName)}`;
    case 'comment':
      return `commented: ${spoken(text)}`;
    case 'responder':
      return `added responder ${text}`;
    case 'check':
      return `${about === '' ? 'Check' : about} became ${text}${detail === null ? '' : `: ${detail}`}`;
    case 'change':
      return `${about === '' ? 'Config' : about}: ${text}${detail === null ? '' : `, ${detail}`}`;
    case 'run':
      return `${detail ?? 'Playbook'} ${text}${about === '' ? '' : ` on ${about}`}`;
  }
}

/** "3 events, 2 of them not sent yet". */
export function countWords(events: readonly TimelineEvent[]): string {
  const pending = events.filter(({ isPending }) => isPending).length;
  const all = counted(events.length, 'event');
  return pending === 0 ? all : `${all}, ${pending} not sent yet`;
}
