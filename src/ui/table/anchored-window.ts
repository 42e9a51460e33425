/*
 * Rows of any height and any number in a scroller. No browser scrolls over more than some ten million pixels, and a list that
 * knows the height of every row it ever drew costs more the longer it is: so nothing is known here but the rows that are drawn. They
 * stand in one block; while it is scrolled a little they stay where they are and the block grows and shrinks at its ends, and who
 * drags far is taken to the part of the list that the scroll bar points at. The place of the block in the space is brought in
 * line with the scroll bar when the scroller rests.
 */

/** Spec 2: "Table rows are virtualised (estimated height 62, overscan 10)". */
export const ESTIMATED_PX = 62;
export const OVERSCAN = 10;
/** What every browser can scroll over. */
const MOST_PX = 8_000_000;
/** Further than so many views at once is no turn of a wheel. */
const FAR_VIEWS = 20;
const REST_MS = 150;
const FIRST_ROWS = 30;

/** Rows `first <= index < end` are drawn. */
export interface Drawn {
  readonly first: number;
  readonly end: number;
}

/** Told which rows are in view, whenever they are others. */
export type OnView = (first: number, last: number, count: number) => void;

export class AnchoredWindow {
  #onView: OnView = () => undefined;
  readonly #listeners = new Set<() => void>();
  #drawn: Drawn = { first: 0, end: FIRST_ROWS };
  #count = 0;
  #scroller: HTMLElement | null = null;
  #block: HTMLElement | null = null;
  /** Where the block begins in the space. */
  #top = 0;
  #height = 0;
  #averagePx = ESTIMATED_PX;
  /** A row that must stand there after the next drawing. */
  #pin: { readonly index: number; readonly y: number } | null = null;
  #lastTop = 0;
  #inView = { first: 0, last: 0, count: -1 };
  #rest: ReturnType<typeof setTimeout> | null = null;

