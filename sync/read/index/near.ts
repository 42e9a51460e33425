import uFuzzy from '@leeoniya/ufuzzy';

/** A word has to be this long to be looked for with a slip in it: shorter ones are near to everything. */
const LEAST_LENGTH = 4;

/** One slip in a word: a letter too many, too few, another one, or two that changed places; in the first one too. */
const slip: object = { intraMode: 1, intraSlice: [0, Infinity] };
const search = new uFuzzy(slip);

/**
 * A word in lower case as it can be looked for with a slip; undefined for one that cannot: too short, of digits, or in
 * another script than Latin, in which the library knows no letters; or half of a pair.
 */
export function nearNeedle(word: string): string | undefined {
  if (word.includes('=')) return undefined;
  const needle = word.replace(/[^a-z0-9]+/gu, ' ').trim();
  const letters = needle.replaceAll(' ', '');
  return letters.length < LEAST_LENGTH || !/[a-z]/u.test(letters) ? undefined : needle;
}

/** Places of the texts that have something near the needle. */
export function nearTexts(needle: string, texts: readonly string[]): readonly number[] {
  // as: the library reads it and changes nothing
  return search.filter(texts as string[], needle) ?? [];
}

/** Where in a text the needle nearly stands: pairs of from and to. */
export function nearRanges(needle: string, text: string): readonly (readonly [number, number])[] {
  const texts = [text];
  const found = search.filter(texts, needle) ?? [];
  if (found.length === 0) return [];
  const flat = search.info(found, texts, needle).ranges[0] ?? [];
  return Array.from({ length: flat.length / 2 }, (_, at) => [flat[at * 2] ?? 0, flat[at * 2 + 1] ?? 0]);
}
