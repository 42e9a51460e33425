import type { ReviewPart } from '#sync/read/review.ts';
import type { CheckTrack, IncidentTimeline, TimelineEvent } from '#sync/read/timeline.ts';
import type { EvidenceView, HypothesisNode, IncidentDetail } from '#sync/read/types.ts';
import { instantMs } from '#src/lib/age.ts';
import { markdownQuote, markdownText as plain } from '#src/lib/markdown-text.ts';
import { shownTitle } from '#src/lib/shown-name.ts';
import { evidenceContent } from '../evidence/evidence-content.ts';
import { evidenceTypeWords } from '../evidence/wizard-types.ts';
import { counted, titleOf } from '../incident-labels.ts';
import { completenessOf, eventLine, eventWords } from './review-labels.ts';

export interface ReportParts {
  readonly incident: IncidentDetail;
  readonly timeline: IncidentTimeline;
  readonly parts: readonly ReviewPart[];
  /** Server time of the incident's rows. */
  readonly asOf: string | null;
  readonly nameOf: (event: TimelineEvent) => string | null;
  /** Device time, for "made at". */
  readonly nowMs: number;
}

function moment(at: string | number | null): string {
  const atMs = instantMs(at);
  return atMs === undefined ? '–' : `${new Date(atMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** "2 h 5 min": the two largest units that are not zero. */
export function durationWords(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  const parts = [
    [Math.floor(minutes / 1440), 'd'],
    [Math.floor(minutes / 60) % 24, 'h'],
    [minutes % 60, 'min'],
  ] as const;
  const said = parts.filter(([count]) => count > 0).slice(0, 2);
  return said.length === 0 ? '0 min' : said.map(([count, unit]) => `${count} ${unit}`).join(' ');
}

function facts({ incident, timeline }: ReportParts): readonly string[] {
  const { span } = timeline;
  const fromMs = instantMs(span.from) ?? 0;
  const toMs = instantMs(span.to);
  const responders = incident.responders.map(({ name }) => plain(name)).join(', ');
  return [
    `- Status: ${plain(titleOf(incident.status))}`,
    `- Severity: ${incident.severity === '' ? 'not set' : plain(titleOf(incident.severity))}`,
    `- Type: ${plain(titleOf(incident.type))}`,
    `- Commander: ${incident.commander === null ? 'none' : plain(incident.commander.name)}`,
    `- Responders: ${responders === '' ? 'none' : responders}`,
    `- Began: ${moment(span.from)}`,
    toMs === undefined
      ? '- Ended: not yet'
      : `- Ended: ${moment(span.to)}, after ${durationWords(toMs - fromMs)}`,
  ];
}

function madeFrom({ timeline, parts, asOf, nowMs }: ReportParts): string {
  const { here, possible, withheld } = completenessOf(parts);
  const pending = timeline.events.filter(({ isPending }) => isPending).length;
  const sentences = [
    `Made on this device at ${moment(nowMs)} from data as of ${moment(asOf)}.`,
    parts.length === 0 ? '' : `${here} of ${possible} parts of the incident were on the device.`,
    withheld === 0 ? '' : `${counted(withheld, 'part')} may not be kept on a device or no longer exist.`,
    pending === 0 ? '' : `${counted(pending, 'change')} had not been sent to the server and are marked.`,
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

function evidenceLine(evidence: EvidenceView): string {
  const type = evidenceTypeWords(evidence.type);
  const { title, text, description } = evidenceContent(evidence);
  // A title that is the type, or begins with it, has said it.
  const [head, name] = title.startsWith(type) ? [title, text ?? ''] : [type, title];
  const words = [name, description].filter((each) => each.trim() !== '').map(plain);
  return `${plain(head)}${words.length === 0 ? '' : `: ${words.join(', ')}`}${evidence.marks.pending ? ' (not sent yet)' : ''}`;
}

function hypothesisLines(nodes: readonly HypothesisNode[], depth: number): readonly string[] {
  const indent = '  '.repeat(depth);
  return nodes.flatMap((node) => [
    `${indent}- **${plain(titleOf(node.status ?? 'likely'))}** ${plain(shownTitle(node.title))}${node.marks.pending ? ' (not sent yet)' : ''}`,
    ...node.evidences.map((evidence) => `${indent}  - ${evidenceLine(evidence)}`),
    ...hypothesisLines(node.children, depth + 1),
  ]);
}

function doneLines(nodes: readonly HypothesisNode[]): readonly string[] {
  return nodes.flatMap(({ evidences, children }) => [
    ...evidences
      .filter(({ definitionOfDone }) => definitionOfDone)
      .map((evidence) => `- [${evidence.done ? 'x' : ' '}] ${evidenceLine(evidence)}`),
    ...doneLines(children),
  ]);
}

function failingMs({ bands }: CheckTrack): number {
  return bands
    .filter(({ status }) => status === 'unhealthy')
    .reduce((sum, { from, to }) => sum + (instantMs(to) ?? 0) - (instantMs(from) ?? 0), 0);
}

function checkLines({ timeline }: ReportParts): readonly string[] {
  return timeline.checks.map((track) => {
    const name = plain(track.name ?? 'Check');
    if (track.runs === 0) return `- ${name}: no runs on this device`;
    return `- ${name}: unhealthy for ${durationWords(failingMs(track))} in ${counted(track.runs, 'run')}`;
  });
}

function timelineLines({ timeline, nameOf }: ReportParts): readonly string[] {
  let day = '';
  return timeline.events.flatMap((event) => {
    const at = moment(event.at);
    const today = at.slice(0, 10);
    const head = today === day ? [] : ['', `### ${today}`, ''];
    day = today;
    const who = event.author === null ? '' : `${plain(event.author.name)} `;
    // What people wrote is what a review is read for; a machine may have said a page with every failed run.
    const words = plain((event.lane === 'incident' ? eventWords : eventLine)(event, nameOf(event)));
    return [...head, `- \`${at.slice(11, 19)}\` ${who}${words}${event.isPending ? ' (not sent yet)' : ''}`];
  });
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines];
}

/** The review of an incident as Markdown, made of what is on this device alone. */
export function reviewReport(parts: ReportParts): string {
  const { incident } = parts;
  const number = incident.number === null ? '' : `${incident.number} `;
  const title = shownTitle(incident.title);
  return [
    `# ${plain(`${number}${title}`)}`,
    '',
    ...facts(parts),
    ...(incident.description.trim() === '' ? [] : ['', ...markdownQuote(incident.description)]),
    ...section('Hypotheses and evidence', hypothesisLines(incident.tree, 0)),
    ...section('Definition of done', doneLines(incident.tree)),
    ...section('Checks', checkLines(parts)),
    ...section('Timeline (UTC)', timelineLines(parts)),
    '',
    '---',
    '',
    madeFrom(parts),
    '',
  ].join('\n');
}

/** Name of the file, without what file systems refuse. */
export function reportFileName(incident: Pick<IncidentDetail, 'number' | 'title'>): string {
  const name = `${incident.number ?? 'incident'} ${incident.title}`
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/gu, '')
    .slice(0, 60);
  return `${name === '' ? 'incident' : name}-review.md`;
}