  readonly get = (): Drawn => this.#drawn;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Ref of the scroller. */
  readonly follow = (scroller: HTMLElement | null): (() => void) | undefined => {
    if (scroller === null) return undefined;
    this.#scroller = scroller;
    const handleScroll = (): void => this.#scrolled();
    const observer = new ResizeObserver(() => this.#settle());
    scroller.addEventListener('scroll', handleScroll, { passive: true });
    observer.observe(scroller);
    return () => {
      scroller.removeEventListener('scroll', handleScroll);
      observer.disconnect();
      if (this.#rest !== null) clearTimeout(this.#rest);
      this.#scroller = null;
      this.#block = null;
    };
  };

  /** Of the block, with every drawing: React has just put the rows there, and nothing is painted yet. */
  drawnInto(block: HTMLElement | null, count: number, onView: OnView): void {
    if (block === null) return;
    this.#onView = onView;
    this.#block = block;
    this.#count = count;
    this.#settle();
  }

  /** The rows that stand there for a list of that length. */
  static within({ first, end }: Drawn, count: number): Drawn {
    if (first < count) return { first, end: Math.min(end, count) };
    return { first: Math.max(0, count - FIRST_ROWS), end: count };
  }

  /** Draws a row, near where it is wanted, if it is not drawn yet; who asks draws at once and has it scrolled to. */
  reveal(index: number): void {
    const { first, end } = this.#drawn;
    if (index >= first && index < end) return;
    this.#goTo(index, (this.#scroller?.scrollTop ?? 0) + this.#viewPx() / 2);
  }

  toTop(): void {
    if (this.#scroller === null) return;
    // First: rows that are drawn where nobody looks would be followed by others all the way to where somebody does.
    this.#scroller.scrollTop = 0;
    this.#lastTop = 0;
    this.#goTo(0, 0);
  }

  /** To the end of the rows that are drawn: have the last one revealed first. */
  toEnd(): void {
    if (this.#scroller === null) return;
    this.#scroller.scrollTop = this.#scroller.scrollHeight;
    this.#lastTop = this.#scroller.scrollTop;
    this.#look();
  }

  #viewPx(): number {
    const { clientHeight = 0 } = this.#scroller ?? {};
    // What stands above the space sticks there.
    return Math.max(0, clientHeight - (this.#space()?.offsetTop ?? 0));
  }

  #space(): HTMLElement | null {
    return this.#block?.parentElement ?? null;
  }

  #rows(): HTMLElement[] {
    // as: the rows are elements of this page
    return [...(this.#block?.children ?? [])] as HTMLElement[];
  }

  /** After rows were drawn, or the scroller has another size. */
  #settle(): void {
    const scroller = this.#scroller;
    const space = this.#space();
    if (scroller === null || this.#block === null || space === null) return;
    const { first, end } = AnchoredWindow.within(this.#drawn, this.#count);
    const rows = this.#rows();
    this.#height = this.#block.offsetHeight;
    if (rows.length > 0 && this.#height > 0)
      this.#averagePx += (this.#height / rows.length - this.#averagePx) * 0.25;
    const pinned = this.#pin === null ? undefined : rows[this.#pin.index - first];
    if (this.#pin !== null && pinned !== undefined) this.#top = this.#pin.y - pinned.offsetTop;
    this.#pin = null;
    this.#stretch(first, end);
    if (first === 0 && this.#top !== 0) this.#shift(-this.#top);
    else if (this.#isOutOfRoom(first, end)) this.#align(first);
    this.#block.style.transform = `translateY(${this.#top}px)`;
    this.#look();
  }

  #fullPx(): number {
    return Math.min(MOST_PX, this.#count * this.#averagePx);
  }

  /** The space reaches as far as there are rows. */
  #stretch(first: number, end: number): void {
    const space = this.#space();
    if (space === null) return;
    const bottom = this.#top + this.#height;
    const below = end >= this.#count ? 0 : Math.max(this.#viewPx() * 2, this.#fullPx() - bottom);
    space.style.height = `${Math.ceil(bottom + below)}px`;
    // A list that has become shorter is not scrolled past its end.
    if (first === 0 && end >= this.#count) space.style.height = `${Math.ceil(this.#height)}px`;
  }

  #isOutOfRoom(first: number, end: number): boolean {
    if (first > 0 && this.#top < this.#viewPx()) return true;
    return end < this.#count && this.#top + this.#height > MOST_PX * 1.5;
  }

  /** Moves block and view together: nothing is seen of it. */
  #shift(delta: number): void {
    const scroller = this.#scroller;
    if (scroller === null || delta === 0) return;
    this.#top += delta;
    const { first, end } = AnchoredWindow.within(this.#drawn, this.#count);
    this.#stretch(first, end);
    scroller.scrollTop += delta;
    this.#lastTop = scroller.scrollTop;
  }

  /** Where the scroll bar says the block is. */
  #align(first: number): void {
    this.#shift(Math.round((first / Math.max(1, this.#count)) * this.#fullPx()) - this.#top);
    if (this.#block !== null) this.#block.style.transform = `translateY(${this.#top}px)`;
  }

  #scrolled(): void {
    const scroller = this.#scroller;
    if (scroller === null) return;
    const { scrollTop } = scroller;
    const delta = scrollTop - this.#lastTop;
    this.#lastTop = scrollTop;
    // The space ends at a whole pixel, the last row may not.
    const isCovered = scrollTop >= this.#top && scrollTop + this.#viewPx() <= this.#top + this.#height + 1;
    if (isCovered) {
      this.#look();
    } else if (Math.abs(delta) <= this.#viewPx() * FAR_VIEWS) {
      this.#goTo(this.#inView.first + Math.round(delta / this.#averagePx), scrollTop);
    } else {
      const way = Math.max(1, (this.#space()?.offsetHeight ?? 0) - this.#viewPx());
      const rowsInView = this.#viewPx() / this.#averagePx;
      this.#goTo(Math.floor((scrollTop / way) * Math.max(0, this.#count - rowsInView)), scrollTop);
    }
    if (this.#rest !== null) clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.#rested(), REST_MS);
  }

  #rested(): void {
    const { first, end } = AnchoredWindow.within(this.#drawn, this.#count);
    if (first === 0 || end >= this.#count) return;
    const ideal = (first / Math.max(1, this.#count)) * this.#fullPx();
    if (Math.abs(ideal - this.#top) > this.#viewPx() * 2) this.#align(first);
  }

  /** Draws the rows around one, which comes to stand at `y`. */
  #goTo(index: number, y: number): void {
    const row = Math.max(0, Math.min(this.#count - 1, index));
    const inView = Math.ceil(this.#viewPx() / Math.max(1, this.#averagePx));
    this.#pin = { index: row, y };
    this.#draw(row - OVERSCAN, row + inView + OVERSCAN);
  }

  /** Which rows are in view, and whether there are enough around them. */
  #look(): void {
    const scroller = this.#scroller;
    if (scroller === null) return;
    const rows = this.#rows();
    const { first, end } = AnchoredWindow.within(this.#drawn, this.#count);
    const from = scroller.scrollTop - this.#top;
    const to = from + this.#viewPx();
    const begins = rows.findIndex((row) => row.offsetTop + row.offsetHeight > from);
    const after = rows.findIndex((row) => row.offsetTop >= to);
    // The view is elsewhere: it is on its way, and what it comes to is drawn when it has come.
    if (begins === -1 || after === 0) return;
    const top = begins;
    const bottom = Math.max(top, (after === -1 ? rows.length : after) - 1);
    this.#tell(first + top, first + bottom);
    const isShortAbove = first > 0 && top < OVERSCAN / 2;
    const isShortBelow = end < this.#count && rows.length - 1 - bottom < OVERSCAN / 2;
    if (!isShortAbove && !isShortBelow) return;
    const row = rows[top];
    if (row === undefined) return;
    this.#pin = { index: first + top, y: this.#top + row.offsetTop };
    this.#draw(first + top - OVERSCAN, first + bottom + 1 + OVERSCAN);
  }

  #tell(first: number, last: number): void {
    const before = this.#inView;
    if (before.first === first && before.last === last && before.count === this.#count) return;
    this.#inView = { first, last, count: this.#count };
    this.#onView(first, last, this.#count);
  }

  #draw(first: number, end: number): void {
    const next = { first: Math.max(0, first), end: Math.min(this.#count, end) };
    if (next.first === this.#drawn.first && next.end === this.#drawn.end) {
      this.#pin = null;
      return;
    }
    this.#drawn = next;
    for (const listener of this.#listeners) listener();
  }
}
