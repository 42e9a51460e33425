import { FIT } from './fit.ts';
import { TextColumn } from './text-column.ts';
import type { TextTable } from './text-table.ts';

/** Between key and value inside a pair; cannot stand in a text of the server (Postgres refuses it). */
export const BETWEEN = '\u0000';

/**
 * What pairs say, for a search: a word is sought in their values, because a key that half the rows have finds nothing.
 * `key=value` is one pair of which the end of the key and the beginning of the value are known.
 */
export class PairTexts {
  readonly #values = new TextColumn();
  #known = 0;

  /** A 1 for every pair that has the word, which is in lower case and not empty. */
  search(pairs: TextTable, word: string): Uint8Array {
    const hits = this.#marks(pairs);
    this.#values.search(word, hits);
    const at = word.indexOf('=');
    if (at >= 0) this.#searchPair(pairs, word.slice(0, at), word.slice(at + 1), hits);
    return hits;
  }

  /** A 1 for every pair with a value that is near the needle. */
  near(pairs: TextTable, needle: string): Uint8Array {
    const hits = this.#marks(pairs);
    this.#values.near(needle, hits, 1);
    return hits;
  }

  get sizeBytes(): number {
    return this.#values.sizeBytes;
  }

  #searchPair(pairs: TextTable, key: string, value: string, hits: Uint8Array): void {
    const fits = new Uint8Array(hits.length);
    if (value === '') fits.fill(FIT.begins);
    else this.#values.fit(value, fits);
    for (let pair = 0; pair < fits.length; pair += 1) {
      const fit = fits[pair] ?? 0;
      if (fit !== FIT.exact && fit !== FIT.begins) continue;
      const [name = ''] = pairs.at(pair).split(BETWEEN);
      if (name.toLowerCase().endsWith(key)) hits[pair] = 1;
    }
  }

  /** Pairs are only ever added. */
  #marks(pairs: TextTable): Uint8Array {
    for (; this.#known < pairs.size; this.#known += 1) {
      const [, value = ''] = pairs.at(this.#known).split(BETWEEN);
      this.#values.setText(this.#known, value.toLowerCase().replaceAll('\n', ' '));
    }
    return new Uint8Array(pairs.size);
  }
}
