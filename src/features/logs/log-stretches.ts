import type { LogLabels, LogPage, PackedLines } from '#sync/protocol/log.ts';

/*
 * What was read of one question, newest first: stretches of lines without a gap in them. A page that does not reach the lines
 * that were there leaves a gap, which is named and can be filled as long as the server knows the place.
 */

/** Lines that follow each other. */
export interface Stretch {
  readonly id: string;
  readonly lines: PackedLines;
  /** A number for each line that no other line has, for as long as the page shows them. */
  readonly keys: readonly number[];
  /** What names the lines after it for the server; null where nobody knows it. */
  readonly next: string | null;
  /** The stretch after it follows without a gap; of the last one: the range has no more lines. */
  readonly isJoined: boolean;
}

export type Stretches = readonly Stretch[];

/** Makes what is new to a page: ids of stretches, and keys of lines. */
export interface Numbering {
  readonly id: () => string;
  readonly keys: (count: number) => readonly number[];
}

/** Stretches grow to this many lines and are kept as one. */
const STRETCH_LINES = 2_000;
/** What a hub gives that names no next page and was told no number: it may well have more. */
const HUB_LINES = 50;

export function createNumbering(): Numbering {
  let last = 0;
  return {
    id: () => crypto.randomUUID(),
    keys(count) {
      const first = last + 1;
      last += count;
      return Array.from({ length: count }, (_none, at) => first + at);
    },
  };
}

export function countOf(lines: PackedLines): number {
  return lines.ends.length;
}

/** What names a stretch while others come before it and it grows at its top: its last line. */
export function lastKeyOf({ keys }: Stretch): number {
  return keys.at(-1) ?? 0;
}

/** Lines in all. */
export function countAll(stretches: Stretches): number {
  return stretches.reduce((sum, { lines }) => sum + countOf(lines), 0);
}

/** Two packs of lines as one. */
export function joinLines(first: PackedLines, second: PackedLines): PackedLines {
  const labels: LogLabels[] = [...first.labels];
  const known = new Map(labels.map((each, at) => [JSON.stringify(each), at]));
  const places = second.labels.map((each) => {
    const key = JSON.stringify(each);
    const at = known.get(key) ?? labels.push(each) - 1;
    known.set(key, at);
    return at;
  });
  return {
    text: first.text + second.text,
    ends: [...first.ends, ...second.ends.map((end) => end + first.text.length)],
    times: [...first.times, ...second.times],
    labels,
    labelsOf: [...first.labelsOf, ...second.labelsOf.map((at) => places[at] ?? 0)],
  };
}

/** Some of the lines, from one to before another. */
function part(lines: PackedLines, from: number, to: number): PackedLines {
  const start = from === 0 ? 0 : (lines.ends[from - 1] ?? 0);
  return {
    text: lines.text.slice(start, to === 0 ? 0 : lines.ends[to - 1]),
    ends: lines.ends.slice(from, to).map((end) => end - start),
    times: lines.times.slice(from, to),
    labels: lines.labels,
    labelsOf: lines.labelsOf.slice(from, to),
  };
}

function messageAt({ text, ends }: PackedLines, at: number): string {
  return text.slice(at === 0 ? 0 : ends[at - 1], ends[at]);
}

/** How many of the first lines are newer than a stretch; null where they do not reach it. */
function newerThan(lines: PackedLines, { lines: older }: Stretch): number | null {
  const newest = older.times.find((at) => at !== null) ?? null;
  const oldest = lines.times.findLast((at) => at !== null) ?? null;
  if (newest === null || oldest === null || oldest > newest) return null;
  const known = new Set<string>();
  for (let at = 0; (older.times[at] ?? newest) === newest && at < countOf(older); at += 1)
    known.add(messageAt(older, at));
  // Several lines of one moment: those that are here already are not new.
  const first = lines.times.findIndex(
    (at, place) => at !== null && (at < newest || (at === newest && known.has(messageAt(lines, place)))),
  );
  return first === -1 ? countOf(lines) : first;
}

/** Whether a page is the last one there is. One that is full and names no other may be followed by what the server keeps back. */
function isEnd({ lines, next }: LogPage, pageLines: number): boolean {
  return next === null && countOf(lines) !== pageLines && countOf(lines) !== HUB_LINES;
}

