import type { Cut } from '#sync/protocol/cut.ts';
import { withoutAnsi } from '#src/lib/ansi.ts';
import { isRow, maybeText } from '#src/views/row-text.ts';
import type { OutputText } from './line-index.ts';
import type { Step } from './run-steps.ts';

/** One text that a step gave. */
export interface Stream extends OutputText {
  readonly id: 'stdout' | 'stderr' | 'logs' | 'result';
  readonly label: string;
}

const STREAMS = [
  ['stdout', 'Output', ['stdout']],
  ['stderr', 'Error output', ['stderr']],
  ['logs', 'Logs', ['logs', 'Logs']],
] as const;

/**
 * What a step gave, as texts: what a shell writes, else the whole as JSON. None where there is nothing. `cuts` says where
 * something is missing, by the keys that lead to the text in the body that holds `result`.
 */
export function streamsOf(
  result: unknown,
  cuts: readonly Cut[] = [],
  path: readonly string[] = ['result'],
): readonly Stream[] {
  const cutAt = (keys: readonly string[]): OutputText['cut'] =>
    cuts.find((each) => each.path.join('\n') === keys.join('\n')) ?? null;
  if (typeof result === 'string' && result !== '')
    return [{ id: 'result', label: 'Result', text: result, cut: cutAt(path) }];
  if (!isRow(result)) return [];
  // The server of 2024 puts the output of a step that failed one level deeper.
  const [inner, at] = isRow(result['result']) ? [result['result'], [...path, 'result']] : [result, path];
  const streams = STREAMS.flatMap(([id, label, keys]) => {
    const key = keys.find((each) => maybeText(inner, each) !== null);
    const text = key === undefined ? null : maybeText(inner, key);
    return key === undefined || text === null ? [] : [{ id, label, text, cut: cutAt([...at, key]) }];
  });
  if (streams.length > 0) return streams;
  if (typeof result['result'] === 'string') return streamsOf(result['result'], cuts, [...path, 'result']);
  const isEmpty = Object.values(inner).every((value) => value === null || value === '');
  return isEmpty ? [] : [{ id: 'result', label: 'Result', text: JSON.stringify(inner, null, 2), cut: null }];
}

export interface StepFile {
  readonly name: string;
  readonly texts: readonly OutputText[];
  readonly type: string;
}

/** The file of a step (reference L): its error, else what it wrote, else its result as JSON. */
export function stepFile(
  { name, start_time: start, error }: Pick<Step, 'name' | 'start_time' | 'error'>,
  result: unknown,
  cuts: readonly Cut[] = [],
): StepFile {
  const base = `${name}-${start ?? ''}`.replaceAll(/[/\\:*?"<>|]/gu, '_');
  const streams = streamsOf(result, cuts).filter(({ id }) => id !== 'result');
  if (error !== null || streams.length > 0) {
    const texts = [...(error === null ? [] : [{ text: error, cut: null }]), ...streams];
    return { name: `${base}.log`, texts, type: 'text/plain' };
  }
  const text = JSON.stringify(result, null, 2);
  return { name: `${base}.json`, texts: [{ text, cut: null }], type: 'application/json' };
}

/** Characters that are made ready between two turns of the page. */
const PIECE = 256 * 1024;

/** The texts of a file without colours, one under the other, piece by piece: megabytes of them freeze nothing. */
export async function filePieces({ texts }: StepFile): Promise<readonly string[]> {
  const pieces: string[] = [];
  for (const { text, cut } of texts) {
    if (pieces.length > 0) pieces.push('\n');
    await addPlain(pieces, text.slice(0, cut?.at));
    if (cut === null) continue;
    pieces.push(`… ${cut.missing} characters are missing here …\n`);
    await addPlain(pieces, text.slice(cut.at));
  }
  return pieces;
}

/** A file is read where nothing draws colours; its lines stay. */
async function addPlain(pieces: string[], text: string): Promise<void> {
  for (let from = 0; from < text.length;) {
    const newline = text.indexOf('\n', from + PIECE);
    const end = newline === -1 ? text.length : newline + 1;
    const lines = text.slice(from, end).split('\n');
    pieces.push(lines.map(withoutAnsi).join('\n'));
    from = end;
    if (from < text.length) await new Promise((resolve) => setTimeout(resolve));
  }
}
