import { linesOf, lineAt, type LogLine } from '#sync/protocol/log.ts';
import type { LogLine as EvidenceLine } from '#sync/protocol/tables/evidence-payload.ts';
import { withoutAnsi } from '#src/lib/ansi.ts';
import { logTimeOf } from '#src/lib/log-time.ts';
import { chosenLines, type Stretches } from './log-stretches.ts';

/** Spec 2: "Evidence line context is 3 lines". */
export const CONTEXT_LINES = 3;

function textOf({ at, message }: LogLine): string {
  return `${at === null ? '' : `${logTimeOf(at)} `}${withoutAnsi(message)}`;
}

/** Chosen lines as text, the oldest first; without a choice all of them. */
export function textOfLines(stretches: Stretches, chosen: ReadonlySet<number>): string {
  if (chosen.size > 0)
    return chosenLines(stretches, chosen, 0)
      .map(({ stretch, at }) => textOf(lineAt(stretch.lines, at)))
      .join('\n');
  const all: string[] = [];
  for (const { lines } of stretches) for (const line of linesOf(lines)) all.push(textOf(line));
  return all.toReversed().join('\n');
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
