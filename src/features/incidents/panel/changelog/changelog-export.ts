import type { HistoryLine } from '#sync/read/incident-history.ts';
import type { Completeness } from '#sync/protocol/claim.ts';
import { markdownText as escaped } from '#src/lib/markdown-text.ts';
import { shownTitle } from '#src/lib/shown-name.ts';
import { byDay } from './changelog-filter.ts';
import { lineSentence } from './changelog-labels.ts';

/** What an export is made of; everything of it is on the device. */
export interface ChangelogExport {
  readonly incident: { readonly id: string; readonly number: string | null; readonly title: string };
  readonly lines: readonly HistoryLine[];
  /** How many lines there are without the filter. */
  readonly total: number;
  readonly starred: ReadonlySet<string>;
  /** RFC 3339, server time. */
  readonly asOf: string | null;
  readonly state: Completeness;
  /** RFC 3339, device time. */
  readonly exportedAt: string;
}

/** Markdown for a report: newest first, by day, with what the server does not have yet marked as pending. */
export function changelogMarkdown(source: ChangelogExport): string {
  const { incident, lines } = source;
  const title = [incident.number ?? 'New incident', shownTitle(incident.title.trim())].join(': ');
  const days = byDay(lines).map(({ day, lines: ofDay }) =>
    [
      `## ${day === '' ? 'Without a time' : escaped(day)}`,
      '',
      ...ofDay.map((line) => markdownLine(line, source)),
    ].join('\n'),
  );
  const facts = exportFacts(source).map((fact) => `- ${escaped(fact)}`);
  return `${[`# Changelog of ${escaped(title)}`, facts.join('\n'), ...days].join('\n\n')}\n`;
}

/** The same as data; `pending` is true for lines the server does not have. */
export function changelogJson(source: ChangelogExport): unknown {
  const { incident, lines, total, starred, asOf, state, exportedAt } = source;
  return {
    incident,
    exportedAt,
    asOf,
    isComplete: state === 'complete',
    shown: lines.length,
    total,
    lines: lines.map((line) => ({
      ...line,
      text: lineSentence(line),
      pending: line.pending !== null,
      state: line.pending,
      starred: starred.has(line.id),
    })),
  };
}

/** `changelog-INC-12.md`; an incident without a number goes by the start of its id. */
export function exportFileName(
  { number, id }: ChangelogExport['incident'],
  extension: 'md' | 'json',
): string {
  return `changelog-${(number ?? id.slice(0, 8)).replaceAll(/[^\w-]/gu, '_')}.${extension}`;
}

function exportFacts({ lines, total, asOf, state, exportedAt }: ChangelogExport): readonly string[] {
  const pending = lines.filter((line) => line.pending !== null).length;
  return [
    `Exported ${exportedAt} from this device`,
    asOf === null ? 'Never pulled from the server' : `As of ${asOf}`,
    ...(state === 'complete' ? [] : ['This device may not have every line']),
    ...(lines.length === total ? [] : [`${lines.length} of ${total} lines, by the filter`]),
    ...(pending === 0 ? [] : [`${pending} pending: not on the server yet`]),
  ];
}

function markdownLine(line: HistoryLine, { starred }: ChangelogExport): string {
  const marks = [starred.has(line.id) ? '★ ' : '', line.pending === null ? '' : '**pending** '].join('');
  return `- ${escaped(line.createdAt)} ${marks}${escaped(lineSentence(line))}`;
}
