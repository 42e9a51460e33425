import * as v from 'valibot';
import { tidyLines, type LineRange } from '#src/code/line-selection.ts';

const LINES = /^(?<from>\d{1,8})(?:-(?<to>\d{1,8}))?$/u;
/** More stretches than anybody marks. */
const MAX_STRETCHES = 200;

const one = v.union([v.string(), v.number()]);
const selected = v.fallback(
  v.optional(
    v.pipe(
      v.union([one, v.array(one)]),
      v.transform((held) => writeLines(readLines(held))),
    ),
  ),
  undefined,
);

/** Spec 2: "format default json", "selected query parameter, multiple"; lines are those of the format. */
export const contentSchema = v.object({
  format: v.fallback(v.optional(v.picklist(['yaml'])), undefined),
  selected,
});
export type ContentSearch = v.InferOutput<typeof contentSchema>;

/** `3-7,9` as stretches, in order; the parameter may also be there several times. What is none is left out. */
export function readLines(
  held: string | number | readonly (string | number)[] | undefined,
): readonly LineRange[] {
  const parts = [held ?? []].flat().flatMap((each) => String(each).split(','));
  const ranges = parts.slice(0, MAX_STRETCHES).flatMap((part) => {
    const { from, to = from } = LINES.exec(part.trim())?.groups ?? {};
    return from === undefined ? [] : [{ from: Number(from), to: Number(to) }];
  });
  return tidyLines(
    ranges.filter(({ from, to }) => from > 0 && to > 0),
    Number.MAX_SAFE_INTEGER,
  );
}

/** As the address has them; a single line as a number, which the router writes without quotes. */
export function writeLines(lines: readonly LineRange[]): string | number | undefined {
  const parts = lines
    .slice(0, MAX_STRETCHES)
    .map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`));
  const [only] = parts;
  if (only === undefined) return undefined;
  return parts.length === 1 && !only.includes('-') ? Number(only) : parts.join(',');
}

/** Each marked line of a text of so many, counted from 0. */
export function lineIndexes(lines: readonly LineRange[], lineCount: number): readonly number[] {
  return tidyLines(lines, lineCount).flatMap(({ from, to }) =>
    Array.from({ length: to - from + 1 }, (_, at) => from - 1 + at),
  );
}
