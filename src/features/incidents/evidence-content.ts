import type { EvidenceView } from '#sync/read/types.ts';
import { titleOf } from './incident-words.ts';

export interface NumberedLine {
  /** Line number or time of a log line; empty when there is none. */
  readonly lead: string;
  readonly text: string;
}

/** What one evidence shows, independent of how the payload of its type is built. */
export interface EvidenceContent {
  readonly kind: 'config' | 'log' | 'check' | 'component' | 'comment' | 'change' | 'insight' | 'other';
  /** Name of the thing, or the type in words. */
  readonly title: string;
  /** Markdown of a comment. */
  readonly text: string | null;
  readonly lines: readonly NumberedLine[];
  readonly description: string;
}

/** More lines than this are cut in the thread; the count of the rest is said. */
export const SHOWN_LINES = 12;

/** Reads any stored evidence. Payloads are other programs' JSON: what is not understood is left out, never an error. */
export function evidenceContent(
  evidence: Pick<EvidenceView, 'type' | 'description' | 'payload' | 'subject'>,
): EvidenceContent {
  const { type, description, payload, subject } = evidence;
  const base = { text: null, lines: [], description } as const;
  switch (type) {
    case 'comment': {
      const text = asText(payload['comment']) ?? description;
      return {
        ...base,
        kind: 'comment',
        title: 'Note',
        text,
        description: text === description ? '' : description,
      };
    }
    case 'config': {
      const name = asText(payload['configName']) ?? 'Config';
      const configType = asText(payload['configType']);
      const title = configType === undefined ? name : `${name} (${configType})`;
      return { ...base, kind: 'config', title, lines: configLines(payload) };
    }
    case 'log':
      return { ...base, kind: 'log', title: subject?.name ?? 'Logs', lines: logLines(payload['lines']) };
    case 'check':
      return { ...base, kind: 'check', title: subject?.name ?? 'Check' };
    case 'topology':
    case 'component':
      return { ...base, kind: 'component', title: subject?.name ?? 'Component' };
    case 'config_change':
      return { ...base, kind: 'change', title: 'Config change' };
    case 'config_analysis':
      return { ...base, kind: 'insight', title: 'Insight' };
    default:
      return { ...base, kind: 'other', title: type === '' ? 'Evidence' : titleOf(type) };
  }
}

/** Selected lines when there are any, keyed by line number; else the whole snapshot, numbered from 1. */
function configLines(payload: EvidenceView['payload']): readonly NumberedLine[] {
  const selected = payload['selected_lines'];
  if (isRecord(selected) && Object.keys(selected).length > 0) {
    return Object.entries(selected)
      .sort(([a], [b]) => Number(a) - Number(b))
      .map(([lead, text]) => ({ lead, text: asText(text) ?? '' }));
  }
  return linesOf(payload['lines']).map((text, index) => ({
    lead: String(index + 1),
    text: asText(text) ?? '',
  }));
}

function logLines(lines: unknown): readonly NumberedLine[] {
  return linesOf(lines).map((line) =>
    isRecord(line)
      ? { lead: asText(line['timestamp']) ?? '', text: asText(line['message']) ?? '' }
      : { lead: '', text: asText(line) ?? '' },
  );
}

function linesOf(lines: unknown): readonly unknown[] {
  if (Array.isArray(lines)) return lines;
  return typeof lines === 'string' ? lines.split('\n') : [];
}

function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
