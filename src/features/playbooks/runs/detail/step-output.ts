import { withoutAnsi } from '#src/lib/ansi.ts';
import { isRow, maybeText } from '#src/views/row-text.ts';
import type { Step } from './run-steps.ts';

/** One text that a step gave. */
export interface Stream {
  readonly id: 'stdout' | 'stderr' | 'logs' | 'result';
  readonly label: string;
  readonly text: string;
}

const STREAMS = [
  ['stdout', 'Output', ['stdout']],
  ['stderr', 'Error output', ['stderr']],
  ['logs', 'Logs', ['logs', 'Logs']],
] as const;

/** What a step gave, as texts: what a shell writes, else the whole as JSON. None where there is nothing. */
export function streamsOf(result: unknown): readonly Stream[] {
  if (typeof result === 'string' && result !== '') return [{ id: 'result', label: 'Result', text: result }];
  if (!isRow(result)) return [];
  // The server of 2024 puts the output of a step that failed one level deeper.
  const inner = isRow(result['result']) ? result['result'] : result;
  const streams = STREAMS.flatMap(([id, label, keys]) => {
    const text = keys.map((key) => maybeText(inner, key)).find((each) => each !== null);
    return text === undefined || text === null ? [] : [{ id, label, text }];
  });
  if (streams.length > 0) return streams;
  if (typeof result['result'] === 'string') return streamsOf(result['result']);
  const isEmpty = Object.values(inner).every((value) => value === null || value === '');
  return isEmpty ? [] : [{ id: 'result', label: 'Result', text: JSON.stringify(inner, null, 2) }];
}

/** Longer lines are broken: what is no text has no lines. */
const MAX_LINE = 4_000;
/** Of an output that is longer than both the beginning and the end are shown. */
const HEAD = 2 * 1024 * 1024;
const TAIL = 6 * 1024 * 1024;

export interface OutputLines {
  readonly head: readonly string[];
  /** Characters between the two that are not shown. */
  readonly missing: number;
  readonly tail: readonly string[];
}

/** A text as lines. */
export function outputLines(text: string): OutputLines {
  if (text.length <= HEAD + TAIL) return { head: linesOf(text), missing: 0, tail: [] };
  return {
    head: linesOf(text.slice(0, HEAD)),
    missing: text.length - HEAD - TAIL,
    tail: linesOf(text.slice(-TAIL)),
  };
}

function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/u);
  if (lines.at(-1) === '') lines.pop();
  return lines.flatMap((line) =>
    line.length <= MAX_LINE
      ? [line]
      : Array.from({ length: Math.ceil(line.length / MAX_LINE) }, (_none, at) =>
          line.slice(at * MAX_LINE, (at + 1) * MAX_LINE),
        ),
  );
}

export interface StepFile {
  readonly name: string;
  readonly text: string;
  readonly type: string;
}

/** The file of a step (reference L): its error, else what it wrote, else its result as JSON. */
export function stepFile({ name, start_time: start, error }: Step, result: unknown): StepFile {
  const base = `${name}-${start ?? ''}`.replaceAll(/[/\\:*?"<>|]/gu, '_');
  const streams = streamsOf(result).filter(({ id }) => id !== 'result');
  if (error !== null || streams.length > 0) {
    const parts = [...(error === null ? [] : [error]), ...streams.map(({ text }) => text)];
    return { name: `${base}.log`, text: parts.map(withoutAnsiLines).join('\n'), type: 'text/plain' };
  }
  return { name: `${base}.json`, text: JSON.stringify(result, null, 2), type: 'application/json' };
}

/** A file is read where nothing draws colours; its lines stay. */
function withoutAnsiLines(text: string): string {
  return text.split('\n').map(withoutAnsi).join('\n');
}
