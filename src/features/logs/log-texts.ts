import { lineAt, type LogLine } from '#sync/protocol/log.ts';
import type { LogLine as EvidenceLine } from '#sync/protocol/tables/evidence-payload.ts';
import { withoutAnsi } from '#src/lib/ansi.ts';
import { logTimeOf } from '#src/lib/log-time.ts';
import { chosenLines, type Stretches } from './log-stretches.ts';
import type { LogRows } from './log-view.ts';

/** Spec 2: "Evidence line context is 3 lines". */
export const CONTEXT_LINES = 3;

function textOf({ at, message }: LogLine): string {
  return `${at === null ? '' : `${logTimeOf(at)} `}${withoutAnsi(message)}`;
}

/** Nobody notices so much work between two frames. */
const PIECE_ROWS = 5_000;

/**
 * The lines of rows as text, the oldest first, in pieces that follow each other; of `chosen` those alone, where there are
 * any. Between two pieces the page has its turn: a hundred thousand lines freeze nothing.
 */
export async function textPieces(rows: LogRows, chosen: ReadonlySet<number>): Promise<readonly string[]> {
  const pieces: string[] = [];
  for (let end = rows.count; end > 0; end -= PIECE_ROWS) {
    if (end < rows.count) await nextTask();
    const lines = linesBetween(rows, Math.max(0, end - PIECE_ROWS), end, chosen);
    if (lines.length > 0) pieces.push(`${pieces.length > 0 ? '\n' : ''}${lines.join('\n')}`);
  }
  return pieces;
}

function linesBetween(
  rows: LogRows,
  from: number,
  end: number,
  chosen: ReadonlySet<number>,
): readonly string[] {
  const lines: string[] = [];
  for (let index = end - 1; index >= from; index -= 1) {
    const row = rows.at(index);
    if (row?.is === 'line' && (chosen.size === 0 || chosen.has(row.key))) lines.push(textOf(row.line));
  }
  return lines;
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}

/** Chosen lines with those around them as evidence has them, and which were chosen. */
export function evidenceLines(
  stretches: Stretches,
  chosen: ReadonlySet<number>,
): { readonly lines: readonly EvidenceLine[]; readonly selected: readonly number[] } {
  const found = chosenLines(stretches, chosen, CONTEXT_LINES);
  return {
    lines: found.map(({ stretch, at }) => {
      const line = lineAt(stretch.lines, at);
      return {
        timestamp: line.at === null ? '' : new Date(line.at).toISOString(),
        message: line.message,
        labels: line.labels,
      };
    }),
    selected: found.flatMap(({ isChosen }, place) => (isChosen ? [place] : [])),
  };
}
