/** How well a row fits what is searched for, the best first; 0 for a row that does not. */
export const FIT = {
  /** The name is what was typed. */
  exact: 1,
  /** The name begins with it. */
  begins: 2,
  /** A word of the name begins with it. */
  wordBegins: 3,
  within: 4,
  /** Not in the name but in another short text: type, tag, label. */
  beside: 5,
  /** Only in a text about the thing. */
  about: 6,
  /** Nothing is written like this, but the name nearly is. */
  near: 7,
  nearBeside: 8,
} as const;

/** How many there are, that of rows that do not fit included. */
export const FIT_COUNT = 9;

/** Letters and digits; what is not ASCII counts as a letter. */
function isWordUnit(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || (unit >= 48 && unit <= 57) || unit > 127;
}

/** How well a word fits a text that stands at `start` to `end` of `joined` and has it first at `place`. */
export function fitAt(word: string, joined: string, start: number, end: number, place: number): number {
  if (place === start) return end - start === word.length ? FIT.exact : FIT.begins;
  for (let at = place; at !== -1 && at + word.length <= end; at = joined.indexOf(word, at + 1)) {
    if (!isWordUnit(joined.charCodeAt(at - 1))) return FIT.wordBegins;
  }
  return FIT.within;
}
