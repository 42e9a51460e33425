/** Words whose finds are kept: while somebody types, each state of a word begins the next. */
const WORDS_KEPT = 6;
/** Wider finds are not kept: eight bytes each is memory that a search of everything does not need. */
const WIDEST_SHARE = 0.3;

/** Finds are written here while they are made: every search ends before the next one begins. */
let madeSlots = new Uint32Array(0);
let madePlaces = new Uint32Array(0);

/** Bytes of memory that all searches share. */
export function sharedBytes(): number {
  return madeSlots.byteLength + madePlaces.byteLength;
}

/** Where a word was found in joined texts: slots in order, and in each the first place. */
export interface Finds {
  readonly slots: Uint32Array;
  readonly places: Uint32Array;
}

/**
 * Searches joined texts, each of which ends with a line feed, and remembers the last finds: a word that begins with one
 * of the last words is looked for only where that one was found. Whoever joins anew calls `forget`.
 */
export class TextFinds {
  readonly #known = new Map<string, Finds>();

  forget(): void {
    this.#known.clear();
  }

  /** All finds of a word without line feeds; `starts` has one entry more than there are texts. */
  find(word: string, joined: string, starts: Uint32Array): Finds {
    const finds = this.#known.get(word) ?? this.#look(word, joined, starts);
    this.#known.delete(word);
    if (finds.slots.length <= starts.length * WIDEST_SHARE) this.#known.set(word, finds);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= WORDS_KEPT) break;
      this.#known.delete(oldest);
    }
    return finds;
  }

  get sizeBytes(): number {
    let bytes = 0;
    for (const { slots, places } of this.#known.values()) bytes += slots.byteLength + places.byteLength;
    return bytes;
  }

  #look(word: string, joined: string, starts: Uint32Array): Finds {
    let beginning = '';
    for (const known of this.#known.keys()) {
      if (known.length > beginning.length && word.startsWith(known)) beginning = known;
    }
    const found = this.#known.get(beginning);
    if (madeSlots.length < starts.length) {
      madeSlots = new Uint32Array(starts.length);
      madePlaces = new Uint32Array(starts.length);
    }
    const count =
      found === undefined
        ? this.#searchAll(word, joined, starts)
        : this.#searchAmong(found, word, beginning.length, joined, starts);
    return { slots: madeSlots.slice(0, count), places: madePlaces.slice(0, count) };
  }

  #searchAll(word: string, joined: string, starts: Uint32Array): number {
    let slot = 0;
    let count = 0;
    for (let place = joined.indexOf(word); place >= 0;) {
      slot = slotAt(starts, place, slot);
      madeSlots[count] = slot;
      madePlaces[count] = place;
      count += 1;
      place = joined.indexOf(word, starts[slot + 1]);
    }
    return count;
  }

  /** The first `same` units of the word are known to stand at the places of `found`. */
  #searchAmong(found: Finds, word: string, same: number, joined: string, starts: Uint32Array): number {
    const { slots, places } = found;
    let count = 0;
    for (let at = 0; at < slots.length; at += 1) {
      const slot = slots[at] ?? 0;
      const last = (starts[slot + 1] ?? 0) - 1 - word.length;
      let place = places[at] ?? 0;
      if (place <= last && !standsAt(word, same, joined, place)) {
        do place += 1;
        while (place <= last && !standsAt(word, 0, joined, place));
      }
      if (place > last) continue;
      madeSlots[count] = slot;
      madePlaces[count] = place;
      count += 1;
    }
    return count;
  }
}

/** True when the word stands at the place, of which the first `same` units are known to. */
function standsAt(word: string, same: number, joined: string, place: number): boolean {
  for (let unit = same; unit < word.length; unit += 1) {
    if (joined.charCodeAt(place + unit) !== word.charCodeAt(unit)) return false;
  }
  return true;
}

/** Slot whose text holds the place; `from` is a slot at or before it, and often the one right before. */
function slotAt(starts: Uint32Array, place: number, from: number): number {
  let low = from;
  let step = 1;
  while (low + step < starts.length && (starts[low + step] ?? 0) <= place) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, starts.length - 1);
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? 0) <= place) low = middle;
    else high = middle;
  }
  return low;
}
