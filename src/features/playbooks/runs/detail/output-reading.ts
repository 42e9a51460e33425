import { withoutAnsi } from '#src/lib/ansi.ts';
import { foundPlace, LineIndex, type OutputText } from './line-index.ts';

/** One text of an output as it is shown. */
export interface ShownPart {
  readonly id: string;
  readonly label: string;
  /** Characters in its middle that are not here. */
  readonly missing: number;
  readonly lines: LineIndex;
  /** Lines that stand there by now. */
  readonly count: number;
}

/** What was looked for, and where in what was found somebody is. */
export interface ShownSearch {
  readonly text: string;
  readonly wanted: RegExp | undefined;
  /** Lines that hold it. */
  readonly found: number;
  /** Which of them is shown, from 1; 0 for none. */
  readonly at: number;
  readonly current: { readonly part: string; readonly line: number } | null;
  /** Not every line has been looked at yet. */
  readonly isLooking: boolean;
}

export interface Shown {
  readonly parts: readonly ShownPart[];
  readonly search: ShownSearch;
}

/** A text to be read. */
export interface OutputPart extends OutputText {
  readonly id: string;
  readonly label: string;
}

interface Part {
  readonly id: string;
  label: string;
  missing: number;
  readonly lines: LineIndex;
  found: number[];
  looked: number;
}

/** Nobody notices so long a piece of work between two frames. */
const SLICE_MS = 8;
/** Lines that are looked at between two looks at the clock. */
const LOOK_LINES = 200;

const NOTHING: ShownSearch = {
  text: '',
  wanted: undefined,
  found: 0,
  at: 0,
  current: null,
  isLooking: false,
};

/**
 * What a step wrote, found line by line and looked through piece by piece, so that megabytes of it freeze nothing. In the shape
 * of a store. A text that has only grown goes on where it was.
 */
export class OutputReading {
  readonly #listeners = new Set<() => void>();
  readonly #reveals = new Map<string, (line: number) => void>();
  #given: readonly OutputPart[] = [];
  #parts: readonly Part[] = [];
  #shown: Shown = { parts: [], search: NOTHING };
  #timer: ReturnType<typeof setTimeout> | null = null;
  #wanted: RegExp | undefined;
  #text = '';
  /** Which of what was found is shown, by part and place in it. */
  #current: { readonly part: number; readonly nth: number } | null = null;
  /** The first that is found is shown, once there is one. */
  #isEager = false;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#isBusy()) this.#later();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0 || this.#timer === null) return;
      clearTimeout(this.#timer);
      this.#timer = null;
    };
  };

  /** What stands there of these texts; begins to read them where they are others than before. */
  of(given: readonly OutputPart[]): Shown {
    if (given === this.#given) return this.#shown;
    this.#given = given;
    this.#parts = given.map((each) => {
      const known = this.#parts.find(({ id }) => id === each.id);
      if (known?.lines.grow(each) === true) {
        // Its last line may have gone on.
        known.looked = Math.min(known.looked, Math.max(0, known.lines.count - 1));
        known.found = known.found.filter((line) => line < known.looked);
        return Object.assign(known, { label: each.label, missing: each.cut?.missing ?? 0 });
      }
      const { id, label, cut } = each;
      return { id, label, missing: cut?.missing ?? 0, lines: new LineIndex(each), found: [], looked: 0 };
    });
    this.#work();
    return this.#shown;
  }

  /** Looks for a text; the first line that holds it is shown. */
  look(text: string): void {
    this.#text = text;
    this.#wanted = text === '' ? undefined : pattern(text);
    this.#current = null;
    this.#isEager = text !== '';
    for (const part of this.#parts) Object.assign(part, { found: [], looked: 0 });
    this.#work();
    this.#tell();
  }

  /** To the next line that holds it, or the one before; around the ends. */
  step(by: 1 | -1): void {
    const found = this.#found();
    if (found === 0) return;
    const at = this.#at() - 1;
    const next = at < 0 ? (by === 1 ? 0 : found - 1) : (at + by + found) % found;
    this.#go(next);
    this.#tell();
  }

  /** How a part shows one of its lines. */
  readonly onReveal = (id: string, reveal: (line: number) => void): (() => void) => {
    this.#reveals.set(id, reveal);
    return () => {
      if (this.#reveals.get(id) === reveal) this.#reveals.delete(id);
    };
  };

  #found(): number {
    return this.#parts.reduce((sum, { found }) => sum + found.length, 0);
  }

  #at(): number {
    if (this.#current === null) return 0;
    const { part, nth } = this.#current;
    return this.#parts.slice(0, part).reduce((sum, { found }) => sum + found.length, nth + 1);
  }

  #go(place: number): void {
    const to = foundPlace(
      this.#parts.map(({ found }) => found.length),
      place,
    );
    const part = to && this.#parts[to.part];
    const line = to && part?.found[to.nth];
    if (to === null || !part || line === undefined || line === null) return;
    this.#current = to;
    // As soon as this is drawn: what was found may be far from what is.
    queueMicrotask(() => this.#reveals.get(part.id)?.(line));
  }

  #isBusy(): boolean {
    return this.#parts.some(
      ({ lines, looked }) => !lines.isWhole || (this.#wanted !== undefined && looked < lines.count),
    );
  }

  /** One piece of work. */
  #work(): void {
    const until = performance.now() + SLICE_MS;
    for (const { lines } of this.#parts) lines.read(until);
    for (const part of this.#parts) lookThrough(part, this.#wanted, until);
    if (this.#isEager && this.#found() > 0) {
      this.#isEager = false;
      this.#go(0);
    }
    this.#shown = this.#view();
    if (this.#isBusy()) this.#later();
  }

  #view(): Shown {
    const current = this.#current;
    const part = current === null ? undefined : this.#parts[current.part];
    const line = current === null ? undefined : part?.found[current.nth];
    return {
      parts: this.#parts.map(({ id, label, missing, lines }) => ({
        id,
        label,
        missing,
        lines,
        count: lines.count,
      })),
      search:
        this.#wanted === undefined
          ? NOTHING
          : {
              text: this.#text,
              wanted: this.#wanted,
              found: this.#found(),
              at: this.#at(),
              current: part === undefined || line === undefined ? null : { part: part.id, line },
              isLooking: this.#isBusy(),
            },
    };
  }

  #tell(): void {
    this.#shown = this.#view();
    for (const listener of this.#listeners) listener();
  }

  #later(): void {
    if (this.#timer !== null || this.#listeners.size === 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#work();
      for (const listener of this.#listeners) listener();
    });
  }
}

function lookThrough(part: Part, wanted: RegExp | undefined, until: number): void {
  if (wanted === undefined) return;
  const { lines } = part;
  while (part.looked < lines.count && performance.now() < until) {
    const end = Math.min(lines.count, part.looked + LOOK_LINES);
    for (let line = part.looked; line < end; line += 1) {
      const text = lines.textAt(line);
      if (text !== null && withoutAnsi(text).search(wanted) !== -1) part.found.push(line);
    }
    part.looked = end;
  }
}

/** A text as it is looked for: anywhere in a line, in either case. */
function pattern(text: string): RegExp {
  return new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`), 'giu');
}
