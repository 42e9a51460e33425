import type { Stretch, Stretches } from './log-stretches.ts';
import { matchesIn, pattern, rowsOf, type LogRows, type Matches } from './log-view.ts';

/** Nobody notices so long a piece of work between two frames. */
const SLICE_MS = 8;

/** What was found so far. */
export interface Found {
  readonly rows: LogRows;
  /** Not every line has been looked at yet. */
  readonly isLooking: boolean;
}

/**
 * Looks through lines for a text, piece by piece, so that a million of them freeze nothing; what a stretch holds is looked for
 * once. In the shape of a store that begins when somebody follows it.
 */
export class LogFinder {
  readonly text: string;
  readonly #wanted: RegExp;
  readonly #listeners = new Set<() => void>();
  readonly #known = new WeakMap<Stretch, Matches>();
  #stretches: Stretches = [];
  #found: Found = { rows: rowsOf([]), isLooking: false };
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(text: string) {
    this.text = text;
    this.#wanted = pattern(text);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#found.isLooking) this.#later();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0 || this.#timer === null) return;
      clearTimeout(this.#timer);
      this.#timer = null;
    };
  };

  /** What was found in these lines; begins to look where they are others than before. */
  foundIn(stretches: Stretches): Found {
    if (stretches === this.#stretches) return this.#found;
    this.#stretches = stretches;
    this.#look();
    return this.#found;
  }

  /** One piece of work. */
  #look(): void {
    const until = performance.now() + SLICE_MS;
    const found = new Map<Stretch, Matches>();
    let isLooking = false;
    for (const stretch of this.#stretches) {
      let matches = this.#known.get(stretch);
      if (matches === undefined) {
        if (performance.now() > until) {
          isLooking = true;
          break;
        }
        matches = matchesIn(stretch.lines, this.#wanted);
        this.#known.set(stretch, matches);
      }
      found.set(stretch, matches);
    }
    this.#found = { rows: rowsOf(this.#stretches, found), isLooking };
    if (isLooking) this.#later();
  }

  #later(): void {
    if (this.#timer !== null || this.#listeners.size === 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#look();
      for (const listener of this.#listeners) listener();
    });
  }
}
