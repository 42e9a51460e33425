/** Lines a person has chosen, and those shown whole, by their keys. */
export interface Picks {
  readonly selected: ReadonlySet<number>;
  readonly open: ReadonlySet<number>;
}

const NOTHING: Picks = { selected: new Set(), open: new Set() };

/** The same in the shape of a store. */
export class LogPicks {
  readonly #listeners = new Set<() => void>();
  #picks = NOTHING;
  #anchor: number | null = null;

  readonly get = (): Picks => this.#picks;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The line that was chosen last: where a stretch begins. */
  anchor(): number | null {
    return this.#anchor;
  }

  toggle(key: number): void {
    const selected = new Set(this.#picks.selected);
    if (!selected.delete(key)) selected.add(key);
    this.#anchor = key;
    this.#set({ selected });
  }

  add(keys: readonly number[]): void {
    this.#set({ selected: new Set([...this.#picks.selected, ...keys]) });
    this.#anchor = keys.at(-1) ?? this.#anchor;
  }

  clear(): void {
    this.#anchor = null;
    this.#set({ selected: NOTHING.selected });
  }

  toggleOpen(key: number): void {
    const open = new Set(this.#picks.open);
    if (!open.delete(key)) open.add(key);
    this.#set({ open });
  }

  #set(change: Partial<Picks>): void {
    this.#picks = { ...this.#picks, ...change };
    for (const listener of this.#listeners) listener();
  }
}
