import * as v from 'valibot';
import type { JsonRow } from '../../protocol/op.ts';
import { textValue } from './index-spec.ts';
import { fitAt } from './fit.ts';
import { nearTexts } from './near.ts';
import { TextFinds } from './text-finds.ts';

/** Changed texts are kept beside the joined one until there are this many, or an eighth of all. */
const LEAST_LOOSE = 1_000;
/** New texts wait behind the joined one until there are half of all, or until somebody searches in more than this many. */
const LEAST_TAIL = 4_000;
/** What a part of the joined string takes as a string of its own. */
const SLICE_BYTES = 28;

const snapshotSchema = v.object({ joined: v.string(), starts: v.instance(Uint32Array) });

/**
 * Texts in lower case, joined into one string so that a search is one pass of the engine's own substring search. What
 * came behind or changed since is kept apart and looked at one by one.
 */
export class TextColumn {
  readonly kind = 'text';
  #joined = '';
  /** Start of each text in the joined string; one more entry than texts. Each text ends with a line feed. */
  #starts: Uint32Array = new Uint32Array(1);
  /** Changed texts of slots in the joined string. */
  readonly #loose = new Map<number, string>();
  /** Letters a-z of each joined text as bits, made when first asked for: the first letter typed hits most texts. */
  #letters: Uint32Array | undefined;
  readonly #finds = new TextFinds();
  #changes = 0;
  /** Texts of the slots behind the joined string. */
  #tail: string[] = [];
  /** The joined texts by themselves, while somebody looks for what is only like a word. */
  #apart: readonly string[] | undefined;

  set(slot: number, row: JsonRow, column: string): void {
    this.setText(slot, textValue(row, column));
  }

