import { nearNeedle, nearRanges } from './near.ts';
import { wordsOf } from './word-search.ts';

type Range = readonly [from: number, to: number];

/** Parts of a text that a search found it by, in order and apart from each other; the text as people see it. */
export function matchesIn(text: string, sought: string): readonly Range[] {
  const lower = text.toLowerCase();
  // Some letters are longer in lower case: places in the one are none in the other.
  if (lower.length !== text.length) return [];
  const found = wordsOf(sought).flatMap((word): readonly Range[] => {
    const at = placeOf(lower, word);
    if (at >= 0) return [[at, at + word.length]];
    const needle = nearNeedle(word);
    return needle === undefined ? [] : nearRanges(needle, lower);
  });
  const merged: Range[] = [];
  for (const range of found.toSorted(([a], [b]) => a - b)) {
    const last = merged.at(-1);
    if (last !== undefined && range[0] <= last[1])
      merged.splice(-1, 1, [last[0], Math.max(last[1], range[1])]);
    else merged.push(range);
  }
  return merged;
}

/** Where a word stands: where a word of the text begins with it before where it is within one. */
function placeOf(text: string, word: string): number {
  const first = text.indexOf(word);
  for (let at = first; at > 0; at = text.indexOf(word, at + 1)) {
    if (!/[a-z0-9\u0080-\uffff]/u.test(text.charAt(at - 1))) return at;
  }
  return first;
}
