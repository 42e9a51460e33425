import type { IndexQuery } from '../../protocol/index-query.ts';
import { own } from '../../protocol/own.ts';
import type { ColumnarIndex } from './columnar-index.ts';
import type { Column, DictColumn } from './columns.ts';
import { FIT } from './fit.ts';
import { nearNeedle, nearTexts } from './near.ts';

/** Words of a search that count. */
const MOST_WORDS = 8;
/** A word that fewer rows have than this is also looked for with a slip in it. */
const FEW_ROWS = 20;

/** Words of a search in lower case, each once. */
export function wordsOf(text: string): readonly string[] {
  const words = new Set(text.toLowerCase().split(/\s+/u));
  words.delete('');
  return [...words].slice(0, MOST_WORDS);
}

/** Columns that are searched, what is about a thing first and its name last: who fits better writes over the others. */
function* searched(index: ColumnarIndex): Generator<readonly [Column, number]> {
  const fitOf = (name: string): number => {
    const kind = own(index.spec, name);
    if (kind === undefined || !('isSearched' in kind)) return 0;
    const says = kind.kind === 'text' ? kind.says : undefined;
    return says === 'name' ? FIT.within : says === 'about' ? FIT.about : FIT.beside;
  };
  for (const fit of [FIT.about, FIT.beside, FIT.within]) {
    for (const [name, column] of index.columns) if (fitOf(name) === fit) yield [column, fit];
  }
}

/** Sets a 1 for every row with the word in one of the searched columns. */
export function markWord(index: ColumnarIndex, word: string, hits: Uint8Array): void {
  for (const [column] of searched(index)) {
    if (column.kind === 'text') column.search(word, hits);
    else if (column.kind === 'dict') markCodes(column.codes, codesWith(column, word), hits, 1, index.size);
    else if (column.kind === 'pairs') markCodes(column.rows.codes, column.search(word), hits, 1, index.size);
  }
}

/** Sets for every row with the word how well it fits. */
function fitWord(index: ColumnarIndex, word: string, fits: Uint8Array): void {
  const { size } = index;
  for (const [column, fit] of searched(index)) {
    if (column.kind === 'dict') markCodes(column.codes, codesWith(column, word), fits, fit, size);
    else if (column.kind === 'pairs') markCodes(column.rows.codes, column.search(word), fits, fit, size);
    else if (column.kind !== 'text') continue;
    else if (fit === FIT.within) column.fit(word, fits);
    else fitText(column, word, fits, fit);
  }
}

function fitText(column: Column & { kind: 'text' }, word: string, fits: Uint8Array, fit: number): void {
  const hits = new Uint8Array(fits.length);
  column.search(word, hits);
  for (let slot = 0; slot < hits.length; slot += 1) if (hits[slot] === 1) fits[slot] = fit;
}

/** Adds the rows with something near the needle; what is said about a thing is too long to be near to. */
function addNear(index: ColumnarIndex, needle: string, fits: Uint8Array): void {
  const { size } = index;
  const columns = [...searched(index)].toReversed();
  for (const [column, fit] of columns) {
    const mark = fit === FIT.within ? FIT.near : FIT.nearBeside;
    if (fit === FIT.about) continue;
    if (column.kind === 'text') column.near(needle, fits, mark);
    else if (column.kind === 'pairs') addCodes(column.rows.codes, column.near(needle), fits, mark, size);
    else if (column.kind === 'dict') {
      const found = new Uint8Array(column.codeCount);
      const texts = Array.from(found, (_, code) => column.textOf(code)?.toLowerCase() ?? '');
      for (const code of nearTexts(needle, texts)) found[code] = 1;
      addCodes(column.codes, found, fits, mark, size);
    }
  }
}

/** Codes of the texts that contain the word. */
function codesWith(column: DictColumn, word: string): Uint8Array {
  const found = new Uint8Array(column.codeCount);
  for (let code = 1; code < found.length; code += 1) {
    if (column.textOf(code)?.toLowerCase().includes(word) === true) found[code] = 1;
  }
  return found;
}

function markCodes(
  codes: ArrayLike<number>,
  found: Uint8Array,
  marks: Uint8Array,
  mark: number,
  size: number,
): void {
  if (!found.includes(1)) return;
  // Without a branch: half of the rows have the first letter typed, and no processor guesses which.
  for (let slot = 0; slot < size; slot += 1) {
    const before = marks[slot] ?? 0;
    marks[slot] = before ^ ((before ^ mark) & -(found[codes[slot] ?? 0] ?? 0));
  }
}

function addCodes(
  codes: ArrayLike<number>,
  found: Uint8Array,
  marks: Uint8Array,
  mark: number,
  size: number,
): void {
  if (!found.includes(1)) return;
  for (let slot = 0; slot < size; slot += 1) {
    if (marks[slot] === 0 && found[codes[slot] ?? 0] === 1) marks[slot] = mark;
  }
}

function countMarked({ alive, size }: ColumnarIndex, marks: Uint8Array): number {
  let count = 0;
  for (let slot = 0; slot < size; slot += 1) if (marks[slot] !== 0 && alive[slot] === 1) count += 1;
  return count;
}

/** How rows fit a text. */
export interface Fitted {
  /** For each word, which rows have it (not 0). */
  readonly words: readonly Uint8Array[];
  /** For each row that has all the words, how well it fits the text. */
  readonly fits: Uint8Array;
  readonly near: readonly string[];
}

/** Looks for words row by row: how well each fits, the worst word deciding, and what is only near. */
export function fitWords(index: ColumnarIndex, words: readonly string[], { isNear }: IndexQuery): Fitted {
  const { size } = index;
  const near: string[] = [];
  const all = words.map((word) => {
    const fits = new Uint8Array(size);
    fitWord(index, word, fits);
    const needle = isNear === true ? nearNeedle(word) : undefined;
    const count = needle === undefined ? FEW_ROWS : countMarked(index, fits);
    if (needle === undefined || count >= FEW_ROWS) return fits;
    addNear(index, needle, fits);
    if (countMarked(index, fits) > count) near.push(word);
    return fits;
  });
  const [first] = all;
  if (first === undefined || all.length === 1)
    return { words: all, fits: first ?? new Uint8Array(size), near };
  const fits = new Uint8Array(size).fill(FIT.wordBegins);
  for (const one of all) {
    for (let slot = 0; slot < size; slot += 1) {
      if ((one[slot] ?? 0) > (fits[slot] ?? 0)) fits[slot] = one[slot] ?? 0;
    }
  }
  // All of it, as it was typed, is more than its words.
  const phrase = new Uint8Array(size);
  for (const [column, fit] of searched(index)) {
    if (column.kind === 'text' && fit === FIT.within) column.fit(words.join(' '), phrase);
  }
  for (let slot = 0; slot < size; slot += 1) {
    const whole = phrase[slot] ?? 0;
    if (whole === FIT.exact || whole === FIT.begins) fits[slot] = whole;
  }
  return { words: all, fits, near };
}