  /** `text` is in lower case and without line feeds. */
  setText(slot: number, text: string): void {
    const size = this.#starts.length - 1;
    if (slot >= size) {
      this.#changes += 1;
      while (this.#tail.length < slot - size) this.#tail.push('');
      this.#tail[slot - size] = text;
      if (this.#tail.length > Math.max(LEAST_TAIL, size / 2)) this.#join();
      return;
    }
    if (this.at(slot) === text) return;
    this.#changes += 1;
    this.#loose.set(slot, text);
    if (this.#loose.size > Math.max(LEAST_LOOSE, size / 8)) this.#join();
  }

  /** Grows with every text that is set. */
  get changes(): number {
    return this.#changes;
  }

  at(slot: number): string {
    const loose = this.#loose.get(slot);
    if (loose !== undefined) return loose;
    const size = this.#starts.length - 1;
    if (slot >= size) return this.#tail[slot - size] ?? '';
    return this.#joined.slice(this.#starts[slot], (this.#starts[slot + 1] ?? 1) - 1);
  }

  /** Sets `hits[slot]` to 1 for every text that contains the word, which is in lower case, not empty, without line feeds. */
  search(word: string, hits: Uint8Array): void {
    this.#joinMany();
    const letter = word.length === 1 ? letterBit(word.charCodeAt(0)) : 0;
    if (this.#hasWords) {
      if (letter !== 0) this.#searchLetter(letter, hits);
      else this.#searchJoined(word, hits);
    }
    for (const [loose, text] of this.#loose) if (text.includes(word)) hits[loose] = 1;
    const size = this.#starts.length - 1;
    this.#tail.forEach((text, at) => {
      if (text.includes(word)) hits[size + at] = 1;
    });
  }

  /** Sets `fits[slot]` for every text that contains the word (as above) to how well it fits. */
  fit(word: string, fits: Uint8Array): void {
    this.#joinMany();
    const { slots, places } = this.#finds.find(word, this.#joined, this.#starts);
    const hasLoose = this.#loose.size > 0;
    for (let at = 0; at < slots.length; at += 1) {
      const slot = slots[at] ?? 0;
      if (hasLoose && this.#loose.has(slot)) continue;
      const start = this.#starts[slot] ?? 0;
      fits[slot] = fitAt(word, this.#joined, start, (this.#starts[slot + 1] ?? 1) - 1, places[at] ?? 0);
    }
    const fitLoose = (slot: number, text: string): void => {
      const place = text.indexOf(word);
      if (place >= 0) fits[slot] = fitAt(word, text, 0, text.length, place);
    };
    for (const [slot, text] of this.#loose) fitLoose(slot, text);
    const size = this.#starts.length - 1;
    this.#tail.forEach((text, at) => fitLoose(size + at, text));
  }

  /** Sets `hits[slot]` to `mark` for every text with something near the needle, where it is not set yet. */
  near(needle: string, hits: Uint8Array, mark: number): void {
    this.#joinMany();
    this.#apart ??= Array.from({ length: this.#starts.length - 1 }, (_, slot) =>
      this.#joined.slice(this.#starts[slot], (this.#starts[slot + 1] ?? 1) - 1),
    );
    const set = (slot: number): void => {
      if (hits[slot] === 0) hits[slot] = mark;
    };
    for (const slot of nearTexts(needle, this.#apart)) if (!this.#loose.has(slot)) set(slot);
    const loose = [...this.#loose.keys()];
    for (const at of nearTexts(needle, [...this.#loose.values()])) set(loose[at] ?? 0);
    const size = this.#starts.length - 1;
    for (const at of nearTexts(needle, this.#tail)) set(size + at);
  }

  /** A column that says nothing of any row needs no table of letters. */
  get #hasWords(): boolean {
    return this.#joined.length >= this.#starts.length;
  }

  #searchLetter(bit: number, hits: Uint8Array): void {
    this.#letters ??= lettersOf(this.#joined, this.#starts);
    const letters = this.#letters;
    const place = 31 - Math.clz32(bit);
    if (this.#loose.size === 0) {
      for (let slot = 0; slot < letters.length; slot += 1) {
        hits[slot] = (hits[slot] ?? 0) | (((letters[slot] ?? 0) >>> place) & 1);
      }
      return;
    }
    for (let slot = 0; slot < letters.length; slot += 1) {
      if (((letters[slot] ?? 0) & bit) !== 0 && !this.#loose.has(slot)) hits[slot] = 1;
    }
  }

  #searchJoined(word: string, hits: Uint8Array): void {
    const { slots } = this.#finds.find(word, this.#joined, this.#starts);
    const hasLoose = this.#loose.size > 0;
    for (let at = 0; at < slots.length; at += 1) {
      const slot = slots[at] ?? 0;
      if (!hasLoose || !this.#loose.has(slot)) hits[slot] = 1;
    }
  }

  get sizeBytes(): number {
    let apart = 0;
    for (const text of this.#loose.values()) apart += text.length + 48;
    for (const text of this.#tail) apart += text.length + 24;
    const slices = (this.#apart?.length ?? 0) * SLICE_BYTES;
    const sought = (this.#letters?.byteLength ?? 0) + this.#finds.sizeBytes + slices;
    return this.#joined.length + this.#starts.byteLength + sought + apart;
  }

  snapshot(size: number): unknown {
    while (this.#starts.length - 1 + this.#tail.length < size) this.#tail.push('');
    this.#join();
    return { joined: this.#joined, starts: this.#starts };
  }

  restore(raw: unknown, size: number): boolean {
    const parsed = v.safeParse(snapshotSchema, raw);
    if (!parsed.success) return false;
    const { joined, starts } = parsed.output;
    if (starts.length !== size + 1 || starts[size] !== joined.length) return false;
    if (!starts.every((start, at) => at === 0 || start > (starts[at - 1] ?? 0))) return false;
    this.#changes += 1;
    this.#joined = joined;
    this.#starts = starts;
    this.#letters = undefined;
    this.#apart = undefined;
    this.#finds.forget();
    this.#loose.clear();
    this.#tail = [];
    return true;
  }

  /** A text by itself takes many times what it takes in the joined one, with every word anew. */
  #joinMany(): void {
    if (this.#tail.length > LEAST_TAIL) this.#join();
  }

  #join(): void {
    if (this.#loose.size + this.#tail.length === 0) return;
    const size = this.#starts.length - 1 + this.#tail.length;
    const starts = new Uint32Array(size + 1);
    const texts: string[] = [];
    let start = 0;
    for (let slot = 0; slot < size; slot += 1) {
      const text = this.at(slot);
      texts.push(text);
      start += text.length + 1;
      starts[slot + 1] = start;
    }
    this.#letters = undefined;
    this.#apart = undefined;
    this.#finds.forget();
    this.#joined = `${texts.join('\n')}\n`;
    this.#starts = starts;
    this.#loose.clear();
    this.#tail = [];
  }
}

/** Bit of a letter a-z; 0 for any other unit. */
function letterBit(unit: number): number {
  return unit >= 97 && unit <= 122 ? 1 << (unit - 97) : 0;
}

function lettersOf(joined: string, starts: Uint32Array): Uint32Array {
  const letters = new Uint32Array(starts.length - 1);
  for (let slot = 0; slot < letters.length; slot += 1) {
    const end = starts[slot + 1] ?? 0;
    let bits = 0;
    for (let at = starts[slot] ?? 0; at < end; at += 1) bits |= letterBit(joined.charCodeAt(at));
    letters[slot] = bits;
  }
  return letters;
}
