/** A text that something wrote. */
export interface OutputText {
  readonly text: string;
  /** Where in it something is missing, and how many characters. */
  readonly cut: { readonly at: number; readonly missing: number } | null;
}

/** Longer lines are broken: what is no text has no lines. */
const MAX_LINE = 4_000;
/** Lines that are found between two looks at the clock. */
const READ_LINES = 500;

/** Where the lines of a text begin, found piece by piece. Where something is missing there is a line of its own. */
export class LineIndex {
  #text: string;
  #cut: OutputText['cut'];
  /** Where each line begins; the one for what is missing begins where the next one does. */
  readonly #starts: number[] = [];
  #gap = -1;
  /** Up to here lines were found. */
  #read = 0;
  /** The end of a line that lies ahead. */
  #ahead = -1;

  constructor({ text, cut }: OutputText) {
    this.#text = text;
    this.#cut = cut;
  }

  get count(): number {
    return this.#starts.length;
  }

  get isWhole(): boolean {
    return this.#read >= this.#text.length;
  }

  /** Characters that are missing at this line; null for one that is there. */
  missingAt(line: number): number | null {
    return line === this.#gap ? (this.#cut?.missing ?? 0) : null;
  }

  /** Null where there is no such line, or it stands for what is missing. */
  textAt(line: number): string | null {
    const start = this.#starts[line];
    if (start === undefined || line === this.#gap) return null;
    const end = this.#starts[line + 1] ?? this.#read;
    let last = end;
    if (last > start && this.#text.charCodeAt(last - 1) === 10) last -= 1;
    if (last > start && last < end && this.#text.charCodeAt(last - 1) === 13) last -= 1;
    return this.#text.slice(start, last);
  }

  /** Goes on with a text that begins with what was read; false where it does not, and nothing has changed. */
  grow({ text, cut }: OutputText): boolean {
    const isSameCut = cut?.at === this.#cut?.at && cut?.missing === this.#cut?.missing;
    if (!isSameCut || !text.startsWith(this.#text)) return false;
    if (text.length === this.#text.length) return true;
    const isOpen = this.isWhole && this.#starts.length > 0 && !this.#text.endsWith('\n');
    if (isOpen) this.#read = this.#starts.pop() ?? 0;
    this.#text = text;
    this.#ahead = -1;
    return true;
  }

  /** Finds lines until it is that late. */
  read(until: number): void {
    while (!this.isWhole) {
      for (let at = 0; at < READ_LINES && !this.isWhole; at += 1) this.#next();
      if (performance.now() > until) return;
    }
  }

  #next(): void {
    const from = this.#read;
    if (this.#cut?.at === from && this.#gap === -1) this.#gap = this.#starts.push(from) - 1;
    this.#starts.push(from);
    if (this.#ahead <= from) {
      const newline = this.#text.indexOf('\n', from);
      this.#ahead = newline === -1 ? this.#text.length : newline + 1;
    }
    let end = this.#ahead;
    if (this.#cut !== null && from < this.#cut.at && this.#cut.at < end) end = this.#cut.at;
    // A line that is a little too long only by its end stays whole.
    this.#read = end - from > MAX_LINE + 2 ? from + MAX_LINE : end;
  }
}

/** The nth of things that lie in several parts. */
export function foundPlace(
  counts: readonly number[],
  place: number,
): { readonly part: number; readonly nth: number } | null {
  let left = place;
  for (const [part, count] of counts.entries()) {
    if (left < count) return { part, nth: left };
    left -= count;
  }
  return null;
}
