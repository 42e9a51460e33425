import * as v from 'valibot';

/** Tags of an entry: how its bytes are to be read. */
const UUID = 0;
const TEXT = 1;
const UUID_LENGTH = 36;
const UUID_BYTES = 17;
/** Small tables answer from a map first: most columns have few values and many rows. */
const FRONT_LIMIT = 4_096;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A typed array with room for `size` entries; at least a quarter more when it has to grow. */
export function grown<T extends Uint8Array | Uint16Array | Uint32Array | Float64Array>(
  array: T,
  size: number,
): T {
  if (size <= array.length) return array;
  const Grown = array.constructor as new (length: number) => T; // the constructor of a typed array makes its own kind
  const larger = new Grown(Math.max(size, Math.ceil(array.length * 1.25), 16));
  larger.set(array);
  return larger;
}

/** Value of a lower-case hex digit; -1 for anything else. */
function hexValue(unit: number): number {
  if (unit >= 48 && unit <= 57) return unit - 48;
  return unit >= 97 && unit <= 102 ? unit - 87 : -1;
}

const hexPairs = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

const snapshotSchema = v.object({
  bytes: v.instance(Uint8Array),
  ends: v.instance(Uint32Array),
  buckets: v.instance(Uint32Array),
});
/** A table as it is stored. */
export type TextTableSnapshot = v.InferOutput<typeof snapshotSchema>;

/**
 * Interned texts: each distinct text once, numbered from 0 in order of arrival. Kept as bytes, UUIDs as sixteen of
 * them, because a hundred thousand strings and their map would take ten times the memory (T13).
 */
export class TextTable {
  #bytes = new Uint8Array(256);
  #ends = new Uint32Array(16);
  /** Open addressing: code + 1, or 0 for an empty place; a power of two, at most half full. */
  #buckets = new Uint32Array(32);
  #size = 0;
  #scratch = new Uint8Array(256);
  readonly #front = new Map<string, number>();

  get size(): number {
    return this.#size;
  }

  /** Bytes of memory the table holds. */
  get sizeBytes(): number {
    return this.#bytes.byteLength + this.#ends.byteLength + this.#buckets.byteLength;
  }

