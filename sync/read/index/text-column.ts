import * as v from 'valibot';
import type { JsonRow } from '../../protocol/op.ts';
import { textValue } from './index-spec.ts';

/** Changed texts are kept beside the joined one until there are this many, or an eighth of all. */
const LEAST_LOOSE = 1_000;

const snapshotSchema = v.object({ joined: v.string(), starts: v.instance(Uint32Array) });

/**
 * Texts in lower case, joined into one string so that a search is one pass of the engine's own substring search; what
 * changed since is kept loose and looked at one by one.
 */
export class TextColumn {
  readonly kind = 'text';
  #joined = '';
  /** Start of each text in the joined string; one more entry than texts. Each text ends with a line feed. */
  #starts: Uint32Array = new Uint32Array(1);
  readonly #loose = new Map<number, string>();

  set(slot: number, row: JsonRow, column: string): void {
    const text = textValue(row, column);
    if (!this.#loose.has(slot) && slot < this.#size && this.at(slot) === text) return;
    this.#loose.set(slot, text);
    if (this.#loose.size > Math.max(LEAST_LOOSE, this.#size / 8)) this.#join();
  }

  at(slot: number): string {
    const loose = this.#loose.get(slot);
    if (loose !== undefined) return loose;
    const start = this.#starts[slot];
    const end = this.#starts[slot + 1];
    return start === undefined || end === undefined ? '' : this.#joined.slice(start, end - 1);
  }

  /** Sets `hits[slot]` for every text that contains the word, which is in lower case and without line feeds. */
  search(word: string, hits: Uint8Array): void {
    const joined = this.#joined;
    const starts = this.#starts;
    let slot = 0;
    for (let found = joined.indexOf(word); found >= 0;) {
      slot = slotAt(starts, found, slot);
      if (!this.#loose.has(slot)) hits[slot] = 1;
      found = joined.indexOf(word, starts[slot + 1] ?? joined.length);
      if (word === '') break;
    }
    for (const [loose, text] of this.#loose) if (text.includes(word)) hits[loose] = 1;
  }

  get sizeBytes(): number {
    let loose = 0;
    for (const text of this.#loose.values()) loose += text.length + 48;
    return this.#joined.length + this.#starts.byteLength + loose;
  }

  snapshot(size: number): unknown {
    this.#join();
    return {
      joined: this.#joined.slice(0, this.#starts[size] ?? this.#joined.length),
      starts: this.#starts.slice(0, size + 1),
    };
  }

  restore(raw: unknown, size: number): boolean {
    const parsed = v.safeParse(snapshotSchema, raw);
    if (!parsed.success) return false;
    const { joined, starts } = parsed.output;
    if (starts.length !== size + 1 || starts[size] !== joined.length) return false;
    if (!starts.every((start, at) => at === 0 || start > (starts[at - 1] ?? 0))) return false;
    this.#joined = joined;
    this.#starts = starts;
    this.#loose.clear();
    return true;
  }

  get #size(): number {
    return this.#starts.length - 1;
  }

  #join(): void {
    if (this.#loose.size === 0) return;
    let size = this.#size;
    for (const slot of this.#loose.keys()) size = Math.max(size, slot + 1);
    const starts = new Uint32Array(size + 1);
    const texts: string[] = [];
    let start = 0;
    for (let slot = 0; slot < size; slot += 1) {
      const text = this.at(slot);
      texts.push(text, '\n');
      start += text.length + 1;
      starts[slot + 1] = start;
    }
    this.#joined = texts.join('');
    this.#starts = starts;
    this.#loose.clear();
  }
}

/** Slot whose text holds the place; `from` is a slot at or before it. */
function slotAt(starts: Uint32Array, place: number, from: number): number {
  let low = from;
  let high = starts.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? 0) <= place) low = middle;
    else high = middle;
  }
  return low;
}
