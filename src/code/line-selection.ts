/** Marked lines, counted from 1, both ends included. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** `only`: this line and no other; `add`: this one too, or no longer; `extend`: up to here from where it began. */
export type Pick = 'only' | 'add' | 'extend';

/** In order, without overlaps and within the text: what is to be compared and drawn. */
export function tidyLines(ranges: readonly LineRange[], lineCount: number): readonly LineRange[] {
  const tidy: LineRange[] = [];
  const inOrder = ranges
    .map(({ from, to }) => ({
      from: Math.max(1, Math.min(from, to)),
      to: Math.min(lineCount, Math.max(from, to)),
    }))
    .filter(({ from, to }) => Number.isInteger(from) && Number.isInteger(to) && from <= to)
    .sort((one, other) => one.from - other.from);
  for (const range of inOrder) {
    const last = tidy.at(-1);
    if (last === undefined || range.from > last.to + 1) tidy.push(range);
    else tidy[tidy.length - 1] = { from: last.from, to: Math.max(last.to, range.to) };
  }
  return tidy;
}

export function sameLines(one: readonly LineRange[], other: readonly LineRange[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ from, to }, at) => from === other[at]?.from && to === other[at]?.to)
  );
}

export function hasLine(ranges: readonly LineRange[], line: number): boolean {
  return ranges.some(({ from, to }) => from <= line && line <= to);
}

/** What is marked after a press on `range`; `anchor` is the line that was pressed before, for `extend`. */
export function pickLines(
  picked: readonly LineRange[],
  range: LineRange,
  how: Pick,
  anchor: number | null,
): readonly LineRange[] {
  const most = Number.MAX_SAFE_INTEGER;
  const isWhole = picked.some(({ from, to }) => from <= range.from && range.to <= to);
  switch (how) {
    case 'only':
      // Pressed again, what is alone is let go.
      return picked.length === 1 && sameLines(picked, [range]) ? [] : [range];
    case 'add':
      return isWhole ? without(picked, range) : tidyLines([...picked, range], most);
    case 'extend': {
      const start = anchor ?? picked.at(-1)?.from ?? range.from;
      const others = picked.filter(({ from, to }) => start < from || to < start);
      const stretch = { from: Math.min(start, range.from), to: Math.max(start, range.to) };
      return tidyLines([...others, stretch], most);
    }
  }
}

function without(picked: readonly LineRange[], gone: LineRange): readonly LineRange[] {
  return picked.flatMap(({ from, to }) =>
    [
      { from, to: Math.min(to, gone.from - 1) },
      { from: Math.max(from, gone.to + 1), to },
    ].filter((part) => part.from <= part.to && (part.to < gone.from || part.from > gone.to)),
  );
}

/** "Line 3" or "Lines 3–7, 9", as it is read out. */
export function linesInWords(ranges: readonly LineRange[]): string {
  if (ranges.length === 0) return 'No line is selected';
  const parts = ranges.map(({ from, to }) => (from === to ? String(from) : `${from}–${to}`));
  const isOne = ranges.length === 1 && ranges[0]?.from === ranges[0]?.to;
  return `${isOne ? 'Line' : 'Lines'} ${parts.join(', ')} selected`;
}