  /** Number of the text; new texts are added. */
  intern(text: string): number {
    // The bytes of a UUID are found as fast as its text.
    const known = text.length === UUID_LENGTH ? undefined : this.#front.get(text);
    if (known !== undefined) return known;
    const length = this.#write(text);
    const place = this.#place(length);
    const found = this.#buckets[place] ?? 0;
    const code = found > 0 ? found - 1 : this.#add(length, place);
    if (this.#front.size < FRONT_LIMIT && text.length !== UUID_LENGTH) this.#front.set(text, code);
    return code;
  }

  /** Number of the text; -1 when it is not in the table. */
  find(text: string): number {
    return (this.#buckets[this.#place(this.#write(text))] ?? 0) - 1;
  }

  /** Text of a number; the empty text for a number that was never given out. */
  at(code: number): string {
    const start = this.#start(code);
    const end = this.#ends[code] ?? start;
    if (this.#bytes[start] !== UUID) return decoder.decode(this.#bytes.subarray(start + 1, end));
    let text = '';
    for (let at = 1; at < UUID_BYTES; at += 1) {
      text += hexPairs[this.#bytes[start + at] ?? 0];
      if (at === 4 || at === 6 || at === 8 || at === 10) text += '-';
    }
    return text;
  }

  /** Order of two entries by their text. */
  compare(a: number, b: number): number {
    const left = this.#start(a);
    const right = this.#start(b);
    if (this.#bytes[left] === UUID && this.#bytes[right] === UUID) {
      for (let at = 1; at < UUID_BYTES; at += 1) {
        const difference = (this.#bytes[left + at] ?? 0) - (this.#bytes[right + at] ?? 0);
        if (difference !== 0) return difference;
      }
      return 0;
    }
    const one = this.at(a);
    const other = this.at(b);
    return one < other ? -1 : one > other ? 1 : 0;
  }

  snapshot(): TextTableSnapshot {
    return {
      bytes: this.#bytes.slice(0, this.#start(this.#size)),
      ends: this.#ends.slice(0, this.#size),
      buckets: this.#buckets.slice(),
    };
  }

  /** A table from what `snapshot` gave; undefined when it cannot be one. */
  static restore(raw: unknown): TextTable | undefined {
    const parsed = v.safeParse(snapshotSchema, raw);
    if (!parsed.success) return undefined;
    const { bytes, ends, buckets } = parsed.output;
    const isWhole =
      (ends.at(-1) ?? 0) === bytes.length &&
      ends.length * 2 <= buckets.length &&
      (buckets.length & (buckets.length - 1)) === 0 &&
      ends.every((end, at) => end > (ends[at - 1] ?? 0)) &&
      buckets.every((bucket) => bucket <= ends.length);
    if (!isWhole) return undefined;
    const table = new TextTable();
    table.#bytes = bytes;
    table.#ends = ends;
    table.#buckets = buckets;
    table.#size = ends.length;
    return table;
  }

  #start(code: number): number {
    return code === 0 ? 0 : (this.#ends[code - 1] ?? 0);
  }

  /** Writes tag and bytes of a text into the scratch; returns their number. */
  #write(text: string): number {
    if (text.length === UUID_LENGTH && this.#writeUuid(text)) return UUID_BYTES;
    const most = text.length * 3 + 1;
    if (this.#scratch.length < most) this.#scratch = new Uint8Array(most);
    this.#scratch[0] = TEXT;
    // Most texts are short and plain: a loop is faster than a call of the encoder.
    let at = 0;
    for (; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      if (unit > 0x7f) break;
      this.#scratch[at + 1] = unit;
    }
    if (at === text.length) return at + 1;
    return encoder.encodeInto(text, this.#scratch.subarray(1)).written + 1;
  }

  #writeUuid(text: string): boolean {
    this.#scratch[0] = UUID;
    let at = 1;
    for (let unit = 0; unit < UUID_LENGTH; unit += 2) {
      if (unit === 8 || unit === 13 || unit === 18 || unit === 23) {
        if (text.charCodeAt(unit) !== 45) return false;
        unit += 1;
      }
      const high = hexValue(text.charCodeAt(unit));
      const low = hexValue(text.charCodeAt(unit + 1));
      if (high < 0 || low < 0) return false;
      this.#scratch[at] = high * 16 + low;
      at += 1;
    }
    return true;
  }

  #hash(bytes: Uint8Array, start: number, end: number): number {
    let hash = 0x811c9dc5;
    for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
    return (hash ^ (hash >>> 13)) >>> 0;
  }

  /** Place of the scratch's text: where it is, or the empty place where it would go. */
  #place(length: number): number {
    const mask = this.#buckets.length - 1;
    let place = this.#hash(this.#scratch, 0, length) & mask;
    for (;;) {
      const found = this.#buckets[place] ?? 0;
      if (found === 0 || this.#equals(found - 1, length)) return place;
      place = (place + 1) & mask;
    }
  }

  #equals(code: number, length: number): boolean {
    const start = this.#start(code);
    if ((this.#ends[code] ?? 0) - start !== length) return false;
    for (let at = 0; at < length; at += 1) if (this.#bytes[start + at] !== this.#scratch[at]) return false;
    return true;
  }

  #add(length: number, place: number): number {
    const code = this.#size;
    const start = this.#start(code);
    this.#bytes = grown(this.#bytes, start + length);
    this.#bytes.set(this.#scratch.subarray(0, length), start);
    this.#ends = grown(this.#ends, code + 1);
    this.#ends[code] = start + length;
    this.#size = code + 1;
    this.#buckets[place] = code + 1;
    if (this.#size * 2 > this.#buckets.length) this.#rehash();
    return code;
  }

  #rehash(): void {
    const buckets = new Uint32Array(this.#buckets.length * 2);
    const mask = buckets.length - 1;
    for (let code = 0; code < this.#size; code += 1) {
      let place = this.#hash(this.#bytes, this.#start(code), this.#ends[code] ?? 0) & mask;
      while (buckets[place] !== 0) place = (place + 1) & mask;
      buckets[place] = code + 1;
    }
    this.#buckets = buckets;
  }
}
