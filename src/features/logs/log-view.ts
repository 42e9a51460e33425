import { lineAt, type LogLine, type PackedLines } from '#sync/protocol/log.ts';
import { countOf, lastKeyOf, type Stretch, type Stretches } from './log-stretches.ts';

/** Lines of a stretch that hold a text, in order. */
export type Matches = Uint32Array;

/** What stands in the list at a place: a line, or the gap after a stretch, which its last line names. */
export type LogRow =
  | { readonly is: 'line'; readonly key: number; readonly line: LogLine }
  | { readonly is: 'gap'; readonly key: string; readonly after: number; readonly canRead: boolean };

/** The list as it is shown: as long as it may be, a place in it costs the same. */
export interface LogRows {
  readonly count: number;
  /** Lines without the gaps. */
  readonly lines: number;
  readonly at: (index: number) => LogRow | undefined;
  /** Where a line stands; -1 where it does not. */
  readonly indexOf: (key: number) => number;
}

/** A text as it is looked for: anywhere in a message, in either case. */
export function pattern(text: string): RegExp {
  return new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`), 'giu');
}

/** Where the text stands in the lines: over all of them at once, which is many times faster than line by line. */
export function matchesIn({ text, ends }: PackedLines, wanted: RegExp): Matches {
  const found: number[] = [];
  let line = 0;
  wanted.lastIndex = 0;
  for (let match = wanted.exec(text); match !== null; match = wanted.exec(text)) {
    const from = match.index;
    line = lineOf(ends, from, line);
    const end = ends[line] ?? text.length;
    // What begins in one line and ends in another is in neither.
    if (from + match[0].length <= end) found.push(line);
    wanted.lastIndex = Math.max(end, from + 1);
  }
  return Uint32Array.from(found);
}

/** The line that a place of the text is in, from a line that is not after it. */
function lineOf(ends: readonly number[], at: number, from: number): number {
  let low = from;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ends[middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The rows of what was read; with `matches` those lines alone, of the stretches that were looked through. */
export function rowsOf(stretches: Stretches, matches?: ReadonlyMap<Stretch, Matches>): LogRows {
  const starts: number[] = [];
  let count = 0;
  let lines = 0;
  for (const [place, stretch] of stretches.entries()) {
    starts.push(count);
    const own = matches === undefined ? countOf(stretch.lines) : (matches.get(stretch)?.length ?? 0);
    lines += own;
    count += own + (hasGap(stretches, place) ? 1 : 0);
  }
  const placeOf = (index: number): number => {
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((starts[middle] ?? 0) <= index) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  };
  return {
    count,
    lines,
    at(index) {
      if (index < 0 || index >= count) return undefined;
      const place = placeOf(index);
      const stretch = stretches[place];
      if (stretch === undefined) return undefined;
      const own = index - (starts[place] ?? 0);
      const at = matches === undefined ? own : matches.get(stretch)?.[own];
      const key = at === undefined ? undefined : stretch.keys[at];
      if (at === undefined || key === undefined)
        return {
          is: 'gap',
          key: `gap ${stretch.id}`,
          after: lastKeyOf(stretch),
          canRead: stretch.next !== null,
        };
      return { is: 'line', key, line: lineAt(stretch.lines, at) };
    },
    indexOf(key) {
      for (const [place, stretch] of stretches.entries()) {
        const at = stretch.keys.indexOf(key);
        if (at === -1) continue;
        const own = matches === undefined ? at : (matches.get(stretch)?.indexOf(at) ?? -1);
        return own === -1 ? -1 : (starts[place] ?? 0) + own;
      }
      return -1;
    },
  };
}

/** Between this stretch and the one after it lines are missing; what comes after the last is not here yet and no gap. */
function hasGap(stretches: Stretches, place: number): boolean {
  return place < stretches.length - 1 && stretches[place]?.isJoined === false;
}
