/** 32-bit hash of an id; never 0, which stands for an empty place. */
function hashOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at += 1) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0 || 1;
}

/**
 * Which ids a collection may hold, by hash: "no" is certain, "yes" has to be looked up. Saves reading every head of an
 * append-only collection for rows that are new, at four to eight bytes an id.
 */
export class KnownIds {
  #places = new Uint32Array(1_024);
  #size = 0;

  add(id: string): void {
    if (!this.#put(hashOf(id))) return;
    this.#size += 1;
    if (this.#size * 2 <= this.#places.length) return;
    const old = this.#places;
    this.#places = new Uint32Array(old.length * 2);
    for (const hash of old) if (hash !== 0) this.#put(hash);
  }

  /** False when the id was never added. */
  mayHave(id: string): boolean {
    const hash = hashOf(id);
    return this.#places[this.#placeOf(hash)] === hash;
  }

  /** True when the hash is new. */
  #put(hash: number): boolean {
    const place = this.#placeOf(hash);
    if (this.#places[place] === hash) return false;
    this.#places[place] = hash;
    return true;
  }

  #placeOf(hash: number): number {
    const mask = this.#places.length - 1;
    let place = hash & mask;
    while (this.#places[place] !== 0 && this.#places[place] !== hash) place = (place + 1) & mask;
    return place;
  }
}