function stretch(numbering: Numbering, lines: PackedLines, next: string | null, isJoined: boolean): Stretch {
  return { id: numbering.id(), lines, keys: numbering.keys(countOf(lines)), next, isJoined };
}

/** Two stretches that follow each other, as one where that is not too long. */
function merged(numbering: Numbering, first: Stretch, second: Stretch): Stretches {
  if (countOf(second.lines) === 0) return [{ ...first, next: second.next, isJoined: second.isJoined }];
  if (countOf(first.lines) === 0) return [second];
  if (countOf(first.lines) + countOf(second.lines) > STRETCH_LINES)
    return [{ ...first, next: null, isJoined: true }, second];
  return [
    {
      id: numbering.id(),
      lines: joinLines(first.lines, second.lines),
      keys: [...first.keys, ...second.keys],
      next: second.next,
      isJoined: second.isJoined,
    },
  ];
}

/** With the newest page, however far it reaches. `pageLines` is how many were asked for. */
export function withFirst(
  stretches: Stretches,
  page: LogPage,
  pageLines: number,
  numbering: Numbering,
): Stretches {
  const [newest, ...rest] = stretches;
  if (newest === undefined) return [stretch(numbering, page.lines, page.next, isEnd(page, pageLines))];
  if (countOf(newest.lines) === 0) return withFirst(rest, page, pageLines, numbering);
  const newer = newerThan(page.lines, newest);
  if (newer === null) {
    // Nothing came: the range may have moved past all that is here, which is no gap.
    if (countOf(page.lines) === 0) return stretches;
    return [stretch(numbering, page.lines, page.next, false), ...stretches];
  }
  if (newer === 0) return stretches;
  const fresh = stretch(numbering, part(page.lines, 0, newer), null, true);
  return [...merged(numbering, fresh, newest), ...rest];
}

/** With the page after the stretch at `place`, which named it. */
export function withOlder(
  stretches: Stretches,
  place: number,
  page: LogPage,
  pageLines: number,
  numbering: Numbering,
): Stretches {
  const before = stretches[place];
  if (before === undefined) return stretches;
  const after = stretches[place + 1];
  const newer = after === undefined ? null : newerThan(page.lines, after);
  const isClosed = newer !== null || isEnd(page, pageLines);
  const older = stretch(
    numbering,
    newer === null ? page.lines : part(page.lines, 0, newer),
    isClosed ? null : page.next,
    isClosed,
  );
  return [...stretches.slice(0, place), ...merged(numbering, before, older), ...stretches.slice(place + 1)];
}

/** A line by its place. */
export interface PlacedLine {
  readonly stretch: Stretch;
  readonly at: number;
  readonly isChosen: boolean;
}

/** Stretches that follow each other without a gap. */
function runsOf(stretches: Stretches): readonly Stretches[] {
  const runs: Stretch[][] = [[]];
  for (const stretch of stretches) {
    runs.at(-1)?.push(stretch);
    if (!stretch.isJoined) runs.push([]);
  }
  return runs;
}

/** Some lines around the chosen ones, oldest first, and which of them were chosen. A gap ends what is around. */
export function chosenLines(
  stretches: Stretches,
  chosen: ReadonlySet<number>,
  around: number,
): readonly PlacedLine[] {
  return runsOf(stretches)
    .flatMap((run) => chosenOf(run, chosen, around))
    .toReversed();
}

function chosenOf(run: Stretches, chosen: ReadonlySet<number>, around: number): readonly PlacedLine[] {
  const places = new Set<number>();
  let start = 0;
  for (const { keys } of run) {
    for (const [at, key] of keys.entries()) {
      if (!chosen.has(key)) continue;
      for (let near = start + at - around; near <= start + at + around; near += 1) places.add(near);
    }
    start += keys.length;
  }
  const found: PlacedLine[] = [];
  let first = 0;
  for (const stretch of run) {
    const { keys } = stretch;
    for (const place of [...places]
      .filter((each) => each >= first && each < first + keys.length)
      .sort((a, b) => a - b)) {
      const at = place - first;
      found.push({ stretch, at, isChosen: chosen.has(keys[at] ?? -1) });
    }
    first += keys.length;
  }
  return found;
}
