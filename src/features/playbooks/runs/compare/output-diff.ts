import { diffArrays } from 'diff';
import { withoutAnsi } from '#src/lib/ansi.ts';

/** What is different between two outputs, as the lines of a unified diff. */
export type OutputDiff =
  | { readonly is: 'equal' }
  | { readonly is: 'different'; readonly lines: readonly string[] }
  | { readonly is: 'too-long' }
  | { readonly is: 'too-different' };

/** More would be a wait that is felt. */
const MOST_CHARS = 1024 * 1024;
const MOST_LINES = 10_000;
const MOST_MS = 60;
/** Equal lines around a difference. */
const CONTEXT = 3;
const MOST_SHOWN = 2_000;
/** Times in lines: two runs are never of the same time, and that is no difference. */
const TIMES =
  /\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}:\d{2}(?:[.,]\d+)?(?:Z|[+-]\d{2}:?\d{2})?)?|\b\d{2}:\d{2}:\d{2}(?:[.,]\d+)?/gu;

export function outputDiff(before: string, after: string): OutputDiff {
  if (before === after) return { is: 'equal' };
  if (Math.max(before.length, after.length) > MOST_CHARS) return { is: 'too-long' };
  const [left, right] = [linesOf(before), linesOf(after)];
  if (Math.max(left.length, right.length) > MOST_LINES) return { is: 'too-long' };
  const changes = diffArrays(left.map(keyOf), right.map(keyOf), { timeout: MOST_MS });
  if (changes === undefined) return { is: 'too-different' };
  const lines: string[] = [];
  let [leftAt, rightAt] = [0, 0];
  for (const [at, { added, removed, count }] of changes.entries()) {
    if (removed) lines.push(...left.slice(leftAt, leftAt + count).map((line) => `-${line}`));
    else if (added) lines.push(...right.slice(rightAt, rightAt + count).map((line) => `+${line}`));
    else lines.push(...contextOf(right, rightAt, count, at === 0, at === changes.length - 1));
    if (!added) leftAt += count;
    if (!removed) rightAt += count;
  }
  const isDifferent = changes.some(({ added, removed }) => added || removed);
  if (!isDifferent) return { is: 'equal' };
  const rest = lines.length - MOST_SHOWN;
  return {
    is: 'different',
    lines: rest > 0 ? [...lines.slice(0, MOST_SHOWN), `@@ ${rest} more lines are not shown @@`] : lines,
  };
}

function contextOf(
  lines: readonly string[],
  from: number,
  count: number,
  isFirst: boolean,
  isLast: boolean,
): readonly string[] {
  const same = lines.slice(from, from + count).map((line) => ` ${line}`);
  const [head, tail] = [isFirst ? 0 : CONTEXT, isLast ? 0 : CONTEXT];
  const left = count - head - tail;
  if (left <= 1) return same;
  const words = `@@ ${left} equal lines @@`;
  return [...same.slice(0, head), words, ...same.slice(count - tail)];
}

function linesOf(text: string): readonly string[] {
  const lines = text.split('\n').map(withoutAnsi);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

const keyOf = (line: string): string => line.replaceAll(TIMES, '·');
